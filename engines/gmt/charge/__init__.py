"""[9.8] Cavalry Charges and what those who are charged may do."""
