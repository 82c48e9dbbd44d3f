"""[9.3] 6 September: what enters, what is moved, and a day's supply before the 7th."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.engines.columbia.deployment.deployment import (
    arranging,
    attach,
    hq_of,
    leave_out,
    place,
    suiting,
    within,
)
from grognard.engines.columbia.deployment.placing import Plan
from grognard.engines.columbia.field.choice_shapes import PIECE_AT, named, unlisted
from grognard.engines.columbia.field.position import commander, holder, in_area, on_map, room
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import ABSENT, BOXES, FRENCH, RUSSIAN, WAITING, Side, State
from grognard.engines.columbia.supply.capture import changed
from grognard.engines.columbia.supply.supply import NIGHT, spending
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.turn import Step
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal


def enter_night(table: Board) -> None:
    """[9.3.bridge] The French Bridge is built if the French hold both its areas; absentees come."""
    setup = table.setup
    table.update(day=NIGHT, turn=1, done=(), spent=())
    table.log("phase", text("6 September"), "9.3")
    for border in setup.ground.borders.values():
        if not border.optional_bridge or border.key in table.state.built:
            continue
        if all(holder(setup, table.state, area) == FRENCH for area in (border.a, border.b)):
            table.update(built=(*table.state.built, border.key))
            table.log(
                "result", text("The French Bridge is built."), "9.3.bridge", where=(border.key,)
            )
        else:
            table.log(
                "note", text("The French Bridge is not built."), "9.3.bridge", where=(border.key,)
            )
    starts = setup.days[0].starts
    for uid, block in table.state.blocks.items():
        if block.at == ABSENT and uid in starts and starts[uid].box == ABSENT:
            table.update(blocks={**table.state.blocks, uid: evolve(block, at=WAITING)})


def enter_side(side: Side) -> Callable[[Board], None]:
    """Return what opens a step of the night that a side plays."""
    return lambda table: table.update(active=side, done=(), spent=())


def enter_shift(table: Board) -> None:
    """[9.3.russian] The units of the HQs that moved follow them: which those are is still known."""
    table.update(active=RUSSIAN, spent=())


def morning(table: Board) -> str:
    """[9.3.sep7] The 7th goes on from these positions: nothing is set up anew or reduced."""
    late = [b.id for b in table.state.blocks.values() if b.at == WAITING]
    leave_out(table, late, "9.3.french")
    table.update(day=table.setup.days[-1].number, turn=1, active="", done=(), spent=())
    table.log("phase", text("7 September"), "9.3.sep7")
    return "turn"


# -- the French enter (9.3.french) ---------------------------------------------------------------


def office(state: State, uid: str) -> str:
    """[9.3.french] Return an HQ, or the army commander in office where it is gone."""
    at = state.blocks[uid].at if uid in state.blocks else ABSENT
    return uid if at not in BOXES else commander(state, FRENCH)


def attach_step(table: Board) -> Procedure[None]:
    """[9.2.attach] The French choose for the 7th whom the detachable divisions serve."""
    for uid in table.setup.days[-1].attach:
        block = table.state.blocks[uid]
        if (on_map(block) or block.at == WAITING) and not block.attached:
            yield from attach(table, uid)


def hqs_step(table: Board) -> Procedure[None]:
    """[9.3.french] CHQs that were absent enter friendly areas within range of Napoleon."""
    setup = table.setup
    types = setup.types
    hqs = [uid for uid in _newcomers(table) if types[uid].is_hq]
    napoleon = office(table.state, _army_hq(setup, FRENCH))
    areas = [
        area
        for area in within(setup, table.state, (napoleon,), FRENCH)
        if any(uid not in hqs for uid in in_area(setup, table.state, area, FRENCH))
    ]
    zones = {uid: suiting(setup, table.state, types[uid], (napoleon,), areas) for uid in hqs}
    yield from arranging(
        table, _plan(FRENCH, zones, text("Bring your HQs onto the map."), "french")
    )
    yield from changed(table, *areas)


def units_step(table: Board) -> Procedure[None]:
    """[9.3.french] Units of the corps that enter stand within range of their CHQ, others of Murat."""
    setup = table.setup
    state = table.state
    zones = {}
    for uid in _newcomers(table):
        kind = setup.types[uid]
        hq = hq_of(setup, state.blocks[uid].attached or kind.corps)
        if kind.is_hq or not hq:
            continue
        if state.blocks[hq].at in BOXES:
            hq = office(state, hq)
        areas = within(setup, state, (hq,), FRENCH)
        zones[uid] = suiting(setup, state, kind, (hq,), areas)
    yield from arranging(
        table, _plan(FRENCH, zones, text("Bring your units onto the map."), "french")
    )
    touched = dict.fromkeys(area for zone in zones.values() for area in zone)
    yield from changed(table, *sorted(touched))


def _newcomers(table: Board) -> list[str]:
    """Return the French blocks that enter on the 6th: absent till now, placed or not yet."""
    setup = table.setup
    starts = setup.days[0].starts
    return [
        uid
        for uid, block in table.state.blocks.items()
        if setup.types[uid].side == FRENCH
        and uid in starts
        and (block.at == WAITING or (starts[uid].box == ABSENT and on_map(block)))
    ]


def _army_hq(setup: Setup, army: str) -> str:
    """Return the HQ printed as commander of an army."""
    types = setup.types.values()
    return next(k.id for k in types if k.is_hq and k.weight == "army" and k.corps == army)


def _plan(side: Side, zones: dict[str, tuple[str, ...]], title: Text, rule: str) -> Plan:
    rules = dict.fromkeys(zones, f"9.3.{rule}")
    return Plan(
        side, zones, rules, "redeploy", title, (f"9.3.{rule}", "3.31.limit"), retract=side == FRENCH
    )


# -- the Russians move (9.3.russian) -------------------------------------------------------------


class Moves(Choices):
    """[9.3.russian] An HQ and a friendly area for it: {"piece": hq, "at": area}, or "pass"."""

    def __init__(self, setup: Setup, state: State, side: Side) -> None:
        self.setup, self.state, self.side = setup, state, side
        types = setup.types
        self.hqs = [
            b.id
            for b in state.blocks.values()
            if types[b.id].is_hq
            and types[b.id].side == side
            and on_map(b)
            and b.id not in state.done
        ]

    def __iter__(self) -> Iterator[Choice]:
        areas = [a for a in self.state.areas if self._why_not_area(a) is None]
        for hq in self.hqs:
            for area in areas:
                if area != self.state.blocks[hq].at:
                    yield {"piece": hq, "at": area}
        yield PASS

    def _why_not_area(self, area: str) -> Refusal | None:
        if holder(self.setup, self.state, area) != self.side:
            return Refusal("9.3.russian", text("That is not a friendly area."), (area,))
        if room(self.setup, self.state, area, self.side) <= 0:
            words = text("{area} is full.", area=self.setup.ground.areas[area].name)
            return Refusal("3.31.limit", words, (area,))
        return None

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        words = named(choice, PIECE_AT)
        if words is None:
            return unlisted("9.3.russian")
        hq, area = words["piece"], words["at"]
        if area not in self.setup.ground.areas or hq not in self.state.blocks:
            return unlisted("9.3.russian")
        if hq in self.state.done:
            return Refusal("9.3.russian", text("That HQ has been moved."), (hq,))
        if hq not in self.hqs or area == self.state.blocks[hq].at:
            why = text("Move two HQs, and only HQs, to other friendly areas.")
            return Refusal("9.3.russian", why, (hq,))
        return self._why_not_area(area)

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Move no more HQs")
        area = self.setup.ground.areas[word_of(choice, "at")].name
        return text(
            "{block}: {area}", block=self.setup.types[word_of(choice, "piece")].name, area=area
        )


def redeploy_step(table: Board) -> Procedure[None]:
    """[9.3.russian] The Russian player moves up to two HQs to friendly areas with room."""
    setup = table.setup
    while len(table.state.done) < number("redeployed_hqs"):
        choices = Moves(setup, table.state, RUSSIAN)
        left = number("redeployed_hqs") - len(table.state.done)
        choice = yield Ask(
            setup.seat_of(RUSSIAN),
            "redeploy_hq",
            text("Move an HQ ({n} left)", n=left),
            ("9.3.russian",),
            choices,
            form="target",
            resting=True,
            secret=True,
        )
        if choice == PASS:
            break
        place(table, word_of(choice, "piece"), word_of(choice, "at"), "9.3.russian")
        table.update(done=(*table.state.done, word_of(choice, "piece")))


def shift_step(table: Board) -> Procedure[None]:
    """[9.3.russian] The units of the corps whose HQs were moved are placed within their range."""
    setup = table.setup
    state = table.state
    zones = {}
    for hq in state.done:
        if setup.types[hq].weight != "corps":
            continue
        areas = within(setup, state, (hq,), RUSSIAN)
        for block in state.blocks.values():
            kind = setup.types[block.id]
            if on_map(block) and kind.corps == setup.types[hq].corps and kind.side == RUSSIAN:
                if not kind.is_hq:
                    zones[block.id] = suiting(setup, state, kind, (hq,), areas)
    title = text("Place the units of the corps that moved.")
    yield from arranging(table, _plan(RUSSIAN, zones, title, "russian"))
    touched = dict.fromkeys(area for zone in zones.values() for area in zone)
    yield from changed(table, *sorted(touched))


# -- the night as a step of the game ----------------------------------------------------------

FRENCHMEN, RUSSIANS = enter_side(FRENCH), enter_side(RUSSIAN)
THE_NIGHT: Step[Board] = Step(
    "night",
    text("6 September"),
    "9.3",
    enter=enter_night,
    then=morning,
    steps=(
        Step(
            "night.attach",
            part=text("French divisions are attached to their corps"),
            rule="9.2.attach",
            enter=FRENCHMEN,
            play=attach_step,
        ),
        Step(
            "night.hqs",
            part=text("French HQs enter"),
            rule="9.3.french",
            enter=FRENCHMEN,
            play=hqs_step,
        ),
        Step(
            "night.units",
            part=text("The units of their corps enter"),
            rule="9.3.french",
            enter=FRENCHMEN,
            play=units_step,
        ),
        Step(
            "night.redeploy",
            part=text("Russian HQs are moved"),
            rule="9.3.russian",
            enter=RUSSIANS,
            play=redeploy_step,
        ),
        Step(
            "night.shift",
            part=text("The units of their corps follow them"),
            rule="9.3.russian",
            enter=enter_shift,
            play=shift_step,
        ),
        Step(
            "night.french_supply",
            part=text("The French spend supply points"),
            rule="9.3.supply",
            enter=FRENCHMEN,
            play=spending,
        ),
        Step(
            "night.russian_supply",
            part=text("The Russians spend supply points"),
            rule="9.3.supply",
            enter=RUSSIANS,
            play=spending,
        ),
    ),
)
