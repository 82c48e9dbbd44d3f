"""[setup] Reading scenarios, maps and orders of battle."""
