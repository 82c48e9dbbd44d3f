"""A yardstick for the reconstructed tables: what two battles cost when both sides play with sense.

Montebello cost the Allies 723 men in four hours, which is what the scenario covers. San Martino cost
the Sardinians 4705 and the Austrians 2615 in fourteen hours, of which the last attack takes a third.

Losses are to fall within a quarter of history. Twenty-four games of Montebello cost the Allies 748 men
(standard error 63) and the Austrians 1027 of 1116 (67); twelve of San Martino cost the Sardinians 1721 of
1568 (206) and the Austrians 800 of 872 (103). Games with dice the tables were not settled on agree:
twenty-four of Montebello cost 719 (50) and 894 (51), six of San Martino 1625 (171) and 708 (58).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from grognard.engines.core.play.session import Session
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.opponent.answers import Answers
from grognard.engines.risorgimento.scenario.load import scenario_infos
from grognard.engines.risorgimento.tables import number

POSTURE = {
    "montebello": {"allied": "attack", "austrian": "attack"},
    "san-martino": {"allied": "attack", "austrian": "defend"},
}
"""Urban and Stadion went at Forey wherever he came on; Benedek kept his height."""
MANY = 12_000


def casualties(name: str, seed: int) -> dict[str, int]:
    """Play a battle and return the men each side has lost, those of broken units but in fights."""
    game = Risorgimento()
    info = next(i for i in scenario_infos() if i.id == name)
    setup = game.load(Path(info.path), {"premeasure": "yes"})
    session = Session(game, setup, str(seed))
    captain = Answers(setup, POSTURE[name], Random(seed))
    for _ in range(MANY):
        if session.ask is None:
            break
        session.choose(session.ask.seat, captain.answer(session.ask, session.table.state))
    assert session.verdict is not None
    assert game.violations(setup, session.table.state) == []
    lost = {"allied": 0, "austrian": 0}
    for uid, kind in setup.types.items():
        halves = kind.halves - session.table.state.units[uid].halves
        lost[kind.side] += halves * number("loss_men")
    return lost


@cache
def mean(name: str, games: int) -> dict[str, float]:
    found = [casualties(name, seed) for seed in range(1, games + 1)]
    return {side: sum(row[side] for row in found) / games for side in ("allied", "austrian")}


QUARTER = 0.25


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "games", "side", "men"),
    [
        ("montebello", 24, "allied", 723),
        ("montebello", 24, "austrian", 1116),
        ("san-martino", 12, "allied", 4705 / 3),
        ("san-martino", 12, "austrian", 2615 / 3),
    ],
)
def test_a_battle_costs_what_it_did(name: str, games: int, side: str, men: float) -> None:
    assert mean(name, games)[side] == pytest.approx(men, rel=QUARTER)
