"""How fine a picture for paper may be, in pixels an inch: what the dialog, the command and the writer keep to."""

LEAST, MOST, USUAL = 50, 1200, 300
