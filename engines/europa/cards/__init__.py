"""[16.1] Event cards: what is on them, and what those in force change."""
