"""How fast the board is: frames while panning and zooming, a click answered, memory."""

from __future__ import annotations  # noqa: I001

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from app.board.canvas import BoardCanvas
from app.board.camera import STEP
from app.board.render import application
from app.board.theme import load_theme
from engines.core.game import registry
from engines.core.views import BoardView, PieceView, TableView

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


def _summary(times: list[float]) -> dict[str, float]:
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
        "pan": _summary(pans),
        "zoom": _summary(zooms),
        "refine_slice": _summary(slices),
        "refine_total_ms": round(sum(slices), 1),
        "click_to_highlight": _summary(clicks),
        **_peak(),
    }


def _peak() -> dict[str, float]:
    """The most memory this process ever held, where the system tells."""
    try:
        import resource
    except ImportError:  # Windows
        return {}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"peak_mib": round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)}


def started() -> float:
    """Return the seconds from the start of this process to a library that can be used.

    The clock is the kernel's: what the interpreter and the imports took counts.
    """
    from app.main import Window

    born = _born()
    app = application()
    window = Window()
    window.show()
    app.processEvents()
    window.grab()
    now = time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()
    return round(now - born, 3)


def _born() -> float:
    """When this process began, in seconds since the machine did (where /proc tells; else now)."""
    if not Path("/proc/self/stat").exists():
        return time.monotonic()
    fields = Path("/proc/self/stat").read_text("ascii").rpartition(")")[2].split()
    return int(fields[19]) / os.sysconf("SC_CLK_TCK")


def main(words: list[str]) -> int:
    """Print the figures of one scenario as JSON; "start" prints how long the window took.

    A number after the scenario is that of the frames to time.
    "drag game/scenario" prints how fast a base follows the hand, with measuring and without.
    """
    if words == ["start"]:
        found: dict[str, Any] = {"window_up_seconds": started()}
    elif words[0] == "drag":
        from app.board.dragbench import measure_drag

        found = {
            key: measure_drag(words[1], measuring=on)
            for key, on in (("measured", True), ("unmeasured", False))
        }
    else:
        game, _, scenario = words[0].partition("/")
        engine = registry[game]
        info = next(info for info in engine.scenarios() if info.id == scenario)
        setup = engine.load(Path(info.path), {})
        view = engine.view(setup, engine.initial(setup, "1"), None)
        frames = int(words[1]) if words[1:] else FRAMES
        found = {"scenario": words[0], **measure(engine.board(setup), view, game, frames)}
    print(json.dumps(found))  # noqa: T201 - what this command is for
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
