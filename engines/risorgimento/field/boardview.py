"""[geo.frame] The table of a scenario as the canvas draws it.

The canvas counts y to the south and turns pieces clockwise from north, the game counts y to the
north and turns counter-clockwise from east: `to_board`, `from_board` and `board_heading` are the
only place where one becomes the other. On the board the table lies from y = -length to y = 0, in cm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist

import shapely

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.show.views import (
    BoardView,
    EdgeView,
    LabelView,
    LineView,
    Point,
    SpaceView,
)
from grognard.engines.risorgimento.map.tabletop import Patch, TableTop
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.tables import rows

TABLE = "table"
"""The id of the space that is the whole table."""
_LINES = ("road", "ditch", "bank")
_ORDER = (
    "hill",
    "steep_hill",
    "grain",
    "rice",
    "vines",
    "light_woods",
    "dense_woods",
    "water",
    "ford",
    "village",
    "walled",
)
"""What is drawn over what, the last on top; of hills the higher."""
_LOOKS = {"ditch": "stream"}


def to_board(point: Point) -> Point:
    """Return where a point of the table (cm, y north) lies on the board (y south)."""
    return (point[0], -point[1] + 0.0)


def from_board(point: Point) -> Point:
    """Return where a point of the board (y south) lies on the table (cm, y north)."""
    return (point[0], -point[1] + 0.0)


def board_heading(heading: float) -> float:
    """Return a heading (counter-clockwise from east) as the canvas turns: clockwise from north."""
    return (90.0 - heading) % 360.0


def game_heading(heading: float) -> float:
    """Return a heading of the canvas (clockwise from north) as the game has it."""
    return (90.0 - heading) % 360.0


def board_pose(pose: Pose) -> tuple[float, float, float]:
    """Return x, y and heading of a pose on the board: what PieceView.pose wants."""
    return (*to_board(pose.centre), board_heading(pose.heading))


def board_points(points: Iterable[Point]) -> tuple[Point, ...]:
    """Return a line or outline of the table on the board."""
    return tuple(to_board((float(x), float(y))) for x, y in points)


def board_view(setup: Setup) -> BoardView:
    """Return ground, roads, waters and names of the table; the same for the whole game.

    Spaces are the patches (terrain keys are the rows of table 5) with the ids they have in the
    game, after the whole table; their `tags` say what a patch is drawn as (farm, cemetery). Lines
    are roads, streams and banks; edges are bridges.
    """
    table = setup.table
    width, height = table.size
    return BoardView(
        id=table.id,
        title=table.title,
        kind="table",
        spaces=(_ground(table), *_spaces(table)),
        edges=tuple(
            EdgeView(f"bridge:{b.id}", "bridge", to_board(b.line[0]), to_board(b.line[1]))
            for b in table.bridges
        ),
        lines=tuple(_lines(table)),
        labels=tuple(
            LabelView(label.text, label.kind, board_points(label.points)) for label in table.labels
        ),
        bounds=(0.0, -float(height), float(width), 0.0),
        scale=float(setup.scale),
    )


def _ground(table: TableTop) -> SpaceView:
    width, height = table.size
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return SpaceView(TABLE, to_board((width / 2, height / 2)), board_points(corners), "open")


def _spaces(table: TableTop) -> Iterator[SpaceView]:
    shown = [patch for patch in table.patches if patch.terrain in _ORDER]
    for patch in sorted(shown, key=lambda patch: (_ORDER.index(patch.terrain), patch.level)):
        middle = patch.polygon.representative_point()
        yield SpaceView(
            id=patch.id,
            centre=to_board((float(middle.x), float(middle.y))),
            polygon=board_points((x, y) for x, y in patch.polygon.exterior.coords[:-1]),
            terrain=patch.terrain,
            level=patch.level,
            label=patch.name or rows("terrain")[patch.terrain]["name"],
            tags=(patch.look,) if patch.look else (),
        )


def _lines(table: TableTop) -> Iterator[LineView]:
    """Roads over streams and banks, as they cross them; what was laid as a block runs along its middle."""
    drawn = [patch for patch in table.patches if patch.terrain in _LINES]
    drawn.sort(key=lambda patch: patch.terrain == "road")
    seen: set[tuple[Point, ...]] = set()
    for patch in drawn:
        course = patch.line or _along(patch)
        if course not in seen:
            seen.add(course)
            yield LineView(_look(patch), patch.name, board_points(course))


def _along(patch: Patch) -> tuple[Point, ...]:
    """Return the middle line of a piece of ground that has no line of its own, the long way."""
    box = shapely.minimum_rotated_rectangle(patch.polygon)
    corners = [(float(x), float(y)) for x, y in shapely.get_coordinates(box)[:4]]
    sides = [dist(corners[n], corners[n - 1]) for n in range(4)]
    short = sides.index(
        min(sides)
    )  # the side before this corner is an end, the opposite one the other
    return _middle(corners[short], corners[short - 1]), _middle(
        corners[(short + 1) % 4], corners[(short + 2) % 4]
    )


def _middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def _look(patch: Patch) -> str:
    return patch.look or _LOOKS.get(patch.terrain, patch.terrain)
