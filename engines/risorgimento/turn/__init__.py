"""[A.order] [I] The turn, and victory."""
