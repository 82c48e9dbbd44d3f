"""Reading a scenario, with its table and orders of battle, into an immutable Setup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import Node, load_text
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.scenario.envelope import Stage
from grognard.engines.core.scenario.envelopereader import EnvelopeReader
from grognard.engines.core.scenario.fields import Fields
from grognard.engines.core.scenario.forces import made
from grognard.engines.core.scenario.placing import Known
from grognard.engines.core.scenario.standing import check_stands
from grognard.engines.risorgimento.army.units import REMOVED, TABLE, WAITING, Commander, Unit
from grognard.engines.risorgimento.ground.standing import (
    Placed,
    ahead,
    cornered,
    place_of,
    put,
    why_not_stand,
)
from grognard.engines.risorgimento.map.objectives import Objective
from grognard.engines.risorgimento.map.tablemap import housed, read_map
from grognard.engines.risorgimento.map.tabletop import TableTop
from grognard.engines.risorgimento.scenario.forces import Army
from grognard.engines.risorgimento.scenario.older import OLDER
from grognard.engines.risorgimento.scenario.scenario import DEFAULT_HOME, DEFAULT_START, ENVELOPE
from grognard.engines.risorgimento.setup import Arrival, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import figures, lengths


class Reader(EnvelopeReader[Setup, TableTop]):
    """Reads a scenario; every fault goes to `problems` with its line."""

    envelope = ENVELOPE
    older = OLDER
    musters = Army
    army: Army

    @property
    def edges(self) -> dict[str, float]:
        """The heading towards each side's own edge of the table."""
        home = (self.doc.get("home") or {}).items()
        return DEFAULT_HOME | {side: value for side, value in home if value is not None}

    @property
    def scale(self) -> int:
        """[scale.25mm] What every length is multiplied by."""
        return figures(self.chosen["figures"])

    def absent_map(self) -> Node | None:
        """Give a case that has no table an empty one."""
        return load_text("{}", self.node.file)[0] if self.inline else None

    def read_map(self, node: Node) -> TableTop | None:
        return self.if_sound(partial(read_map, scale=self.scale), node)

    def known(self, board: TableTop | None) -> Known:
        """Settle who commands whom; where that is not sound nothing is said of who is named."""
        army = self.army
        if self.inline:
            army.chain.give_chiefs(self.source)
        elif not army.chain.rows and not self.problems:
            self.fault(
                ("forces",), tr("the orders of battle hold no formation"), tr("add formations")
            )
        army.settle(self.problems, whole=not self.inline)
        pieces = {**army.types, **army.chain.posts} if army.sound and army.chain.rows else None
        if board is None:
            return Known(pieces, army.formations, zones=None)
        sectors = {sector.id for sector in board.sectors}
        return Known(pieces, army.formations, sectors, {patch.id for patch in board.patches})

    def setup(self, board: TableTop | None, stages: tuple[Stage, ...]) -> Setup | None:
        """Return the set-up; of a file, every unit and commander must have a place."""
        stage = stages[0] if stages else Stage((), "", {})
        self._check(stage)
        if board is None or self.problems:
            return None
        setup = self._setup(board, stage)
        nobody = State({uid: Unit(uid) for uid in setup.types}, {})
        check_stands(setup, nobody, stage.places, why_not_stand, partial(put, setup), self.fault)
        if not self.inline:
            self.all_placed(stage, (*setup.types, *setup.posts), setup.placed)
        return setup

    def _check(self, stage: Stage) -> None:
        """Note units that would arrive without their formation, and objectives given twice."""
        if any(arrival.placement.pieces for arrival in stage.arrivals):
            self.fault(
                (*stage.path, "arrivals"), tr("formations arrive as a whole"), tr("name the group")
            )
        ids = [(row or {}).get("id") for row in stage.row.get("victory") or ()]
        for index, uid in enumerate(ids):
            if uid and uid in ids[:index]:
                self.fault(
                    (*stage.path, "victory", index, "id"),
                    tr("objective {uid} is given twice", uid=verbatim(uid)),
                )

    def _setup(self, table: TableTop, stage: Stage) -> Setup:
        army, starts = self.army, stage.starts
        hours, minutes = (stage.clock.first or DEFAULT_START).split(":")
        return Setup(
            info=self.info,
            text=self.bundle(self.plain_forces),
            options=self.chosen,
            table=table,
            types={uid: evolve(kind, scale=self.scale) for uid, kind in army.types.items()},
            posts=dict(army.chain.posts),
            formations=army.formations,
            formation_names={uid: row["name"] for uid, row in army.chain.rows.items()},
            above={uid: army.chain.above(uid) for uid in army.chain.rows},
            placed=self._placed(table, starts),
            arrivals=tuple(self._arrivals(stage)),
            objectives=tuple(map(self._objective, stage.victory)),
            home=self.edges,
            clock=int(hours) * 60 + int(minutes),
            level=self.doc.get("level") or "brigade",
            special=stage.special,
            worn={uid: line.extra["worn"] for uid, line in starts.items() if "worn" in line.extra},
            scale=self.scale,
            cm=lengths(self.scale),
        )

    def _placed(self, table: TableTop, starts: Mapping[str, Placement]) -> Placed:
        """Return where each base begins: a case may leave commanders out, who stand at their edge."""
        posts = self.army.chain.posts if self.inline else {}
        found = {uid: cornered(table, self.edges, post.side) for uid, post in posts.items()}
        for uid, line in starts.items():
            kind = self.army.types.get(uid) or self.army.chain.posts[uid]
            found[uid] = place_of(line, table, kind, ahead(self.edges, kind.side))
        return found

    def _arrivals(self, stage: Stage) -> Iterator[Arrival]:
        """Give the formations that come later, in the order of the orders of battle."""
        coming = {uid: one for one in stage.arrivals for uid in one.placement.groups}
        for uid in self.army.chain.rows:
            if uid in coming:
                yield Arrival(uid, coming[uid].turn, coming[uid].condition or "")

    def _objective(self, row: Fields) -> Objective:
        x, y = (self.scale * cm for cm in row["point"])
        said = {key: value for key, value in row.items() if value is not None}
        return made(Objective, {**said, "sectors": said.get("at", ())}, at=(x, y))


