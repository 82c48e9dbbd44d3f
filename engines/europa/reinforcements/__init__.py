"""[13.2] [13.3.where] [13.3.limits] [16.12] Reinforcements: who is due, and where they may come."""
