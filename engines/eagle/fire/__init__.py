"""Fire: declared, resolved, advances after it."""
