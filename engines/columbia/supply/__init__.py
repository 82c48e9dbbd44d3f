"""[7] Supply: sources, lines, what lack of it costs; burning bridges."""
