"""[comp.stands] The miniatures: figures on stands in their hex, commanders, and what is told of them."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, all_of, counted, named, text, verbatim
from grognard.engines.core.show.declared import bearing, marked, states, troops
from grognard.engines.core.show.views import PieceView
from grognard.engines.eagle.command.known import bearers, order_marks
from grognard.engines.eagle.field.position import command, is_cadre
from grognard.engines.eagle.field.telling import VERTICES
from grognard.engines.eagle.manoeuvre.changes import NAMES
from grognard.engines.eagle.setup import Setup
from grognard.engines.eagle.state import State, Unit

FIRST_VERTEX = 60
"""The bearing of vertex 0 in degrees."""
FOOTPRINTS = {
    "column": (0.46, 0.6),
    "line": (0.84, 0.34),
    "square": (0.6, 0.6),
    "open_order": (0.74, 0.5),
    "cavalry": (0.78, 0.44),
    "limbered": (0.42, 0.66),
    "unlimbered": (0.6, 0.5),
    "": (0.58, 0.44),
}
"""The plate of each formation, in hexes; "" is a rout."""
STATES = {"good": text("in good order"), "disordered": text("disordered"), "routed": text("routed")}
MARKS = {
    "ooc": text("out of command"),
    "fatigued": text("fatigued"),
    "parted": text("must rejoin its group"),
    "sheltered": text("its crew is in a square"),
}
RIFLES_SIZE, OFFICER_SIZE = (0.24, 0.24), (0.3, 0.3)
RIFLES_AT, OFFICER_AT = (-0.32, 0.3), (0.28, -0.4)
"""Where in a hex Rifles and commanders stand: these away from the name below a base."""


def band(setup: Setup, group: str) -> str:
    """[units.group_identity] Return the theme key of the colour of a group's stands."""
    found = setup.groups[group]
    return f"{found.side}-{found.colour or 'neutral'}"


def miniatures(setup: Setup, state: State, side: str | None) -> Iterator[PieceView]:
    """Give the units, then the commanders; the order of each group lies beside one of them."""
    marks = {
        piece: tuple(order_marks(setup, state, group, side))
        for piece, group in bearers(setup, state).items()
    }
    for unit in state.units.values():
        yield _unit(setup, unit, marks.get(unit.id, ()))
    for at in {commander.at: None for commander in state.commanders.values()}:
        here = [c for c in state.commanders.values() if c.at == at]
        for number, commander in enumerate(here):
            yield _officer(setup, state, commander.id, number, marks.get(commander.id, ()))


def _unit(setup: Setup, unit: Unit, marks: tuple[str, ...]) -> PieceView:
    card = setup.units[unit.id]
    size, shift = FOOTPRINTS[unit.formation], (0.0, 0.0)
    if card.rifles:
        size, shift = RIFLES_SIZE, RIFLES_AT
    return PieceView(
        id=unit.id,
        form="base",
        side=card.side,
        symbol=troops(card.arm, "light" if card.rifles else card.weight or "line"),
        name=card.name,
        at=unit.at if unit.on_map else None,
        pose=_pose(setup, unit.at, bearing(unit.facing, FIRST_VERTEX), shift)
        if unit.on_map
        else None,
        band=band(setup, card.group),
        values=(("figures", str(unit.figures)),),
        badges=(*_badges(setup, unit), *marks),
        footprint=size,
        steps=unit.figures,
        group=card.group,
        facts=tuple(_facts(setup, unit)),
        short=card.short,
    )


def _pose(
    setup: Setup, at: str, heading: float, shift: tuple[float, float]
) -> tuple[float, float, float]:
    x, y = setup.map.grid.centre(at)
    return x + shift[0], y + shift[1], heading


def _badges(setup: Setup, unit: Unit) -> Iterator[str]:
    if unit.formation:
        yield unit.formation
    yield from (unit.state,) if not unit.is_good else ()
    yield from marked(
        unit,
        (),
        cadre=is_cadre(setup, unit),
        out_of_command=unit.ooc,
        fatigue=unit.fatigued,
        skirmisher=unit.skirmisher,
        passive=unit.passive,
        moved=unit.acted == "move",
        fired=unit.acted == "fire",
        charge=unit.acted == "charge",
    )


def _facts(setup: Setup, unit: Unit) -> Iterator[tuple[Text, Text]]:
    """Rows for the inspector: the card, and how the unit stands."""
    card = setup.units[unit.id]
    yield text("Name"), named("unit", card.name)
    yield text("Unit Group"), named("unit", setup.groups[card.group].name)
    yield text("Figures"), text("{n} of {all}", n=unit.figures, all=card.figures)
    if unit.formation:
        yield text("Formation"), NAMES[unit.formation]
    if unit.formation not in ("square", "open_order", ""):
        yield text("Facing"), VERTICES[unit.facing]
    yield text("State"), _state(unit)
    yield text("Morale"), verbatim(card.morale)
    if card.fire:
        yield text("Fire"), verbatim(" / ".join(f"{value:+d}" for value in card.fire))
    if not card.is_artillery:
        yield text("Melee"), verbatim(f"{card.melee:+d}")
    if setup.uses("ammunition") and card.ammunition:
        left = card.ammunition - unit.shots
        yield text("Ammunition"), counted("{n} shot left", "{n} shots left", n=max(0, left))
    yield text("Quality"), verbatim("★" * card.stars)


def _state(unit: Unit) -> Text:
    return all_of([STATES[unit.state], *states(unit, MARKS)])


def _officer(
    setup: Setup, state: State, cid: str, number: int, marks: tuple[str, ...]
) -> PieceView:
    """[cmd.levels] A commander in the corner of his hex; several stand beside each other."""
    commander, chief = state.commanders[cid], setup.chiefs[cid]
    x, y = OFFICER_AT
    shift = (x - 0.3 * number, y)
    group = chief.group
    return PieceView(
        id=cid,
        form="base",
        side=chief.side,
        symbol="leader",
        name=chief.name,
        at=commander.at if commander.on_map else None,
        pose=_pose(setup, commander.at, 0.0, shift) if commander.on_map else None,
        band=band(setup, group) if group else f"{chief.side}-staff",
        badges=(*(("wounded",) if commander.wounded else ()), *marks),
        footprint=OFFICER_SIZE,
        steps=1,
        group=group,
        facts=tuple(_card(setup, state, cid)),
    )


def _card(setup: Setup, state: State, cid: str) -> Iterator[tuple[Text, Text]]:
    """[cmd.card] The values of a commander, as they are now."""
    chief, commander = setup.chiefs[cid], state.commanders[cid]
    yield text("Name"), named("unit", chief.name)
    rank = text("Commander-in-Chief")
    if commander.group:
        rank = text("Commander of {group}", group=setup.groups[commander.group].name)
    yield text("Rank"), rank
    for name, value in (
        (text("Orders"), "orders"),
        (text("Melee"), "melee"),
        (text("Morale"), "morale"),
        (text("Command Ability"), "ability"),
    ):
        yield name, verbatim(command(setup, state, cid, value))
    if commander.wounded:
        yield text("State"), text("wounded")
