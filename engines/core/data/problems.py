"""What is wrong with a file the user gave us: where, what, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One error in a file. `line` and `column` count from 1; 0 means the file as a whole."""

    file: str
    line: int
    column: int
    message: str
    mend: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.message}" + (f" ({self.mend})" if self.mend else "")
