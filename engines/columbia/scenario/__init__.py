"""[1.1] [9.0] Reading scenarios, maps and orders of battle."""
