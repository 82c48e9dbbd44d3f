"""How computer players think: scripts that answer, named terms that judge, and the search over both."""