load_setup = Reader.load
scenario_infos = Reader.shipped


# -- the first position ------------------------------------------------------------------------


def initial_state(setup: Setup, seed: str) -> State:  # noqa: ARG001 - the contract hands a seed
    """Return the position before the first ask: formations on the table, or waiting to arrive.

    Commanders without values of their own have none until table 1 is rolled (commanders.setup).
    """
    turns = {arrival.formation: arrival.turn for arrival in setup.arrivals}
    return State(
        units={uid: _unit(setup, uid, turns) for uid in setup.types},
        commanders={uid: _commander(setup, uid, turns) for uid in setup.posts},
        phase="setup",
        held={objective.id: objective.first for objective in setup.objectives},
        points=dict.fromkeys(setup.sides, 0),
        losses=dict.fromkeys(setup.types, 0),
    )


def _unit(setup: Setup, uid: str, turns: Mapping[str, int]) -> Unit:
    kind = setup.types[uid]
    vm = kind.vm - setup.worn.get(uid, 0)
    if uid not in setup.placed:
        return Unit(uid, REMOVED, halves=kind.halves, vm=vm)
    pose, formation = setup.placed[uid]
    if turns.get(kind.brigade, 0):
        return Unit(uid, WAITING, None, formation, kind.halves, vm)
    sector, slot = housed(setup.table, pose)
    return Unit(uid, TABLE, pose, formation, kind.halves, vm, sector=sector, slot=slot)


def _commander(setup: Setup, uid: str, turns: Mapping[str, int]) -> Commander:
    post = setup.posts[uid]
    radius, initiative, bonus = post.values or (0, 0, 0)
    radius *= setup.scale
    if uid not in setup.placed:
        return Commander(uid, radius, initiative, bonus, REMOVED)
    if turns.get(post.formation, 0):
        return Commander(uid, radius, initiative, bonus, WAITING)
    return Commander(uid, radius, initiative, bonus, TABLE, setup.placed[uid][0])
