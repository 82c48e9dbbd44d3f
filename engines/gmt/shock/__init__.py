"""[9] Shock: retreat before it, commitment, the die and its modifiers, results, advance."""
