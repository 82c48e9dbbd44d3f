"""How a case writes choices: the actions of a move in cm and degrees, fires and charges by their pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engines.core.board.tabletop import CENTI, MILLI
from grognard.engines.core.scenario.choosing import ALONE, Verb, Wording
from grognard.engines.core.scenario.reading import YES
from grognard.engines.core.show.asks import Choice

LENGTHS = ("back",)


ANGLES = ("turn",)


FLAG_ACTIONS = ("about", "force", "detach")


def action(written: Any) -> Any:
    """Return an action of a manoeuvre written in cm and degrees as the game counts it.

    {leg: [6, -10]} goes 6 cm ten degrees to the right of the heading, {turn: 45} to the left.
    """
    if not isinstance(written, Mapping):
        return {str(written): True} if str(written) in FLAG_ACTIONS else written
    found: dict[str, Any] = {}
    for key, value in written.items():
        if key == "leg":
            length, angle = value if isinstance(value, list) else (value, 0)
            found[key] = [round(float(length) * MILLI), round(float(angle) * CENTI)]
        elif key in LENGTHS:
            found[key] = round(float(value) * MILLI)
        elif key in ANGLES:
            found[key] = round(float(value) * CENTI)
        elif key in FLAG_ACTIONS:
            found[key] = str(value) in YES
        else:
            found[key] = value
    return found


def plain(value: Choice) -> Choice:
    """Return whole numbers as such: a case writes everything as text."""
    if isinstance(value, list):
        return [plain(part) for part in value]
    try:
        return int(value) if isinstance(value, str) else value
    except ValueError:
        return value


WORDING = Wording(
    {
        "move": ALONE,
        "do": Verb("do", listed=True, made=lambda done, _: [action(each) for each in done]),
        "fire": Verb("pieces", listed=True),
        "charge": Verb("pieces", listed=True),
    },
    others=plain,
    whole=("do", "pieces"),
    lone=True,
)
