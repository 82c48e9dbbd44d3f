"""How fast the board is: frames while panning and zooming, a click answered, memory."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from grognard.app.board.camera import STEP
from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.render import application
from grognard.app.board.theme import load_theme
from grognard.engines.core.show.views import BoardView, PieceView, TableView

WIDTH, HEIGHT, PIECES = 1600, 1000, 300
FRAMES = 120
"""So many frames of panning are timed, half as many of zooming, a third as many clicks."""
SLICE_SECONDS, MOST_SLICES = 0.004, 500


def crowded(board: BoardView, view: TableView, count: int = PIECES) -> TableView:
    """Return the view with copies of its pieces added until there are `count`."""
    pieces: list[PieceView] = list(view.pieces)
    spaces = [s.id for s in board.spaces]
    models = list(pieces)
    left, top, right, bottom = board.bounds
    while models and len(pieces) < count:
        k = len(pieces)
        model = replace(models[k % len(models)], id=f"copy-{k}", at=None, pose=None)
        if spaces:
            pieces.append(replace(model, at=spaces[k * 37 % len(spaces)]))
        else:
            x = left + (right - left) * (k * 37 % 101) / 101
            y = top + (bottom - top) * (k * 53 % 103) / 103
            pieces.append(replace(model, pose=(x, y, float(k * 29 % 360))))
    return replace(view, pieces=tuple(pieces))


def _times(step: Callable[[int], None], frames: int) -> list[float]:
    found = []
    for k in range(frames):
        start = time.perf_counter()
        step(k)
        found.append((time.perf_counter() - start) * 1000)
    return found


def _once(step: Callable[[], object]) -> float:
    start = time.perf_counter()
    step()
    return round((time.perf_counter() - start) * 1000, 1)


def summary(times: list[float]) -> dict[str, float]:
    """Return median, 95th percentile and maximum of times in milliseconds."""
    ordered = sorted(times)
    return {
        "median_ms": round(statistics.median(ordered), 2),
        "p95_ms": round(ordered[int(0.95 * (len(ordered) - 1))], 2),
        "max_ms": round(ordered[-1], 2),
    }


class _Trial:
    """A canvas with one board, filled, and the steps that are timed on it."""

    def __init__(self, board: BoardView, full: TableView, theme: str) -> None:
        self.image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
        self.spaces = [space.id for space in board.spaces]
        self.canvas = BoardCanvas()
        self.canvas.set_animation("off")
        self.built_ms = _once(lambda: self.canvas.set_board(board, load_theme(theme)))
        self.canvas.resize(WIDTH, HEIGHT)
        self.canvas.camera.set_viewport(WIDTH, HEIGHT)
        self.canvas.camera.fit()
        self.canvas.set_view(full)

    def frame(self, *, patient: bool = False) -> bool:
        """Draw once; return whether all of it is sharp."""
        painter = QPainter(self.image)
        sharp = self.canvas.render_onto(painter, patient)
        painter.end()
        return sharp

    def magnify(self, factor: float) -> None:
        self.canvas.zoom_at(factor, QPointF(700, 420))
        self.canvas._refine()

    def pan(self, k: int) -> None:
        self.canvas.pan(-13 if k % 60 < 30 else 13, 7 if k % 40 < 20 else -7)
        self.frame()
        if k % 2:
            self.canvas._work()

    def zoom(self, k: int) -> None:
        self.canvas.zoom_at(STEP if k % 12 < 6 else 1 / STEP, QPointF(700, 420))
        self.frame()

    def click(self, k: int) -> None:
        at = QPointF(300 + 29 * k % 1000, 200 + 17 * k % 600)
        space = self.canvas.space_at(at)
        self.canvas.piece_at(at)
        near = self.spaces[k * 11 % max(1, len(self.spaces)) :][:40]
        self.canvas.set_highlights(dict.fromkeys(near, "2"), self.spaces[:30], [space], near[:6])
        self.frame()

    def refine(self) -> list[float]:
        """Draw until all is sharp; return the milliseconds of each slice of the work."""
        slices: list[float] = []
        sharp = False
        while not sharp and len(slices) <= MOST_SLICES:
            start = time.perf_counter()
            sharp = self.frame()
            if self.canvas.tiles is not None:
                self.canvas.tiles.work(SLICE_SECONDS)
            slices.append((time.perf_counter() - start) * 1000)
        return slices


def measure(board: BoardView, view: TableView, theme: str, frames: int = FRAMES) -> dict[str, Any]:
    """Time the canvas at 1600x1000 without a screen; milliseconds and mebibytes."""
    app = application()
    full = crowded(board, view)
    trial = _Trial(board, full, theme)
    first_ms = _once(lambda: trial.frame(patient=True))
    trial.magnify(STEP**4)
    trial.frame(patient=True)
    pans, zooms = _times(trial.pan, frames), _times(trial.zoom, max(1, frames // 2))
    trial.magnify(1.37)
    slices = trial.refine()
    clicks = _times(trial.click, max(1, frames // 3))
    app.processEvents()
    return {
        "pieces": len(full.pieces),
        "window": f"{WIDTH}x{HEIGHT}",
        "map_built_ms": trial.built_ms,
        "first_sharp_frame_ms": first_ms,
        "pan": summary(pans),
        "zoom": summary(zooms),
        "refine_slice": summary(slices),
        "refine_total_ms": round(sum(slices), 1),
        "click_to_highlight": summary(clicks),
        **_peak(),
    }


def _peak() -> dict[str, float]:
    """The most memory this process ever held, where the system tells.

    The kernel's own line is read: what `getrusage` tells begins with the memory of the parent.
    """
    try:
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
    except OSError:
        return {}
    held = next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)
    return {"peak_mib": round(held / 1024, 1)}
