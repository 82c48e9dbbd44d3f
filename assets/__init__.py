"""Symbols and themes of the program, carried as package data."""
