"""[8.2] [8.3] [8.4.1] [8.4.2] Strategic movement: players alternate, one stack and one Supply Train each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from grognard.engines.core.data.text import Text, all_of, counted, named, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure, Subset
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Refusal, Roll
from grognard.engines.europa.cards.asked import in_force, marked, use_up
from grognard.engines.europa.commanders.fate import fate
from grognard.engines.europa.field.effects import change, change_commander, enter_hex
from grognard.engines.europa.field.position import (
    cavalry_of,
    commanders_at,
    is_besieged,
    stacks,
    units_at,
)
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.field.telling import called, log_at
from grognard.engines.europa.field.terrain import ROUGH, barred_by
from grognard.engines.europa.movement.attrition import attrition, tries
from grognard.engines.europa.movement.march import March, Routes, normal_march
from grognard.engines.europa.ranks.abilities import hesitates
from grognard.engines.europa.setup import SIDES, Board, Setup, enemy_of
from grognard.engines.europa.state import State, Unit
from grognard.engines.europa.supply.check import is_shut_in
from grognard.engines.europa.supply.forage import mark_forage
from grognard.engines.europa.supply.numbers import beginner, genuine, next_side, unused
from grognard.engines.europa.supply.trains import spend
from grognard.engines.europa.tables import number


def begin_movement(table: Board) -> None:
    """[8.2] [8.4.8] Movement begins; who stands next to enemy cavalry is noted."""
    setup, state = table.setup, table.state
    watched = [
        at
        for side in SIDES
        for at in stacks(setup, state, side)
        if barred_by(
            setup, cavalry_of(setup, state, enemy_of(side)), enemy_of(side), at, rivers=True
        )
    ]
    table.update(done=(), deciding=beginner(setup, state), watched=tuple(watched))


def why_no_march(setup: Setup, state: State, side: str, at: str) -> Refusal | None:
    """[8.4.1] [8.4.2] [8.4.5] Return why no unit may set out from a hex."""
    here = [unit for unit in units_at(setup, state, side, at) if not unit.moved]
    if not here:
        return Refusal("8.3", text("Every unit there has moved."), (at,))
    if not any(train.at == at for train in unused(state, side)):
        return Refusal("8.4.1", text("There is no Supply Train."), (at,))
    if not any(not c.moved for c in commanders_at(setup, state, side, at)):
        return Refusal("8.4.2", text("Every Commander has moved."), (at,))
    why = why_held(setup, state, at, here)
    if why is not None:
        return why
    return None if movers(setup, state, side, at) else Refusal("8.4.7", _pinned(), (at,))


def why_held(
    setup: Setup, state: State, at: str, here: Sequence[Unit], *, rallied: bool = False
) -> Refusal | None:
    """[8.4.5] [8.4.siege] [6.4.d] Return what holds units in their hex, train and Commander or not.

    `rallied`: as if all were in good order, as they may be when movement comes (8.1).
    """
    if not rallied and any(unit.disrupted for unit in here):
        return Refusal("8.4.5", text("A unit there is disrupted."), (at,))
    if is_besieged(setup, state, at):
        return Refusal("8.4.siege", text("The unit is besieged."), (at,))
    if any(is_shut_in(setup, state, unit.id) for unit in here):
        return Refusal("6.4.d", text("The garrison is out of supply."), (at,))
    return None


def _pinned() -> Text:
    return text("Those units were chosen not to move.")


def movers(setup: Setup, state: State, side: str, at: str) -> list[str]:
    """[8.3] [8.4.7] Return the units in a hex that may still march this turn."""
    return [
        unit.id
        for unit in units_at(setup, state, side, at)
        if not (unit.moved or unit.pinned or _is_halted(setup, state, unit.id))
    ]


def _is_halted(setup: Setup, state: State, uid: str) -> bool:
    """[16.1.timing] Whether a card keeps a unit where it is."""
    card = setup.units[uid]
    return any(marked(state, "halt", on=name) for name in (uid, card.nation))


def move_step(table: Board) -> Procedure[None]:
    """[8.2] Players move one stack each in turns, while they have Supply Trains."""
    while side := table.state.deciding:
        setup, state = table.setup, table.state
        if enemy_of(side) in state.done and not starts(setup, state, side):
            _useless(table, side)
        if not genuine(table.state, side):
            table.update(done=(*state.done, side))
            table.update(deciding=next_side(table.state, side))
            continue
        answer = yield Ask(
            setup.seat_of(side),
            "march",
            text("Which stack marches? Passing costs a Supply Train."),
            ("8.2", "8.4.1"),
            _starts(setup, state, side),
            form="place",
            resting=True,
            secret=True,
            acts=True,
        )
        went = True
        if answer == PASS:
            yield from _discard(table, side)
        else:
            went = yield from _march(table, side, word_of(answer))
        if went:
            table.update(deciding=next_side(table.state, side))


def _useless(table: Board, side: str) -> None:
    """[8.2] Supply Trains that nobody can march with, and that the enemy's moves cannot help to, are discarded."""
    left = genuine(table.state, side)
    for train in left:
        spend(table, train, "discarded")
    if left:
        words = counted(
            "{side} discard {n} Supply Train that no stack can march with.",
            "{side} discard {n} Supply Trains that no stack can march with.",
            side=NAMES[side],
            n=len(left),
        )
        table.log("note", words, "8.2", seat=table.setup.seat_of(side))


