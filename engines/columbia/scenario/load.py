"""[1.1] Reading a scenario, with its map and orders of battle, into an immutable Setup."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engines.columbia.field.effects import areas_after
from grognard.engines.columbia.field.standing import why_not_stand
from grognard.engines.columbia.map.battlemap import read_map
from grognard.engines.columbia.map.ground import Ground
from grognard.engines.columbia.scenario.days import all_placed, the_days
from grognard.engines.columbia.scenario.forces import Army
from grognard.engines.columbia.scenario.older import OLDER
from grognard.engines.columbia.scenario.scenario import ENVELOPE
from grognard.engines.columbia.setup import Setup, first_step
from grognard.engines.columbia.state import ABSENT, FRENCH, WAITING, Block, State
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.yamlio import Node
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.scenario.envelope import Stage
from grognard.engines.core.scenario.envelopereader import EnvelopeReader
from grognard.engines.core.scenario.placing import Known
from grognard.engines.core.scenario.standing import check_stands


class Reader(EnvelopeReader[Setup, Ground]):
    """Reads a scenario; every fault goes to `problems` with its line."""

    envelope = ENVELOPE
    older = OLDER
    musters = Army
    army: Army

    def read_map(self, node: Node) -> Ground | None:
        return self.if_sound(read_map, node)

    def absent_forces(self) -> Sequence[str]:
        return () if "map" in self.doc else ("forces/french.yaml", "forces/russian.yaml")

    def known(self, board: Ground | None) -> Known:
        areas = None if board is None else board.areas
        return Known(self.army.types, self.army.by("corps"), areas, broken=self.army.broken)

    def setup(self, board: Ground | None, stages: tuple[Stage, ...]) -> Setup | None:
        """Return the set-up; of a file, every block must have its place on the first day."""
        days = the_days(stages, self.army, self.fault)
        if stages and not self.inline:
            all_placed(days[0], self.army, (*stages[0].path, "setup"), self.fault)
        if board is None:
            return None
        setup = Setup(
            info=self.info,
            text=self.bundle(self.plain_forces),
            options=self.chosen,
            ground=board,
            types=dict(self.army.types),
            days=days,
            redeploy=any(not day.hours for day in days),
            corps_names=dict(self.army.corps_names),
        )
        for stage in stages[:1]:
            first = initial_state(setup, "")
            check_stands(setup, first, stage.places, why_not_stand, _put, self.fault)
        return setup


def _put(state: State, uid: str, place: Placement) -> State:
    """Put a block into the area of its line."""
    (area,) = place.places
    block = evolve(state.blocks[uid], at=area)
    return evolve(state, blocks={**state.blocks, uid: block}, areas=areas_after(state, uid, area))


load_setup = Reader.load
scenario_infos = Reader.shipped


# -- the first position ------------------------------------------------------------------------


def initial_state(setup: Setup, seed: str) -> State:  # noqa: ARG001 - the contract hands a seed
    """[1.1] Return the position before the first ask: all that is in play waits for set-up."""
    first = setup.days[0]
    blocks: dict[str, Block] = {}
    for uid in setup.types:
        start = first.starts.get(uid)
        if start is None or start.box == ABSENT:
            blocks[uid] = Block(uid, ABSENT)
        else:
            blocks[uid] = Block(uid, WAITING, step=first_step(start))
    bridges = (key for key, border in setup.ground.borders.items() if border.optional_bridge)
    return State(
        blocks=blocks,
        areas={},
        day=first.number,
        phase="setup",
        first=FRENCH,
        built=tuple(bridges) if first.bridge else (),
        commands={
            kind.corps: uid
            for uid, kind in setup.types.items()
            if kind.is_hq and kind.weight == "army"
        },
    )
