"""How a question is answered with clicks and keys: what the player has pointed out so far, and which choice that means. No widget in here."""
