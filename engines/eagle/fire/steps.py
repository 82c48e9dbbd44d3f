"""[fire] The fire of a group: all of it declared, then resolved, then followed up."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.show.asks import Choice, Procedure
from grognard.engines.core.show.choices import fields_of, word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.effects import change
from grognard.engines.eagle.field.position import unit_at
from grognard.engines.eagle.field.telling import log_of
from grognard.engines.eagle.fire.advance import advances
from grognard.engines.eagle.fire.aims import (
    declared_by,
    figures_firing,
    targets,
    why_not_aim,
    why_not_fires,
    why_not_support,
    why_not_together,
)
from grognard.engines.eagle.fire.combat import Blow, hit_of, resolve
from grognard.engines.eagle.fire.declaring import RULES, Attacks, declare
from grognard.engines.eagle.fire.modifiers import fire_modifiers
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import Attack, State


class Fires(Attacks):
    """[fire.once] [opt.canister.split] The fires of a group; "also" is canister's second target."""

    rule = "fire.once"
    rules = ("fire.who", "fire.once", *RULES, "fire.disordered")

    def why_not_unit(self, uid: str) -> Refusal | None:
        return why_not_fires(self.setup, self.state, uid)

    def why_not_target(self, uid: str, at: str) -> Refusal | None:
        return why_not_aim(self.setup, self.state, uid, at)

    def why_not_support(self, uid: str, at: str) -> Refusal | None:
        return why_not_support(self.setup, self.state, uid, at)

    def why_not_together(self, lead: str, at: str) -> Refusal | None:
        return why_not_together(self.setup, self.state, lead, at)

    def targets(self, uid: str) -> Iterator[str]:
        return targets(self.setup, self.state, uid)

    def declared(self, choice: Choice) -> tuple[Attack, ...]:
        return attacks_of(self.setup, self.state, choice)

    def besides(self, uid: str, at: str) -> Iterator[Choice]:
        """[opt.canister.split] A gun at two units next to each other in its ZOC."""
        setup, state = self.setup, self.state
        if not setup.uses("canister") or not setup.units[uid].is_artillery:
            return
        here, grid = state.units[uid].at, setup.map.grid
        for also in grid.adjacent(at):
            near = grid.distance(here, at) == grid.distance(here, also) == 1
            foe = unit_at(setup, state, also) is not None
            if near and foe and at < also and why_not_aim(setup, state, uid, also) is None:
                yield {"pieces": [uid], "at": at, "also": also}

    def label(self, choice: Choice) -> Text:
        words = super().label(choice)
        if "also" not in fields_of(choice):
            return words
        return text("{what}, and canister at {hex}", what=words, hex=word_of(choice, "also"))


DECLARE = text("Declare fire, or finish declaring.")


def fire_step(table: Board) -> Procedure[None]:
    """[action.first] The fire of the acting group: declared, resolved, and its advances."""
    yield from declare(table, "fire", DECLARE, Fires)
    fires = table.state.declared
    yield from resolve(table, [blow_of(table.setup, table.state, fire) for fire in fires])
    for gun in dict.fromkeys(fire.by for fire in fires):
        spend_shot(table, gun)
    table.update(declared=())
    yield from advances(table)


def spend_shot(table: Board, uid: str) -> None:
    """[opt.ammo.count] A shot of artillery costs a marker, canister at two targets one as well."""
    if not table.setup.units[uid].is_artillery:
        return
    change(table, uid, shots=table.state.units[uid].shots + 1)
    left = table.setup.units[uid].ammunition - table.state.units[uid].shots
    if table.setup.uses("ammunition") and left >= 0:
        name = table.setup.units[uid].name
        words = counted(
            "{unit} has {n} shot left.", "{unit} has {n} shots left.", n=left, unit=name
        )
        log_of(table, "note", words, uid, "opt.ammo.count")


def attacks_of(setup: Setup, state: State, choice: Choice) -> tuple[Attack, ...]:
    """Return the attacks that a choice declares: one, or two by canister."""
    lead, *helpers = words_of(choice, "pieces")
    also = fields_of(choice).get("also")
    hexes = (word_of(choice, "at"), *((str(also),) if also else ()))
    before = len(declared_by(state, lead))
    figures = figures_firing(setup, state, lead, before)
    return tuple(
        Attack(
            lead, at, str(unit_at(setup, state, at)), "fire", tuple(helpers), figures, bool(also)
        )
        for at in hexes
    )


def blow_of(setup: Setup, state: State, attack: Attack) -> Blow:
    """[combat.support_modifiers] What a fire counts with, as things stand before any is resolved."""
    modifiers = fire_modifiers(setup, state, attack)
    routed = state.units[attack.target].is_routed
    hit = hit_of(setup, state, attack)
    return Blow(attack, hit, modifiers, "fire", "fire.resolve", routed=routed)
