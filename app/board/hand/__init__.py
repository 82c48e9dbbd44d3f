"""What a hand does on a table without spaces: it takes hold of a base, carries it, measures."""
