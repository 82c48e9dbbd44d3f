"""[D] [F] [E.9] Fire in its phases and at opportunity."""
