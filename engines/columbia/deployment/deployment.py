"""[1.2] [9] Set-up, attachments and arrivals."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from grognard.engines.columbia.command.command import in_command
from grognard.engines.columbia.deployment.placing import Areas, Placing, Plan, best_area, in_turn
from grognard.engines.columbia.field.choice_shapes import Options, unlisted
from grognard.engines.columbia.field.effects import change, log_move, move_to
from grognard.engines.columbia.field.position import SIDE_ADJECTIVES, SIDE_NAMES, holders
from grognard.engines.columbia.setup import Board, Day, Setup, first_step
from grognard.engines.columbia.state import (
    ABSENT,
    BOXES,
    FRENCH,
    RUSSIAN,
    WAITING,
    BlockType,
    Side,
    State,
)
from grognard.engines.columbia.tables import number
from grognard.engines.columbia.victory.victory import scenario_rule
from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.play.arrangement import AUTO, DONE, HAND
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.show.asks import Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Refusal

ORDER = (RUSSIAN, FRENCH)
"""[1.1] The Russian player sets up first, in every scenario."""


# -- set-up (1.1, 1.2) ---------------------------------------------------------------------------


def open_setup(table: Board) -> None:
    """[9.1] [9.2] Say how long the day is and what its set-up has that others have not."""
    setup = table.setup
    day, rule = setup.day(table.state.day), scenario_rule(setup)
    words = counted(
        "{title}: {n} Game Turn on {day} September",
        "{title}: {n} Game Turns on {day} September",
        title=setup.info.title,
        n=len(day.hours),
        day=day.number,
    )
    table.log("phase", words, rule)
    same_day = "9.2" if day.line else "9.1"
    if day.bridge:
        table.log("note", text("The French Bridge is in play."), "9.2.bridge")
    else:
        table.log("note", text("There is no French Bridge today."), "9.1.bridge")
    reduced = sum(map(first_step, day.starts.values()))
    if reduced:
        words = counted(
            "{n} block begins one step down.", "{n} blocks begin one step down.", n=reduced
        )
        table.log("note", words, f"{same_day}.reduced")
    absent = [start for start in day.starts.values() if start.box == ABSENT]
    if absent:
        words = counted(
            "{n} block is not used today.", "{n} blocks are not used today.", n=len(absent)
        )
        table.log("note", words, absent[0].rule)


def place_army(table: Board) -> Procedure[None]:
    """[1.1] The side whose set-up it is places its blocks."""
    yield from attachments(table)
    yield from arranging(table, _set_up_plan(table, table.state.active))


def other_army(table: Board) -> str | None:
    """[1.1] The Russians set up first, the French after them."""
    return None if table.state.active == ORDER[-1] else "setup.place"


def enter_army(table: Board) -> None:
    """[1.2.hq] Open a side's set-up: what has one area to stand in is put there."""
    setup = table.setup
    side = ORDER[-1] if table.state.active == ORDER[0] else ORDER[0]
    table.update(active=side, done=())
    table.log("phase", text("{side} set-up", side=SIDE_ADJECTIVES[side]), "1.1")
    for start in _starts(setup, table.state, side):
        if start.fixed:
            (uid,), (area,) = start.pieces, start.places
            log_move(
                table,
                uid,
                _public(setup, side, area),
                _private(setup, uid, area),
                start.rule,
                area,
            )
            move_to(table, uid, area)


def _starts(setup: Setup, state: State, side: Side) -> list[Placement]:
    """Return how the blocks of a side that still wait begin the day; arrivals are left out."""
    starts = setup.day(state.day).starts
    return [
        starts[uid]
        for uid, block in state.blocks.items()
        if block.at == WAITING
        and setup.types[uid].side == side
        and uid in starts
        and not starts[uid].box
    ]


def _public(setup: Setup, side: Side, area: str) -> Text:
    name = setup.ground.areas[area].name
    return text("A {side} block is placed in {area}.", side=SIDE_ADJECTIVES[side], area=name)


def _private(setup: Setup, uid: str, area: str) -> Text:
    names = {"block": setup.types[uid].name, "area": setup.ground.areas[area].name}
    return text("{block} is placed in {area}.", **names)


def place(table: Board, uid: str, area: str, rule: str) -> None:
    """[1.2.units] Put a block into an area where its owner wants it."""
    setup = table.setup
    side = setup.types[uid].side
    log_move(table, uid, _public(setup, side, area), _private(setup, uid, area), rule, area)
    move_to(table, uid, area)


