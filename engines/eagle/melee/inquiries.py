"""[melee.resolve] The odds of a melee."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from grognard.engines.core.data.text import all_of, named, text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.views import Answer
from grognard.engines.eagle.field.arguments import ATTACK
from grognard.engines.eagle.fire.declaring import attack_of
from grognard.engines.eagle.fire.odds import attack_answer, check_declared
from grognard.engines.eagle.melee.melee import blow_of, costs
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import Attack, State


def melee_odds(
    setup: Setup, state: State, seat: str | None, choice: Annotated[Choice, ATTACK]
) -> Answer:
    """[melee.resolve] Exact chances of a melee as it might be declared."""
    check_declared(setup, choice, "melee")
    attack = attack_of(setup, state, choice, "melee")
    answer = attack_answer(setup, state, seat, blow_of(setup, state, attack))
    return _with_costs(setup, state, answer, attack)


def _with_costs(setup: Setup, state: State, answer: Answer, attack: Attack) -> Answer:
    """[melee.line_disorder] Say beforehand whom the attack disorders, whatever becomes of it."""
    owed = {uid: rule for uid, rule in costs(setup, state, (attack,)) if state.units[uid].is_good}
    if not owed:
        return answer
    names = all_of(named("unit", setup.units[uid].name) for uid in owed)
    words = text("disordered by the attack: {units}", units=names)
    return replace(
        answer,
        value={**answer.value, "pays": [*owed]},
        rules=tuple(dict.fromkeys((*answer.rules, *owed.values()))),
        lines=(*answer.lines, words),
        gist=(*answer.gist, words),
    )


INQUIRIES = inquiries(melee_odds)
