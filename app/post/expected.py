"""How many files a turn of a game by post is likely to take, said beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from grognard.engines.core.data.schema import MapOf, Number, Record, Str
from grognard.engines.core.data.text import decimal, tr, verbatim
from grognard.engines.core.data.yamlio import load_file
from grognard.engines.core.play.session import Session
from grognard.engines.core.post.counting import a_turn, turns_over

FILE = "exchanges.yaml"
_GAME = Str(max_length=40)
GRAMMAR = Record(
    {"exchanges": MapOf(_GAME, Record({"asked": Number(0)}, {"answered": Number(0)}), 1, 40)}
)
KNOWN = 2
"""After so many turns a game tells better itself than others do."""


@cache
def measured() -> Mapping[str, Mapping[str, float]]:
    """Return how many files a turn took between captains, by game: each side asked, or answering beforehand."""
    node, problems = load_file(files("grognard.scenarios").joinpath(FILE))
    data = GRAMMAR.read(node, problems, FILE) if node is not None else None
    return data["exchanges"] if data is not None and not problems else {}


def expected(session: Session) -> str:
    """Say how many files a turn takes in this game, or took in others like it; "" where nobody knows."""
    if turns_over(session)[0] >= KNOWN:
        number = verbatim(decimal(a_turn(session)))
        return tr("So far a turn of this game took {n} files.", n=number)
    found = measured().get(session.game.id)
    if found is None:
        return ""
    asked = verbatim(decimal(found["asked"], 0))
    if found.get("answered", found["asked"]) >= found["asked"]:
        return tr("A turn is likely to take {n} files.", n=asked)
    return tr(
        "A turn is likely to take {n} files; {fewer} where both of you have standing answers to all "
        "reactions (Play > My standing answers).",
        n=asked,
        fewer=verbatim(decimal(found["answered"], 0)),
    )