def _arrange(table: Board, uid: str, area: str, rule: str) -> None:
    """[1.2.units] Put a block into an area, or back in hand (HAND), while its side arranges.

    Only the owner reads it: the order in which blocks are placed would tell which is which (0.fog).
    """
    setup = table.setup
    seat = setup.seat_of(setup.types[uid].side)
    if area == HAND:
        where = table.state.blocks[uid].at
        names = {"block": setup.types[uid].name, "area": setup.ground.areas[where].name}
        words = text("{block} is taken back from {area}.", **names)
    else:
        where, words = area, _private(setup, uid, area)
    table.log("move", words, rule, seat=seat, pieces=(uid,), where=(where,), visible_to=(seat,))
    move_to(table, uid, WAITING if area == HAND else area)


def _arranged(table: Board, plan: Plan) -> None:
    """[1.2.units] Tell everybody how many blocks of a plan stand in how many areas."""
    stands = [table.state.blocks[uid].at for uid in plan.zones]
    areas = {at for at in stands if at not in BOXES}
    words = text(
        "{side}: {n} blocks placed, in {areas} areas.",
        side=SIDE_NAMES[plan.side],
        n=sum(at in areas for at in stands),
        areas=len(areas),
    )
    table.log("note", words, *plan.cites[:1], seat=table.setup.seat_of(plan.side))


def arranging(table: Board, plan: Plan) -> Procedure[None]:
    """[1.2.units] Let a side place and shift its blocks until it is done."""
    setup = table.setup
    seat = setup.seat_of(plan.side)
    while plan.zones:
        choices = Placing(plan, setup, table.state)
        if not choices.placeable() and not _free(plan):
            return
        choice = yield Ask(
            seat,
            plan.kind,
            plan.title,
            plan.cites,
            choices,
            form="arrange",
            resting=True,
            secret=True,
        )
        if choice == DONE:
            _arranged(table, plan)
            return
        if choice == AUTO:
            for uid in in_turn(plan, setup, table.state):
                area = best_area(plan, setup, table.state, uid)
                if area is not None:
                    _arrange(table, uid, area, plan.rules[uid])
        else:
            uid, area = word_of(choice, "piece"), word_of(choice, "at")
            _arrange(table, uid, area, "1.2.units" if area == HAND else plan.rules[uid])


def _free(plan: Plan) -> bool:
    """Whether any block of a plan has more than one area to stand in."""
    return any(len(zone) > 1 for zone in plan.zones.values())


def _set_up_plan(table: Board, side: Side) -> Plan:
    """[1.2.units] [9.1.russian] [9.1.french] [9.2.setup] Return what a side may place where."""
    setup = table.setup
    day = setup.day(table.state.day)
    zones, rules, reasons = {}, {}, {}
    for uid in table.state.blocks:
        start = day.starts.get(uid)
        if start is None or start.fixed or setup.types[uid].side != side:
            continue
        zones[uid] = zone_of(setup, table.state, day, start)
        rules[uid] = start.rule
        if day.line:
            reasons[uid] = _beyond_line(setup, side)
    return Plan(
        side,
        zones,
        rules,
        "set_up",
        text("Place your blocks."),
        ("1.2.units", "9.2.setup" if day.line else f"9.1.{side}"),
        stacking=day.stacking.get(side, True),
        reasons=reasons,
    )


_BEYOND: Memo[Mapping[str, str]] = Memo(32)


def _beyond_line(setup: Setup, side: Side) -> Mapping[str, str]:
    """[9.2.zones] Return the areas not on a side's own side of the start line."""
    areas = setup.ground.areas.values()
    return _BEYOND.of(
        (setup.ground, side), lambda: {a.id: "9.2.zones" for a in areas if a.line != side}
    )


def zone_of(setup: Setup, state: State, day: Day, start: Placement) -> Areas:
    """[1.2.units] Return the areas where a block may start, those that suit it best first.

    A block with a corps of its own choice (9.2.attach) goes by the HQ of that corps.
    """
    (uid,) = start.pieces
    kind, block = setup.types[uid], state.blocks[uid]
    if start.spaces:
        return start.spaces
    hqs = start.within
    if block.attached:
        hqs = tuple(hq for hq in [hq_of(setup, block.attached)] if hq)
    areas = within(setup, state, hqs, kind.side)
    if day.line:
        areas = [area for area in areas if setup.ground.areas[area].line == kind.side]
    return suiting(setup, state, kind, hqs, areas)


