"""A toy game for the table: a few hexes, two sides, one ask of each form in the order of a script."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.play.game import Game
from grognard.engines.core.play.inquiries import Inquiry
from grognard.engines.core.play.setups import Option, ScenarioInfo, Seat
from grognard.engines.core.play.table import Table
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Listed, Procedure, Subset
from grognard.engines.core.show.explain import Modifier, Refusal, Verdict
from grognard.engines.core.show.views import (
    Answer,
    BoardView,
    Overlay,
    PieceView,
    RosterLine,
    SpaceView,
    TableView,
    TrackView,
    TrayView,
)

WIDE, HIGH = 7, 5
SCRIPT = "piece route pick secret pose target subset order allocate number form place arrange"
SPACES = [f"{c:02}{r:02}" for c in range(1, WIDE + 1) for r in range(1, HIGH + 1)]
SEATS = (Seat("blue", "Blue", "blue"), Seat("red", "Red", "red"))


def centre(space: str) -> tuple[float, float]:
    c, r = int(space[:2]), int(space[2:])
    return (c * 1.5, (r + 0.5 * (c % 2)) * math.sqrt(3))


def near(space: str) -> list[str]:
    x, y = centre(space)
    return [s for s in SPACES if 0.1 < math.dist((x, y), centre(s)) < 1.9]


def polygon(space: str) -> tuple[tuple[float, float], ...]:
    x, y = centre(space)
    turns = [math.radians(60 * i) for i in range(6)]
    return tuple((round(x + math.cos(a), 4), round(y + math.sin(a), 4)) for a in turns)


@dataclass(frozen=True)
class State:
    step: int = 0
    at: dict[str, str] = field(default_factory=dict)
    answers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Setup:
    info: ScenarioInfo
    options: dict[str, str]
    text: str


class Routes(Choices):
    """One or two steps; the swamp 0303 may not be entered."""

    def __init__(self, start: str) -> None:
        self.start = start

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        for first in near(self.start):
            if self.why_not({"route": [first]}) is None:
                yield {"route": [first]}

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        route = choice.get("route", []) if isinstance(choice, dict) else []
        here = self.start
        for to in route:
            if to == "0303":
                return Refusal("6.1", text("The swamp cannot be entered."), (to,))
            if to not in near(here):
                return Refusal("6.2", text("Each step goes to an adjacent hex."), (to,))
            here = to
        return None if 0 < len(route) <= 2 else Refusal("6.3", text("Two steps at most."))

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        yield {"route": ["0303"]}, Refusal("6.1", text("The swamp cannot be entered."), ("0303",))

    def toward(self, space: str) -> Choice | None:
        direct: Choice = {"route": [space]}
        if direct in self:
            return direct
        for first in near(self.start):
            if {"route": [first, space]} in self:
                return {"route": [first, space]}
        return None

    def describe(self, choice: Choice) -> tuple[Any, ...]:
        return (text("{n} MP", n=len(choice["route"])),) if choice != PASS else ()


class Pair(Choices):
    """Allocate three losses between two units."""

    total = 3

    def __iter__(self) -> Iterator[Choice]:
        for count in range(4):
            yield {"allocate": {"b1": count, "b2": 3 - count}}

    def why_not(self, choice: Choice) -> Refusal | None:
        return None if choice in list(self) else Refusal("7.1", text("Allot three losses."))


def build(form: str, seat: str, state: State) -> Ask:
    mine = [name for name in state.at if name[0] == seat[0]]
    listed: dict[str, Choices] = {
        "piece": Listed(
            [*mine, PASS],
            refusals=lambda: [
                (n, Refusal("5.1", text("Not your unit."))) for n in state.at if n not in mine
            ],
        ),
        "route": Routes(state.at[mine[0]]),
        "pick": Listed(
            [("march", text("March")), ("halt", text("Halt")), PASS],
            refusals=lambda: [("storm", Refusal("9.9", text("Too late for a storm.")))],
        ),
        "pose": Listed([{"at": s, "facing": f} for s in ("0101", "0102") for f in range(6)]),
        "target": Listed(
            [
                ({"pieces": ["b1"], "at": "0604"}, text("b1 fires at 0604")),
                ({"pieces": ["b1", "b2"], "at": "0604"}, text("b1 and b2 fire at 0604")),
                PASS,
            ]
        ),
        "subset": Subset(["b1", "b2", "b3"], 1, 2),
        "order": Listed(
            [
                {"order": list(o)}
                for o in (("b1", "b2", "b3"), ("b2", "b1", "b3"), ("b3", "b2", "b1"))
            ]
        ),
        "allocate": Pair(),
        "number": Listed(list(range(1, 9))),
        "form": Listed([{"order": o, "speed": s} for o in ("attack", "defend") for s in (1, 2)]),
        "place": Listed(["0101", "0202", "0303"]),
        "arrange": Listed(
            [
                *(
                    {"piece": p, "at": s, "facing": 0}
                    for p in ("b1", "b2")
                    for s in ("0101", "0201", "0301")
                ),
                "done",
            ]
        ),
    }
    secret = form == "secret"
    choices = listed["pick" if secret else form]
    return Ask(
        seat,
        f"ask_{form}",
        text("Answer with {form}", form=form),
        ("5.1", "6.1"),
        choices,
        form="pick" if secret else form,
        resting=True,
        secret=secret,
        subject=(mine[0],) if form == "route" else (),
        odds="odds" if form == "target" else None,
    )


def odds(setup: Any, state: State, seat: str, choice: Choice) -> Answer:
    return Answer(
        {"hit": 0.3}, ("8.1",), (text("{n} guns: 30\u202f% hit", n=len(choice["pieces"])),)
    )


def zoc(setup: Any, state: State, seat: str) -> Answer:
    overlay = Overlay("spaces", "zoc", tuple(near(state.at["r1"])))
    return Answer({}, ("6.4",), (text("Zones of red"),), (overlay,))


def los(setup: Any, state: State, seat: str, origin: str, target: str) -> Answer:
    line = Overlay("line", "los_clear", points=(centre(origin), centre(target)))
    return Answer({"clear": True}, ("8.2",), (text("Clear"),), (line,))


class Toy(Game[Setup, State]):
    id = "toy"
    title = "The Toy War"
    edition = "first"
    package = "grognard.engines.gmt"
    state = State
    terms: Mapping[str, Text] = {
        "blue": named("side", "Blue"),
        "red": named("side", "Red"),
    }
    inquiries: Mapping[str, Inquiry] = {
        "odds": Inquiry("odds", odds),
        "zoc": Inquiry("zoc", zoc),
        "los": Inquiry("los", los),
    }

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        option = Option("script", "Script", SCRIPT, (SCRIPT, "pick pick pick"), "1.1")
        return (
            ScenarioInfo(
                "skirmish",
                "toy",
                "Skirmish at the Swamp",
                "Two sides meet at a swamp.",
                "1812",
                5,
                20,
                SEATS,
                (option,),
            ),
        )

    def load(self, source: Any, options: Mapping[str, str]) -> Setup:
        kept = {"script": SCRIPT, **options}
        name = source if isinstance(source, str) and not isinstance(source, Path) else "skirmish"
        return Setup(self.scenarios()[0], kept, name)

    def initial(self, setup: Setup, seed: str) -> State:
        return State(0, {"b1": "0202", "b2": "0202", "b3": "0203", "r1": "0604", "r2": "0502"})

    def resume(self, table: Table[Setup, State]) -> Procedure[None]:
        script = table.setup.options["script"].split()
        while table.state.step < len(script):
            form = script[table.state.step]
            seat = "red" if form == "secret" else "blue"
            choice = yield build(form, seat, table.state)
            table.log(
                "choice", text("{seat}: {c}", seat=seat, c=json.dumps(choice)), "5.1", seat=seat
            )
            self._act(table, form, choice)
        table.end(Verdict("blue", "marginal", text("Blue holds the swamp."), "10.1"))

    def _act(self, table: Table[Setup, State], form: str, choice: Choice) -> None:
        at = dict(table.state.at)
        if form == "route" and choice != PASS:
            at["b1"] = choice["route"][-1]
        if form == "target" and choice != PASS:
            table.roll(
                seat="blue",
                rule="8.1",
                purpose="fire",
                subject="b1",
                sides=10,
                says=text("B1 fires"),
                modifiers=(Modifier(-1, text("uphill"), "8.3"),),
                result=lambda total: "hit" if total < 4 else "miss",
            )
        answers = (*table.state.answers, json.dumps(choice))
        table.update(step=table.state.step + 1, at=at, answers=answers)

    def board(self, setup: Setup) -> BoardView:
        spaces = tuple(
            SpaceView(s, centre(s), polygon(s), "woods" if s == "0303" else "clear", 0, s)
            for s in SPACES
        )
        return BoardView("toy", "Swamp", "hex", spaces, bounds=(0, 0, 13, 11))

    def view(self, setup: Setup, state: State, seat: str | None) -> TableView:
        pieces = tuple(
            PieceView(
                name,
                "counter",
                "blue" if name[0] == "b" else "red",
                "infantry",
                f"{name.upper()} Regiment",
                at,
                values=(("SP", "5"), ("MP", "3")),
                facing=0.0,
                stack=index,
            )
            for index, (name, at) in enumerate(state.at.items())
        )
        return TableView(
            seat,
            text("Turn 1"),
            text("Movement"),
            "blue",
            pieces,
            trays=(TrayView("lost", text("Eliminated"), "blue", ()),),
            tracks=(
                TrackView("turn", text("Turn"), ("1", "2", "3", "4", "5"), 0),
                TrackView("vp", text("Victory"), ("Red", "Draw", "Blue"), 1, (text("Level."),)),
            ),
            roster=(RosterLine("c1", "Blue corps", "blue", ("b1", "b2"), ("b3",)),),
        )

    def encode(self, state: State) -> Any:
        return {"step": state.step, "at": state.at, "answers": list(state.answers)}

    def decode(self, setup: Setup, data: Any) -> State:
        return State(data["step"], dict(data["at"]), tuple(data["answers"]))

    def resample(self, setup: Setup, state: State, seat: str, rng: Random) -> State:
        return replace(state)
