"""What a command says: results on standard output, words for people on standard error."""

from __future__ import annotations

import json
import sys
from io import TextIOWrapper
from typing import TextIO

REPLAY = "replay:"
"""Before the path of a saved game that is to be watched, and not played on, where a window is told to open it."""


def say(*words: object, sep: str = " ") -> None:
    """Print a message for people; standard output is for results alone."""
    print(*words, file=sys.stderr, flush=True, sep=sep)


def put(data: object) -> None:
    """Print one JSON object on a line of its own."""
    print(json.dumps(data, ensure_ascii=not _knows_all_letters(sys.stdout)), flush=True)


def speak_as_can_be() -> None:
    """Have letters that a terminal or a pipe does not know replaced: a name with an accent ends no command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not _knows_all_letters(stream):
            stream.reconfigure(errors="replace")


def _knows_all_letters(stream: TextIO) -> bool:
    return (stream.encoding or "").casefold().replace("-", "").startswith("utf")