def hq_of(setup: Setup, corps: str) -> str:
    """[5.22.corps] Return the HQ of a corps, "" if it has none."""
    types = setup.types.values()
    return next((k.id for k in types if k.is_hq and k.weight == "corps" and k.corps == corps), "")


def within(setup: Setup, state: State, hqs: Collection[str], side: Side) -> list[str]:
    """[5.21.range] Return the areas in range of any of some HQs that no enemy holds, by id."""
    held = holders(setup, state)
    found: set[str] = set()
    for hq in hqs:
        if hq in state.blocks and state.blocks[hq].at not in BOXES:
            found.update(in_command(setup, state, hq))
    return sorted(area for area in found if held.get(area, side) == side)


def suiting(
    setup: Setup, state: State, kind: BlockType, hqs: Collection[str], areas: Collection[str]
) -> Areas:
    """Order areas by how well they suit a block: near its HQ, infantry forward, horse behind.

    Guns are last put where they could not leave again for want of a road (3.2.woods, 3.2.swamp).
    """
    ground = setup.ground
    homes = [
        state.blocks[hq].at for hq in hqs if hq in state.blocks and state.blocks[hq].at not in BOXES
    ]
    near = {area for home in homes for area in ground.near[home]}
    forward = 1 if kind.is_infantry else -1

    def key(area: str) -> tuple[bool, int, float, str]:
        stuck = kind.is_artillery and not _open_to_guns(setup, area)
        rings = 0 if area in homes else 1 if area in near else 2
        return stuck, rings, -forward * toward_enemy(setup, kind.side, area), area

    return tuple(sorted(areas, key=key))


def toward_enemy(setup: Setup, side: Side, area: str) -> float:
    """[3.1.sides] Return how far toward the enemy's map edge an area lies, in board units."""
    east = setup.ground.map.areas[area].label[0]
    return east if side == FRENCH else -east


def _open_to_guns(setup: Setup, area: str) -> bool:
    """[3.2.woods] [3.2.swamp] Whether guns could move out of an area again."""
    ground = setup.ground
    if ground.areas[area].terrain == "clear":
        return True
    borders = (ground.border(area, other) for other in ground.near[area])
    return any(border is not None and border.roads for border in borders)


# -- attachments (9.2.attach) --------------------------------------------------------------------


def attachments(table: Board) -> Procedure[None]:
    """[9.2.attach] The French put each division so marked under one corps or the other for the day.

    Nothing is asked a day whose calendar does not list such divisions (5 September).
    """
    setup = table.setup
    day = setup.day(table.state.day)
    if table.state.active != FRENCH:
        return
    for uid in day.attach:
        block = table.state.blocks[uid]
        if block.attached or block.at not in (WAITING, *setup.ground.areas):
            continue
        yield from attach(table, uid)


def attach(table: Board, uid: str) -> Procedure[None]:
    """[9.2.attach] Ask which corps a division serves today."""
    setup = table.setup
    kind = setup.types[uid]
    seat = setup.seat_of(kind.side)
    corps = [
        (c, text("{corps}", corps=setup.corps_names.get(c, c))) for c in attachable(setup, uid)
    ]
    answer = yield Ask(
        seat,
        "attach",
        text("Which corps does {block} serve today?", block=kind.name),
        ("9.2.attach",),
        Options("9.2.attach", corps),
        resting=True,
        secret=True,
        subject=(uid,),
    )
    chosen = word_of(answer)
    change(table, uid, attached=chosen)
    own = text(
        "{block} serves {corps} today.",
        block=kind.name,
        corps=setup.corps_names.get(chosen, chosen),
    )
    words = text("A French division is attached to a corps for the day.")
    table.log(
        "choice",
        words,
        "9.2.attach",
        seat=seat,
        private=own,
        private_to=(seat,),
        private_pieces=(uid,),
    )


def attachable(setup: Setup, uid: str) -> Iterator[str]:
    """[9.2.attach] Give the two corps a division may serve: its own and IV Corps."""
    yield setup.types[uid].corps
    yield "fr-4"


# -- arrivals (9.1.arrive) -----------------------------------------------------------------------


