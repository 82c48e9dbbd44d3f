"""What is hidden from whom."""
