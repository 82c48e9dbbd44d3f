"""What a command says: results on standard output, words for people on standard error."""

from __future__ import annotations

import json
import sys


def say(*words: object) -> None:
    """Print a message for people; standard output is for results alone."""
    print(*words, file=sys.stderr, flush=True)


def put(data: object) -> None:
    """Print one JSON object on a line of its own."""
    print(json.dumps(data, ensure_ascii=False), flush=True)
