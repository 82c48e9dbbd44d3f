"""[formchange] What a unit may do in place of moving: change formation, wheel, recover."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.field.position import is_cadre, rifles_at
from grognard.engines.eagle.manoeuvre.reach import must_rejoin
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import (
    COLUMN,
    LIMBERED,
    LINE,
    OPEN_ORDER,
    SQUARE,
    UNLIMBERED,
    State,
    Unit,
)

WHEEL, RECOVER, REST = "wheel", "recover", "rest"
DETACH, TAKE_BACK, DISSOLVE, RECALL = "detach", "take_back", "dissolve", "recall"
BOUND = (LINE, UNLIMBERED)
"""[formchange.wheel.limits] Formations that keep their facing or turn about."""
FACELESS = (SQUARE, OPEN_ORDER)
TAKEN = {"infantry": (COLUMN, LINE, SQUARE), "cavalry": (), "artillery": (LIMBERED, UNLIMBERED)}
"""[formchange.who] The formations that each arm takes of its own will."""
NAMES: dict[str, Text] = {
    COLUMN: text("Column"),
    LINE: text("Line"),
    SQUARE: text("Square"),
    OPEN_ORDER: text("Open order"),
    "cavalry": text("Cavalry"),
    LIMBERED: text("Limbered"),
    UNLIMBERED: text("Unlimbered"),
    WHEEL: text("Wheel"),
    RECOVER: text("Recover from disorder"),
    REST: text("Rest from fatigue"),
    DETACH: text("Detach a skirmisher"),
    TAKE_BACK: text("Take the skirmisher back"),
    DISSOLVE: text("Dissolve the cadre"),
    RECALL: text("Recall the cavalry"),
}
WORDS = tuple(NAMES)


def why_not_change(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[formchange.who] Return what keeps a unit from any formation change, or None."""
    unit, card = state.units[uid], setup.units[uid]
    if card.rifles:
        return Refusal("opt.rifles.actions", text("Rifles have no formation."), (uid,))
    if unit.is_routed:
        words = text("A routed unit does not change formation.")
        return Refusal("result.rout.effects", words, (uid,))
    if unit.acted:
        words = text("The unit has acted in this segment.")
        rule = "action.first" if state.phase.startswith("action-1") else "action.second"
        return Refusal(rule, words, (uid,))
    if state.groups[card.group].order == "maneuver":
        words = text("With a Manoeuvre order a unit does not change formation.")
        return Refusal("order.maneuver.forbidden", words, (uid,))
    return None


def changes(setup: Setup, state: State, uid: str) -> Iterator[tuple[str, int | None]]:
    """Give what a unit may do: a word, and the facing that it then has (None: as before, or none)."""
    unit, card = state.units[uid], setup.units[uid]
    for word in _words(setup, unit):
        if why_not_word(setup, state, uid, word) is not None:
            continue
        if not _turns(unit, word):
            yield word, None
        if _turns(unit, word) or _may_turn(unit, word):
            same = word in (WHEEL, DETACH, TAKE_BACK, unit.formation)
            yield from ((word, f) for f in _facings(unit) if not (same and f == unit.facing))
    if card.is_cavalry and why_not_word(setup, state, uid, RECALL) is None:
        yield RECALL, None


def _words(setup: Setup, unit: Unit) -> tuple[str, ...]:
    taken = TAKEN[setup.units[unit.id].arm]
    return (*taken, WHEEL, RECOVER, REST, DETACH, TAKE_BACK, DISSOLVE)


def _turns(unit: Unit, word: str) -> bool:
    """[formchange.wheel] Whether a facing belongs to a change: it has one afterwards."""
    if word in (RECOVER, REST):
        return unit.formation not in FACELESS
    return word in (WHEEL, COLUMN, LINE, LIMBERED, UNLIMBERED)


def _may_turn(unit: Unit, word: str) -> bool:
    """[formchange.wheel] Whether a unit may turn besides, as in every formation change, and need not say so."""
    return word in (DETACH, TAKE_BACK) and unit.formation not in FACELESS


def _facings(unit: Unit) -> tuple[int, ...]:
    """[formchange.wheel] [formchange.wheel.limits] Any facing, but of lines and guns: the same or about."""
    if unit.formation in BOUND:
        return (unit.facing, (unit.facing + 3) % 6)
    return tuple(range(6))


def why_not_facing(state: State, uid: str, word: str, facing: int | None) -> Refusal | None:
    """[formchange.wheel.limits] Refuse a facing that a change does not give."""
    unit = state.units[uid]
    if not _may_turn(unit, word) and _turns(unit, word) == (facing is None):
        words = text("Only a unit with a front has a facing.")
        return Refusal("formchange.wheel", words, (uid,))
    if facing is not None and facing not in _facings(unit):
        words = text("A line or an unlimbered gun keeps its facing or turns about.")
        return Refusal("formchange.wheel.limits", words, (uid,))
    if facing == unit.facing and word in (WHEEL, DETACH, TAKE_BACK, unit.formation):
        return Refusal("formchange.wheel", text("The unit faces there already."), (uid,))
    return None


