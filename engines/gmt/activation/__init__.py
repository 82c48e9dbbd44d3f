"""[3.C] [5.28] [5.5] One activation: how it comes about, its steps, the movement of the activated."""
