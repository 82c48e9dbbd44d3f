"""A plausible choice that is not possible is refused by what bars it, never by 'Choose one of those listed'."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from grognard.engines.core.data.text import text
from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import NOT_LISTED, PASS, Ask, Choice, Listed
from grognard.engines.core.show.barring import vague
from grognard.engines.core.show.forms import empty_forms
from tests.contract.plausible import Board, plausible
from tests.contract.test_contract import GAMES, bots, load
from tests.contract.wrong import rules_of

MOST, SCENARIOS, OFTEN = 300, 3, 4
EMPTY = {*empty_forms(), *vague(), NOT_LISTED.message.key}


class Reasons:
    """Answers questions wrongly as a player might, and keeps what is refused without a reason."""

    def __init__(self, name: str) -> None:
        self.name, self.rng = name, Random(f"reasons {name}")
        self.met: Counter[str] = Counter()
        self.told, self.empty = 0, Counter[str]()

    def at(self, session: Session, ask: Ask) -> None:
        """Make plausible choices in one position."""
        rules = rules_of(session.game)
        for choice in plausible(ask, Board.of(session, ask.seat, self.rng)):
            why = session.why_not(ask.seat, choice)
            if why is None:
                continue
            self.told += 1
            if why.message.key in EMPTY or why.rule not in rules or not str(why.message).strip():
                self.empty[f"{ask.kind} ({ask.form}): {choice} - {why.rule} {why.message}"] += 1


@pytest.mark.parametrize("name", [game for game in GAMES if game != "fixture"])
def test_what_is_refused_says_what_bars_it(name: str) -> None:
    reasons = Reasons(name)
    for setup in load(name)[1][:SCENARIOS]:
        session = Session(registry[name], setup, "7")
        players = bots(session, "7")
        while (ask := session.ask) is not None and len(session.choices) < MOST:
            if reasons.met[ask.kind] < OFTEN:
                reasons.met[ask.kind] += 1
                reasons.at(session, ask)
            play(session, players, limit=1)
    assert not reasons.empty, "\n".join(sorted(reasons.empty)[:20])
    assert reasons.told > 300


def test_the_empty_forms_are_known_where_no_reason_is_declared(session: Session) -> None:
    """The examination would find a question that tells nothing."""
    assert session.ask is not None
    ask = Ask(session.ask.seat, "test", text("Choose."), ("F.1",), Listed(["a", "b"]), "place")
    why = ask.why_not("c")
    assert why is not None
    assert why.message.key in EMPTY


@pytest.mark.parametrize("name", [game for game in GAMES if game != "fixture"])
def test_what_a_place_lacks_is_told_with_a_rule_that_there_is(name: str) -> None:
    game = registry[name]
    for kind, (rule, words) in game.closed.items():
        assert rule in rules_of(game), kind
        assert "{place}" in words.key or ":" in kind, kind


def asked(name: str, scenario: str, kind: str) -> Session:
    setup = next(one for one in load(name)[1] if one.info.id == scenario)
    session = Session(registry[name], setup, "5")
    players = bots(session, "5")
    while session.ask is not None and session.ask.kind != kind:
        play(session, players, limit=1)
    assert session.ask is not None
    return session


def refusal(session: Session, choice: Choice) -> tuple[str, str]:
    assert session.ask is not None
    why = session.why_not(session.ask.seat, choice)
    assert why is not None
    return why.rule, str(why.message)


def test_a_piece_of_the_enemy_is_not_ones_own_to_choose() -> None:
    session = asked("europa", load("europa")[1][0].info.id, "marchers")
    ask = session.ask
    assert ask is not None
    foe = next(p for p in session.view(ask.seat).pieces if p.at and p.side != ask.seat and p.name)
    told = f"{foe.name} is under another command: it is not yours to choose."
    assert refusal(session, {"subset": [foe.id]})[1] == told


def test_what_has_to_be_decided_cannot_be_declined() -> None:
    session = asked("gmt", "shevardino", "retreat")
    assert refusal(session, PASS)[1] == "This has to be decided: it cannot be declined."


def test_a_retreat_says_that_it_goes_one_hex() -> None:
    session = asked("gmt", "shevardino", "retreat")
    assert session.ask is not None
    rule, words = refusal(session, "2313")
    assert rule == "9.62"
    assert words.startswith("A retreat goes one hex at a time")
