"""[13.1] Cossacks: raids on single French units in the country."""
