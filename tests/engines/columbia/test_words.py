"""What players read: the sides are called by their names, never by their ids."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from grognard.engines.columbia.field.position import SIDE_ADJECTIVES, SIDE_NAMES
from grognard.engines.columbia.game import Borodino1812
from grognard.engines.core.data.text import Text
from grognard.engines.core.play.bots import RandomBot
from grognard.engines.core.play.session import Session
from tests.engines.columbia.drive import scenario

BARE = re.compile(r"\b(french|russians?)\b|\bRussian (are|attack|came|win|defend|have)\b")


def read(session: Session) -> Iterator[Text]:
    """Give what stands in the current question: prompt, labels and refusals."""
    ask = session.ask
    assert ask is not None
    yield ask.prompt
    for number, choice in enumerate(ask.choices):
        if number < 12:
            yield ask.choices.label(choice)
            yield from ask.choices.describe(choice)
    for number, (choice, refusal) in enumerate(ask.choices.refused()):
        if number < 12:
            yield ask.choices.label(choice)
            yield refusal.message


@pytest.mark.parametrize(
    ("name", "options"), [("campaign", {}), ("shevardino", {"flank_attacks": "yes", "bid": "yes"})]
)
def test_no_line_calls_a_side_by_its_id(name: str, options: dict[str, str]) -> None:
    setup = scenario(name, **options)
    session, bot = Session(Borodino1812(), setup, "2"), RandomBot("2")
    kinds = set()
    while session.ask is not None:
        ask = session.ask
        if len(session.choices) % 7 == 0 or ask.kind not in kinds:
            kinds.add(ask.kind)
            for words in read(session):
                assert not BARE.search(str(words)), words
        if ask.kind in ("set_up", "redeploy", "redeploy_hq"):
            session.choose(ask.seat, ask.choices.sample(bot.rng))
        else:
            session.choose(ask.seat, bot.among(list(ask.choices)))
    for entry in session.table.entries:
        for told in (entry.text, entry.private):
            assert told is None or not BARE.search(str(told)), told
    told = " ".join(str(entry.text) for entry in session.table.entries)
    assert "A Russian block" in told
    assert "A French block" in told
    assert "Russians: " in told
    assert session.verdict is not None
    assert "Russians " in str(session.verdict.reason)


def test_a_side_has_a_name_and_an_adjective() -> None:
    assert [str(words) for words in SIDE_NAMES.values()] == ["French", "Russians"]
    assert [str(words) for words in SIDE_ADJECTIVES.values()] == ["French", "Russian"]
    assert (
        SIDE_NAMES.keys()
        == SIDE_ADJECTIVES.keys()
        == {k.side for k in scenario("borodino").types.values()}
    )
