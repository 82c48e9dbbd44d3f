"""[1.2] [9.3] Set-up, attachments, arrivals, and the night between two days."""
