"""[5.3] Bombardment."""
