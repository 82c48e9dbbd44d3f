"""How the table is conducted: each concern of the page by itself."""
