"""What a seat sees, may ask, and cannot know."""
