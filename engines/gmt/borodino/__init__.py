"""[bor] What only the battle of 7 September has."""
