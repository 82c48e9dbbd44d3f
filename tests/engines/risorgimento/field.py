"""Small tables with a few units, for the tests of the chapters."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.play.dice import Dice, HashDice, ScriptedDice
from grognard.engines.core.play.table import Table
from grognard.engines.risorgimento.army.units import BATTERY, LINE
from grognard.engines.risorgimento.charge.watching import WATCHERS
from grognard.engines.risorgimento.field.watchers import hand_down
from grognard.engines.risorgimento.scenario.load import initial_state, load_setup
from grognard.engines.risorgimento.setup import Board

FORMATIONS = [
    {"id": "left", "name": "Left", "side": "allied", "army": "french"},
    {"id": "right", "name": "Right", "side": "allied", "army": "french"},
    {"id": "corps", "name": "Corps", "side": "austrian", "army": "austrian"},
    {
        "id": "ramming",
        "name": "Ramming",
        "above": "corps",
        "army": "austrian",
        "commander": {
            "id": "general",
            "name": "General",
            "level": "brigade",
            "values": ["30", "5", "1"],
        },
    },
]
QUALITY = {
    "foot": ("left", "french_line", "6"),
    "zouaves": ("left", "french_zouaves", "6"),
    "guns": ("left", "french_artillery", "2"),
    "horse": ("left", "sardinian_light_cavalry", "4"),
    "foe": ("ramming", "austrian_line", "8"),
    "jager": ("ramming", "austrian_jager", "8"),
    "battery": ("ramming", "austrian_artillery", "2"),
    "uhlans": ("ramming", "austrian_uhlans", "4"),
}


def unit_row(uid: str) -> dict[str, Any]:
    """A unit named after its kind: foot-1, foe-2; "foot-r1" belongs to the brigade Right."""
    kind, _, number = uid.partition("-")
    formation, quality, strength = QUALITY[kind]
    if number.startswith("r"):
        formation = "right"
    return {
        "id": uid,
        "name": uid,
        "formation": formation,
        "quality": quality,
        "strength": [strength],
    }


def field(
    places: Mapping[str, tuple[float, float, float] | tuple[float, float, float, str]],
    *,
    ground: Iterable[Mapping[str, Any]] = (),
    options: Mapping[str, str] | None = None,
    dice: Dice | None = None,
    **more: Any,
) -> Board:
    """Return a table with units at (x, y, heading) or (x, y, heading, formation).

    `ground` are patches as in a map; `dice` defaults to a seed; `more` goes into the scenario.
    """
    doc = {
        "game": "risorgimento",
        "board": {"size": ["100", "60"], "patches": list(ground)},
        "formations": FORMATIONS,
        "units": [unit_row(uid) for uid in places],
        **more,
    }
    setup = load_setup(json.dumps(doc), options or {})
    state = initial_state(setup, "1")
    units = dict(state.units)
    for uid, (x, y, heading, *formation) in places.items():
        arm = setup.types[uid].arm
        shape = formation[0] if formation else BATTERY if arm == "artillery" else LINE
        units[uid] = replace(
            units[uid], place="table", pose=Pose.of(x, y, heading), formation=shape
        )
    return watched(Table(setup, replace(state, units=units), dice or HashDice("1")))


def watched(table: Board) -> Board:
    """Return the table with the cavalry watching its moves, as the turn has it."""
    hand_down(table, WATCHERS)
    return table


def with_units(table: Board, **changes: Mapping[str, Any]) -> None:
    """Change units of the position: `with_units(t, foe_1={"vm": 3})` (dashes as underscores)."""
    units = dict(table.state.units)
    for name, fields in changes.items():
        uid = name.replace("_", "-")
        units[uid] = replace(units[uid], **fields)
    table.update(units=units)


def scripted(*faces: int) -> ScriptedDice:
    """Dice that fall as told."""
    return ScriptedDice(list(faces))
