"""[sch] What only the battle for the Shevardino redoubt has."""
