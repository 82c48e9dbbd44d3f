"""The panel that asks: the question, its buttons, lists and editors, the odds, and what the computer is about."""
