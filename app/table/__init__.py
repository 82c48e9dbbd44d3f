"""Playing: the model of the table, which knows no Qt, and the page with prompt, panels and hands that watch it."""
