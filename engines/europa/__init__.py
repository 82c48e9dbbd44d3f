"""Napoleon's Greatest Gamble: the campaign of 1812 on the map of Europe."""