def why_not_word(setup: Setup, state: State, uid: str, word: str) -> Refusal | None:
    """[formchange.who] Return what keeps a unit from one change, or None."""
    unit, card = state.units[uid], setup.units[uid]
    bound = _why_bound(setup, state, uid) if word == RECALL else None
    if bound is not None:
        return bound
    if word in (COLUMN, LINE, SQUARE, LIMBERED, UNLIMBERED):
        return _why_not_formation(setup, unit, word)
    if word == DETACH:
        return _why_not_detach(setup, state, unit)
    if word == OPEN_ORDER:
        words = text("Open order comes of itself in difficult terrain, and is taken nowhere else.")
        return Refusal("form.open_order", words, (uid,))
    missing = {
        WHEEL: (unit.formation not in FACELESS, "formchange.wheel"),
        RECOVER: (unit.is_disordered, "formchange.disordered"),
        REST: (unit.fatigued, "opt.fatigue.remove"),
        TAKE_BACK: (unit.skirmisher, "opt.skirm.recall"),
        DISSOLVE: (is_cadre(setup, unit), "formchange.cadre_removal"),
        RECALL: (card.is_cavalry, "recall.instead"),
    }
    serves, rule = missing.get(word, (False, "formchange.who"))
    if serves and unit.is_disordered and word in (TAKE_BACK, DISSOLVE):
        return _in_disorder(uid)
    return None if serves else Refusal(rule, _NOT_SO.get(word, _NO_CHANGE), (uid,))


def _why_bound(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[order.attack.rejoin] Refuse a recall, which is a move elsewhere, to who could go to its group now."""
    if not state.units[uid].parted or not state.phase.startswith("action-1"):
        return None
    if not must_rejoin(setup, state, uid):
        return None
    words = text("{unit} can move to its group, and must.", unit=setup.units[uid].name)
    return Refusal("order.attack.rejoin", words, (uid,))


_NO_CHANGE = text("The unit cannot take that formation.")


_NOT_SO = {
    WHEEL: text("It has no front to turn."),
    RECOVER: text("The unit is in good order."),
    REST: text("The unit is not fatigued."),
    TAKE_BACK: text("No skirmisher of the unit is out."),
    DISSOLVE: text("The unit is no cadre."),
    RECALL: text("Only cavalry is recalled."),
}


def _in_disorder(uid: str) -> Refusal:
    """[formchange.disordered] [result.disorder.effects] Refuse what is no recovery, and no wheel."""
    words = text("A disordered unit recovers or wheels, and does not change formation.")
    return Refusal("formchange.disordered", words, (uid,))


def _why_not_formation(setup: Setup, unit: Unit, word: str) -> Refusal | None:
    uid, card = unit.id, setup.units[unit.id]
    if word not in TAKEN[card.arm] or word == unit.formation:
        words = text("The unit cannot take that formation.")
        return Refusal("formchange.who", words, (uid,))
    if unit.formation == OPEN_ORDER:
        words = text("In difficult terrain infantry is in open order.")
        return Refusal("form.open_order", words, (uid,))
    if unit.is_disordered:
        return _in_disorder(uid)
    if is_cadre(setup, unit) and word in (LINE, SQUARE):
        words = text("A cadre counts as a column; it forms square against a charge alone.")
        return Refusal("result.cadre.formation", words, (uid,))
    for said in setup.special.get("no_formation", ()):
        if said["side"] == card.side and said["formation"] == word:
            words = text("The scenario does not allow that formation.")
            return Refusal("scen.structure", words, (uid,))
    return None


def _why_not_detach(setup: Setup, state: State, unit: Unit) -> Refusal | None:
    """[opt.skirm.detach] Infantry in good order, not in open order, with a skirmisher left on its card."""
    card = setup.units[unit.id]
    has = dict(unit.troops or card.troops).get("skirmisher", 0) > 0
    if not setup.uses("skirmishers") or not has or unit.skirmisher or is_cadre(setup, unit):
        return Refusal("opt.skirm.detach", text("The unit has no skirmisher to send."), (unit.id,))
    if rifles_at(setup, state, unit.at):
        words = text("Rifles are in the hex.")
        return Refusal("opt.rifles.stack", words, (unit.id,))
    if unit.formation == SQUARE:
        words = text("A square keeps its skirmisher with it.")
        return Refusal("opt.skirm.auto_return", words, (unit.id,))
    if not unit.is_good or unit.formation == OPEN_ORDER:
        words = text("A unit that is disordered or in open order detaches no skirmisher.")
        return Refusal("opt.skirm.detach", words, (unit.id,))
    return None
