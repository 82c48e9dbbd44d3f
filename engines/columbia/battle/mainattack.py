"""[flank.main] The Main Attack, declared by who has entered an area over several borders."""

from __future__ import annotations

from grognard.engines.columbia.field.choice_shapes import Options
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import ELIMINATED, Side, State
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import Ask, Procedure
from grognard.engines.core.show.choices import word_of


def entered_over(state: State, side: Side) -> dict[str, tuple[str, ...]]:
    """[flank.main] Return for each area the borders a side's blocks that are there came over."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in state.entries:
        block = state.blocks[entry.block]
        if entry.side != side or block.at != entry.at or block.at == ELIMINATED:
            continue
        known = found.get(entry.at, ())
        if entry.border not in known:
            found[entry.at] = (*known, entry.border)
    return found


def main_phase(table: Board) -> Procedure[None]:
    """[flank.main] [flank.p2] Name the Main Attack into each area entered over several borders."""
    setup = table.setup
    if not setup.flank_attacks:
        return
    side = table.state.active
    for area, borders in entered_over(table.state, side).items():
        if len(borders) < number("flank_borders") or declared(table.state, area, side):
            continue
        reinforces = side != table.state.first and any(
            entry.at == area and entry.side != side for entry in table.state.entries
        )
        rule = "flank.p2" if reinforces else "flank.main"
        name = setup.ground.areas[area].name
        answer = yield Ask(
            setup.seat_of(side),
            "main_attack",
            text("Over which border does the Main Attack on {area} go?", area=name),
            (rule,),
            Options(rule, [(key, _label(setup, key, area)) for key in borders]),
            form="place",
            resting=True,
            where=(area, *borders),
        )
        border = word_of(answer)
        table.update(main=(*table.state.main, (area, side, border)))
        words = text(
            "The Main Attack on {area} comes from {origin}.",
            area=name,
            origin=_label(setup, border, area),
        )
        table.log("choice", words, rule, seat=setup.seat_of(side), where=(area, border))


def declared(state: State, area: str, side: Side) -> bool:
    """[flank.main] Whether a side has named its Main Attack into an area."""
    return any((at, who) == (area, side) for at, who, _ in state.main)


def _label(setup: Setup, border: str, area: str) -> Text:
    origin = setup.ground.borders[border].other(area)
    return text("{area}", area=setup.ground.areas[origin].name)
