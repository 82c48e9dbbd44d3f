"""[E.3] [E.6] [E.7] Legs of a move, zones of control, interpenetration."""
