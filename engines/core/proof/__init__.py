"""Cases, and the rulebook with its tables."""
