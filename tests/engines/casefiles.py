"""Case files as the tests of the five games look at them: each read once and run once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from grognard.engines.core.proof.caserun import run_read
from grognard.engines.core.proof.cases import CaseResult, read_case

case_of = cache(read_case)
"""A case as it was read."""


@cache
def result_of(file: Path) -> CaseResult:
    """Return what came of a case."""
    return run_read(case_of(file))


def named_by(file: Path) -> set[str]:
    """Return the rules that a case says it is about."""
    return set(case_of(file).data.get("rules", ()))


def names_of(files: Iterable[Path]) -> list[str]:
    """Return what cases are called."""
    return [case_of(file).name for file in files]


def unexercised(rules: set[str], files: Iterable[Path]) -> set[str]:
    """Return which of some rules no case exercises, having run no more cases than it takes to know.

    Those that name what is still missing are run first, and all of them where that was not enough.
    """
    missing, later = set(rules), []
    for file in files:
        if missing & named_by(file):
            missing -= result_of(file).rules
        else:
            later.append(file)
    for file in later:
        if not missing:
            break
        missing -= result_of(file).rules
    return missing
