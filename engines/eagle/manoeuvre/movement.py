"""[move] The movement of the acting group: units, Rifles, its commander."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import counted, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure, Subset
from grognard.engines.core.show.choices import number_of, word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.cards import moments as cards
from grognard.engines.eagle.command.chiefs import ugc_of
from grognard.engines.eagle.field.effects import change, change_commander, enter
from grognard.engines.eagle.field.position import (
    WHOLE,
    commanders_at,
    commanders_with,
    enemy_zoc,
    group_units,
    is_finished,
    rifles_of,
)
from grognard.engines.eagle.field.roaming import roam, why_not_roam
from grognard.engines.eagle.field.telling import VERTICES, log_of, told
from grognard.engines.eagle.field.terrain import is_open, ways_out
from grognard.engines.eagle.manoeuvre import formation, rifles, withdrawal
from grognard.engines.eagle.manoeuvre.formation import acting_seat
from grognard.engines.eagle.manoeuvre.reach import (
    STILL,
    Mover,
    Way,
    must_rejoin,
    rejoining,
    why_held,
    why_not_go,
    why_not_move,
)
from grognard.engines.eagle.results.coming import arrived, regain, withdraw
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import EXITED, OPEN_ORDER, State
from grognard.engines.eagle.tables import number


def begin_action(table: Board) -> Procedure[None]:
    """[cards.event] A group begins to act: a moment for cards. Crews go back to their guns before."""
    _crews_return(table)
    acting = tuple(unit.id for unit in group_units(table.setup, table.state, table.state.active))
    yield from cards.moment(table, "activation", acting=acting)


def _crews_return(table: Board) -> None:
    """[scen.structure] In the first segment a crew that was in a square is at its gun again."""
    for unit in list(group_units(table.setup, table.state, table.state.active)):
        if unit.sheltered and table.state.phase.startswith("action-1"):
            change(table, unit.id, sheltered="")
            words = text(
                "The crew of {unit} is at its gun again.", unit=name_of(table.setup, unit.id)
            )
            log_of(table, "result", words, unit.id, "scen.structure")


def begin_movement(table: Board) -> Procedure[None]:
    """[cards.event] A group begins its movement: a moment for cards, unless it has been said to do nothing more."""
    if is_finished(table.state):
        return
    acting = tuple(unit.id for unit in group_units(table.setup, table.state, table.state.active))
    yield from cards.moment(table, "movement", acting=acting)


def movement_step(table: Board) -> Procedure[None]:
    """[move.basic] [action.first] The owner moves what he likes in any order, until he is done.

    [order.attack.rejoin] He is not done while a unit has to go to its group.
    """
    while True:
        regain(table, group_units(table.setup, table.state, table.state.active))
        movers = able(table.setup, table.state)
        over = is_finished(table.state) and not _why_not_done(table.setup, table.state, movers)
        if not movers or over:
            break
        piece = yield Ask(
            acting_seat(table),
            "movement",
            text("Which unit moves?"),
            ("move.basic",),
            _pieces(table, movers),
            form="piece",
            resting=True,
        )
        if piece == PASS:
            break
        if piece == WHOLE:
            formation.finish(table)
            break
        yield from _move(table, word_of(piece))
    rifles.gather(table)


def able(setup: Setup, state: State) -> list[str]:
    """[move.basic] [cmd.ugc.move] Return what of the acting group may move."""
    units = [
        unit.id
        for unit in group_units(setup, state, state.active)
        if why_not_move(setup, state, unit.id) is None and _has_way(setup, state, unit.id)
    ]
    ugc = ugc_of(state, state.active)
    return [*units, ugc.id] if ugc and _ugc_hexes(setup, state, ugc.id) else units


def _has_way(setup: Setup, state: State, uid: str) -> bool:
    if setup.units[uid].rifles:
        return bool(rifles.hexes(setup, state, uid))
    ways, turns = options(setup, state, uid)
    return bool(ways or turns or withdrawal.hexes(setup, state, uid) or exits(setup, state, uid))


def options(setup: Setup, state: State, uid: str) -> tuple[dict[str, Way], tuple[int, ...]]:
    """[move.wheel] [order.attack.rejoin] Return where a unit may go, and how it may turn in its hex."""
    mover = Mover(setup, state, state.units[uid])
    ways = mover.ways()
    bound = rejoining(mover, ways)
    return (bound, ()) if bound else (ways, mover.turns())


def _pieces(table: Board, movers: list[str]) -> Listed:
    setup, state = table.setup, table.state
    unfinished = _why_not_done(setup, state, movers)

    def refusals() -> Iterator[tuple[Choice, Refusal]]:
        if unfinished is not None:
            yield PASS, unfinished
        for unit in group_units(setup, state, state.active):
            if unit.id not in movers:
                yield unit.id, _why_not_a_mover(setup, state, unit.id)

    names = [(p, text("{unit}", unit=name_of(setup, p))) for p in movers]
    done = [] if unfinished else [(PASS, text("Done"))]
    whole = formation.ALL_DONE if done and _is_first(setup, state) else ()
    return formation.Members([*done, *whole, *names], refusals=refusals)


def _is_first(setup: Setup, state: State) -> bool:
    """[action.per_segment] Whether the movement is the first that a group is asked about in the segment."""
    acted = any(unit.acted for unit in group_units(setup, state, state.active))
    return not acted and not formation.able(setup, state)


def _why_not_done(setup: Setup, state: State, movers: list[str]) -> Refusal | None:
    """[order.attack.rejoin] [opt.rifles.move] Refuse the end of the movement while somebody has to go to a unit."""
    owing = [uid for uid in movers if uid in setup.units and must_rejoin(setup, state, uid)]
    if owing:
        words = text("{unit} must move to its group.", unit=name_of(setup, owing[0]))
        return Refusal("order.attack.rejoin", words, tuple(owing))
    left = [uid for uid in rifles.stranded(setup, state, state.active) if uid in movers]
    if left:
        words = text("{unit} has to be with a unit of its group.", unit=name_of(setup, left[0]))
        return Refusal(rifles.RULE, words, tuple(left))
    return None


def _why_not_a_mover(setup: Setup, state: State, uid: str) -> Refusal:
    """[move.basic] Say why a unit of the acting group is not among those that may move."""
    why = why_not_move(setup, state, uid)
    if why is None and setup.units[uid].rifles:
        return rifles.why_not(setup, state, uid)
    return why or why_not_go(setup, state, uid, state.units[uid].at, None)


def name_of(setup: Setup, piece: str) -> str:
    """Return what a unit or a commander is called."""
    return (setup.units.get(piece) or setup.chiefs[piece]).name


def _move(table: Board, piece: str) -> Procedure[None]:
    """[move.basic] Ask where a piece goes, and go there."""
    if piece in table.setup.chiefs:
        yield from _move_ugc(table, piece)
    elif table.setup.units[piece].rifles:
        yield from rifles.move(table, piece)
    else:
        yield from _move_unit(table, piece)


# -- units -------------------------------------------------------------------------------------


def _move_unit(table: Board, uid: str) -> Procedure[None]:
    setup, state, here = table.setup, table.state, table.state.units[uid].at
    if exits(setup, state, uid) and (yield from _leaves(table, uid)):
        return
    ways, turns = options(setup, state, uid)
    back = withdrawal.hexes(setup, state, uid)
    poses: list[Choice] = [{"at": at, "facing": f} for at, way in ways.items() for f in way.facings]
    poses += [{"at": here, "facing": f} for f in turns]
    facing = state.units[uid].facing
    poses += [
        {"at": at, "facing": facing} for at in back if {"at": at, "facing": facing} not in poses
    ]
    if not (poses or back):
        return
    watched = here in enemy_zoc(setup, state, setup.units[uid].side)
    answer = yield Ask(
        acting_seat(table),
        "move",
        text("Where does {unit} move?", unit=setup.units[uid].name),
        ("move.basic", "move.wheel", *(("move.zoc",) if watched else ())),
        Poses(setup, state, uid, poses),
        form="pose",
        subject=(uid,),
        odds="withdrawal_odds",
        weighs={"unit": uid},
    )
    at, wished = word_of(answer, "at"), number_of(answer, "facing")
    if at == here:
        change(table, uid, facing=wished, acted="move")
        words = text(
            "{unit} wheels, facing {facing}.", unit=setup.units[uid].name, facing=VERTICES[wished]
        )
        log_of(table, "move", words, uid, "move.wheel")
    elif at in ways and wished in ways[at].facings:
        yield from march(table, uid, ways[at], wished)
    elif (yield from withdrawal.set_free(table, uid)):
        escort = yield from _escort(table, uid, 1)
        yield from withdraw(table, uid, at, "opt.withdraw.own_move", escort=escort)


def exits(setup: Setup, state: State, uid: str) -> bool:
    """[scen.structure] Whether a unit stands where the scenario lets it leave the field."""
    unit, side = state.units[uid], setup.units[uid].side
    if unit.formation in STILL or state.groups[setup.units[uid].group].order == "reserve":
        return False
    if why_held(setup, state, uid) is not None:
        return False
    return unit.at in ways_out(setup, side)


def _leaves(table: Board, uid: str) -> Procedure[bool]:
    """[scen.structure] [cmd.cc.accompany] Ask whether a unit leaves the field, and which commanders go along."""
    answer = yield Ask(
        acting_seat(table),
        "exit",
        text("Does {unit} leave the field?", unit=table.setup.units[uid].name),
        ("scen.structure",),
        Listed([("leave", text("It leaves")), (PASS, text("It stays"))]),
        subject=(uid,),
    )
    if answer == PASS:
        return False
    escort = yield from _escort(table, uid, 1)
    words = text("{unit} leaves the field.", unit=table.setup.units[uid].name)
    log_of(table, "move", words, uid, "scen.structure")
    for cid in escort:
        change_commander(table, cid, at=EXITED)
    for figure in rifles_of(table.setup, table.state, uid):
        change(table, figure, at=EXITED)
    change(table, uid, at=EXITED, acted="move")
    return True


class Poses(Listed):
    """[move.basic] Where a unit may go, and how it may face there."""

    def __init__(self, setup: Setup, state: State, uid: str, poses: list[Choice]) -> None:
        super().__init__(told(poses), refusals=self._neighbours)
        self._setup, self._state, self._uid = setup, state, uid

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice in self._options:
            return None
        if not isinstance(choice, dict) or not isinstance(choice.get("at"), str):
            return super().why_not(choice)
        held = withdrawal.why_not(self._setup, self._state, self._uid, str(choice["at"]))
        if held is not None:
            return held
        facing = choice.get("facing")
        turned = facing if isinstance(facing, int) else None
        return why_not_go(self._setup, self._state, self._uid, str(choice["at"]), turned)

    def _neighbours(self) -> Iterator[tuple[Choice, Refusal]]:
        """Give the hexes next to the unit that it may not enter, with the rule."""
        unit = self._state.units[self._uid]
        legal = {c["at"] for c in self._options if isinstance(c, dict)}
        for at in self._setup.map.grid.adjacent(unit.at):
            if at not in legal:
                why = why_not_go(self._setup, self._state, self._uid, at, unit.facing)
                yield {"at": at, "facing": unit.facing}, why


def march(table: Board, uid: str, way: Way, facing: int) -> Procedure[None]:
    """[move.basic] [cmd.cc.accompany] A unit goes hex by hex, with the commanders that go along."""
    path = way.path
    yield from cards.moment(table, "moving", moving=(uid,))
    if cards.marked(table.setup, table.state, "forbid", "move", uid):
        change(table, uid, acted="move")
        return
    if not _may_go_on(table, uid, table.state.units[uid].at):
        return
    escort = yield from _escort(table, uid, len(path))
    along = yield from rifles.who_goes_along(table, uid, way)
    change(table, uid, acted="move")
    for step, at in enumerate(path, 1):
        last = facing if step == len(path) else None
        yield from go(table, uid, at, last, escort, along, _rules_of(table, uid, way))
        if not _may_go_on(table, uid, at):
            return
        yield from cards.moment(table, "moved", moving=(uid,))
        if not _may_go_on(table, uid, at):
            return
    rifles.adopt(table, uid)


def _may_go_on(table: Board, uid: str, at: str) -> bool:
    unit = table.state.units[uid]
    return unit.at == at and not unit.is_routed


def _rules_of(table: Board, uid: str, way: Way) -> tuple[str, ...]:
    """Return the rules that a move is made by: its rate, its direction, the duty to rejoin."""
    unit, order = table.state.units[uid], table.state.groups[table.setup.units[uid].group].order
    rate = "move.rate.maneuver" if order == "maneuver" else "move.rate"
    duty = ("order.attack.rejoin",) if unit.parted and order == "attack" else ()
    return (rate, way.rule, *duty)


def _rules_there(table: Board, uid: str, at: str) -> Iterator[str]:
    """Give the rules that a hex brings in: difficult terrain, lone commanders of the enemy."""
    setup, unit = table.setup, table.state.units[uid]
    if setup.units[uid].is_infantry and not is_open(setup, at):
        yield "move.difficult.open_order"
    elif unit.formation == OPEN_ORDER:
        yield "move.difficult.leaving"
    if any(setup.owner(cid) != setup.units[uid].side for cid in commanders_at(table.state, at)):
        yield "move.enemy_commander"


def go(  # noqa: PLR0913 - who goes where, how it faces, with whom, by which rules
    table: Board,
    uid: str,
    at: str,
    facing: int | None,
    escort: tuple[str, ...],
    along: tuple[str, ...],
    rules: tuple[str, ...],
) -> Procedure[None]:
    """[move.basic] A unit enters a hex in its movement, with the commanders and Rifles that go along.

    [opt.rifles.melee] Rifles that have fallen back are in front again: they have made their movement.
    """
    before, rules = table.state.units[uid], (*rules, *_rules_there(table, uid, at))
    enter(table, uid, at, facing, escort, along)
    if any(table.state.units[figure].passive for figure in along):
        rules = (*rules, "opt.rifles.melee")
    for figure in along:
        change(table, figure, acted="move", passive=False)
    words = text("{unit} goes to {hex}.", unit=table.setup.units[uid].name, hex=at)
    side = table.setup.units[uid].side
    table.log(
        "move",
        words,
        "move.basic",
        *rules,
        seat=table.setup.seat_of(side),
        pieces=(uid,),
        where=(at,),
        path=(before.at, at),
    )
    yield from arrived(table, uid, before)


def _escort(table: Board, uid: str, hexes: int) -> Procedure[tuple[str, ...]]:
    """[cmd.cc.accompany] [move.commander.ugc] Ask which commanders of the hex go along."""
    setup, state = table.setup, table.state
    left = number("ugc_move")
    may = tuple(
        cid
        for cid in commanders_with(setup, state, uid)
        if not state.commanders[cid].group
        or (
            state.commanders[cid].group == state.active
            and state.commanders[cid].moved + hexes <= left
        )
    )
    if not may:
        return ()
    answer = yield Ask(
        acting_seat(table),
        "escort",
        text("Who goes along with {unit}?", unit=setup.units[uid].name),
        ("cmd.cc.accompany", "move.commander.cc", "move.commander.ugc"),
        Subset(may),
        form="subset",
        subject=(uid, *may),
    )
    chosen = tuple(words_of(answer, "subset"))
    for cid in chosen:
        if table.state.commanders[cid].group:
            change_commander(table, cid, moved=table.state.commanders[cid].moved + hexes)
    return chosen


# -- the commander of the group ----------------------------------------------------------------


def _ugc_hexes(setup: Setup, state: State, cid: str) -> dict[str, int]:
    """[move.commander.ugc] [cmd.ugc.move] Return where the commander of the group may still go by himself."""
    commander = state.commanders[cid]
    left = number("ugc_move") - commander.moved
    if not commander.on_map or left <= 0 or commander.group != state.active:
        return {}
    return roam(setup, state, cid, left)


def _why_not_reached(state: State, cid: str, at: str) -> Refusal:
    """[cmd.ugc.move] Refuse what lies out of a group commander's reach, and where he is."""
    words = counted(
        "He may still go {n} hex at most.",
        "He may still go {n} hexes at most.",
        n=number("ugc_move") - state.commanders[cid].moved,
    )
    if at == state.commanders[cid].at:
        words = text("He is there already.")
    return Refusal("cmd.ugc.move", words, (at,))


