"""The board on paper: maps with a cartouche and a scale, pieces to be cut out."""
