"""Where the program keeps what it can make again, found without Qt: a list is soon told."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder of what can be made again at any time (GROGNARD_HOME overrides)."""
    named = os.environ.get("GROGNARD_HOME")
    if named:
        return Path(named) / "cache"
    return _system() / "grognard"


def _system() -> Path:
    """Return where the system has programs keep such things."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "cache"
    named = os.environ.get("XDG_CACHE_HOME", "")
    return Path(named) if Path(named).is_absolute() else Path.home() / ".cache"


def sign_of(path: Path) -> object:
    """Return what changes when a file does: when it was written, its size, and which file it is; None without one."""
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size, facts.st_ino
