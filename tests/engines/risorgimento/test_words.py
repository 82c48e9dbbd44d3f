"""Words: what the log, the questions and their answers call people and places."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from itertools import islice

from grognard.engines.core.data.text import Text
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Ask
from grognard.engines.risorgimento.field.names import SIDE_NAMES
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.manoeuvre.drill import word
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.victory.victory import last_verdict
from tests.engines.risorgimento.field import field

TOWN = {
    "size": ["60", "40"],
    "villages": [{"id": "town", "name": "Town", "sectors": [{"at": [30, 20], "turn": "90"}]}],
}
CHOICES = 400


def test_a_place_in_a_village_is_said_by_the_quarter_it_looks_to() -> None:
    setup = field({"foot-1": (20, 20, 0)}, board=TOWN).setup
    said = [str(sectors.called(setup, "town-1", slot)) for slot in ("0", "1", "3-left")]
    assert said == [
        "the north side of Town, sector 1",
        "the west side of Town, sector 1",
        "the left end of the east side of Town, sector 1",
    ]
    assert str(word(setup, {"slot": ["town-1", "2"]})) == "take the south side of Town, sector 1"


def test_the_verdict_says_what_was_needed() -> None:
    hill = [{"id": "hill", "name": "Hill", "at": [40, 30], "points": "5", "first": "austrian"}]
    table = field({"foot-1": (20, 20, 0)}, objectives=hill, special={"hold_to_win": "allied 2 1"})
    found = last_verdict(table.setup, table.state)
    assert str(found.reason) == f"The {SIDE_NAMES['allied']} hold 0 of the 2 places they need."


def ids(setup: Setup) -> set[str]:
    """Whatever is a word of the program alone: ids that are nobody's name."""
    found = {seat.id for seat in setup.info.seats} | {
        *setup.sides,
        *setup.types,
        *setup.posts,
        *setup.formations,
    }
    found |= {one.id for one in (*setup.table.patches, *setup.table.sectors, *setup.objectives)}
    names = {kind.name for kind in setup.types.values()} | {
        post.name for post in setup.posts.values()
    }
    return found - names


def said(words: Text) -> Iterator[str]:
    """The words that fill a sentence, down to the last."""
    for _, value in words.args:
        if isinstance(value, Text):
            yield from said(value)
        elif isinstance(value, str):
            yield value


def of_ask(ask: Ask) -> Iterator[Text]:
    """Everything that a question shows."""
    yield ask.prompt
    yield from (why.message for _, why in ask.choices.refused())
    if ask.choices.finite:
        yield from (ask.choices.label(choice) for choice in islice(ask.choices, 12))


def test_no_line_shows_an_id() -> None:
    """A battle in a town, so that its places are named as well."""
    game = Risorgimento()
    setup = game.load(files("grognard.scenarios.risorgimento").joinpath("melegnano.yaml"), {})
    session, shown = Session(game, setup, "9"), list[Text]()
    bots = {seat.id: RandomBot(seat.id) for seat in setup.info.seats}

    def look(_: object) -> None:
        ask = session.ask
        if ask is not None:
            shown.extend(of_ask(ask))

    play(session, bots, look, limit=CHOICES)
    shown += [entry.text for entry in session.table.entries]
    shown += [
        m.reason for entry in session.table.entries if entry.roll for m in entry.roll.modifiers
    ]
    shown += [
        text
        for seat in setup.info.seats
        for track in session.view(seat.id).tracks
        for text in track.notes
    ]
    assert len(shown) > CHOICES
    hidden = ids(setup)
    assert {
        (text.key, word) for text in shown for word in said(text) if word in hidden or "_" in word
    } == set()
