"""The marshal keeps its time for what matters, and counts the points as they would count now."""

from __future__ import annotations

from pathlib import Path

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.bots import Eyes
from grognard.engines.core.play.session import Session
from grognard.engines.core.think.search import Way
from grognard.engines.core.think.temper import in_temper, temper_of
from grognard.engines.eagle.command.couriers import post_of
from grognard.engines.eagle.game import Eagle
from grognard.engines.eagle.opponent.captain import Captain
from grognard.engines.eagle.opponent.judge import Judge
from grognard.engines.eagle.opponent.marshal import PASSED, Marshal
from grognard.engines.eagle.opponent.orders import wanted
from grognard.engines.eagle.opponent.strike import harm
from grognard.engines.eagle.opponent.worth import points
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import EXITED

GAME = Eagle()


def loaded(name: str) -> Setup:
    info = next(info for info in GAME.scenarios() if info.id == name)
    return GAME.load(Path(info.path), {})


def test_it_thinks_of_what_matters_alone_and_of_the_formations_of_the_same_units_once_a_turn() -> (
    None
):
    setup = loaded("low-hill")
    session, captain, marshal = Session(GAME, setup, "1"), Captain("1"), Marshal("m")
    thought: dict[str, set[bool]] = {}
    while session.ask is not None and session.table.state.turn < 3:
        ask = session.ask
        options = list(ask.choices) if ask.choices.finite else None
        if ask.seat == "french" and options is not None and len(options) > 1:
            eyes = Eyes(session, ask.seat, ask)
            given = [Way(captain.decide(eyes, options))]
            found = marshal.candidates(given, eyes, options)
            thought.setdefault(ask.kind, set()).add(len(found) > 1)
        captain.go_on(session)
    assert thought["movement"] == {False}
    assert thought["move"] == {True}
    assert thought["formation"] == {True, False}
    assert any(kind in PASSED for kind in thought)


def test_who_only_advises_thinks_of_everything() -> None:
    session, captain, marshal = Session(GAME, loaded("low-hill"), "1"), Captain("1"), Marshal("m")
    marshal.manners = 0
    while session.ask is not None and (ask := session.ask).kind != "movement":
        captain.go_on(session)
    assert ask.kind == "movement"
    eyes, options = Eyes(session, ask.seat, ask), list(ask.choices)
    assert len(marshal.candidates([Way(options[0])], eyes, options)) > 1


def test_whoever_leaves_by_the_road_counts_and_is_not_lost() -> None:
    setup = loaded("garcia-hernandez")
    state = Session(GAME, setup, "1").table.state
    unit = state.units["69e-ligne-1"]
    gone = evolve(state, units={**state.units, unit.id: evolve(unit, at=EXITED)})
    assert points(setup, gone, "french") == points(setup, state, "french") + 2
    assert points(setup, gone, "british") == points(setup, state, "british")


def test_what_a_blow_does_is_the_same_in_every_temper_whoever_asks_first() -> None:
    deck = loaded("low-hill").deck
    harm.cache_clear()
    with in_temper(temper_of("bold")):
        bold = harm(deck, 2)
    harm.cache_clear()
    assert harm(deck, 2) == bold


def test_the_known_manners_are_among_what_is_tried() -> None:
    session, captain, marshal = Session(GAME, loaded("low-hill"), "1"), Captain("1"), Marshal("m")
    while session.ask is not None and (ask := session.ask).kind != "formation":
        captain.go_on(session)
    eyes, options = Eyes(session, ask.seat, ask), list(ask.choices)
    tried = marshal.candidates([Way(options[0])], eyes, options)
    known = marshal.judging.said("tried", ask.seat, eyes.battle())
    assert known
    assert set(known) <= {way.manner for way in tried}


def test_a_group_that_is_not_on_the_map_yet_has_an_order_in_any_temper() -> None:
    setup = loaded("bossu-wood")
    state = Session(GAME, setup, "77").table.state
    outside = [gid for gid in setup.groups if post_of(setup, state, gid) not in setup.map.grid]
    assert outside
    for manner in ("= march 9", "= rest 0.1"):
        with in_temper(temper_of(manner)):
            for gid in outside:
                judge = Judge(setup, state, setup.groups[gid].side)
                assert not judge.can_change(post_of(setup, state, gid))
                assert wanted(judge, gid) in ("attack", "defend")
