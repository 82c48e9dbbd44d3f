"""What the table shows and is told of a position: view, inquiries, odds, positions of cases."""
