"""[6.1] The battle board: who fights in which order, who waits, who stands in square."""

from __future__ import annotations

from collections import Counter

from grognard.engines.columbia.battle.fighters import (
    defender_of,
    fighters,
    letter,
    pursued,
    reserves,
)
from grognard.engines.columbia.battle.rounds import FIGHT, next_to_act
from grognard.engines.columbia.field.fog_of_war import blanks_at, sees
from grognard.engines.columbia.field.position import SIDE_NAMES
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import Battle, Side, State
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.views import EngagementRow, EngagementSide, EngagementView

UNSEEN = "?"
"""The row of blocks that are to fight and are not revealed yet (6.2.reveal)."""


def engagement(setup: Setup, state: State, seat: str | None) -> EngagementView | None:
    """[6.3.rounds] Return the battle board as a seat sees it, None while no battle is fought."""
    battle = state.battle
    if battle is None:
        return None
    name = setup.ground.areas[battle.at].name
    _, to_act = next_to_act(setup, state) or ("", ())
    rounds = tuple(str(n + 1) for n in range(number("battle_rounds")))
    return EngagementView(
        id=f"battle-{battle.at}",
        title=text("Battle of {area}", area=name),
        at=battle.at,
        rounds=rounds,
        round=min(battle.round, len(rounds)) - 1,
        step=FIGHT.phase(state),
        sides=(
            _side(setup, state, seat, battle, defender_of(battle)),
            _side(setup, state, seat, battle, battle.attacker),
        ),
        turn=_seen(setup, state, seat, to_act) if FIGHT.within(state, "turns") else (),
        acted=_seen(setup, state, seat, battle.acted),
        pairs=battle.sheltered,
        rule=FIGHT.titled(state).rule,
        notes=_notes(setup, battle),
    )


def _seen(setup: Setup, state: State, seat: str | None, blocks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(uid for uid in blocks if sees(setup, state, seat, uid))


def _side(
    setup: Setup, state: State, seat: str | None, battle: Battle, side: Side
) -> EngagementSide:
    """[6.31.order] One side: a row a letter, then what waits in reserve."""
    attacks = side == battle.attacker
    rows: dict[str, list[str]] = {}
    for uid in _seen(setup, state, seat, fighters(setup, state, side)):
        rows.setdefault(letter(setup, battle, uid), []).append(uid)
    unseen = blanks_at(setup, state, seat, battle.at, side)
    fighting = tuple(blank.id for blank in unseen if not blank.reserve)
    back = list(_seen(setup, state, seat, reserves(setup, state, side)))
    back += [blank.id for blank in unseen if blank.reserve]
    lines = [EngagementRow(key, tuple(rows[key])) for key in sorted(rows)]
    if fighting:
        lines.append(EngagementRow(UNSEEN, fighting))
    came = Counter(e.border for e in state.entries if e.at == battle.at and e.side == side)
    return EngagementSide(
        side,
        text("attacker") if attacks else text("defender"),
        tuple(lines),
        tuple(back),
        tuple(sorted(came.items())),
    )


def _notes(setup: Setup, battle: Battle) -> tuple[Text, ...]:
    notes = []
    if pursued(battle):
        notes.append(text("The attackers must retreat under fire."))
    for side, border in battle.main:
        ends = setup.ground.borders[border]
        words = text(
            "Main Attack over {a} - {b}",
            a=setup.ground.areas[ends.a].name,
            b=setup.ground.areas[ends.b].name,
        )
        notes.append(text("{side}: {what}", side=SIDE_NAMES[side], what=words))
    return tuple(notes)
