"""[8.4] Marches of Napoleon's Greatest Gamble."""
