"""How computer players think."""
