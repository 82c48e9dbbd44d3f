"""The computer player of Napoleon's Greatest Gamble."""
