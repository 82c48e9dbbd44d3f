"""What is wrong with a file the user gave us: where, what, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One error in a file.

    Attributes:
        line, column: count from 1; 0 means the file as a whole.
        message, mend: what is wrong, and what may be done about it.
        rule: the id of the rule that forbids it, "" where it is the file that is wrong.
    """

    file: str
    line: int
    column: int
    message: str
    mend: str = ""
    rule: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        rule = f" Rule {self.rule}." if self.rule else ""
        return f"{place}: {self.message}{rule}" + (f" ({self.mend})" if self.mend else "")
