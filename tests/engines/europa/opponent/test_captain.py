"""The captain wins against a player who chooses at random, from either side."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.play.bots import Bot, RandomBot, play
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.choices import words_of
from grognard.engines.europa.game import Europa
from grognard.engines.europa.opponent.captain import Captain, escape
from grognard.engines.europa.setup import Setup
from grognard.engines.europa.tables import number

GAME = Europa()
FEW, MANY = 3, 100


def loaded(name: str) -> Setup:
    info = next(info for info in GAME.scenarios() if info.id == name)
    return GAME.load(Path(info.path), {})


def won(name: str, side: str, games: int) -> Counter[str]:
    """Return how often each seat won with the captain on one side."""
    setup, found = loaded(name), Counter[str]()
    for seed in range(games):
        players: dict[str, Bot] = {
            seat.id: (Captain if seat.side == side else RandomBot)(f"{seed} {seat.id}")
            for seat in setup.info.seats
        }
        session = Session(GAME, setup, str(seed))
        play(session, players)
        assert session.verdict is not None
        found[session.verdict.winner] += 1
    return found


@pytest.mark.parametrize("side", ["french", "russian"])
def test_the_captain_beats_chance(side: str) -> None:
    assert won("smolensk", side, FEW)[side] >= FEW - 1


def test_no_supply_train_goes_where_nobody_stands_and_no_depot_is_wanted() -> None:
    setup, placed = loaded("two-roads"), 0
    for seed in range(FEW):
        session, captain = Session(GAME, setup, str(seed)), Captain(str(seed))
        while session.ask is not None:
            ask, before = session.ask, session.fork()
            captain.go_on(session)
            choice = session.choices[-1].choice
            if ask.kind != "train" or not isinstance(choice, dict) or not choice["at"]:
                continue
            at, placed = str(choice["at"]), placed + 1
            judge = captain.judge(before, ask.seat)
            assert judge.wants_depot(at) > 0 or (at in judge.ours and judge.chiefs(at))
    assert placed > FEW * 20


def test_a_commander_who_gets_away_goes_to_whom_he_is_worth_most() -> None:
    """[11.19] Not to whichever stack has the lowest number on the map."""
    setup = loaded("smolensk")
    session = Session(GAME, setup, "1")
    ask = session.ask
    assert ask is not None
    captain, first = Captain("1"), list[bool]()
    for side in ("french", "russian"):
        judge = captain.judge(session, side)
        for cid in (one.id for one in setup.chiefs.values() if one.side == side):
            where = session.table.state.commanders[cid].at
            others = sorted((at for at in judge.ours if at != where), reverse=True)
            chosen = escape(judge, evolve(ask, kind="escape", subject=(cid,)), [*others])
            worth = {at: judge.lead_worth(at, cid) for at in others}
            assert worth[str(chosen)] == max(worth.values())
            first.append(worth[others[0]] == max(worth.values()))
    assert False in first


@pytest.mark.parametrize("seed", ["3", "4"])
def test_at_the_start_of_the_campaign_the_russians_force_no_march_and_riga_keeps_its_garrison(
    seed: str,
) -> None:
    session, captain = Session(GAME, loaded("campaign-1812"), seed), Captain(seed)
    while (ask := session.ask) is not None and session.table.state.turn == 1:
        captain.go_on(session)
        choice = session.choices[-1].choice
        if ask.kind == "route" and ask.seat == "russian" and isinstance(choice, dict):
            assert len(words_of(choice, "route")) <= number("march")
    assert any(unit.at == "1904" for unit in session.table.state.units.values())


@pytest.mark.soak
@pytest.mark.parametrize("side", ["french", "russian"])
def test_the_captain_beats_chance_nearly_always(side: str) -> None:
    assert won("smolensk", side, MANY)[side] >= 95
