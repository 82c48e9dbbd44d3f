"""[16.1.timing] [16.1.jerome] What event cards do: one function a verb of `cards.yaml`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from grognard.engines.core.data.text import Text, all_of, named, text
from grognard.engines.core.show.asks import Ask, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Roll
from grognard.engines.europa.advanced.leaving import contingents, leave
from grognard.engines.europa.field.effects import arrive, change, hit
from grognard.engines.europa.field.position import occupies, stacks, units_at
from grognard.engines.europa.field.telling import called, log_at
from grognard.engines.europa.reinforcements.steps import why_no_arrival
from grognard.engines.europa.setup import Board, Setup, enemy_of
from grognard.engines.europa.state import ELIMINATED, WAITING, InForce, State
from grognard.engines.europa.tables import number

Deed: TypeAlias = Mapping[str, Any]
RULE = "16.1.timing"
NOTHING: tuple[str, ...] = ()


def carry_out(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[16.1.timing] Carry out one thing that a card says; what cannot be done is left undone."""
    yield from VERBS[deed["do"]](table, side, card, deed)


def _hold(table: Board, effect: InForce) -> None:
    table.update(effects=(*table.state.effects, effect))


def _undone(table: Board) -> None:
    table.log("note", text("The card cannot be carried out."), RULE)


def _choose(  # noqa: PLR0913 - the facts of the question
    table: Board,
    side: str,
    prompt: Text,
    options: Sequence[tuple[str, Text]],
    form: str = "place",
    *,
    on: Sequence[str] = (),
) -> Procedure[str]:
    """Ask a side to choose one of some things; one alone is not asked for. `on`: the faces by which it comes off."""
    if len(options) == 1:
        return options[0][0]
    ask = Ask(
        table.setup.seat_of(side),
        "card_target",
        prompt,
        (RULE,),
        Listed(list(options)),
        form=form,
        interrupt=True,
        where=tuple(one for one, _ in options) if form == "place" else (),
        odds="raid_odds",
        weighs={"on": list(on)},
    )
    return word_of((yield ask))


def _stack_of(table: Board, chooser: str, side: str, prompt: Text) -> Procedure[tuple[str, ...]]:
    """Have a player choose a stack of a side, and return its hex and units."""
    hexes = sorted(stacks(table.setup, table.state, side))
    if not hexes:
        _undone(table)
        return ()
    options = [(at, called(table.setup, at)) for at in hexes]
    at = yield from _choose(table, chooser, prompt, options)
    units = tuple(unit.id for unit in units_at(table.setup, table.state, side, at))
    return (at, *units)


# -- numbers ---------------------------------------------------------------------------------------


