"""[14.1.order] [14.1.russian-free] [14.1.french-free] Set-up: Russian units, their Depots, then the French."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from grognard.engines.core.data.text import Text, counted, named, text
from grognard.engines.core.play.arrangement import AUTO, DONE, HAND, Arrangement
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.show.asks import PASS, Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.field.position import capacity, occupies
from grognard.engines.europa.field.standing import put, why_not_stand
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.field.terrain import may_enter
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import WAITING, State
from grognard.engines.europa.supply.chain import sites, why_not_establish
from grognard.engines.europa.supply.lines import depots_of
from grognard.engines.europa.tables import number


def choosers(setup: Setup, side: str) -> dict[str, Placement]:
    """[14.1.order] Return the pieces of a side whose hex their owner chooses."""
    return {
        piece: place
        for piece, place in setup.starts.items()
        if not place.fixed and setup.side_of(piece) == side
    }


def hexes_of(setup: Setup, place: Placement) -> list[str]:
    """[14.1.order] Return the hexes that a line of the set-up offers."""
    return _hexes(setup, place.way, place.places)


def _hexes(setup: Setup, way: str, places: tuple[str, ...]) -> list[str]:
    return sorted(setup.map.zones.get(places[0], ())) if way == "zone" else list(places)


def rule_of(setup: Setup, side: str) -> str:
    """[14.1.russian-free] [14.1.french-free] Return the rule of a side's set-up."""
    is_free = any(place.way == "zone" for place in choosers(setup, side).values())
    return f"14.1.{side}-free" if is_free else f"14.1.{side}"


def deploy(table: Board, side: str) -> Procedure[None]:
    """[14.1.order] The owner shares his units out among their hexes until he is done."""
    setup = table.setup
    mine = choosers(setup, side)
    reserve = ("16.7.deploy",) if side == "french" and setup.option("reserve") else ()
    while mine:
        choice = yield Ask(
            setup.seat_of(side),
            "deploy",
            text("Place your units in their hexes, or finish."),
            ("14.1.order", rule_of(setup, side), *reserve),
            deployment(setup, table.state, side),
            form="arrange",
            resting=True,
        )
        if choice == DONE:
            return
        if choice == AUTO:
            for piece in mine:
                table.state = put(table.state, piece, WAITING)
            for piece, place in mine.items():
                table.state = put(table.state, piece, place.first[0])
        else:
            at = word_of(choice, "at") or WAITING
            table.state = put(table.state, word_of(choice, "piece"), at)


def deployment(setup: Setup, state: State, side: str) -> Arrangement:
    """[14.1.order] What may be done with the pieces of a side that have a choice."""
    mine = choosers(setup, side)

    def at_of(piece: str) -> str:
        held = state.units.get(piece) or state.commanders[piece]
        return held.at if held.on_map else HAND

    def why_not_at(piece: str, at: str) -> Refusal | None:
        return why_not_stand(setup, state, piece, Placement.of(piece, at))

    return Arrangement(
        rule_of(setup, side),
        {piece: at_of(piece) for piece in mine},
        {piece: hexes_of(setup, place) for piece, place in mine.items()},
        why_not_at=why_not_at,
        open_to=free_places(setup, state, side, mine),
        why_not_done=lambda: why_not_done(setup, state, side),
        names={piece: setup.name_of(piece) for piece in mine},
        called=lambda at: called(setup, at),
        auto=text("Set up as the scenario lists it"),
        is_set=lambda: all(at_of(piece) == place.first[0] for piece, place in mine.items()),
    )


def free_places(
    setup: Setup, state: State, side: str, mine: Mapping[str, Placement]
) -> Callable[[str], list[str]]:
    """[14.1.order] [4.1] Return a search for open ground without an enemy where a piece has room.

    There are thousands of places for all the pieces; those of pieces alike are looked for once.
    """
    held: dict[str, int] = {}
    enemies = set()
    for unit in state.units.values():
        if setup.units[unit.id].side == side:
            held[unit.at] = held.get(unit.at, 0) + setup.units[unit.id].space
        else:
            enemies.add(unit.at)

    @cache
    def open_for(way: str, places: tuple[str, ...], needed: int) -> list[str]:
        most = capacity() - needed
        return [
            at
            for at in _hexes(setup, way, places)
            if at not in enemies and may_enter(setup, side, at) and held.get(at, 0) <= most
        ]

    def open_to(piece: str) -> list[str]:
        card, place = setup.units.get(piece), mine[piece]
        return open_for(place.way, place.places, card.space if card else 0)

    return open_to


