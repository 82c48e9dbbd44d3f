"""[15.1] Stacks that are hidden: what is seen of them, and the dummies that raise them."""
