"""Event/Reaction cards: the deck, hands, and the interpreter of their effects."""
