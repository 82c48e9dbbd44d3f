"""The turn: its sequence, initiative, the end and the verdict."""
