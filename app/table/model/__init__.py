"""What is at the table: what is shown and asked, picked and planned, pointed at and looked at. No Qt in here."""
