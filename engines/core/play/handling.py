"""What a game declares of its handling: actions whose clicks and drags are counted with a real mouse.

They stand in the file `handling.yaml` of the game's package, if it has one.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Literal

from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.tabledata import Row, read_data

Doing = Literal[
    "move", "stack", "column", "body", "aim", "fight", "shape", "order", "places", "rest"
]
"""How an action is done at the table: a piece that is moved and turned, a stack, a column of several,
a whole command, an aim taken by one drag, a fight seen through, a base that is moved and changes its form,
an order that is left as it is, several places gathered for one answer after the other, a command that is
told to do nothing more."""


@record
class Handling:
    """One action: where it comes up, how it is done, and how many gestures it may take.

    Attributes:
        title: the action in words.
        scenario, ask: where it comes up: the kind of question it answers.
        most: so many clicks or drags it may take, those of both seats together.
        before: how many it took before they were counted.
        size: so many pieces, or places of a column, take part at least; in a fight there are at most
            so many answers to the first question.
        until: the kinds of questions with which a fight is over.
        steps: after so many rounds a fight is seen through.
        through: the kind of a question that it must have come to when it is over.
    """

    title: str
    do: Doing
    scenario: str
    ask: str
    most: int
    before: str = ""
    size: int = 1
    until: tuple[str, ...] = ()
    steps: int = 99
    through: str = ""


NUMBERS = ("most", "size", "steps")


@cache
def handling_of(package: str) -> tuple[Handling, ...]:
    """Return the actions that a game declares."""
    name = "handling.yaml"
    if not files(package).joinpath(name).is_file():
        return ()
    rows: Any = read_data(package, name, "handling")
    return tuple(_read(row) for row in rows)


def _read(row: Row) -> Handling:
    numbers = {name: int(row[name]) for name in NUMBERS if name in row}
    return Handling(**{**row, "until": tuple(row.get("until", ())), **numbers})
