"""[A] [C.2] Chain of command, orders, initiative, special rules, succession."""