def why_not_done(setup: Setup, state: State, side: str) -> Refusal | None:
    """[14.1.russian-free] Return why a set-up is not complete: lone Commanders, too few units in front."""
    for cid, commander in state.commanders.items():
        if cid in setup.starts and setup.chiefs[cid].side == side and commander.on_map:
            if not occupies(setup, state, side, commander.at):
                words = text("{name} begins with a stack.", name=setup.chiefs[cid].name)
                return Refusal(rule_of(setup, side), words, (cid,))
    said = setup.said_of("forward", side)
    if said is None:
        return None
    near: dict[str, list[str]] = {}
    far: dict[str, list[str]] = {}
    for unit in state.units.values():
        if unit.on_map and setup.units[unit.id].side == side:
            is_near = border_distance(setup, unit.at) <= said["within"]
            held = near if is_near else far
            held.setdefault(setup.units[unit.id].arm, []).append(unit.id)
    for arm in ("infantry", "cavalry", "artillery"):
        has = len(near.get(arm, ()))
        if has < said[arm]:
            words = text(
                "{n} {arm} begin within {within} hexes of the border; there are {has}.",
                n=said[arm],
                arm=named("term", arm),
                within=said["within"],
                has=has,
            )
            return Refusal("14.1.russian-free", words, tuple(far.get(arm, ())))
    return None


def border_distance(setup: Setup, at: str) -> int:
    """[14.1.russian-free] Return how far a hex is from the border of Russia."""
    grid = setup.map.grid
    return min((grid.distance(at, west) for west in setup.map.zones["west"]), default=0)


def deploy_russians(table: Board) -> Procedure[None]:
    """[14.1.russian] The Russians set up first."""
    return deploy(table, "russian")


def deploy_french(table: Board) -> Procedure[None]:
    """[14.1.french] The French set up second."""
    return deploy(table, "french")


def depots_of_side(table: Board, side: str) -> Procedure[None]:
    """[14.1.russian-depots] [14.1.french-depots] A player places his first Depots, none if he likes."""
    setup, rule = table.setup, f"14.1.{side}-depots"
    if setup.special.get("depots"):
        return
    most = number(f"depots_{side}")
    while len(depots_of(table.state, side)) < most:
        may = sites(setup, table.state, side)
        if not may:
            return
        answer = yield Ask(
            setup.seat_of(side),
            "first_depot",
            text(
                "{side}: where does a Depot stand? {n} of {most} are placed.",
                side=NAMES[side],
                n=len(depots_of(table.state, side)),
                most=most,
            ),
            (rule, "7.6", "7.7"),
            Listed(
                [
                    (PASS, text("No more Depots")),
                    *((at, text("A Depot at {place}", place=called(setup, at))) for at in may),
                ],
                forgone=_given_up(most - len(depots_of(table.state, side)), rule),
                elsewhere=lambda at, _: why_not_establish(setup, table.state, side, at),
            ),
            form="place",
            resting=True,
            where=tuple(may),
            several=True,
        )
        if answer == PASS:
            return
        at = word_of(answer)
        table.update(depots={**table.state.depots, at: side})
        words = text("A Depot stands at {place}.", place=called(setup, at))
        table.log("choice", words, rule, seat=setup.seat_of(side), where=(at,))


def _given_up(left: int, rule: str) -> Text:
    """[14.1.russian-depots] [14.1.french-depots] Say what is lost by placing no more Depots."""
    return counted(
        "{n} more Depot could be placed now; later each takes a Supply Train to establish ({rule}).",
        "{n} more Depots could be placed now; later each takes a Supply Train to establish ({rule}).",
        n=left,
        rule=rule,
    )


def russian_depots(table: Board) -> Procedure[None]:
    """[14.1.russian-depots] The Russians place their Depots."""
    return depots_of_side(table, "russian")


def french_depots(table: Board) -> Procedure[None]:
    """[14.1.french-depots] The French place their Depots."""
    return depots_of_side(table, "french")
