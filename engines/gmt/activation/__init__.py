"""[3.C] One activation: its steps, and the movement of the activated."""
