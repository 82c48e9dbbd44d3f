"""A game by post: one sealed file goes to and fro between two seats that are far from each other."""
