"""[E.1] A charge under way: quarters, its path, batteries it meets."""
