"""[charge.who] [charge.advance] [charge.target] Who charges, where to, and whom."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.position import front, unit_at
from grognard.engines.eagle.field.terrain import is_open, why_not_enter
from grognard.engines.eagle.fire.aims import members
from grognard.engines.eagle.fire.declaring import Attacks
from grognard.engines.eagle.melee.aims import why_not_reach
from grognard.engines.eagle.orders.allowed import why_not as why_not_ordered
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State


def why_not_charges(setup: Setup, state: State, uid: str) -> Refusal | None:  # noqa: PLR0911 - a line a rule
    """[charge.who] [opt.fatigue.effects] Return what keeps a unit from charging, or None."""
    unit, kind = state.units[uid], setup.units[uid]
    if uid not in members(setup, state):
        return Refusal("combat.who", text("{unit} does not act now.", unit=kind.name), (uid,))
    if not kind.is_cavalry:
        return Refusal("charge.who", text("Only cavalry charges."), (uid,))
    if state.groups[kind.group].order != "attack":
        return Refusal("charge.who", text("Only with an Attack order does cavalry charge."), (uid,))
    if unit.ooc:
        return Refusal("charge.who", text("{unit} is out of command.", unit=kind.name), (uid,))
    if not unit.is_good:
        words = text("{unit} is not in good order.", unit=kind.name)
        return Refusal("charge.who", words, (uid,))
    if unit.fatigued:
        words = text("{unit} is fatigued.", unit=kind.name)
        return Refusal("opt.fatigue.effects", words, (uid,))
    if unit.acted:
        return Refusal("action.second", text("{unit} has acted.", unit=kind.name), (uid,))
    return why_not_ordered(setup, state, uid, "charge")


def can_charge(setup: Setup, state: State) -> tuple[str, ...]:
    """[charge.who] Return the units of the acting group that may declare a charge."""
    return tuple(uid for uid in members(setup, state) if why_not_charges(setup, state, uid) is None)


def why_not_forward(setup: Setup, state: State, uid: str, at: str) -> Refusal | None:
    """[charge.advance] Return what keeps a charging unit from going forward to a hex, or None."""
    unit = state.units[uid]
    if uid not in state.charging.units:
        words = text("{unit} does not charge.", unit=setup.units[uid].name)
        return Refusal("charge.advance", words, (uid,))
    if uid in state.charging.moved or at not in front(setup, unit):
        return Refusal("charge.advance", text("It goes one hex, to its front."), (at,))
    if not is_open(setup, at):
        return Refusal("charge.advance", text("It moves only into open terrain."), (at,))
    return why_not_enter(setup, state, uid, unit.at, at)


class Targets(Attacks):
    """[charge.target] [charge.support] The attacks of the units that charge."""

    rule = "charge.target"

    def why_not_unit(self, uid: str) -> Refusal | None:
        if uid not in self.state.charging.units:
            words = text("{unit} does not charge.", unit=self.setup.units[uid].name)
            return Refusal(self.rule, words, (uid,))
        return why_not_again(self.setup, self.state, uid)

    def why_not_target(self, uid: str, at: str) -> Refusal | None:
        why = why_not_reach(self.setup, self.state, uid, at)
        # A charge has its own rule of the ground; what melee says of closed hexsides holds besides.
        if not is_open(self.setup, at) and (why is None or why.rule == "melee.cavalry_impassable"):
            return Refusal(self.rule, text("Its target is in open terrain."), (at,))
        return why

    def why_not_support(self, uid: str, at: str) -> Refusal | None:
        unit, name = self.state.units[uid], self.setup.units[uid].name
        if not unit.is_good:
            words = text("{unit} is not in good order.", unit=name)
            return Refusal("charge.support", words, (uid,))
        if uid in self.state.charging.mass and self._counts_all(at):
            words = text("All units of the mass charge already count.")
            return Refusal("opt.mass_charge.attack", words, (uid,))
        if any(uid in (attack.by, *attack.support) for attack in self.state.declared):
            words = text("{unit} already attacks or supports.", unit=name)
            return Refusal("combat.support_action", words, (uid,))
        return self.why_not_unit(uid) or self.why_not_target(uid, at)

    def _counts_all(self, at: str) -> bool:
        target = unit_at(self.setup, self.state, at)
        return target is None or self.state.units[target].formation != "square"

    def targets(self, uid: str) -> Iterator[str]:
        for at in front(self.setup, self.state.units[uid]):
            if unit_at(self.setup, self.state, at) and self.why_not_target(uid, at) is None:
                yield at


def why_not_again(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[charge.support] [opt.mass_charge.attack] Each unit attacks once, those of a mass charge all they meet."""
    unit, name = state.units[uid], setup.units[uid].name
    if not unit.on_map or unit.is_routed:
        return Refusal("charge.target", text("{unit} cannot attack.", unit=name), (uid,))
    if uid in state.charging.mass:
        return None
    if any(uid in (attack.by, *attack.support) for attack in state.declared):
        words = text("{unit} already attacks or supports.", unit=name)
        return Refusal("charge.support", words, (uid,))
    return None
