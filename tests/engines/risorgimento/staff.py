"""An army with its chain of command, set where a test wants it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.play.dice import Dice, HashDice
from grognard.engines.core.play.table import Table
from grognard.engines.risorgimento.scenario.load import initial_state, load_setup
from grognard.engines.risorgimento.setup import Board
from tests.engines.risorgimento.field import watched


def chief(name: str, level: str, *values: str) -> dict[str, Any]:
    """A commander row with radius, initiative, bonus."""
    return {"id": name, "name": name, "level": level, "values": list(values)}


FORMATIONS = [
    {
        "id": "army",
        "name": "Army",
        "side": "allied",
        "army": "french",
        "commander": chief("cic", "cic", "30", "7", "1"),
    },
    {
        "id": "corps",
        "name": "Corps",
        "above": "army",
        "army": "french",
        "commander": chief("cc", "corps", "20", "6", "1"),
    },
    {
        "id": "division",
        "name": "Division",
        "above": "corps",
        "army": "french",
        "commander": chief("cd", "division", "20", "6", "1"),
    },
    {
        "id": "brigade",
        "name": "Brigade",
        "above": "division",
        "army": "french",
        "commander": chief("cb", "brigade", "10", "6", "1"),
    },
    {
        "id": "foes",
        "name": "Foes",
        "side": "austrian",
        "army": "austrian",
        "commander": chief("archduke", "cic", "40", "5", "0"),
    },
]
PLACES = {"cic": (5, 30), "cc": (15, 30), "cd": (25, 30), "cb": (35, 30), "archduke": (95, 30)}


def unit(uid: str, formation: str, quality: str, strength: str) -> dict[str, Any]:
    """A row of the order of battle."""
    return {
        "id": uid,
        "name": uid,
        "formation": formation,
        "quality": quality,
        "strength": [strength],
    }


def army(
    units: Mapping[str, tuple[float, float]],
    *,
    dice: Dice | None = None,
    options: Mapping[str, str] | None = None,
    places: Mapping[str, tuple[float, float] | None] | None = None,
    **more: Any,
) -> Board:
    """A table with the chain of command; units named a-... are French, b-... Austrian.

    `places` moves commanders; None takes one off the table.
    """
    rows = [
        unit(
            uid,
            "brigade" if uid.startswith("a") else "foes",
            "french_line" if uid.startswith("a") else "austrian_line",
            "6",
        )
        for uid in units
    ]
    doc = {
        "game": "risorgimento",
        "board": {"size": ["100", "60"], "patches": []},
        "formations": FORMATIONS,
        "units": rows,
        **more,
    }
    setup = load_setup(json.dumps(doc), options or {})
    state = initial_state(setup, "1")
    stood = dict(state.units)
    for uid, (x, y) in units.items():
        stood[uid] = replace(stood[uid], place="table", pose=Pose.of(x, y, 0), formation="line")
    commanders = dict(state.commanders)
    for name, at in {**PLACES, **(places or {})}.items():
        pose = Pose.of(*at, 0) if at else None
        commanders[name] = replace(commanders[name], place="table", pose=pose)
    state = replace(state, units=stood, commanders=commanders)
    return watched(Table(setup, state, dice or HashDice("1")))


def with_chief(table: Board, name: str, **fields: Any) -> None:
    """Change a commander."""
    changed = replace(table.state.commanders[name], **fields)
    table.update(commanders={**table.state.commanders, name: changed})
