"""[E.5] The ground: the table as read, levels, slopes, villages in sectors, the account of a move."""
