"""[5.2] Named questions about command: whom an HQ may order, and who may order a block."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from grognard.engines.columbia.command.command import (
    acts_as_army,
    hqs,
    in_command,
    of_army,
    of_corps,
    orders_for,
    why_no_order,
)
from grognard.engines.columbia.field.arguments import Placed, blocks_named
from grognard.engines.columbia.field.position import blocks_of, on_map, strength
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import Block, State
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import counted, text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer, Overlay

NOT_ORDERED = {
    "5.21.range": text("Out of range"),
    "5.21.path": text("Cut off by the enemy or by a river"),
    "5.23.count": text("No orders left for"),
    "4.21.zero": text("At strength 0 it gives no orders to"),
    "5.2.activate": text("Not active for"),
}
"""How the line is headed that lists those an HQ cannot order, by the rule that refuses."""


def command(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[5.21.range] Of an HQ: its range, and whom it could order. Of another block: who can order it."""
    if not setup.types[unit.id].is_hq:
        return _commanded_by(setup, state, unit)
    areas = in_command(setup, state, unit.id)
    ready = _as_active(state, unit)
    able: list[str] = []
    out: dict[str, list[str]] = {}
    for other in blocks_of(setup, state, setup.types[unit.id].side):
        if _under(setup, state, unit.id, other):
            why = why_no_order(setup, ready, unit.id, other.id)
            (able if why is None else out.setdefault(why.rule, [])).append(other.id)
    kind = setup.types[unit.id]
    words = [
        counted(
            "{hq}: command range {range}, {n} area",
            "{hq}: command range {range}, {n} areas",
            hq=kind.name,
            range=kind.reach,
            n=len(areas),
        ),
        text("Can order: {blocks}", blocks=blocks_named(setup, able)),
    ]
    words += [
        text(
            "{why} ({rule}): {blocks}",
            why=NOT_ORDERED.get(rule, text("Not ordered")),
            rule=rule,
            blocks=blocks_named(setup, uids),
        )
        for rule, uids in out.items()
    ]
    value: dict[str, object] = {
        "areas": list(areas),
        "orders": able,
        "out": out,
        "active": unit.active,
    }
    if acts_as_army(kind, unit):
        given = unit.orders if unit.active else 0
        value["left"] = max(0, strength(kind, unit) - given)
        words.append(text("Orders left: {n}", n=str(value["left"])))
    rules = dict.fromkeys(("5.21.range", "5.21.path", *out, *(["5.23.count"] * ("left" in value))))
    overlays = (Overlay("spaces", "command", areas), Overlay("pieces", "command", tuple(able)))
    return Answer(value, tuple(rules), tuple(words), overlays)


def _as_active(state: State, block: Block) -> State:
    """Return the position with an HQ turned face-up, to see what it could do."""
    if block.active:
        return state
    ready = evolve(block, active=True, orders=0)
    return evolve(state, blocks={**state.blocks, block.id: ready})


def _under(setup: Setup, state: State, hq: str, other: Block) -> bool:
    """[5.22.corps] [5.23.who] Whether a block is among those an HQ commands, range apart."""
    if other.id == hq:
        return False
    if acts_as_army(setup.types[hq], state.blocks[hq]):
        return of_army(setup, state, hq, other.id)
    return of_corps(setup, hq, other.id, other)


def _commanded_by(setup: Setup, state: State, block: Block) -> Answer:
    """[5.2.orders] Which HQs may order a block now, and what keeps the others from it."""
    kind = setup.types[block.id]
    able = list(orders_for(setup, state, block.id))
    whys: dict[str, str] = {}
    words = [
        text("{block} can be ordered by: {hqs}", block=kind.name, hqs=blocks_named(setup, able))
    ]
    rules = ["5.2.orders"]
    if kind.independent:
        words.append(text("Any friendly HQ in range may order it."))
        rules.append("5.24")
    for hq in hqs(setup, kind.side):
        if hq in able or not on_map(state.blocks[hq]) or not _under(setup, state, hq, block):
            continue
        why = why_no_order(setup, state, hq, block.id)
        if why is not None:
            whys[hq] = why.rule
            rules.append(why.rule)
            words.append(text("{why} ({rule})", why=why.message, rule=why.rule))
    value: dict[str, object] = {"by": able, "not_by": whys}
    at = tuple(dict.fromkeys(state.blocks[hq].at for hq in able))
    overlay = Overlay("spaces", "command", at)
    return Answer(value, tuple(dict.fromkeys(rules)), tuple(words), (overlay,))


INQUIRIES = inquiries(command)
