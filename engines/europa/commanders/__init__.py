"""What becomes of Commanders left alone."""
