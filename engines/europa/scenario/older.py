"""States of older saves, made over."""

from __future__ import annotations

from itertools import islice
from typing import Any

Data = dict[str, Any]


def markers_on_units(data: Data) -> Data:
    """[8.7] [15.1] Forage markers and dummies, once noted by hexes, lie on units (schema 2 to 3).

    No data of a unit says whose it is; but a French stack alone forages, and no two sides share a hex.
    """
    held: dict[str, list[str]] = {}
    for uid, unit in data["units"].items():
        held.setdefault(unit["at"], []).append(uid)
    forage = [uid for at in data.get("forage", ()) for uid in held.get(at, ())]
    heights = [
        uid
        for key, count in data.get("heights", {}).items()
        for uid in islice(held.get(key.partition(" ")[2], ()), count)
    ]
    new = {
        "forage": forage,
        "heights": heights,
        "lost_in_1813": _fallen_late(data),
        "newcomers": [],
    }
    return {**{key: value for key, value in data.items() if key != "lost_in_1812"}, **new}


def _fallen_late(data: Data) -> list[str]:
    """[16.13.r-1813] Return who fell in 1813: the dead after those who were noted as 1812's."""
    is_later = data.get("flags", {}).get("quarters") == "taken" and not data.get("winter")
    return list(data.get("dead", ()))[len(data.get("lost_in_1812", ())) :] if is_later else []
