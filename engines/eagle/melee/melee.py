"""[melee] The melees of a group: declared, resolved, and what they cost those who made them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import Choice, Procedure
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.effects import change
from grognard.engines.eagle.field.position import rifles_of
from grognard.engines.eagle.field.telling import log_of
from grognard.engines.eagle.fire.combat import Blow, hit_of
from grognard.engines.eagle.fire.declaring import RULES, Attacks, declare
from grognard.engines.eagle.melee.aims import (
    melee_targets,
    why_not_help,
    why_not_melees,
    why_not_reach,
)
from grognard.engines.eagle.melee.modifiers import melee_modifiers
from grognard.engines.eagle.results.coming import disorder
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import LINE, SQUARE, Attack, State


class Melees(Attacks):
    """[melee.who] The melees of a group."""

    rule, kind = "melee.once", "melee"
    rules = (
        "melee.who",
        "melee.once",
        "melee.one_sided",
        *RULES,
        "melee.disordered",
        "charge.otherwise",
    )

    def why_not_unit(self, uid: str) -> Refusal | None:
        return why_not_melees(self.setup, self.state, uid)

    def why_not_target(self, uid: str, at: str) -> Refusal | None:
        return why_not_reach(self.setup, self.state, uid, at)

    def why_not_support(self, uid: str, at: str) -> Refusal | None:
        return why_not_help(self.setup, self.state, uid, at)

    def targets(self, uid: str) -> Iterator[str]:
        return melee_targets(self.setup, self.state, uid)

    def begin(self, table: Board, choice: Choice) -> None:
        """[opt.skirm.auto_return] [opt.rifles.melee] All who fight hand to hand call in who is out in front."""
        for attack in self.declared(choice):
            for uid in (attack.by, *attack.support, attack.target):
                call_in(table, uid)


DECLARE = text("Declare melees, or finish declaring.")


def declare_melees(table: Board) -> Procedure[None]:
    """[combat.simultaneous] All melees of the group are declared before any is resolved."""
    return declare(table, "melee", DECLARE, Melees)


def call_in(table: Board, uid: str) -> None:
    """[opt.skirm.auto_return] [opt.rifles.melee] Who fights hand to hand has nobody in front of it any more.

    The skirmisher comes back, Rifles fall back behind their parent.
    """
    skirmisher_returns(table, uid)
    for figure in rifles_of(table.setup, table.state, uid):
        if not table.state.units[figure].passive:
            change(table, figure, passive=True)
            words = text("{unit} falls back.", unit=table.setup.units[figure].name)
            log_of(table, "note", words, figure, "opt.rifles.melee")


def skirmisher_returns(table: Board, uid: str) -> None:
    """[opt.skirm.auto_return] The skirmisher of a unit comes back to it, if one is out."""
    if table.state.units[uid].skirmisher:
        change(table, uid, skirmisher=False)
        words = text("The skirmisher of {unit} comes back.", unit=table.setup.units[uid].name)
        log_of(table, "note", words, uid, "opt.skirm.auto_return")


def blow_of(setup: Setup, state: State, attack: Attack) -> Blow:
    """[combat.support_modifiers] What a melee counts with, as things stand before any is resolved."""
    modifiers = melee_modifiers(setup, state, attack)
    routed = state.units[attack.target].is_routed
    return Blow(
        attack, hit_of(setup, state, attack), modifiers, "melee", "melee.resolve", routed=routed
    )


# -- what it costs -----------------------------------------------------------------------------


def costs(setup: Setup, state: State, attacks: Sequence[Attack]) -> list[tuple[str, str]]:
    """[melee.line_disorder] [melee.square_disorder] [charge.square_aftermath] Who is disordered by it.

    It is seen before the attacks are resolved: (unit, rule).
    """
    found = []
    for attack in attacks:
        square = state.units[attack.target].formation == SQUARE
        against = "charge.square_aftermath" if attack.kind == "charge" else "melee.square_disorder"
        for uid in (attack.by, *attack.support):
            if state.units[uid].formation == LINE:
                found.append((uid, "melee.line_disorder"))
            elif square and setup.units[uid].is_cavalry:
                found.append((uid, against))
    return found


def pay(table: Board, owed: Sequence[tuple[str, str]]) -> Procedure[None]:
    """[melee.line_disorder] They are disordered when the melees are over; who was, no more."""
    for uid, rule in owed:
        yield from disorder(table, uid, rule, twice=False)
