"""Where each piece is drawn: stacks offset, fans spread, moves in between."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from grognard.app.board.places.heaps import BODY, Heap, stand
from grognard.app.board.places.picking import SpaceIndex
from grognard.engines.core.show.views import PieceView

_STEP = 0.055
"""How far each lower piece of a stack peeps out, in spaces."""
_BODY = 0.9
"""A counter's body as a part of its footprint, so that hexsides stay in sight."""


@dataclass(slots=True)
class Placed:
    """One drawn piece: middle and size in board units, heading in degrees."""

    piece: PieceView
    x: float
    y: float
    width: float
    height: float
    heading: float = 0.0
    depth: int = 0
    below: int = 0
    """How many pieces of the same stack lie under this one (the top piece shows it)."""


def place(
    pieces: Sequence[PieceView], index: SpaceIndex, unit: float, fanned: str | None = None
) -> list[Placed]:
    """Lay out pieces in the order to draw them, the topmost last, a fan over everything."""
    stacks: dict[str, list[PieceView]] = defaultdict(list)
    drawn: list[Placed] = []
    for piece in pieces:
        if piece.pose is not None:
            x, y, heading = piece.pose
            w, h = piece.footprint
            drawn.append(Placed(piece, x, y, w, h, heading))
        elif piece.at in index.spaces:
            stacks[str(piece.at)].append(piece)
    south = {item.piece.id: item.y for item in drawn}
    late: list[Placed] = []
    for at, stack in stacks.items():
        stack.sort(key=lambda p: p.stack)
        cx, cy = index.spaces[at].centre
        if index.areas:
            drawn += _side_by_side(stack, index.heap(at))
            continue
        if at == fanned and len(stack) > 1:
            late += _fan(stack, cx, cy, unit)
            continue
        count = len(stack)
        step = min(_STEP, 0.2 / max(1, count - 1)) * unit
        south |= {piece.id: cy for piece in stack}
        middle = (count - 1) / 2
        for depth in range(count - 1, -1, -1):
            piece = stack[depth]
            shift = (depth - middle) * step
            w, h = (side * unit * _BODY for side in piece.footprint)
            drawn.append(
                Placed(
                    piece, cx + shift, cy - shift, w, h, 0.0, depth, count - 1 if depth == 0 else 0
                )
            )
    # Southern pieces over northern ones, as things lie on a table.
    drawn.sort(key=lambda p: (round(south.get(p.piece.id, p.y), 3), -p.depth))
    return drawn + late


def _side_by_side(stack: Sequence[PieceView], heap: Heap) -> list[Placed]:
    """Stand the blocks of an area in rows: every one can be seen, the sides face each other."""
    found = []
    for piece, x, y, size in stand(stack, heap):
        w, h = (side * size * BODY for side in piece.footprint)
        found.append(Placed(piece, x, y, w, h))
    return found


def _fan(stack: Sequence[PieceView], cx: float, cy: float, unit: float) -> list[Placed]:
    """Spread a stack: in a row up to four, in rings beyond."""
    found = []
    count = len(stack)
    for k, piece in enumerate(stack):
        w, h = (side * unit * _BODY for side in piece.footprint)
        if count <= 4:
            x, y = cx + (k - (count - 1) / 2) * w * 1.12, cy
        else:
            turn = 2 * math.pi * k / count - math.pi / 2
            reach = max(w * 1.1, count * w * 1.12 / (2 * math.pi))
            x, y = cx + reach * math.cos(turn), cy + reach * math.sin(turn)
        found.append(Placed(piece, x, y, w, h))
    return found


def extent(placed: Sequence[Placed], margin: float) -> QRectF:
    """The part of the board where the pieces are, with a margin."""
    at = np.array([(p.x, p.y) for p in placed])
    (x0, y0), (x1, y1) = at.min(axis=0) - margin, at.max(axis=0) + margin
    return QRectF(x0, y0, x1 - x0, y1 - y0)


def bodies(placed: Sequence[Placed]) -> QRectF:
    """The part of the board that the pieces cover, whichever way they are turned."""
    reach = [max(p.width, p.height) / 2 for p in placed]
    left = min(p.x - r for p, r in zip(placed, reach, strict=True))
    top = min(p.y - r for p, r in zip(placed, reach, strict=True))
    right = max(p.x + r for p, r in zip(placed, reach, strict=True))
    low = max(p.y + r for p, r in zip(placed, reach, strict=True))
    return QRectF(left, top, right - left, low - top)


def closest_quarters(placed: Sequence[Placed]) -> QPointF:
    """The point between the two opposing pieces that are nearest to each other."""
    at = np.array([(p.x, p.y) for p in placed])
    first = np.array([p.piece.side == placed[0].piece.side for p in placed])
    if first.all():
        return QPointF(*np.median(at, axis=0))
    mine, theirs = at[first], at[~first]
    apart = np.hypot(*(mine[:, None] - theirs[None]).transpose(2, 0, 1))
    i, j = np.unravel_index(int(np.argmin(apart)), apart.shape)
    return QPointF(*((mine[i] + theirs[j]) / 2))
