"""The grammar of the fixture game before there were stages: everything at the top."""

from __future__ import annotations

from grognard.engines.core.data.yamlio import MapNode, Node
from grognard.engines.core.scenario.migrating import Older, Remade, mapping, scalar, sequence, words


def _migrate(scenario: MapNode) -> MapNode:
    """Put the map under board, the blocks under forces, and what happens under stages."""
    made = Remade(scenario)
    areas, blocks, homes, gun = (made.take(key) for key in ("areas", "blocks", "homes", "gun"))
    if areas is not None:
        made.put("board", mapping(areas, areas=areas))
    if blocks is not None:
        made.put("forces", sequence([mapping(blocks, blocks=blocks)], blocks))
    lines: list[Node] = []
    if isinstance(homes, MapNode):
        lines += [mapping(node, group=seat, among=node) for seat, node in homes.entries.items()]
    if gun is not None and len(pose := [int(word) for word in words(gun) if word.isdecimal()]) == 3:
        point = sequence([scalar(str(mm / 1000), gun) for mm in pose[:2]], gun)
        lines.append(mapping(gun, piece="gun", pose=point, heading=str(pose[2] / 100)))
    turns = made.take("turns")
    clock = None if turns is None else mapping(turns, turns=turns)
    stage = mapping(
        scenario, id="stage", clock=clock, cards=made.take("cards"), setup=sequence(lines, scenario)
    )
    made.put("stages", sequence([stage], scenario))
    return made.node


OLDER = Older(("turns", "areas", "homes", "blocks", "gun"), _migrate)
