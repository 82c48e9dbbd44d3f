"""[1.1] Reading a scenario, with its map and orders of battle, into an immutable Setup."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from engines.columbia.map.ground import Ground
from engines.columbia.scenario.battlemap import read_map
from engines.columbia.scenario.days import DayReader
from engines.columbia.scenario.forces import Army, read_forces, read_inline_block
from engines.columbia.scenario.scenario import INLINE, SCENARIO, scenario_info
from engines.columbia.setup import Setup
from engines.columbia.state import ABSENT, FRENCH, WAITING, Block, State
from engines.core.data.yamlio import MapNode, Node, Scalar
from engines.core.play.setups import ScenarioInfo
from engines.core.scenario.scenariofile import ScenarioReader, read_scenario
from engines.core.scenario.scenariolist import choose_options, list_shipped

SHIPPED_FORCES = ("forces/french.yaml", "forces/russian.yaml")
"""The orders of battle of a board that names none."""


class _Reader(ScenarioReader[Setup]):
    """Reads a scenario; every fault goes to `problems` with its line."""

    game = "columbia"
    schema = SCENARIO
    inline_schema = INLINE

    def __init__(self, node: MapNode, folder: Path | None, *, inline: bool) -> None:
        super().__init__(node, folder, inline=inline)
        self.army = Army()

    # parts

    def read_ground(self) -> Ground | None:
        """Read the map, inline or by reference."""
        if ("map" in self.doc) == ("board" in self.doc):
            self.fault((), "a scenario has either map (a file) or board (written out)", "give one")
            return None
        if "board" in self.doc:
            node: Node | None = self.source.node(("board",))
        else:
            name = self.doc["map"]
            node = self._refer(("map",), name) if name is not None else None
        if node is None:
            return None
        self.map_plain = node.plain()
        return read_map(node, self.problems)

    def read_army(self) -> None:
        """Read the orders of battle and the blocks written out."""
        if "forces" not in self.doc and "map" not in self.doc:
            for name in SHIPPED_FORCES:
                self._forces(("board",), self._refer(("board",), name))
        for index, _ in enumerate(self.doc.get("forces") or ()):
            path = ("forces", index)
            node: Node | None = self.source.node(path)
            if isinstance(node, Scalar):
                node = self._refer(path, node.value)
            self._forces(path, node)

    def _forces(self, path: tuple[str | int, ...], node: Node | None) -> None:
        if isinstance(node, MapNode):
            inline = "blocks" not in node.entries and "forces" not in node.entries
            (read_inline_block if inline else read_forces)(node, self.army, self.problems)
        elif node is not None:
            self.fault(path, "forces must name orders of battle or describe blocks")

    # together

    def read(self, options: Mapping[str, str], path: str) -> Setup | None:
        """Return the set-up; of a file, every block must have its place on the first day."""
        ground = self.read_ground()
        self.read_army()
        reader = DayReader(self.doc, self.source, self.problems, self.army, ground)
        days = reader.read(whole=not self.inline)
        info = scenario_info(self.doc, path, self.problems, self.source)
        chosen = choose_options(info, options, self.problems)
        if ground is None:
            return None
        return Setup(
            info=info,
            text=self.bundle(self.army.plain),
            options=chosen,
            ground=ground,
            types=dict(self.army.types),
            days=days,
            redeploy=any(not day.hours for day in days),
            corps_names=dict(self.army.corps_names),
        )


def load_setup(
    source: Path | Traversable | str, options: Mapping[str, str], file: str = "scenario"
) -> Setup:
    """Read a scenario: a file, or its whole text (`file` is the name its problems then carry).

    Raises:
        ScenarioError: with every problem at once.
    """
    return read_scenario(_Reader, source, options, file)


@cache
def scenario_infos() -> tuple[ScenarioInfo, ...]:
    """List the shipped scenarios by length, without their maps and forces."""
    return list_shipped("columbia", SCENARIO, scenario_info)


# -- the first position ------------------------------------------------------------------------


def initial_state(setup: Setup, seed: str) -> State:  # noqa: ARG001 - the contract hands a seed
    """[1.1] Return the position before the first ask: all that is in play waits for set-up."""
    first = setup.days[0]
    blocks: dict[str, Block] = {}
    for uid in setup.types:
        start = first.starts.get(uid)
        if start is None or start.absent:
            blocks[uid] = Block(uid, ABSENT)
        else:
            blocks[uid] = Block(uid, WAITING, step=start.step)
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
