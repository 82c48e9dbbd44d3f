"""[D.1] [F.1] Lines of fire."""
