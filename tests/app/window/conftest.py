"""The window of the table's tests: the toy game, and no dialog that would wait for an answer."""

from tests.app.table.conftest import _no_pictures, play, window

__all__ = ["_no_pictures", "play", "window"]
