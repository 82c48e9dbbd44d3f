"""[melee] Melees: who attacks whom, what counts, the advance."""
