"""How long the window takes to come up, in a process of its own: it prints its figures as JSON."""

from __future__ import annotations

import json
import os
import sys
import time
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from typing import Any


def started() -> dict[str, Any]:
    """Return the seconds from the start of this process to a library that can be used, and what it took.

    The clock is the kernel's: what the interpreter and the imports took counts.
    """
    compiled = _compiled()
    from grognard.app.main import Window
    from grognard.app.screen import application

    born = _born()
    app = application()
    window = Window()
    window.show()
    app.processEvents()
    window.grab()
    now = time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()
    used = os.times()
    return {
        "window_up_seconds": round(now - born, 3),
        "window_up_cpu_seconds": round(used.user + used.system, 3),
        "window_up_mib": _peak(),
        "byte_code_missing": not compiled,
    }


def _compiled() -> bool:
    """Whether the byte code of the program was there before this process began."""
    spec = find_spec("grognard.app.main")
    return spec is not None and spec.origin is not None and Path(_kept(spec.origin)).exists()


def _kept(source: str) -> str:
    return cache_from_source(source) if source.endswith(".py") else source


def _peak() -> float | None:
    """Return the most memory this process ever had, in MiB, where the system tells."""
    status = Path("/proc/self/status")
    lines = status.read_text("ascii").splitlines() if status.exists() else []
    found = [int(line.split()[1]) for line in lines if line.startswith("VmHWM:")]
    return round(found[0] / 1024, 1) if found else None


def _born() -> float:
    """When this process began, in seconds since the machine did (where /proc tells; else now)."""
    if not Path("/proc/self/stat").exists():
        return time.monotonic()
    fields = Path("/proc/self/stat").read_text("ascii").rpartition(")")[2].split()
    return int(fields[19]) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    print(json.dumps(started()))