def starts(setup: Setup, state: State, side: str) -> list[str]:
    """[8.2] Return the hexes of a side from which a stack may set out."""
    return sorted(
        {
            train.at
            for train in genuine(state, side)
            if why_no_march(setup, state, side, train.at) is None
        }
    )


def _starts(setup: Setup, state: State, side: str) -> Listed:
    may = starts(setup, state, side)
    names: list[Choice | tuple[Choice, Text]] = [(PASS, text("Pass: discard a Supply Train"))]
    names += [(at, text("March from {place}", place=called(setup, at))) for at in may]

    def refusals() -> Iterator[tuple[Choice, Refusal]]:
        for at in stacks(setup, state, side):
            why = why_no_march(setup, state, side, at)
            if why is None and at not in may:
                why = Refusal("7.5", text("A dummy does nothing."), (at,))
            if why is not None:
                yield at, why

    def elsewhere(at: str, _: Choice) -> Refusal | None:
        if units_at(setup, state, side, at):
            return why_no_march(setup, state, side, at)
        return Refusal("8.4.1", text("No stack of yours is there."), (at,))

    given_up = text("Passing discards a Supply Train, with which a stack could march.")
    return Listed(names, refusals=refusals, forgone=given_up if may else None, elsewhere=elsewhere)


def _discard(table: Board, side: str) -> Procedure[None]:
    """[8.2] Passing costs a genuine Supply Train, of the player's choice."""
    setup, owned = table.setup, genuine(table.state, side)
    places = list(dict.fromkeys(train.at for train in owned))
    answer = yield Ask(
        setup.seat_of(side),
        "discard",
        text("Which Supply Train is discarded?"),
        ("8.2",),
        Listed([(at, text("The stack at {place}", place=called(setup, at))) for at in places]),
        form="place",
        secret=True,
        where=tuple(places),
    )
    at = word_of(answer)
    spend(table, next(train for train in owned if train.at == at), "discarded")
    words = text(
        "{side} pass: the Supply Train at {place} is discarded.",
        side=NAMES[side],
        place=called(setup, at),
    )
    table.log("choice", words, "8.2", seat=setup.seat_of(side), where=(at,))


# -- one march -------------------------------------------------------------------------------------


def _march(table: Board, side: str, at: str) -> Procedure[bool]:
    """[8.4.3] Ask who goes, with whom and where, and go there; False if nobody went after all."""
    setup, state = table.setup, table.state
    uids = yield from _who(table, side, at)
    starters = tuple(c.id for c in commanders_at(setup, state, side, at))
    cids = yield from _with_whom(table, side, at)
    train = next(train for train in genuine(state, side) if train.at == at)
    march = March(setup, state, side, uids)
    table.update(column=(*uids, *cids))
    answer = yield Ask(
        setup.seat_of(side),
        "route",
        text("Where do they march?"),
        ("8.4.allowance", "8.4.3"),
        Routes(march),
        form="route",
        subject=uids,
        where=(at,),
        odds="march_odds",
    )
    if answer == PASS or (yield from _stays(table, side, at, starters)):
        table.update(column=())
        if answer != PASS:
            spend(table, train, "move")
        return answer != PASS
    way = words_of(answer, "route")
    yield from _pin(table, march, way)
    stops = yield from _alight(table, side, cids, way)
    table.update(column=())
    spend(table, train, "move")
    yield from _go(table, march, cids, way, stops)
    leaders = tuple(cid for cid in cids if cid not in stops)
    left = tuple(uid for uid in uids if table.state.units[uid].on_map)
    if tries(setup, table.state, march.tiring(len(way))) and left:
        yield from attrition(table, left, len(way) - march.free_hexes, leaders, starters)
    if len(way) > normal_march(setup, state) and march.longer:
        use_up(table, "longer", side, uids[0])
    return True


