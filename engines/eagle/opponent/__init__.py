"""The computer player: orders, moves, attacks."""