class Arrivals(Choices):
    """[9.1.arrive] Which corps comes and where: {"pieces": [its HQ], "at": start area}."""

    def __init__(self, setup: Setup, state: State, corps: tuple[str, ...]) -> None:
        self.setup, self.state = setup, state
        self.hqs = {hq_of(setup, name): name for name in corps}
        self.entrances = setup.day(state.day).entrances
        self.held = holders(setup, state)

    def __iter__(self) -> Iterator[Choice]:
        for hq in self.hqs:
            for area in self.entrances:
                if self._why_not_area(area) is None:
                    yield {"pieces": [hq], "at": area}

    def _why_not_area(self, area: str) -> Refusal | None:
        if self.held.get(area, FRENCH) == FRENCH:
            return None
        name = self.setup.ground.areas[area].name
        words = text("The enemy is in {area}: no corps arrives there.", area=name)
        return Refusal("9.1.arrive", words, (area,))

    def why_not(self, choice: Choice) -> Refusal | None:
        if not isinstance(choice, dict) or choice.keys() != {"pieces", "at"}:
            return unlisted("9.1.arrive")
        pieces, area = choice["pieces"], choice["at"]
        if not isinstance(pieces, list) or pieces not in [[hq] for hq in self.hqs]:
            return unlisted("9.1.arrive")
        if area not in self.entrances:
            words = text("Corps arrive only in the start areas.")
            return Refusal("9.1.arrive", words, self.entrances)
        return self._why_not_area(area)

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for hq in self.hqs:
            for area in self.entrances:
                why = self._why_not_area(area)
                if why is not None:
                    yield {"pieces": [hq], "at": area}, why

    def label(self, choice: Choice) -> Text:
        corps = self.hqs[words_of(choice, "pieces")[0]]
        names = self.setup.corps_names.get(corps, corps)
        area = self.setup.ground.areas[word_of(choice, "at")].name
        return text("{corps} arrives in {area}", corps=names, area=area)


def due(setup: Setup, state: State) -> tuple[str, ...]:
    """[9.1.arrive] Return the corps one of which comes in this Action Phase."""
    day = setup.day(state.day)
    if state.active != FRENCH or state.turn < number("first_arrival_turn"):
        return ()
    return tuple(corps for corps in day.arrivals if corps not in state.arrived)


def arrivals(table: Board) -> Procedure[None]:
    """[9.1.arrive] One more corps enters at the start of the French Command Phase, stacking ignored.

    With all start areas in enemy hands it waits.
    """
    setup = table.setup
    corps = due(setup, table.state)
    if not corps:
        return
    choices = Arrivals(setup, table.state, corps)
    seat = setup.seat_of(FRENCH)
    if next(iter(choices), None) is None:
        words = text("The enemy holds all start areas: no corps arrives.")
        table.log("note", words, "9.1.arrive", seat=seat)
        return
    choice = yield Ask(
        seat,
        "arrive",
        text("Which corps arrives, and where?"),
        ("9.1.arrive",),
        choices,
        form="target",
        resting=True,
        secret=True,
    )
    came = choices.hqs[words_of(choice, "pieces")[0]]
    blocks = [
        b.id
        for b in table.state.blocks.values()
        if b.at == WAITING and setup.types[b.id].corps == came
    ]
    for uid in blocks:
        move_to(table, uid, word_of(choice, "at"))
    table.update(arrived=(*table.state.arrived, came))
    name = setup.ground.areas[word_of(choice, "at")].name
    words = counted(
        "A corps of {n} block arrives in {area}.",
        "A corps of {n} blocks arrives in {area}.",
        n=len(blocks),
        area=name,
    )
    own = text("{corps} arrives in {area}.", corps=setup.corps_names.get(came, came), area=name)
    table.log(
        "move",
        words,
        "9.1.arrive",
        seat=seat,
        where=(word_of(choice, "at"),),
        private=own,
        private_to=(seat,),
        private_pieces=tuple(blocks),
    )


def leave_out(table: Board, uids: Collection[str], rule: str) -> None:
    """[9.3.french] Blocks for which there is no room stay away for good and give no VP."""
    setup = table.setup
    for uid in uids:
        move_to(table, uid, ABSENT)
        seat = setup.seat_of(setup.types[uid].side)
        words = text("A block finds no room and does not arrive.")
        own = text("{block} finds no room and does not arrive.", block=setup.types[uid].name)
        table.log(
            "note", words, rule, seat=seat, private=own, private_to=(seat,), private_pieces=(uid,)
        )