def _move_ugc(table: Board, cid: str) -> Procedure[None]:
    setup, state = table.setup, table.state
    hexes = _ugc_hexes(setup, state, cid)

    def refusals() -> Iterator[tuple[Choice, Refusal]]:
        for at in setup.map.grid.within(state.commanders[cid].at, number("ugc_move") + 1)[1:]:
            if at not in hexes:
                far = Refusal("move.commander.ugc", text("That is too far."), (at,))
                yield at, why_not_roam(setup, state, cid, at) or far

    answer = yield Ask(
        acting_seat(table),
        "ugc_move",
        text("Where does {name} move?", name=setup.chiefs[cid].name),
        ("move.commander.ugc", "cmd.ugc.move", "cmd.no_facing"),
        Listed(
            [(at, text("To {hex}", hex=at)) for at in hexes],
            refusals=refusals,
            elsewhere=lambda at, _: _why_not_reached(state, cid, at),
        ),
        form="place",
        subject=(cid,),
    )
    at = word_of(answer)
    change_commander(table, cid, at=at, moved=state.commanders[cid].moved + hexes[at])
    words = text("{name} goes to {hex}.", name=setup.chiefs[cid].name, hex=at)
    seat = setup.seat_of(setup.chiefs[cid].side)
    table.log("move", words, "move.commander.ugc", seat=seat, pieces=(cid,), where=(at,))
