"""[result] What an attack does to its target: losses, cadres, push backs, disorder, rout, commanders hit."""
