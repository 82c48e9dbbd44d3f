"""A made-up battlefield of 39x27 hexes with 300 pieces, for tests and for the bench."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

from grognard.engines.core.board.hexes import HexGrid
from grognard.engines.core.data.text import text
from grognard.engines.core.show.views import (
    BoardView,
    EdgeView,
    LabelView,
    LineView,
    PieceView,
    SpaceView,
    TableView,
)

GRID = HexGrid.from_mapping(
    {
        "kind": "hex",
        "columns": {"first": 1, "last": 39, "grow": "east"},
        "rows": {"first": 1, "last": 27, "grow": "south"},
        "shifted": {"columns": "even", "toward": "south"},
        "flat": "top",
    }
)
SYMBOLS = ("infantry", "light_cavalry", "foot_artillery", "heavy_cavalry", "jaeger", "grenadier")
BANDS = {
    "french": ("imperial-guard", "i-corps", "iii-corps", "iv-corps", "v-corps"),
    "russian": ("ru-guard", "ru-ii-corps", "ru-iv-corps", "ru-vi-corps", "ru-vii-corps"),
}


def _blob(rng: Random, start: str, size: int) -> set[str]:
    found = {start}
    while len(found) < size:
        at = rng.choice(sorted(found))
        found.add(rng.choice(GRID.adjacent(at)))
    return found


def _trail(rng: Random, start: str, end: str) -> list[str]:
    trail = [start]
    while trail[-1] != end:
        near = sorted(GRID.adjacent(trail[-1]), key=lambda h: GRID.distance(h, end))
        trail.append(near[0] if rng.random() < 0.75 else near[1])
        if len(trail) > 90:
            break
    return trail


def board(seed: int = 1812) -> BoardView:
    """Return the battlefield."""
    rng = Random(seed)
    terrain: dict[str, str] = {}
    for count, kind, size in ((14, "cultivated", 16), (15, "woods", 15), (5, "marsh", 5)):
        for _ in range(count):
            for h in _blob(rng, rng.choice(GRID.hexes), size):
                terrain[h] = kind
    villages = ["2008", "1214", "2816", "0621", "3309", "2420"]
    for h in villages:
        terrain[h] = "village"
    terrain["2117"], terrain["0909"] = "burning_village", "rubble"
    level: dict[str, int] = {}
    edges: dict[str, EdgeView] = {}
    for start, size in (("1610", 26), ("2912", 34), ("0816", 20)):
        hill = _blob(rng, start, size)
        for h in hill:
            level[h] = level.get(h, 0) + 1
        kind = "steep_slope" if start == "2912" else "slope"
        for h in sorted(hill):
            for n in GRID.adjacent(h):
                if n not in hill:
                    key = GRID.side(h, n)
                    edges[key] = EdgeView(key, kind, *GRID.side_ends(h, n), GRID.centre(h))
    for start, end, kind in (
        ("0701", "3019", "river"),
        ("1501", "1818", "banked_stream"),
        ("3427", "3114", "stream"),
        ("0110", "1208", "stream"),
        ("3804", "2614", "very_steep_banked_stream"),
    ):
        trail = _trail(rng, start, end)
        bank = set(trail)
        ahead = [n for h in trail for n in GRID.adjacent(h) if n not in bank]
        right = {n for n in ahead if GRID.centre(n)[0] > GRID.centre(trail[0])[0] - 99}
        for h in trail:
            for n in GRID.adjacent(h):
                cx, cy = GRID.centre(h)
                nx, ny = GRID.centre(n)
                if n in right and (nx - cx) - (ny - cy) * 0.6 > 0.1:
                    key = GRID.side(h, n)
                    edges[key] = EdgeView(key, kind, *GRID.side_ends(h, n))
    lines = []
    for start, end, kind in (
        ("0106", "3911", "road"),
        ("0621", "3309", "road"),
        ("2008", "2420", "road"),
        ("0127", "2816", "path"),
        ("1214", "2117", "path"),
        ("1801", "2008", "path"),
    ):
        trail = _trail(rng, start, end)
        lines.append(LineView(kind, "", tuple(GRID.centre(h) for h in trail)))
        for a, b in pairwise(trail):
            key = GRID.side(a, b)
            if key in edges and "slope" not in edges[key].kind and kind == "road":
                name = f"{key}:bridge"
                edges[name] = EdgeView(
                    name, rng.choice(("bridge", "bridge", "ford")), *GRID.side_ends(a, b)
                )
    for h, sides in (("2612", 4), ("1908", 3)):
        for n in GRID.adjacent(h)[:sides]:
            edges[f"{h}>{n}"] = EdgeView(
                f"{h}>{n}", "redoubt", *GRID.side_ends(h, n), GRID.centre(h)
            )
    for h in ("2615", "2716", "2417"):
        n = GRID.adjacent(h)[-1]
        edges[f"{h}>{n}"] = EdgeView(
            f"{h}>{n}", "emplacement", *GRID.side_ends(h, n), GRID.centre(h)
        )
    names = ("Borodino", "Шевардино", "Semenovskaya", "Utitsa", "Gorki", "Perché sì")
    labels = [
        LabelView(n, "place", (GRID.centre(h),)) for n, h in zip(names, villages, strict=True)
    ]
    river = [e for e in edges.values() if e.kind == "river"][:9]
    labels.append(
        LabelView("Kolocha", "river", tuple(sorted({p for e in river for p in (e.a, e.b)})))
    )
    labels.append(LabelView("Great Redoubt", "redoubt", (GRID.centre("2612"),)))
    spaces = tuple(
        SpaceView(h, GRID.centre(h), GRID.corners(h), terrain.get(h, "clear"), level.get(h, 0), h)
        for h in GRID.hexes
    )
    return BoardView(
        "sample",
        "The Field of the Sample",
        "hex",
        spaces,
        tuple(edges.values()),
        tuple(lines),
        tuple(labels),
        (0.0, 0.0, *GRID.size),
        7,
    )


def part(whole: BoardView, wide: float = 13.0, high: float = 10.0) -> BoardView:
    """Return its north-western part, for what does not depend on how large a map is."""

    def inside(point: tuple[float, float]) -> bool:
        return point[0] <= wide and point[1] <= high

    lines = (replace(line, points=tuple(filter(inside, line.points))) for line in whole.lines)
    return replace(
        whole,
        spaces=tuple(space for space in whole.spaces if inside(space.centre)),
        edges=tuple(edge for edge in whole.edges if inside(edge.a) and inside(edge.b)),
        lines=tuple(line for line in lines if len(line.points) > 1),
        labels=tuple(label for label in whole.labels if all(map(inside, label.points))),
        bounds=(0.0, 0.0, wide, high),
    )


def pieces(count: int = 300, seed: int = 5) -> tuple[PieceView, ...]:
    """Return `count` pieces of two sides, up to three a hex."""
    rng = Random(seed)
    found: list[PieceView] = []
    stacks: dict[str, int] = {}
    while len(found) < count:
        side = ("french", "russian")[len(found) % 2]
        columns = (4, 19) if side == "french" else (20, 36)
        at = f"{rng.randint(*columns):02d}{rng.randint(3, 25):02d}"
        depth = stacks.get(at, 0)
        if depth > 2:
            continue
        stacks[at] = depth + 1
        states = [
            b for b in ("disordered", "moved", "fired", "square", "charge") if rng.random() < 0.1
        ]
        found.append(
            PieceView(
                f"{side}-{len(found)}",
                "counter",
                side,
                rng.choice(SYMBOLS),
                f"Unit {len(found)}",
                at,
                band=rng.choice(BANDS[side]),
                badges=tuple(states),
                stack=depth,
                values=(
                    ("fire", str(rng.randint(1, 9))),
                    ("shock", str(rng.randint(4, 17))),
                    ("cohesion", str(rng.randint(3, 8))),
                ),
                facing=float(30 + 60 * rng.randint(0, 5)),
                group=rng.choice(BANDS[side]),
            )
        )
    return tuple(found)


def view(count: int = 300) -> TableView:
    """Return what the public sees of the sample."""
    return TableView(None, text("Turn 1"), text("Movement"), "french", pieces(count))
