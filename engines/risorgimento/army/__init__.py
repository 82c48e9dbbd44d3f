"""[units] [commanders] Units, commanders, and the chain of command over them."""
