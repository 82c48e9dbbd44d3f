"""What the tests of the application share: what a test leaves is gone before the next begins."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    """Delete what is to be deleted later: with no event loop running, Qt would wait for ever.

    Each window that is left would be styled again by every later test.
    """
    yield
    if "PySide6.QtCore" in sys.modules:
        from PySide6.QtCore import QCoreApplication, QEvent

        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
