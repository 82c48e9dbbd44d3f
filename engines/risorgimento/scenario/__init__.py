"""Reading scenarios and orders of battle."""
