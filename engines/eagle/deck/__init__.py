"""[comp.cards] [cards.structure] The Event/Reaction cards themselves: halves, effects, combat tables."""
