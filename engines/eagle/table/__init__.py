"""What the table is shown and told: the view, inquiries, positions of cases."""
