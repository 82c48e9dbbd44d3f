"""[8] Artillery fire."""
