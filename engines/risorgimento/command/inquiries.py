"""[A.1] Named questions about command: who commands whom, the chain to the commander in chief."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.board.tabletop import Base, Point, distance
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.risorgimento.army.units import NONE
from grognard.engines.risorgimento.command.command import (
    commander_of,
    in_action,
    superior_of,
    within,
)
from grognard.engines.risorgimento.command.succession import units_under
from grognard.engines.risorgimento.field.arguments import PieceId, name_of
from grognard.engines.risorgimento.field.footprint import base, commander_base, on_table
from grognard.engines.risorgimento.field.names import MARKER_NAMES
from grognard.engines.risorgimento.field.pictures import area, line, middle, tags
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.state import State


def command(setup: Setup, state: State, seat: str | None, *, unit: PieceId) -> Answer:
    """[A.1.chain] [geo.command] Who commands a unit or whom a commander commands, and his radius.

    For a unit the value has `commander`, `marker` (that of phase A), `radius`; with measuring also
    `distance` (cm, base to base) and `within`. For a commander `marker`, `radius` and `units`, with
    measuring `outside`: those out of it now.
    """
    if unit in state.commanders:
        return _of_commander(setup, state, unit)
    found = state.units[unit]
    name = commander_of(setup, state, setup.types[unit].brigade)
    value: dict[str, object] = {"commander": name, "marker": found.marker}
    lines = [_status(found.marker)]
    overlays: list[Overlay] = []
    if name and (own := commander_base(setup, state.commanders[name])) is not None:
        radius, stand = state.commanders[name].radius, base(setup, found)
        value["radius"] = radius
        lines.append(text("{name}, radius {n} cm", name=setup.posts[name].name, n=radius))
        broken = False
        if setup.measuring:
            gap = distance(own, stand)
            broken = not within(setup, state, name, stand)
            value |= {"distance": gap, "within": not broken}
            overlays += area(own.polygon.buffer(radius), "command")
        overlays.append(line((stand.centre, own.centre), "chain_broken" if broken else "chain"))
    return Answer(value, ("A.1.chain", "geo.command", "A.1.markers"), tuple(lines), tuple(overlays))


def _status(marker: str) -> Text:
    return (
        text("In command")
        if marker == NONE
        else text("{marker} command marker", marker=MARKER_NAMES[marker])
    )


def _of_commander(setup: Setup, state: State, name: str) -> Answer:
    commander, post = state.commanders[name], setup.posts[name]
    own = commander_base(setup, commander)
    under = [
        uid
        for uid in units_under(setup, post.formation)
        if on_table(state.units[uid])
        and commander_of(setup, state, setup.types[uid].brigade) == name
    ]
    value: dict[str, object] = {
        "marker": commander.marker,
        "radius": commander.radius,
        "units": under,
    }
    lines = [_status(commander.marker), text("Radius {n} cm", n=commander.radius)]
    overlays: list[Overlay] = []
    if own is not None:
        stands = {uid: base(setup, state.units[uid]) for uid in under}
        outside: list[str] = []
        if setup.measuring:
            outside = [
                uid for uid, stand in stands.items() if not within(setup, state, name, stand)
            ]
            value["outside"] = outside
            overlays += area(own.polygon.buffer(commander.radius), "command")
        for uid, stand in stands.items():
            overlays.append(
                line((own.centre, stand.centre), "chain_broken" if uid in outside else "chain")
            )
    return Answer(value, ("A.1.chain", "geo.command", "A.1.markers"), tuple(lines), tuple(overlays))


def chain(setup: Setup, state: State, seat: str | None, *, unit: PieceId) -> Answer:
    """[A.1.chain] [A.1.check] The chain of command from a unit or commander to the commander in chief.

    The value has `links`, {from, to, marker} from below to above; with measuring each has `distance`
    and `within` too, and `broken` is who stands first outside his commander's radius ("" nobody).
    """
    links: list[dict[str, object]] = []
    overlays: list[Overlay] = []
    labels: list[tuple[Point, str]] = []
    broken = ""
    for lower, upper in _links(setup, state, unit):
        below, above = _stand(setup, state, lower), commander_base(setup, state.commanders[upper])
        marker = (state.units[lower] if lower in state.units else state.commanders[lower]).marker
        link: dict[str, object] = {"from": lower, "to": upper, "marker": marker}
        holds = True
        if below is not None and above is not None:
            if setup.measuring:
                gap = distance(above, below)
                holds = in_action(state, upper) and within(setup, state, upper, below)
                link |= {"distance": gap, "within": holds}
                broken = broken or ("" if holds else lower)
                labels.append(
                    (
                        middle(below.centre, above.centre),
                        f"{gap:.1f} / {state.commanders[upper].radius}",
                    )
                )
            overlays.append(
                line((below.centre, above.centre), "chain" if holds else "chain_broken")
            )
        links.append(link)
    value: dict[str, object] = {"links": links}
    if setup.measuring:
        value["broken"] = broken
    lines = tuple(_link_words(setup, link) for link in links)
    return Answer(
        value, ("A.1.chain", "A.1.check", "geo.command"), lines, (*overlays, tags(labels))
    )


def _links(setup: Setup, state: State, unit: str) -> Iterator[tuple[str, str]]:
    """From a unit or commander up to the commander in chief."""
    here = unit
    if unit not in state.commanders:
        above = commander_of(setup, state, setup.types[unit].brigade)
        if not above:
            return
        yield unit, above
        here = above
    while above := superior_of(setup, state, setup.posts[here]):
        yield here, above
        here = above


def _stand(setup: Setup, state: State, name: str) -> Base | None:
    if name in state.commanders:
        return commander_base(setup, state.commanders[name])
    return base(setup, state.units[name]) if on_table(state.units[name]) else None


def _link_words(setup: Setup, link: dict[str, object]) -> Text:
    lower, upper = name_of(setup, str(link["from"])), name_of(setup, str(link["to"]))
    if "within" not in link:
        return text("{lower} under {upper}", lower=lower, upper=upper)
    held = text("{lower} to {upper}: {cm} cm, in radius")
    broken = text("{lower} to {upper}: {cm} cm, broken")
    words = held if link["within"] else broken
    return words.fill(lower=lower, upper=upper, cm=f"{link['distance']:.1f}")


INQUIRIES = inquiries(command, chain)
