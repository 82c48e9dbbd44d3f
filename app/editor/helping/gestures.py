"""What the mouse does with each tool of the map's page, in words."""

from __future__ import annotations

from grognard.engines.core.data.text import text

GESTURES = {
    "brush": text("Drag over the hexes; the radius says how wide."),
    "line": text("Press at one end and let go at the other."),
    "rectangle": text("Drag from corner to corner."),
    "fill": text("Click: all hexes alike that hang together change."),
    "polygon": text("Click the corners; Enter or a double click ends it."),
    "circle": text("Drag from the middle outwards."),
    "strip": text("Click the points of its middle line; Enter ends it."),
    "block": text("Drag from corner to corner."),
    "move": text("Drag a shape, or one of its corners."),
}
"""What the mouse does with each tool."""
HEX_HELP = {
    "sides": text(
        "Click a hexside, or drag along several; right-click to remove. A slope falls from the left of the stroke to its right, as the point shows."
    ),
    "lines": text(
        "Drag from hex to hex: the line runs through their middles. Drag back to remove the last hex; right-click to cut the line."
    ),
    "buildings": text(
        "Click a hex to build there; click again to turn it by a sixth, right-click to pull it down."
    ),
    "places": text("Click a hex to name it; drag a name to move it; right-click to remove it."),
    "says": text(
        "Click a place to say what it is; click an empty hex to have one there, drag one to move it, right-click to remove it. Whose it is follows from the land it lies on."
    ),
}
AREA_HELP = {
    "areas": text(
        "Drag a corner: every area that shares it follows. Click an area to give it this ground, right-click to remove the ground; double-click a border to add a corner. Ctrl and a drag from area to area merges them; from border to border it cuts an area in two."
    ),
    "borders": text(
        "Click a border to lay this along it; right-click to remove it. A slope falls away from the side you click."
    ),
    "marks": text(
        "Click an area to mark whose supply source or start line it is; click a source again for two symbols. Right-click to remove the mark."
    ),
    "lines": text(
        "Click the points of a road; Enter or a double click ends it. Right-click to remove a road."
    ),
    "places": text("Click where the name should stand; right-click to remove it."),
}
TABLE_HELP = {
    "shapes": text(
        "Click the points of an outline; Enter or a double click ends it. A circle is drawn from its middle, a block from corner to corner. Move drags shapes and corners; right-click to remove."
    ),
    "villages": text(
        "Write a name and click the middle of each sector of the village; right-click to remove the village."
    ),
    "lines": text("Drag a bridge from bank to bank, along the road; right-click to remove it."),
    "places": text("Click where the name should stand; right-click to remove it."),
}
