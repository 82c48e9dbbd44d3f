"""The computer player of Borodino 1812."""
