"""Nothing hidden reaches the other seat: deals of hidden facts leave all it can read byte-equal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.engines.columbia.bombardment.bombardment import bombard_phase
from grognard.engines.columbia.field.effects import change
from grognard.engines.columbia.game import Borodino1812
from grognard.engines.columbia.odds.resample import resample
from grognard.engines.columbia.scenario.load import load_setup, scenario_infos
from grognard.engines.columbia.state import ELIMINATED
from grognard.engines.columbia.table.inquiries import INQUIRIES
from grognard.engines.columbia.table.view import table_view
from grognard.engines.core.data.codec import encode
from grognard.engines.core.data.text import Text
from grognard.engines.core.play.dice import HashDice
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import PASS, Ask
from grognard.engines.core.show.explain import LogEntry
from tests.engines.columbia.drive import Drive

GAME = Borodino1812()
POSITIONS = {"shevardino": 67, "borodino": 67, "campaign": 66}
FEW = 12
"""So many are looked at in each in the ordinary run."""
STRIDE = 23
"""How many decisions lie between two positions that are looked at."""
ENOUGH = 60
PLAIN = ("area", "limits", "stacking", "pinned")
OWN = ("command", "reach", "supply")


@cache
def setup_of(scenario):
    path = next(info.path for info in scenario_infos() if info.id == scenario)
    return load_setup(Path(path), {})


def decide(ask: Ask, rng: Random) -> Any:
    """A random decision that does not pass too often."""
    if rng.random() < 0.15 and PASS in ask.choices:
        return PASS
    return ask.choices.sample(rng)


def walk(scenario: str) -> Iterator[Session]:
    """Give resting positions of random games, one after another."""
    setup, seed = setup_of(scenario), 0
    while True:
        rng = Random(f"{scenario} {seed}")
        session = Session(GAME, setup, f"{scenario} {seed}")
        left = rng.randrange(STRIDE)
        while session.ask is not None:
            if session.ask.resting and left <= 0:
                yield session
                left = STRIDE
            session.choose(session.ask.seat, decide(session.ask, rng))
            left -= 1
        seed += 1


def text_of(value: Any) -> str:
    """Anything the table shows, as one string to compare."""
    return json.dumps(encode(value), sort_keys=True, ensure_ascii=False)


def answers(setup, state, seat: str, *, odds: bool) -> Iterator[str]:
    """Everything the inquiries say to a seat about its own blocks and all areas."""

    def ask(name: str, **arguments: Any) -> str:
        try:
            answer = INQUIRIES[name].ask(setup, state, seat, **arguments)
        except ValueError as refused:
            return f"{name}: {refused}"
        return f"{name}: {text_of(answer)}"

    yield from (ask(name) for name in ("victory", "points_of_supply", "pinned"))
    for area in list(setup.ground.areas)[::3]:
        yield from (ask(name, at=area) for name in PLAIN)
    for uid, block in list(state.blocks.items())[::4]:
        if setup.types[uid].side == setup.side_of(seat) and block.at in setup.ground.areas:
            yield from (ask(name, unit=uid) for name in OWN)
            if setup.types[uid].is_artillery:
                yield ask("bombard", unit=uid)
        yield from (ask(name, unit=uid) for name in ("retreats", "bombard"))
    if odds:
        sides = {a: {setup.types[u].side for u in s} for a, s in state.areas.items()}
        for area in [a for a, found in sides.items() if len(found) > 1][:1]:
            yield ask("battle_odds", at=area)


def told(ask: Ask) -> str:
    """What an ask says to the one who is asked: words, choices, refusals."""
    listed = list(ask.choices)[:ENOUGH] if ask.choices.finite else []
    refused = [
        (choice, why.rule, str(why.message), why.where)
        for choice, why, _ in zip(*_refusals(ask), strict=False)
    ]
    labels = [str(ask.choices.label(choice)) for choice in listed]
    lines = [[str(line) for line in ask.choices.describe(choice)] for choice in listed]
    facts = [ask.kind, str(ask.prompt), ask.rules, ask.subject, ask.where, listed, refused]
    return json.dumps([facts, labels, lines], default=str, sort_keys=True)


def odds_told(setup, state, ask: Ask) -> list[str]:
    """The odds of some choices of an ask, battles first."""
    listed = [c for c in ask.choices if c != PASS] if ask.odds and ask.choices.finite else []
    found = []
    for choice in listed[:1] + listed[-1:]:
        try:
            found.append(
                text_of(INQUIRIES[ask.odds].ask(setup, state, ask.seat, **ask.weighing(choice)))
            )
        except ValueError as refused:
            found.append(str(refused))
    return found


def _refusals(ask: Ask) -> tuple[list[Any], list[Any], range]:
    pairs = [pair for pair, _ in zip(ask.choices.refused(), range(ENOUGH), strict=False)]
    return [choice for choice, _ in pairs], [why for _, why in pairs], range(len(pairs))


def renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    return value


def names_of(state, dealt) -> dict[str, str]:
    """Which block stands in the place of which after a deal."""
    return {
        old: new
        for area, stack in state.areas.items()
        for old, new in zip(stack, dealt.areas[area], strict=True)
    }


def started(setup, state, session: Session) -> tuple[Table[Any, Any], Any, Ask]:
    """A table at a resting position, with the dice of the game."""
    table = Table(setup, state, HashDice(session.seed, session.table.dice.counts))
    procedure = GAME.resume(table)
    return table, procedure, next(procedure)


def read(entries: list[LogEntry], seat: str) -> str:
    return text_of([seen for seen in (e.seen_by(seat) for e in entries) if seen is not None])


def goes_on(procedure, choice) -> bool:
    """Carry out a choice up to the next ask; False at the end of the game."""
    try:
        procedure.send(choice)
    except Exception as over:
        if type(over).__name__ != "GameOver":
            raise
        return False
    return True


def step_alike(setup, session: Session, dealt, seat: str, n: int) -> bool | None:
    """Make the same decision in truth and in a deal; the log must read the same to the seat.

    None where the two cannot be compared: the decision is not legal in the deal, or what happened
    showed the seat something (then the tables differ, and rightly).
    """
    truth, first, ask = started(setup, session.table.state, session)
    other, second, same = started(setup, dealt, session)
    if (ask.seat, ask.kind) != (same.seat, same.kind):
        return None
    if ask.seat == seat:
        assert told(ask) == told(same)
        if n % 4 < 2:
            assert odds_told(setup, truth.state, ask) == odds_told(setup, other.state, same)
    choice = decide(ask, Random(n))
    mapped = choice if ask.seat == seat else renamed(choice, names_of(truth.state, other.state))
    if ask.seat != seat and mapped not in same.choices:
        return None
    if not (goes_on(first, choice) and goes_on(second, mapped)):
        return None
    if table_view(setup, truth.state, seat) != table_view(setup, other.state, seat):
        return None
    assert read(truth.entries, seat) == read(other.entries, seat)
    return True


@pytest.mark.parametrize(
    ("scenario", "count"),
    [
        ("shevardino", FEW),
        ("borodino", FEW),
        *(pytest.param(*all_of_it, marks=pytest.mark.soak) for all_of_it in POSITIONS.items()),
    ],
)
def test_a_deal_of_hidden_facts_changes_nothing_the_other_seat_can_read(scenario, count) -> None:
    setup = setup_of(scenario)
    positions = walk(scenario)
    alike = asked = 0
    for n in range(count):
        session = next(positions)
        state = session.table.state
        seat = setup.info.seats[n % 2].id
        dealt = resample(setup, state, seat, Random(n))
        assert text_of(table_view(setup, state, seat)) == text_of(table_view(setup, dealt, seat))
        assert resample(setup, dealt, seat, Random(7)) == resample(setup, state, seat, Random(7))
        odds = n % 12 == 0
        truth = list(answers(setup, state, seat, odds=odds))
        assert truth == list(answers(setup, dealt, seat, odds=odds))
        asked += len(truth)
        alike += step_alike(setup, session, dealt, seat, n) is True
    assert alike > count // 3
    assert asked > 100 * count


def words(value: Text) -> Iterator[str]:
    for _, argument in value.args:
        if isinstance(argument, Text):
            yield from words(argument)
        elif isinstance(argument, str):
            yield from argument.split(", ")


@pytest.mark.parametrize("scenario", list(POSITIONS))
def test_no_line_of_the_log_names_a_block_its_reader_does_not_see(scenario) -> None:
    setup = setup_of(scenario)
    rng = Random(scenario)
    session = Session(GAME, setup, f"log {scenario}")
    lines = 0
    while session.ask is not None and session.ask.kind is not None:
        before, count = session.table.state, len(session.table.entries)
        session.choose(session.ask.seat, decide(session.ask, rng))
        after = session.table.state
        if session.ask is None:
            break  # the count of points at the end shows who fell (8.2.hidden)
        new = session.table.entries[count:]
        # A battery is open while it bombards, from its first die to its last hit (5.3.shown).
        fired = {uid for entry in new if "5.3.shown" in entry.rules for uid in entry.pieces}
        for seat in setup.info.seats:
            unseen = [
                uid
                for uid, kind in setup.types.items()
                if kind.side != seat.side
                and not before.blocks[uid].known
                and not after.blocks[uid].known
                and uid not in fired
            ]
            names = {setup.types[uid].name for uid in unseen}
            for entry in new:
                seen = entry.seen_by(seat.id)
                if seen is None:
                    continue
                lines += 1
                assert names.isdisjoint(words(seen.text)), seen
                ids = {*seen.pieces, seen.roll.subject if seen.roll else ""}
                assert ids.isdisjoint(unseen), seen
    assert lines > 500


@pytest.mark.parametrize("uid", ["borozdin", "ru-viii-27-neverovsky", "ru-viii-light-artillery"])
def test_what_falls_under_bombardment_reads_the_same_whatever_it_was(uid) -> None:
    at = {"davout": "kas", "i-heavy-artillery": "kas", uid: "fle"}
    game = Drive(
        setup_of("borodino"), at, [1, 6, 6], active="french", first="french", phase="bombard"
    )
    change(game.table, "davout", active=True, known=True)
    game.step(uid, len(game.setup.types[uid].ladder) - 1)
    game.begin(bombard_phase)
    game.choose({"piece": "i-heavy-artillery", "at": "fle", "by": "davout"})
    assert game.at(uid) == ELIMINATED
    seen = [entry.seen_by("french") for entry in game.table.entries]
    fell = [(str(e.text), e.rules, e.pieces) for e in seen if e is not None and e.kind == "loss"]
    assert fell == [
        ("A Russian block in Les Flèches takes a hit.", ("5.3.hits", "6.51.bombard"), ()),
        ("A Russian block is eliminated.", ("6.9",), ()),
    ]


def test_names_tell_every_block_from_all_others() -> None:
    names = [kind.name for kind in setup_of("campaign").types.values()]
    assert len(names) == len(set(names))
