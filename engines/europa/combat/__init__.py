"""Combat Commands and combat."""
