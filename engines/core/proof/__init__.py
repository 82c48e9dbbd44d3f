"""Cases, the rulebook with its tables, and what lists tell of games."""