def _who(table: Board, side: str, at: str) -> Procedure[tuple[str, ...]]:
    """[8.4.4] Ask which units go; the others may move later."""
    may = tuple(movers(table.setup, table.state, side, at))
    if len(may) == 1:
        return may
    answer = yield Ask(
        table.setup.seat_of(side),
        "marchers",
        text("Which units march?"),
        ("8.4.4", "8.4.3"),
        Subset(may, 1, ticked=may),
        form="subset",
        subject=may,
        where=(at,),
    )
    return tuple(words_of(answer, "subset"))


def _with_whom(table: Board, side: str, at: str) -> Procedure[tuple[str, ...]]:
    """[8.4.2] Ask which Commanders go along; one that stays may send off others."""
    here = commanders_at(table.setup, table.state, side, at)
    may = tuple(c.id for c in here if not c.moved)
    answer = yield Ask(
        table.setup.seat_of(side),
        "leaders",
        text("Which Commanders go along?"),
        ("8.4.2",),
        Subset(may, ticked=may),
        form="subset",
        subject=may,
        where=(at,),
    )
    return tuple(words_of(answer, "subset"))


def _stays(table: Board, side: str, at: str, cids: tuple[str, ...]) -> Procedure[bool]:
    """[16.5] [16.4.2] Roll whether a Russian stack marches at all."""
    yield from ()
    doubts = order_rules(table.setup, table.state, side, cids)
    return any(order_roll(table, side, at, rule).natural <= number("confusion") for rule in doubts)


def order_rules(setup: Setup, state: State, side: str, cids: tuple[str, ...]) -> list[str]:
    """[16.5] [16.4.2] Return the rules by which a stack must roll before it marches, one die each."""
    rules = []
    rivals = setup.option("chaos") and state.turn <= number("rivalry")
    if side == "russian" and rivals and not marked(state, "confusion"):
        rules.append("16.5")
    if hesitates(setup, cids):
        rules.append("16.4.2")
    return rules


def order_roll(table: Board, side: str, at: str, rule: str) -> Roll:
    """[16.5] [16.4.2] Roll whether a stack obeys its order to march."""
    return table.roll(
        seat=table.setup.seat_of(side),
        rule=rule,
        purpose="order",
        subject=at,
        sides=number("die"),
        first=1,
        says=text("Do the units at {place} march?", place=called(table.setup, at)),
        target=number("confusion") + 1,
        upward=True,
        judge=lambda die, _total: "stays" if die <= number("confusion") else "marches",
    )


def _pin(table: Board, march: March, way: list[str]) -> Procedure[None]:
    """[8.4.7] [8.4.8] Name the units under whose cover they pass cavalry: these stay this turn."""
    for at in march.pins(way):
        may = march.shields(at)
        named_already = [uid for uid in may if table.state.units[uid].pinned]
        chosen = (named_already or may)[0]
        if not named_already and len(may) > 1:
            answer = yield Ask(
                table.setup.seat_of(march.side),
                "pin",
                text("Which unit stays this turn to cover the march?"),
                ("8.4.7", "8.4.8"),
                Listed([(uid, text("{unit}", unit=table.setup.units[uid].name)) for uid in may]),
                form="piece",
                subject=tuple(may),
                where=(at,),
            )
            chosen = word_of(answer)
        if not named_already:
            change(table, chosen, pinned=True)
            name = named("unit", table.setup.units[chosen].name)
            words = text("{unit} stays to cover the march.", unit=name)
            veiled = text("A unit at {place} covers the march.", place=called(table.setup, at))
            log_at(
                table,
                "choice",
                words,
                at,
                "8.4.7",
                "8.4.8",
                side=march.side,
                pieces=(chosen,),
                veiled=veiled,
            )


