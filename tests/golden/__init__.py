"""Golden playthroughs: what a whole game asks, shows and rolls, compared line by line."""
