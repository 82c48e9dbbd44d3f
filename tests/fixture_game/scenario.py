"""What a scenario of the fixture game says of its own, and the reader that is made of it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

from grognard.engines.core.data.schema import Int, ListOf, MapOf, Record, Source, Str
from grognard.engines.core.data.yamlio import MapNode, Node
from grognard.engines.core.scenario.envelope import Envelope, Stage
from grognard.engines.core.scenario.envelopereader import EnvelopeReader
from grognard.engines.core.scenario.placing import Known, Placing
from tests.fixture_game.older import OLDER
from tests.fixture_game.state import SEATS, Setup

NAME = Str(pattern="[a-z][a-z0-9-]*", max_length=30)
AREA = Record({"next": ListOf(NAME, 1), "at": ListOf(Int(0, 99), 2, 2)})
MAP = Record({"areas": MapOf(NAME, AREA, min=2, max=50)})
FORCE = Record({"blocks": ListOf(NAME, 1, 20)})
CARDS = MapOf(Str(choices=("march", "fire", "hold")), Int(0, 50), 1)
ENVELOPE = Envelope(
    game="fixture",
    sides=SEATS,
    placing=Placing(("among", "pose"), piece="block", group="side", space="area", place=NAME),
    needs={"cards": CARDS},
    turns=4,
    board=MAP,
    forces=(FORCE,),
    home=files("tests.fixture_game").joinpath("scenarios"),
)
GUN = "gun"


@dataclass(frozen=True)
class Areas:
    """A map: which areas touch, and where they are drawn."""

    links: dict[str, tuple[str, ...]]
    places: dict[str, tuple[int, int]]


class Reader(EnvelopeReader[Setup, Areas]):
    """Reads a scenario; every fault goes to `problems` with its line."""

    envelope = ENVELOPE
    older = OLDER
    blocks: tuple[str, ...] = ()

    def read_map(self, node: Node) -> Areas | None:
        before = len(self.problems)
        rows = (MAP.read(node, self.problems, "the map") or {}).get("areas") or {}
        if len(self.problems) > before:
            return None
        for area, row in rows.items():
            for index, other in enumerate(row["next"]):
                if other not in rows:
                    path = ("areas", area, "next", index)
                    message = f"there is no area {other}"
                    self.problems.append(Source(node).problem(path, message))
        links = {area: tuple(row["next"]) for area, row in rows.items()}
        return Areas(links, {area: (row["at"][0], row["at"][1]) for area, row in rows.items()})

    def read_force(self, node: MapNode) -> None:
        row = FORCE.read(node, self.problems, "the order of battle") or {}
        self.blocks += tuple(name for name in row.get("blocks") or () if name)

    def known(self, board: Areas | None) -> Known:
        sides = {
            seat: [f"{seat}-{number}" for number, _ in enumerate(self.blocks, 1)] for seat in SEATS
        }
        pieces = dict.fromkeys([*(uid for uids in sides.values() for uid in uids), GUN])
        return Known(pieces, sides, None if board is None else board.links)

    def setup(self, board: Areas | None, stages: tuple[Stage, ...]) -> Setup | None:
        if not stages:
            self.fault((), "a scenario has a stage", "add stages")
        if board is None or not stages:
            return None
        (stage,) = stages
        lines = {
            name: line
            for line in stage.lines
            for name in (*line.placement.groups, *line.placement.pieces)
        }
        self.all_placed(stage, (*SEATS, GUN), lines)
        if self.problems:
            return None
        gun = lines[GUN].placement
        x, y = gun.pose or (0.0, 0.0)
        return Setup(
            self.info,
            self.bundle(self.plain_forces),
            self.chosen,
            board.links,
            board.places,
            {seat: lines[seat].placement.spaces for seat in SEATS},
            self.blocks,
            stage.row["cards"],
            (round(1000 * x), round(1000 * y), round(100 * (gun.heading or 0))),
        )
