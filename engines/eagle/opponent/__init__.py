"""The computer player (orders, moves, attacks), and what a position is worth."""
