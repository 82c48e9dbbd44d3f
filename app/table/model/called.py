"""What kinds of board and inquiries are called: the menus know them before there is any table."""

from __future__ import annotations

TABLE = "table"
"""The kind of a board without spaces."""
SIGHT, ZONES = "los", "zoc"
"""The inquiries that draw a line of sight or fire, and what a piece controls."""
BORDER, ALL_BORDERS = "border", "borders"
"""The inquiries that tell of one border pointed at, and draw all of them while a key is held."""
