"""[5.4] Movement, stacking, pinning, stragglers."""
