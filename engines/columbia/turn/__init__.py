"""[2.0] The Game Turn."""
