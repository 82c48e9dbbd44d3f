"""[A.order] The turn: its steps in their order."""
