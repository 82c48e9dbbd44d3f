"""What is set down on the map of a scenario under way."""
