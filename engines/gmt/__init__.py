"""Borodino (Triumph & Glory): a room for each chapter of the rulebook, which its docstring names."""
