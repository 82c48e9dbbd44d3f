"""[9.62] Retreats, whatever made a unit go back."""
