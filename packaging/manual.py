"""Writes the man page and the completions of shells, from the description of the command line itself.

`python packaging/manual.py FOLDER` writes `grognard.1`, `grognard.bash`, `_grognard` (zsh), `grognard.fish`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from grognard.app.cli import parser
from grognard.engines.core.keep.saves import program_version

SHELLS = {"bash": "grognard.bash", "zsh": "_grognard", "fish": "grognard.fish"}
"""The files of the completions, by shell."""
ABOUT = """Without a command the library opens. The rules of every game are enforced and explained;
commands do without a window what can be done without one."""
ENDS = """.SH FILES
.TP
.I ~/.local/share/grognard
kept games, scenarios of one's own, what the computer players have learnt of a position
.TP
.I ~/.config/grognard
settings
.TP
.I ~/.cache/grognard
what can be made again at any time
.SH ENVIRONMENT
.TP
.B GROGNARD_HOME
a folder in place of the first and the last of these
.SH EXIT STATUS
0, 1 for bad input, 2 for bad usage.
"""


def commands(whole: argparse.ArgumentParser) -> dict[str, tuple[str, argparse.ArgumentParser]]:
    """Return every command with its help and its own description."""
    (several,) = (one for one in whole._actions if isinstance(one, argparse._SubParsersAction))
    told = {one.dest: one.help or "" for one in several._choices_actions}
    return {name: (told[name], one) for name, one in several.choices.items()}


def options(one: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Give what may be written after a command, without `--help`."""
    return (act for act in one._actions if act.option_strings and act.dest != "help")


def manual() -> str:
    """Return the man page."""
    whole, today = parser(), f"{datetime.now(UTC):%Y-%m-%d}"
    lines = [
        f'.TH GROGNARD 1 "{today}" "Grognard {program_version()}" "Games"',
        ".SH NAME",
        "grognard \\- historical wargames on one table",
        ".SH SYNOPSIS",
        '.B grognard\n.RI [ COMMAND " ...]"',
        ".SH DESCRIPTION",
        ABOUT,
        ".SH OPTIONS",
        *(_item(act) for act in options(whole)),
        ".SH COMMANDS",
    ]
    for name, (told, one) in commands(whole).items():
        words = " ".join(one.format_usage().removeprefix("usage: ").split())
        lines += [f".SS {name}", _roff(f"{told}."), ".PP", f".B {_roff(words)}"]
        lines += [_item(act) for act in options(one)]
    return "\n".join(lines) + "\n" + ENDS


def _item(act: argparse.Action) -> str:
    value = f" \\fI{_roff(_value(act))}\\fR" if act.nargs != 0 else ""
    names = ", ".join(f"\\fB{_roff(name)}\\fR" for name in act.option_strings)
    return f".TP\n{names}{value}\n{_roff(act.help or _value(act).casefold())}"


def _value(act: argparse.Action) -> str:
    if isinstance(act.metavar, str):
        return act.metavar
    return "|".join(map(str, act.choices)) if act.choices else act.dest.upper()


def _roff(words: str) -> str:
    """Return words as they may stand in a man page: a dash is a minus, a dot begins no line."""
    safe = words.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe


def write(folder: Path) -> None:
    """Write the page and the completions."""
    import shtab  # for bundles alone

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "grognard.1").write_text(manual(), "utf-8")
    for shell, name in SHELLS.items():
        (folder / name).write_text(shtab.complete(parser(), shell=shell), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
