"""[morale] Morale tests: when a unit tests, what is added to the die, what it comes to."""
