"""What a table that is left has taken of the machine's memory is given back."""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress

from PySide6.QtGui import QPixmapCache

from grognard.engines.core.data.yamlio import forget_files
from grognard.engines.core.play.memo import forget_all


def keep_apart() -> None:
    """Have the collector look no more through what is there now: it stays as long as the table does.

    A game that was laid is some hundred thousand objects; looking for rubbish among them stopped the
    window for a fifth of a second now and then.
    """
    gc.freeze()


def mix_again() -> None:
    """The table is left: what was kept apart for it may be rubbish now."""
    gc.unfreeze()


def give_back() -> None:
    """Let go of what was worked out and drawn for games that are left, down to the system's own heap.

    The heap of glibc keeps what was freed in pieces for itself; elsewhere there is nothing to be done.
    """
    forget_all()
    forget_files()
    QPixmapCache.clear()
    gc.collect()
    if sys.platform.startswith("linux"):
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
