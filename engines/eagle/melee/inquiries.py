"""[melee.resolve] The odds of a melee."""

from __future__ import annotations

from typing import Annotated

from engines.core.play.inquiries import inquiries
from engines.core.show.asks import Choice
from engines.core.show.views import Answer
from engines.eagle.field.arguments import ATTACK
from engines.eagle.fire.odds import attack_answer, check_declared
from engines.eagle.melee.melee import attack_of, blow_of
from engines.eagle.setup import Setup
from engines.eagle.state import State


def melee_odds(
    setup: Setup, state: State, seat: str | None, choice: Annotated[Choice, ATTACK]
) -> Answer:
    """[melee.resolve] Exact chances of a melee as it might be declared."""
    check_declared(choice, "melee")
    attack = attack_of(setup, state, choice, "melee")
    return attack_answer(setup, state, seat, blow_of(setup, state, attack))


INQUIRIES = inquiries(melee_odds)
