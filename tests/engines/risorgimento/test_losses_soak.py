"""A yardstick for the reconstructed tables: what two battles cost when both sides play with sense.

Montebello cost the Allies 723 men in four hours, which is what the scenario covers. San Martino cost
the Sardinians 4705 and the Austrians 2615 in fourteen hours, of which the last attack takes a third.

Six games of Montebello cost the Allies 860 to 920 men on average, a fifth to a quarter more than
history; three of San Martino cost the Austrians 880 (872 is a third of their day) and the Sardinians
2100 (1568). The bounds leave room for the few games. The Austrians at Montebello lost 1116 killed
and wounded, three times what a captain costs them: he seldom brings more than one of their brigades
to fight. That is a limit of the captain, which nothing here hides.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engines.core.session import Session
from engines.risorgimento.game import Risorgimento
from engines.risorgimento.load import scenario_infos
from engines.risorgimento.tables import number
from tests.engines.risorgimento.captain import Captain

POSTURE = {"allied": "attack", "austrian": "defend"}
MANY = 12_000


def casualties(name: str, seed: int) -> dict[str, int]:
    """Play a battle and return the men each side has lost, those of broken units but in fights."""
    game = Risorgimento()
    info = next(i for i in scenario_infos() if i.id == name)
    setup = game.load(Path(info.path), {"premeasure": "yes"})
    session = Session(game, setup, str(seed))
    captain = Captain(setup, POSTURE, Random(seed))
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


def mean(name: str, seeds: range) -> dict[str, float]:
    found = [casualties(name, seed) for seed in seeds]
    return {side: sum(row[side] for row in found) / len(found) for side in ("allied", "austrian")}


@pytest.mark.soak
def test_montebello_costs_the_allies_what_it_did() -> None:
    lost = mean("montebello", range(1, 7))
    assert lost["allied"] == pytest.approx(723, rel=0.4)
    assert lost["austrian"] > 0


@pytest.mark.soak
def test_the_last_attack_on_san_martino_costs_a_third_of_the_day() -> None:
    lost = mean("san-martino", range(1, 4))
    assert lost["austrian"] == pytest.approx(2615 / 3, rel=0.25)
    assert lost["allied"] == pytest.approx(4705 / 3, rel=0.45)
