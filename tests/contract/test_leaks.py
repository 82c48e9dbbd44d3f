"""No seat learns what is hidden from it: not by view, log, odds, inquiries, refusals or its bots."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from grognard.engines.core.data.text import text
from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import Game, registry
from grognard.engines.core.play.inquiries import Inquiry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import Answer
from tests.contract.leaks import dealt_anew, follows, hides, leaks
from tests.contract.test_contract import GAMES, bots, load
from tests.fixture_game import rules
from tests.fixture_game.game import Picket
from tests.fixture_game.state import Setup, State, other

BOTS_EVERY = 5
CLOSELY, NOW_AND_THEN = 60, 40
"""After so many comparisons the games are compared only at every 40th choice."""
SHORT = {"columbia": (16, 160), "risorgimento": (14, 160), "europa": (30, 80)}
"""The same in the ordinary run, where a comparison of these is dear."""


def found_out(
    session: Session, salt: str, closely: int = CLOSELY, now_and_then: int = NOW_AND_THEN
) -> tuple[set[str], int]:
    """Play a game; return what told hidden facts, and how many choices its twins could follow."""
    players = bots(session, salt)
    seats = [seat.id for seat in session.setup.info.seats]
    rng = Random(f"hidden {salt}")
    found: set[str] = set()
    twins: dict[str, Session] = {}
    looks = followed = 0
    while session.ask is not None:
        if session.ask.resting and not twins:
            twins = {seat: dealt_anew(session, seat, rng) for seat in seats}
        looks += bool(twins)
        for seat, twin in twins.items():
            eager = looks % BOTS_EVERY == 0
            found |= set(leaks(session, twin, seat, f"{salt} {looks}", bots=eager))
        play(session, players, limit=1)
        row = session.choices[-1]
        twins = {seat: twin for seat, twin in twins.items() if follows(session, twin, row)}
        followed += len(twins)
        if looks > closely:
            play(session, players, limit=now_and_then)
            twins = {}
    return found, followed


@pytest.mark.parametrize("name", GAMES)
def test_nothing_tells_what_is_hidden(name: str) -> None:
    game, setups = load(name)
    if not hides(game):
        state = game.initial(setups[0], "1")
        assert game.resample(setups[0], state, setups[0].info.seats[0].id, Random("x")) is state
        return
    session = Session(game, setups[0], "3")
    found, followed = found_out(session, "3", *SHORT.get(name, ()))
    assert found == set()
    assert followed > 5


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in GAMES if name in SHORT])
def test_nothing_tells_what_is_hidden_however_often_one_looks(name: str) -> None:
    found, followed = found_out(Session(registry[name], load(name)[1][0], "3"), "3")
    assert found == set()
    assert followed > 5


class InView(Picket):
    """A blank that shows its name to all."""

    def view(self, setup: Setup, state: State, seat: str | None) -> Any:
        seen = super().view(setup, state, seat)
        names = [state.blocks[key].name for key in sorted(state.blocks)]
        return replace(seen, phase=text("{names}", names=" ".join(names)))


class InInquiry(Picket):
    """An inquiry that knows whose king stands where."""

    def __init__(self) -> None:
        super().__init__()
        self.inquiries = {**self.inquiries, "reach": Inquiry("reach", self.told)}

    def told(self, setup: Setup, state: State, seat: str | None, unit: str) -> Answer:
        return Answer(
            {"king": unit in state.blocks and state.blocks[unit].name == "king"}, ("F.4",)
        )


class InOdds(Picket):
    """Odds that count the guards of the other side."""

    def __init__(self) -> None:
        super().__init__()
        self.inquiries = {**self.inquiries, "odds": Inquiry("odds", self.told)}

    def told(self, setup: Setup, state: State, seat: str | None, choice: Any) -> Answer:
        names = [state.blocks[key].name for key in state.of(other(str(seat)))]
        return Answer({"won": " ".join(names)}, ("F.5",))


class InImagination(Picket):
    """Futures that are shuffled from what is really there."""

    def resample(self, setup: Setup, state: State, seat: str, rng: Random) -> State:
        foe = other(seat)
        hidden = [k for k, b in sorted(state.blocks.items()) if b.owner == foe and not b.seen]
        names = [state.blocks[key].name for key in hidden]
        rng.shuffle(names)
        blocks = {
            key: replace(state.blocks[key], name=name)
            for key, name in zip(hidden, names, strict=True)
        }
        return replace(state, blocks={**state.blocks, **blocks})

    def value(self, setup: Setup, state: State, seat: str) -> float:
        return Random(repr(sorted(state.blocks.items()))).random()


@pytest.mark.parametrize(
    ("game", "channel"),
    [
        (InView(), "view"),
        (InInquiry(), "inquiries"),
        (InOdds(), "odds"),
        (InImagination(), "imagined"),
        (InImagination(), "bots"),
    ],
)
def test_a_leak_is_found(game: Game[Setup, State], channel: str, setup: Setup) -> None:
    found: set[str] = set()
    for seed in range(12):
        found |= found_out(Session(game, setup, str(seed)), str(seed))[0]
        if channel in found:
            return
    pytest.fail(f"{channel} told what is hidden and nobody noticed: {found}")


def test_a_leak_of_a_refusal_is_found(
    picket: Game[Setup, State], setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(_self: rules.Listed, choice: Any) -> Refusal | None:
        names = " ".join(block.name for _, block in sorted(seen[-1].blocks.items()))
        return None if choice in _self._options else Refusal("F.1", text(names))

    seen: list[State] = []
    playing = rules.TURN.play

    def watched(table: Any) -> Any:
        procedure = playing(table)
        ask = next(procedure)
        while True:
            seen.append(table.state)
            ask.choices.state = table.state
            ask = procedure.send((yield ask))

    def by_state(self: rules.Listed, choice: Any) -> Refusal | None:
        seen.append(self.state)  # type: ignore[attr-defined]
        return told(self, choice)

    monkeypatch.setattr(rules.TURN, "play", watched)
    monkeypatch.setattr(rules.Listed, "why_not", by_state)
    found, _ = found_out(Session(picket, setup, "1"), "1")
    assert "refusals" in found


def test_a_leak_of_the_log_is_found(
    picket: Game[Setup, State], setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    placing = rules.placement

    def gossip(table: Any) -> Any:
        before = table.state.blocks
        yield from placing(table)
        for key, block in table.state.blocks.items():
            if block.at != before[key].at:
                table.log("note", text("That was the {name}.", name=block.name))

    steps = rules.TURN.steps
    monkeypatch.setitem(steps, "placement", replace(steps["placement"], play=gossip))
    found, _ = found_out(Session(picket, setup, "1"), "1")
    assert "log" in found
