"""[9.1] The declared attacks, and the Jaegers (11) among those who make them."""
