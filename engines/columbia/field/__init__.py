"""What a position says of blocks and areas: who holds, who sees whose face, what befalls blocks."""