def _alight(
    table: Board, side: str, cids: tuple[str, ...], way: list[str]
) -> Procedure[dict[str, str]]:
    """[8.4.2] Ask which Commanders stay behind on the way, and where."""
    stops: dict[str, str] = {}
    while len(way) > 1 and len(stops) < len(cids):
        options: list[Choice | tuple[Choice, Text]] = [
            (
                {"commander": cid, "at": at},
                text(
                    "{name} stays at {place}",
                    name=table.setup.chiefs[cid].name,
                    place=called(table.setup, at),
                ),
            )
            for cid in cids
            if cid not in stops
            for at in dict.fromkeys(way[:-1])
        ]
        answer = yield Ask(
            table.setup.seat_of(side),
            "alight",
            text("Does a Commander stay behind on the way?"),
            ("8.4.2",),
            Listed([(PASS, text("All march the whole way")), *options]),
            rare=True,
            subject=cids,
            odds="march_odds",
            weighs={"way": list(way)},
        )
        if answer == PASS:
            break
        stops[word_of(answer, "commander")] = word_of(answer, "at")
        left = tuple(one for one in table.state.column if one not in stops)
        table.update(column=left)
    return stops


def _go(
    table: Board, march: March, cids: tuple[str, ...], way: list[str], stops: dict[str, str]
) -> Procedure[None]:
    """[8.4.3] [8.8] [8.9] They go hex by hex together, capturing Depots and driving off Commanders."""
    setup = table.setup
    along = list(cids)
    for at in way:
        enter_hex(table, march.uids, along, at)
        along = [cid for cid in along if stops.get(cid) != at]
        caught = [c.id for c in commanders_at(setup, table.state, enemy_of(march.side), at)]
        if caught:
            yield from fate(table, caught, "8.9")
    for cid in cids:
        change_commander(table, cid, moved=True)
    forced = len(way) > march.free_hexes
    for uid in march.uids:
        change(table, uid, moved=True, forced=forced)
    rules = ["8.2", "8.4.allowance", "8.4.3"]
    rules += ["8.4.2"] if cids else []
    rules += _ground_rules(table, march, way)
    log_at(
        table,
        "move",
        text(
            "{units} march to {place}.",
            units=all_of([named("unit", setup.units[uid].name) for uid in march.uids]),
            place=called(setup, way[-1]),
        ),
        way[-1],
        *rules,
        side=march.side,
        pieces=(*march.uids, *cids),
        path=(march.start, *way),
        veiled=text("A stack marches to {place}.", place=called(setup, way[-1])),
    )


def _ground_rules(table: Board, march: March, way: list[str]) -> list[str]:
    """[2.2.river] [14.6.russian] [14.6] Return the rules of the ground that let them pass as they did."""
    ground = table.setup.map
    rules = ["2.2.river"] if any(ground.is_river(*p) for p in pairwise([march.start, *way])) else []
    wild = [at for at in way if ground.at(at) in ROUGH]
    rules += ["14.6.russian"] if wild else []
    watched = cavalry_of(table.setup, table.state, enemy_of(march.side))
    if any(other in watched for at in wild for other in ground.grid.adjacent(at)):
        rules.append("14.6")
    return rules


def end_movement(table: Board) -> Procedure[None]:
    """[7.5] [8.7] Dummies and what was not used are taken back; Forage markers are placed."""
    yield from _frost(table)
    mark_forage(table)
    table.update(trains={}, watched=(), done=(), deciding="")


def _frost(table: Board) -> Procedure[None]:
    """[16.1.timing] [8.5] A card: stacks outside cities roll for attrition though they stayed."""
    setup = table.setup
    for effect in in_force(table.state, "frost"):
        for at, units in sorted(stacks(setup, table.state, effect.side).items()):
            uids = tuple(unit.id for unit in units if not unit.moved)
            if uids and at not in setup.map.cities:
                chiefs = tuple(c.id for c in commanders_at(setup, table.state, effect.side, at))
                yield from attrition(table, uids, 0, chiefs, chiefs)
