"""[C.1] [E.1] [E.2] Charges, reactions, squares."""
