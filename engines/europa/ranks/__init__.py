"""[16.2-16.4] Ranks of command, who commands whom, and what Commanders can do better or worse."""