def _trains(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """Supply Trains of a side are more or fewer this turn."""
    del side
    needed = deed.get("if", {}).get("depot_in", ())
    hexes = {table.setup.map.city_named(city) for city in needed}
    if hexes and not any(table.state.depots.get(at) == deed["side"] for at in hexes):
        _undone(table)
        return
    _hold(table, InForce(card, "trains", deed["side"], by=int(deed["by"])))
    yield from ()


def _commands(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[9.4] CC of a side are more or fewer this turn, never fewer than 1; who attacks first stays."""
    del side, card
    whose = deed["side"]
    left = max(number("cc_least"), table.state.cc[whose] + int(deed["by"]))
    table.update(cc={**table.state.cc, whose: left})
    yield from ()


def _added(word: str) -> Callable[[Board, str, str, Deed], Procedure[None]]:
    """Return the verb that holds a number for the turn: for the player's side, or for all."""

    def verb(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
        whose = "" if word in ("attrition", "swedes") else side
        by = int(deed.get("by", 0))
        until = {"swedes": "game", "stand": "once"}.get(word, "turn")
        _hold(table, InForce(card, word, whose, by=by, until=until))
        yield from ()

    return verb


def _raids(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[13.1] Cossacks raid more easily, in cities too, not near Depots, or not at all."""
    del side
    if "off" in deed:
        _hold(table, InForce(card, "raids_off"))
    elif "cities" in deed:
        _hold(table, InForce(card, "raids_cities"))
    elif "near_depots" in deed:
        _hold(table, InForce(card, "raids_near", by=int(deed["near_depots"])))
    else:
        _hold(table, InForce(card, "raids", by=int(deed["by"])))
    yield from ()


# -- stacks ----------------------------------------------------------------------------------------


def _spare(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """A stack is spared its forage roll or its attrition, or the Russians their confusion."""
    if deed["what"] == "confusion":
        _hold(table, InForce(card, "confusion"))
        return
    forage = deed["what"] == "forage"
    found = yield from _stack_of(table, side, side, text("Which stack is spared?"))
    if found:
        word, until = ("forage", "turn") if forage else ("march_spared", "once")
        _hold(table, InForce(card, word, side, found, until=until))


def _halt(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[16.1.timing] A stack may not force its march, or a nation neither marches nor supports."""
    if "nation" in deed:
        _hold(table, InForce(card, "halt", on=(deed["nation"],)))
        return
    prompt = text("Which stack may not force its march?")
    found = yield from _stack_of(table, side, deed["side"], prompt)
    if found:
        _hold(table, InForce(card, "forced_march", deed["side"], found))


def _longer(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """A stack marches farther."""
    found = yield from _stack_of(table, side, side, text("Which stack has good roads?"))
    if found:
        _hold(table, InForce(card, "longer", side, found, int(deed["by"]), "once"))


def _rally(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[8.1] More units of a stack rally."""
    found = yield from _stack_of(table, side, side, text("Which stack has a field hospital?"))
    if found:
        _hold(table, InForce(card, "rally", side, found, int(deed["more"])))


def _look(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[15.1] The player looks into stacks of the other side."""
    del card
    seen: list[str] = []
    for _ in range(int(deed["count"])):
        hexes = [
            at for at in sorted(stacks(table.setup, table.state, deed["side"])) if at not in seen
        ]
        if not hexes:
            return
        options = [(at, called(table.setup, at)) for at in hexes]
        at = yield from _choose(table, side, text("Which stack is inspected?"), options)
        seen.append(at)
        units = units_at(table.setup, table.state, deed["side"], at)
        names = all_of(named("unit", table.setup.units[unit.id].name) for unit in units)
        words = text("{hex}: {units}", hex=called(table.setup, at), units=names)
        table.reveal(words, RULE, to=(table.setup.seat_of(side),))


def _allow(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[16.1.jerome] VIII Corps may force its march from now on."""
    del side, deed
    _hold(table, InForce(card, "jerome", until="game"))
    table.log("note", text("VIII Corps may force its march from now on."), "16.1.jerome")
    yield from ()


def _silence(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[3.5] A Corps Commander counts CR 0 this turn."""
    chiefs = table.setup.chiefs
    options = [
        (cid, named("unit", chiefs[cid].name))
        for cid, c in sorted(table.state.commanders.items())
        if c.on_map and chiefs[cid].side == deed["side"] and chiefs[cid].rank == "corps"
    ]
    if not options:
        _undone(table)
        return
    cid = yield from _choose(table, side, text("Who falls silent?"), options, "piece")
    _hold(table, InForce(card, "silence", deed["side"], (cid,)))


# -- units come and go -----------------------------------------------------------------------------


def _hexes_for(
    setup: Setup, state: State, piece: str, cities: Iterable[str], *, around: bool
) -> list[str]:
    found: list[str] = []
    for city in cities:
        at = setup.map.city_named(city)
        if at:
            found += [at, *(setup.map.grid.adjacent(at) if around else ())]
    return [at for at in found if why_no_arrival(setup, state, piece, at) is None]


def _raise(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """A new unit comes to a city or adjacent to it."""
    del card
    uid = deed["piece"]
    unit = table.state.units.get(uid)
    hexes = (
        _hexes_for(table.setup, table.state, uid, [deed["city"]], around=True)
        if unit is not None and unit.at == WAITING
        else []
    )
    if not hexes:
        _undone(table)
        return
    options = [(at, called(table.setup, at)) for at in hexes]
    name = named("unit", table.setup.units[uid].name)
    at = yield from _choose(table, side, text("{unit}: where to?", unit=name), options)
    arrive(table, uid, at)
    _tell(table, uid, at)


def _restore(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """A unit that was eliminated returns to a city."""
    del card
    setup, state = table.setup, table.state
    lost = [
        uid
        for uid, unit in sorted(state.units.items())
        if unit.at == ELIMINATED
        and setup.units[uid].side == deed["side"]
        and deed.get("corps", setup.units[uid].corps) == setup.units[uid].corps
        and deed.get("class", setup.units[uid].grade) == setup.units[uid].grade
        and _hexes_for(setup, state, uid, deed["cities"], around=False)
    ]
    if not lost:
        _undone(table)
        return
    names = [(uid, named("unit", setup.units[uid].name)) for uid in lost]
    uid = yield from _choose(table, side, text("Which unit returns?"), names, "piece")
    hexes = _hexes_for(setup, state, uid, deed["cities"], around=False)
    options = [(at, called(setup, at)) for at in hexes]
    at = yield from _choose(table, side, text("Where does it return?"), options)
    change(table, uid, disrupted=deed.get("state") == "disrupted")
    arrive(table, uid, at)
    _tell(table, uid, at)


def _tell(table: Board, uid: str, at: str) -> None:
    name = named("unit", table.setup.units[uid].name)
    words = text("{unit} comes to {place}.", unit=name, place=called(table.setup, at))
    veiled = text("A unit comes to {place}.", place=called(table.setup, at))
    side = table.setup.units[uid].side
    log_at(table, "move", words, at, RULE, side=side, pieces=(uid,), veiled=veiled)


def _hasten(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[13.2] Reinforcements come sooner."""
    _hold(table, InForce(card, "hasten", side, tuple(deed["pieces"]), int(deed["by"]), "game"))
    yield from ()


def _hit(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """Units of some arms take a hit; their owner chooses."""
    del side, card
    setup, owner = table.setup, deed["side"]
    early = deed.get("early", {})
    count = int(deed["count"])
    if early and table.state.turn <= int(early["until"]):
        count = int(early["count"])
    struck: list[str] = []
    for _ in range(count):
        units = [
            (uid, named("unit", setup.units[uid].name))
            for uid, unit in sorted(table.state.units.items())
            if unit.on_map
            and uid not in struck
            and setup.units[uid].side == owner
            and setup.units[uid].arm in deed["arm"]
        ]
        if not units:
            _undone(table)
            return
        uid = yield from _choose(table, owner, text("Which unit takes the hit?"), units, "piece")
        struck.append(uid)
        hit(table, uid, RULE)


def _desert(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[16.11] Contingents leave the game: a whole nation near its own country, or one unit."""
    del side, card
    setup = table.setup
    nation = deed.get("nation", "")
    units = contingents(setup, table.state, nation)
    home = [
        uid for uid in units if nation and _is_home(setup, table.state.units[uid].at, deed["near"])
    ]
    if home:
        for uid in home:
            leave(table, uid, "16.11", RULE)
        return
    if not units:
        _undone(table)
        return
    names = [(uid, named("unit", setup.units[uid].name)) for uid in units]
    uid = yield from _choose(table, "russian", text("Which contingent leaves?"), names, "piece")
    leave(table, uid, "16.11", RULE)


def _is_home(setup: Setup, at: str, country: str) -> bool:
    there = (at, *setup.map.grid.adjacent(at))
    return any(setup.map.territory.get(one) == country.lower() for one in there)


# -- ground ----------------------------------------------------------------------------------------


def _bridge(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[11.4] [11.11] One attack or one retreat is not troubled by a river."""
    del side
    _hold(table, InForce(card, f"river_{deed['how']}", deed["side"], until="once"))
    yield from ()


def _wreck(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[2.2.bridge] [7.0.removal] A bridge is down this turn, or a Depot of the enemy is lost."""
    setup = table.setup
    if deed["what"] == "bridge":
        options = [(key, text("{side}", side=key)) for key in sorted(setup.map.bridges)]
        key = yield from _choose(table, side, text("Which bridge is destroyed?"), options)
        _hold(table, InForce(card, "bridge_down", on=(key,)))
        return
    enemy = enemy_of(side)
    hexes = [at for at, who in sorted(table.state.depots.items()) if who == enemy]
    bare = [(at, called(setup, at)) for at in hexes if not occupies(setup, table.state, enemy, at)]
    if not bare:
        _undone(table)
        return
    at = yield from _choose(table, side, text("Which Depot is raided?"), bare, on=deed["on"])
    if raid(table, side, at, deed["on"]).result == "raid":
        left = {hex_id: who for hex_id, who in table.state.depots.items() if hex_id != at}
        table.update(depots=left)
        words = text("Raiders destroy the Depot at {place}.", place=called(setup, at))
        log_at(table, "loss", words, at, RULE, "7.0.removal", side=enemy)


def raid(table: Board, side: str, at: str, on: Sequence[str]) -> Roll:
    """[7.0.removal] Roll whether a Depot is lost to raiders: on some faces of the die."""
    return table.roll(
        seat=table.setup.seat_of(side),
        rule=RULE,
        purpose="raiders",
        subject=at,
        sides=number("die"),
        first=1,
        says=text("Raiders at {place}", place=called(table.setup, at)),
        judge=lambda natural, _total: "raid" if str(natural) in on else "no_raid",
    )


def _close(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """A side crosses rivers by bridges only."""
    del side
    _hold(table, InForce(card, "rivers_closed", deed["side"]))
    yield from ()


def _frost(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """[8.5] Stacks outside cities roll for attrition at the end of movement."""
    del side
    _hold(table, InForce(card, "frost", deed["side"]))
    yield from ()


def _depart(table: Board, side: str, card: str, deed: Deed) -> Procedure[None]:
    """A Commander may leave the map at the end of the turn."""
    del side
    setup = table.setup
    roll = table.roll(
        seat=setup.seat_of("french"),
        rule=RULE,
        purpose="depart",
        subject=deed["who"],
        sides=number("die"),
        first=1,
        says=text("News from Paris"),
        judge=lambda natural, _total: "goes" if str(natural) in deed["on"] else "remains",
    )
    if roll.result == "goes":
        _hold(table, InForce(card, "depart", on=(deed["who"],)))
    yield from ()


VERBS: Mapping[str, Callable[[Board, str, str, Deed], Procedure[None]]] = {
    "trains": _trains,
    "commands": _commands,
    "spare": _spare,
    "halt": _halt,
    "allow": _allow,
    "raise": _raise,
    "restore": _restore,
    "hasten": _hasten,
    "hit": _hit,
    "look": _look,
    "raids": _raids,
    "longer": _longer,
    "attrition": _added("attrition"),
    "rally": _rally,
    "stand": _added("stand"),
    "pursue": _added("pursue"),
    "swedes": _added("swedes"),
    "frost": _frost,
    "silence": _silence,
    "bridge": _bridge,
    "wreck": _wreck,
    "close": _close,
    "desert": _desert,
    "depart": _depart,
}
