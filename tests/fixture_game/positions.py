"""What cases of the fixture game may set of a position, and how they write its choices."""

from __future__ import annotations

from grognard.engines.core.scenario.choosing import ALONE, PIECE, Verb, Wording
from grognard.engines.core.scenario.positions import Pieces, Positions
from grognard.engines.core.scenario.reading import Field, Reader, among, items, word
from grognard.engines.core.show.asks import Choice
from tests.fixture_game.rules import TURN
from tests.fixture_game.state import SEATS, Block, Setup, State


def areas(setup: Setup) -> tuple[str, ...]:
    """Return where a block may be: in an area or, not placed, nowhere."""
    return ("", *setup.links)


def aimed(area: str, setup: Setup) -> Choice:
    """[F.6] The gun turns a quarter for each area."""
    return {"at": area, "facing": 9000 * list(setup.links).index(area)}


SEAT: Reader = among("seat", SEATS)

POSITIONS: Positions[Setup, State] = Positions(
    State,
    (Pieces(Block, "blocks", "block", fields={"at": among("area", areas)}, spaces=areas),),
    {
        "phase": Field(among("phase", TURN.cursors), "cursor"),
        "active": SEAT,
        "hands": (SEAT, items(word)),
        "orders": (SEAT, word),
        "sealed": (SEAT, word),
    },
    leave=("pool", "gun"),
    merged=("hands",),
)

WORDING = Wording(
    {
        "march": ALONE,
        "piece": PIECE,
        "place": Verb("pieces", listed=True),
        "aim": Verb("", made=aimed),
    }
)
