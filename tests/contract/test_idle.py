"""What decides nothing is not asked: questions that say what is chosen where nothing hangs on it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grognard.engines.core.play.bots import play
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.proof.caserun import CaseRun
from grognard.engines.core.proof.cases import load_setup, read_case
from grognard.engines.core.show.asks import PASS, Ask, Choice
from tests.contract.positions import CASES
from tests.contract.test_contract import OWN, bots, load
from tests.contract.test_odds import face_to_face_of


class _Watched(CaseRun):
    """A case that notes what it is asked, and what is chosen there where nobody wants to be asked."""

    met: list[tuple[str, Choice | None]]

    def _choose(self, seat: str, choice: Choice) -> None:
        ask = self.session.ask
        if ask is not None and ask.idle is not None:
            self.met.append((ask.kind, ask.idle()))
        super()._choose(seat, choice)


def met_in(path: Path) -> list[tuple[str, Choice | None]]:
    case = read_case(path)
    values = next(iter(case.variants()))
    owner, setup = load_setup(case, values)
    run = _Watched(case, owner, setup, values)
    run.met = []
    assert run.play() is None
    return run.met


@pytest.mark.parametrize(
    ("case", "kind"),
    [
        ("gmt/09-shock/terrain-chosen-by-defender", "terrain_drm"),
        ("gmt/08-artillery/fire-through-a-corner", "fire_hexside"),
        ("gmt/09-shock/retreat-before-a-disordered-front", "retreat"),
        ("columbia/battle/hits-go-to-the-strongest", "hit"),
        ("europa/combat/tie", "hit"),
    ],
)
def test_where_one_answer_is_better_in_every_respect_it_is_given(case: str, kind: str) -> None:
    met = dict(met_in(CASES / f"{case}.yaml"))
    assert met[kind] is not None


@pytest.mark.parametrize(
    "case", ["columbia/battle/half-hit-stays-with-its-block", "europa/combat/pursuit"]
)
def test_where_it_matters_who_takes_a_hit_it_is_asked(case: str) -> None:
    assert ("hit", None) in met_in(CASES / f"{case}.yaml")


def test_squares_are_asked_about_only_where_enemy_cavalry_fights_or_squares_stand() -> None:
    seen = set()
    for path in sorted((CASES / "columbia").glob("**/*.yaml"))[::2]:
        for kind, idle in met_in(path):
            if kind == "square":
                seen.add(repr(idle))
    assert seen == {"None", repr({"subset": []})}


def asked(session: Session, kind: str, limit: int = 900) -> Ask:
    """Play on until a kind of question is asked."""
    players = bots(session, "idle")
    while session.ask is not None and session.ask.kind != kind and len(session.choices) < limit:
        play(session, players, limit=1)
    assert session.ask is not None
    assert session.ask.kind == kind
    return session.ask


def test_nobody_to_restore_is_not_asked_whom() -> None:
    setup = next(one for one in load("columbia")[1] if one.info.id not in OWN)
    session = Session(registry["columbia"], setup, "idle")
    for _ in range(6):
        ask = asked(session, "supply_spend", 4000)
        assert ask.idle is not None
        listed = list(ask.choices)
        assert (ask.idle() == PASS) == (listed == [PASS])
        session.choose(ask.seat, PASS)


def test_a_session_answers_what_is_idle_and_journals_it() -> None:
    setup: Any = next(one for one in load("columbia")[1] if one.info.id not in OWN)
    session = Session(registry["columbia"], setup, "idle")
    asked(session, "supply_spend", 4000)
    state = session.table.state
    whole = {uid: replace(block, step=0) for uid, block in state.blocks.items()}
    session = Session(session.game, setup, "idle", state=replace(state, blocks=whole))
    assert session.ask is not None
    assert session.ask.kind == "supply_spend"
    assert session.pass_on(rare=True) >= 1
    assert session.choices[0].choice == PASS
    assert 0 in session.passed()


def test_a_group_of_eagle_is_done_in_one_answer() -> None:
    setup: Any = next(one for one in load("eagle")[1] if one.info.id == "low-hill")
    state = face_to_face_of("eagle", setup, 1)
    session = Session(registry["eagle"], setup, "idle", state=state)
    ask = asked(session, "formation")
    group = session.table.state.active
    assert "whole_group" in list(ask.choices)
    assert "whole_group" not in ask.could_act()
    session.choose(ask.seat, "whole_group")
    while session.ask is not None and session.ask.kind in ("event", "reaction"):
        session.choose(session.ask.seat, PASS)
    after = session.ask
    assert after is None or session.table.state.active != group
