"""What each page of the editor is for, and which keys and gestures it knows."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engines.core.data.text import Text, text


@dataclass(frozen=True, slots=True)
class PageHelp:
    """The help of one page.

    Attributes:
        first: the one sentence that somebody needs who has never seen it.
        about: what can be done there, a paragraph each.
        keys: gestures and keys, each with what it does.
    """

    title: Text
    first: Text
    about: tuple[Text, ...]
    keys: tuple[tuple[str | Text, Text], ...]


EVERYWHERE: tuple[tuple[str | Text, Text], ...] = (
    ("Ctrl+Z, Ctrl+Y", text("Undo, redo: every page, back to the first change")),
    (text("Alt+1 to Alt+5"), text("Go to a page")),
    ("F1, F2", text("What the page is for; its keys")),
    ("F5, Shift+F5", text("Test-play by hand; by the computer")),
    ("F6", text("What has changed against the shipped scenario")),
)
"""What holds on every page."""
VIEWING: tuple[tuple[str | Text, Text], ...] = (
    (text("Wheel, Ctrl and wheel"), text("Scroll, zoom")),
    (text("Space and drag, middle button"), text("Move the map")),
    ("Ctrl+0", text("Whole map")),
)
PAGES: tuple[PageHelp, ...] = (
    PageHelp(
        text("Map"),
        text(
            "Choose a layer, then what is drawn, and drag over the map; the right button takes it away."
        ),
        (
            text(
                "The layers are drawn one over the other: ground, hexsides, roads, names. What is drawn goes into the chosen layer alone."
            ),
            text("Untick a layer to hide it. A locked layer is shown, and no stroke changes it."),
            text(
                "A picture laid below the map can be traced: the buttons at the foot of the list bring one in."
            ),
        ),
        (
            ("B, L, R, F", text("Brush, line, box, fill")),
            ("+, -", text("A wider brush, a narrower one")),
            (
                "P",
                text("Mark a part of a map of hexes; Ctrl+C copies it, Ctrl+V and a click lay it"),
            ),
            ("1-9", text("What is drawn, by its place in the list")),
            ("K", text("Lock the layer, or unlock it")),
            (text("Right button, or Shift"), text("Take away what was drawn")),
            (text("Shift and arrows"), text("Carry the pen; with Ctrl a little way")),
            ("D, X", text("Lay the pen down and lift it; erase with it")),
            ("Enter, Esc", text("End what is drawn point by point; leave it")),
            *VIEWING,
        ),
    ),
    PageHelp(
        text("Set-up"),
        text(
            "Drag a piece from the list to its place; a click on a piece of the map shows how it stands."
        ),
        (
            text(
                "The list has the pieces that stand nowhere yet, each under its corps. Take several with Shift or Ctrl, there and on the map, or draw a box about them: one form is for all of them."
            ),
            text(
                "The form says where a piece begins: in a place, in one of several, in reach of another piece, off the map. Where the pieces of the hand differ it says 'various'."
            ),
            text(
                "A right click offers what can be done. What is copied can be pasted here or in another scenario of the game; where a unit stands already, its copy is a new one."
            ),
        ),
        (
            ("Q, E", text("Turn to the left, to the right")),
            ("F", text("The next formation")),
            ("Delete", text("Take off the map")),
            ("Esc", text("Put down what is in the hand; nothing changes")),
            (text("Shift or Ctrl and a click, a box"), text("Choose several")),
            ("Ctrl+A", text("Choose all on the map")),
            ("Ctrl+C, Ctrl+V", text("Copy; paste where the mouse is")),
            *VIEWING,
        ),
    ),
    PageHelp(
        text("Forces"),
        text(
            "One line a unit, one column a field: write into a cell, or paste from a spreadsheet."
        ),
        (
            text(
                "What is pasted is shown before it is taken in: what is new, what changes, what cannot be read. With headings a line is known by its id or name; without, the cells go from the marked one to the right and down, and lines beyond the last become new units."
            ),
            text(
                "Copy the sheet gives a spreadsheet the lines that are seen. Copy units from... has every shipped order of battle."
            ),
            text(
                "Find shows the lines with a word; a heading sorts. Neither changes the order in the file."
            ),
        ),
        (
            ("Ctrl+C, Ctrl+V", text("Copy; paste from a spreadsheet")),
            ("Ctrl+D", text("Write the topmost marked cell into those below it")),
            ("Delete", text("Empty the marked cells")),
        ),
    ),
    PageHelp(
        text("Scenario"),
        text(
            "Here is all that is neither map nor pieces: title, sides, turns, special rules, victory."
        ),
        (
            text(
                "A field that names something takes its name, or is chosen from the list beside it; places are clicked on the map."
            ),
            text(
                "Beside each special rule stand the rules of the rulebook that it rests on: click one to read it."
            ),
        ),
        (
            ("Tab", text("To the next field; what was written is kept")),
            ("Enter", text("Keep what was written")),
        ),
    ),
    PageHelp(
        text("Arrivals"),
        text("Drag a group along the line of turns; below it stands where it comes in."),
        (text("Add a group, choose when it comes and where. Places are clicked on the map."),),
        (
            (text("Left, Right"), text("A turn earlier, a turn later")),
            ("Delete", text("It comes no more")),
        ),
    ),
)
"""The help of the pages, in the order of their tabs."""
