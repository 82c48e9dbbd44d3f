"""[setup] The beginning of a battle: the first position, set-up by hand, troops that come later."""
