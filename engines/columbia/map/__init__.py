"""[3.1] [3.3] The map as the rules meet it: areas, borders, crossings."""
