"""Parts of a map of hexes: what is copied of some hexes, and the steps that lay it elsewhere.

A part is told by where its hexes lie to one another, so that it fits any map whose hexes lie the same
way; what it says replaces what the hexes said, where it is laid.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass

from grognard.app.editor.boards.spreading import do_in
from grognard.app.editor.maps import hexes
from grognard.app.editor.maps.steps import Step, appended, dropped, rows, section, text_of, texts
from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.layers import Layer
from grognard.engines.core.data.yamlio import Plain

MIME = "application/x-grognard-map-part"
MOST = 2_000_000
"""Bytes that are taken in of what was copied."""
SPOTTED = ("places", "buildings")
"""Layers whose rows stand each in a hex of their own."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Part:
    """Some hexes, and what a map says of them.

    Attributes:
        spots: where each hex lies, from the first of them, in board units.
        said: what each layer says, by its key, in the numbers of the map that it is from.
    """

    flat: str
    spots: dict[str, Point]
    said: dict[str, Plain]


# -- copying ---------------------------------------------------------------------------------------


def copied(doc: Plain, layers: Sequence[Layer], grid: HexGrid, chosen: Sequence[str]) -> Part:
    """Return what is copied of some hexes, on some layers."""
    x, y = grid.centre(chosen[0])
    centres = {h: grid.centre(h) for h in chosen}
    spots = {h: (round(u - x, 3), round(v - y, 3)) for h, (u, v) in centres.items()}
    said = {layer.key: _said(doc, layer, spots) for layer in layers}
    return Part(grid.flat, spots, {key: value for key, value in said.items() if value != ""})


def _said(doc: Plain, layer: Layer, inside: Collection[str]) -> Plain:
    """Return what a layer says of hexes; "" for a layer of which no part can be taken."""
    if layer.drawn in ("hexes", "levels"):
        there = hexes.kinds_of(doc, layer)
        return {h: there[h] for h in inside if h in there}
    if layer.drawn == "sides":
        lists = section(doc, layer.key)
        kept = {
            kind: [item for item in texts(items) if {*_ends(item)} <= {*inside}]
            for kind, items in lists.items()
        }
        return {kind: [*items] for kind, items in kept.items() if items}
    if layer.drawn == "lines":
        return [*_stretches(doc, layer, inside)]
    if layer.drawn in SPOTTED:
        return [row for row in rows(doc, layer.key) if text_of(row, "at") in inside]
    return ""


def _ends(item: str) -> list[str]:
    return item.replace(">", "/").split("/")


def _stretches(doc: Plain, layer: Layer, inside: Collection[str]) -> Iterator[Plain]:
    """Give the stretches of lines that run through hexes."""
    for row in rows(doc, layer.key):
        way = texts(row.get("hexes")) if isinstance(row, dict) else []
        outside = [h for h in way if h not in inside]
        for run in hexes.runs(way, outside):
            if isinstance(row, dict):
                yield {**row, "hexes": [*run]}


# -- laying ----------------------------------------------------------------------------------------


def renamed(part: Part, grid: HexGrid, at: str) -> dict[str, str]:
    """Return the hex that each hex of a part becomes, with its first one at a hex; those off the map are left out.

    Of a map whose hexes lie another way there is none.
    """
    if part.flat != grid.flat:
        return {}
    x, y = grid.centre(at)
    found = {h: grid.hex_at(x + dx, y + dy) for h, (dx, dy) in part.spots.items()}
    return {h: there for h, there in found.items() if there is not None}


def laid(doc: Plain, layers: Sequence[Layer], part: Part, names: Mapping[str, str]) -> list[Step]:
    """Return the steps that lay a part, each on what the last one has left."""
    now, found = deepcopy(doc), list[Step]()
    for layer in layers:
        if layer.key not in part.said:
            continue
        for steps in _laying(now, layer, part.said[layer.key], names):
            do_in(now, steps)
            found += steps
    return found


def _laying(
    now: Plain, layer: Layer, said: Plain, names: Mapping[str, str]
) -> Iterator[list[Step]]:
    if layer.drawn in ("hexes", "levels") and isinstance(said, dict):
        yield from _ground(now, layer, said, names)
    elif layer.drawn == "sides" and isinstance(said, dict):
        yield from _sides(now, layer, said, names)
    elif layer.drawn == "lines" and isinstance(said, list):
        yield hexes.cut_lines(now, layer, "", {*names.values()})
        for row in said:
            way = texts(row.get("hexes")) if isinstance(row, dict) else []
            for run in hexes.runs([names.get(h, "") for h in way], [""]):
                yield hexes.draw_line(now, layer, text_of(row, "kind"), run, text_of(row, "name"))
    elif isinstance(said, list):
        yield from _spotted(now, layer, said, names)


def _ground(
    now: Plain, layer: Layer, said: Mapping[str, Plain], names: Mapping[str, str]
) -> Iterator[list[Step]]:
    alike: dict[str, list[str]] = {}
    for there, here in names.items():
        alike.setdefault(str(said.get(there, "")), []).append(here)
    for kind, chosen in alike.items():
        if layer.drawn == "levels":
            yield hexes.level_at(now, layer, chosen, int(kind or 0))
        else:
            yield hexes.paint(now, layer, kind, chosen)


def _sides(
    now: Plain, layer: Layer, said: Mapping[str, Plain], names: Mapping[str, str]
) -> Iterator[list[Step]]:
    here = {*names.values()}
    old = [_ends(item) for items in section(now, layer.key).values() for item in texts(items)]
    gone = [(ends[0], ends[1]) for ends in old if {*ends} <= here]
    yield hexes.clear_sides(now, layer, "", gone)
    for kind, items in said.items():
        pairs = [[names.get(h, "") for h in _ends(item)] for item in texts(items)]
        yield hexes.lay_sides(now, layer, kind, [(a, b) for a, b in pairs if a and b])


def _spotted(
    now: Plain, layer: Layer, said: Sequence[Plain], names: Mapping[str, str]
) -> Iterator[list[Step]]:
    here = {*names.values()}
    while (index := _first_in(now, layer, here)) >= 0:
        yield [dropped(now, layer.key, index)]
    for row in said:
        at = names.get(text_of(row, "at"), "")
        if at and isinstance(row, dict):
            yield [appended(now, layer.key, {**row, "at": at})]


def _first_in(now: Plain, layer: Layer, here: Collection[str]) -> int:
    there = enumerate(rows(now, layer.key))
    return next((index for index, row in there if text_of(row, "at") in here), -1)


# -- the clipboard ---------------------------------------------------------------------------------


def packed(game: str, part: Part) -> bytes:
    """Return a part as the clipboard carries it."""
    plain = {"game": game, "flat": part.flat, "spots": part.spots, "said": part.said}
    return json.dumps(plain, ensure_ascii=False).encode()


def unpacked(game: str, raw: bytes) -> Part | None:
    """Return the part of a game's map that the clipboard carries; None where it holds none, or a broken one."""
    try:
        plain = json.loads(raw) if len(raw) <= MOST else None
        if not isinstance(plain, dict) or plain.get("game") != game:
            return None
        spots = {str(h): (float(x), float(y)) for h, (x, y) in plain["spots"].items()}
        said = {str(key): _plain(value) for key, value in plain["said"].items()}
        return Part(str(plain["flat"]), spots, said) if spots else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _plain(value: object) -> Plain:
    """Return a value of text, lists and mappings alone.

    Raises:
        TypeError: it holds something else.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    raise TypeError(value)
