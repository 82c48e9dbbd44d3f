"""What mouse and keys do on the board, and what the board shows in answer."""
