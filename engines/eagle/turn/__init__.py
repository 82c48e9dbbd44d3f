"""[turn.structure] The turn: the sequence of its phases, and which room does what a card says."""
