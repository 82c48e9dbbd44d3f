"""The command `grognard`: the window, and everything it can do without one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.app.board.paper.resolution import LEAST, MOST, USUAL
from grognard.app.spoken import begin, languages, wanted
from grognard.app.telling import REPLAY, say, speak_as_can_be
from grognard.engines.core.data.text import spoken, text, tr, verbatim

if TYPE_CHECKING:
    from grognard.engines.core.data.problems import Problem

Command = Callable[[argparse.Namespace], int]
WINDOWED = (None, "play", "edit")
"""The commands that open the window: no command at all does."""
LIBRARY = "shared object"
"""What a fault says where a library of the system is not there."""


PARSED = (
    text("usage: "),
    text("positional arguments"),
    text("options"),
    text("show this help message and exit"),
    text("%(prog)s: error: %(message)s\n"),
    text("argument %(argument_name)s: %(message)s"),
    text("the following arguments are required: %s"),
    text("unrecognized arguments: %s"),
    text("expected one argument"),
    text("expected at least one argument"),
    text("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""What the parser of the standard library says of its own accord."""


def size(words: str) -> tuple[int, int]:
    """Read a size written as 1600x1000.

    Raises:
        argparse.ArgumentTypeError: it is not one, or not between 1 and 10,000.
    """
    try:
        width, height = (int(part) for part in words.split("x"))
    except ValueError:
        message = tr("{words} is not of the form WxH", words=verbatim(words))
        raise argparse.ArgumentTypeError(message) from None
    if not (1 <= width <= 10_000 and 1 <= height <= 10_000):
        message = tr("width and height lie between 1 and 10000")
        raise argparse.ArgumentTypeError(message)
    return width, height


def count(words: str) -> int:
    """Read a number that is not negative.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    if not (words.isascii() and words.isdigit() and len(words) < 10):
        message = tr("{words} is not a whole number from 0", words=verbatim(words))
        raise argparse.ArgumentTypeError(message)
    return int(words)


def millimetres(words: str) -> float:
    """Read a length in millimetres.

    Raises:
        argparse.ArgumentTypeError: it is none, or not between 3 and 5,000.
    """
    try:
        found = float(words)
    except ValueError:
        found = 0.0
    if not 3 <= found <= 5000:
        message = tr("{words} is not a length from 3 to 5000 mm", words=verbatim(words))
        raise argparse.ArgumentTypeError(message)
    return found


def resolution(words: str) -> int:
    """Read how many pixels of a picture are an inch of paper.

    Raises:
        argparse.ArgumentTypeError: it is no whole number, or not one that a sheet of paper needs.
    """
    if not (words.isascii() and words.isdigit() and len(words) < 5 and LEAST <= int(words) <= MOST):
        message = tr(
            "{words} is not a whole number from {least} to {most}",
            words=verbatim(words),
            least=LEAST,
            most=MOST,
        )
        raise argparse.ArgumentTypeError(message)
    return int(words)


def parser() -> argparse.ArgumentParser:
    """Describe the command line, in the language that is spoken."""
    vars(argparse)["_"] = spoken().gettext  # it has no other way to be told
    whole = argparse.ArgumentParser(
        prog="grognard", description=tr("Historical wargames on one table")
    )
    whole.add_argument(
        "--version", action="store_true", help=tr("what this is, and what it is built on")
    )
    whole.add_argument(
        "--apart", action="store_true", help=tr("a window of its own, whatever other stands open")
    )
    whole.add_argument(
        "--language",
        metavar="LANGUAGE",
        choices=languages(),
        help=tr(
            "of what is said: {known}; else that of the system",
            known=verbatim(", ".join(languages())),
        ),
    )
    commands = whole.add_subparsers(dest="command", metavar="COMMAND")
    one = commands.add_parser("play", help=tr("open the table of a scenario or saved game"))
    one.add_argument("target", nargs="?", metavar="FILE_OR_SCENARIO")
    one = commands.add_parser("edit", help=tr("open a scenario in the editor"))
    one.add_argument("target", metavar="FILE")
    one = commands.add_parser("list", help=tr("games, scenarios, seats, editions"))
    one.add_argument("--json", action="store_true")
    _add_selfplay(commands.add_parser("selfplay", help=tr("play whole games without a screen")))
    _add_lab(commands.add_parser("lab", help=tr("play games by the hundred and report on them")))
    one = commands.add_parser("case", help=tr("run cases"))
    one.add_argument("files", nargs="+", metavar="FILE")
    one.add_argument("--json", action="store_true")
    one = commands.add_parser("rules", help=tr("search a rulebook"))
    one.add_argument("game", metavar="GAME")
    one.add_argument("query", nargs="*", metavar="QUERY")
    one.add_argument("--coverage", action="store_true")
    one.add_argument("--questions", metavar="FILE", help=tr("put all questions of a file of them"))
    one.add_argument(
        "--export", metavar="FILE", help=tr("write the whole book: FILE.pdf or FILE.html")
    )
    one.add_argument(
        "--aid", action="store_true", help=tr("with --export: tables and sequence alone")
    )
    one.add_argument("--json", action="store_true")
    one = commands.add_parser("schema", help=tr("what files may hold, for text editors"))
    one.add_argument("game", nargs="?", metavar="GAME")
    one.add_argument("kind", nargs="?", metavar="KIND")
    one.add_argument("--markdown", action="store_true", help=tr("for people instead"))
    one = commands.add_parser("validate", help=tr("every error of a scenario, map, bundle or case"))
    one.add_argument("files", nargs="+", metavar="FILE")
    one = commands.add_parser("bundle", help=tr("a scenario with its map and forces in one file"))
    one.add_argument("file", metavar="SCENARIO.yaml|FILE.battle")
    what = one.add_mutually_exclusive_group(required=True)
    what.add_argument("-o", "--output", metavar="FILE.battle")
    what.add_argument(
        "--info", action="store_true", help=tr("what a bundle holds, and who made it")
    )
    _add_render(commands.add_parser("render", help=tr("draw the table as a seat sees it")))
    _add_print(commands.add_parser("print", help=tr("a scenario's map and counters on paper")))
    one = commands.add_parser("replay", help=tr("watch a saved game again, or verify it"))
    one.add_argument("save", metavar="SAVE")
    words = tr("compare with what is kept, without a window")
    one.add_argument("--verify", action="store_true", help=words)
    _add_report(commands.add_parser("report", help=tr("an illustrated report of a game")))
    _add_film(commands.add_parser("film", help=tr("a game as moving pictures")))
    _add_judge(commands.add_parser("judge", help=tr("the decisions of a game that cost most")))
    _add_post(commands.add_parser("post", help=tr("games by post: sealed files to and fro")))
    _add_bench(commands.add_parser("bench", help=tr("the benchmarks")))
    return whole


def _add_bench(one: argparse.ArgumentParser) -> None:
    one.add_argument("--scenario", metavar="A,B", help=tr("scenarios, or all of them"))
    one.add_argument(
        "--games", type=count, help=tr("how many (else 20, fewer where they are long)")
    )
    one.add_argument("--frames", type=count, help=tr("of the window, to be timed (else 120)"))
    one.add_argument("--hand", action="store_true", help=tr("how many clicks the actions take"))
    one.add_argument("--tabletop", action="store_true", help=tr("the measured table alone"))
    one.add_argument(
        "--long", action="store_true", help=tr("a click and a choice in a long game alone")
    )
    one.add_argument("--editor", action="store_true", help=tr("the scenario editor alone"))
    one.add_argument("--rulebook", action="store_true", help=tr("the reading window alone"))
    one.add_argument("--rules", action="store_true", help=tr("the rules alone, at random play"))
    words = tr("how much quicker the rules are than in another commit of this checkout")
    one.add_argument("--against", metavar="REV", help=words)
    words = tr("the rules beside other programs, whose decisions a second a file tells")
    one.add_argument("--anchors", metavar="FILE", type=Path, help=words)
    one.add_argument("--json", action="store_true")


def _add_render(one: argparse.ArgumentParser) -> None:
    one.add_argument("target", metavar="SCENARIO_OR_SAVE")
    one.add_argument("--seat", required=True)
    one.add_argument("--size", type=size, default=(1600, 1000), metavar="WxH")
    one.add_argument(
        "--palette",
        metavar="PALETTE",
        help=tr("the colours of the sides; else those of the settings"),
    )
    one.add_argument("-o", "--output", required=True, metavar="FILE.png")


def _add_report(one: argparse.ArgumentParser) -> None:
    one.add_argument("save", metavar="SAVE")
    one.add_argument(
        "--seat", help=tr("tell what this seat knows; else, of a game that is over, all")
    )
    one.add_argument(
        "-o", "--output", required=True, metavar="FILE", help=tr("FILE.html or FILE.pdf")
    )


def _add_film(one: argparse.ArgumentParser) -> None:
    one.add_argument("save", metavar="SAVE")
    words = tr("show what this seat sees; else, of a game that is over, all")
    one.add_argument("--seat", help=words)
    one.add_argument("--size", type=size, default=(640, 420), metavar="WxH")
    one.add_argument("--pace", type=count, default=350, metavar="MS", help=tr("a frame (else 350)"))
    words = tr("size at most (else 10)")
    one.add_argument("--most", type=count, default=10, metavar="MB", help=words)
    words = tr("FILE.gif or FILE.webp")
    one.add_argument("-o", "--output", required=True, metavar="FILE", help=words)


def _add_judge(one: argparse.ArgumentParser) -> None:
    one.add_argument("save", metavar="SAVE")
    one.add_argument("--seat", help=tr("whose decisions alone"))
    words = tr("for each decision at first (else a quarter)")
    one.add_argument("--seconds", type=float, default=0.25, metavar="S", help=words)
    one.add_argument("--json", action="store_true")


def _add_post(one: argparse.ArgumentParser) -> None:
    words = tr("a scenario to invite somebody to, or a file that came: what it is")
    one.add_argument("target", metavar="SCENARIO_OR_FILE", help=words)
    one.add_argument("--seat", help=tr("which seat of a scenario is yours"))
    one.add_argument("--options", metavar="k=v,..")
    one.add_argument("--pin-file", metavar="FILE", help=tr("its first line is the PIN; else asked"))
    one.add_argument("--bot", metavar="A", help=tr("this computer player answers the file"))
    words = tr("with --bot: all reactions are declined in advance")
    one.add_argument("--decline", action="store_true", help=words)
    words = tr("the folder for the file to the other side (else this one)")
    one.add_argument("-o", "--output", metavar="FOLDER", help=words)


def _add_print(one: argparse.ArgumentParser) -> None:
    one.add_argument("scenario", metavar="SCENARIO_OR_BUNDLE")
    one.add_argument("--map", metavar="FILE", help=tr("the map as FILE.pdf, FILE.svg or FILE.png"))
    one.add_argument("--counters", metavar="FILE.pdf", help=tr("the pieces, fronts and backs"))
    words = tr("of all units of its orders of battle, not only of those that take part")
    one.add_argument("--everybody", action="store_true", help=words)
    one.add_argument("--width", type=millimetres, metavar="MM", help=tr("of the map"))
    one.add_argument("--side", type=millimetres, metavar="MM", help=tr("of a counter"))
    one.add_argument("--paper", choices=("a4", "a3", "a2", "letter"), help=tr("pages of this size"))
    one.add_argument("--dpi", type=resolution, default=USUAL, help=tr("of a PNG"))


def _add_selfplay(one: argparse.ArgumentParser) -> None:
    one.add_argument("scenario", metavar="SCENARIO")
    one.add_argument("--games", type=count, default=1)
    one.add_argument("--seed", type=count, default=1)
    one.add_argument("--bot", default="random", metavar="A,B")
    one.add_argument("--options", metavar="k=v,..")
    one.add_argument("--save", metavar="DIR")
    one.add_argument(
        "--trace", action="store_true", help=tr("print each choice once it is durable")
    )
    one.add_argument("--pace", type=count, default=0, metavar="MS")
    one.add_argument("--json", action="store_true")


def _add_lab(one: argparse.ArgumentParser) -> None:
    one.add_argument("scenario", nargs="*", metavar="SCENARIO", help=tr("or a game, or `all`"))
    one.add_argument(
        "--games", type=count, default=40, metavar="N", help=tr("of each way (else 40)")
    )
    one.add_argument("--bot", default="captain", metavar="A,B", help=tr("players, by seat"))
    one.add_argument("--swap", action="store_true", help=tr("the players also change seats"))
    one.add_argument("--option", action="append", default=[], metavar="k=v[,w]")
    one.add_argument("--against", metavar="SCENARIO", help=tr("another version to compare with"))
    one.add_argument("--sweep", action="append", default=[], metavar="FILE:PATH=A..B/STEP")
    one.add_argument("--compare", metavar="BASE", help=tr("an older run: has the balance moved?"))
    one.add_argument("--workers", type=count, metavar="K", help=tr("processes (0: this one)"))
    one.add_argument("--scheduler", metavar="ADDRESS", help=tr("of a Dask cluster, in their stead"))
    one.add_argument("--seed", type=count, default=1)
    one.add_argument("--minutes", type=count, metavar="M", help=tr("stop then; go on another time"))
    one.add_argument("--json", action="store_true")
    one.add_argument(
        "--markdown", action="store_true", help=tr("rows of a table, as docs/balance.md")
    )
    one.add_argument("-o", "--output", required=True, metavar="REPORT", help=tr("a folder"))


COMMANDS = {
    "list": "listing.list_games",
    "selfplay": "selfplay.run",
    "lab": "lab.run",
    "rules": "rules.run",
    "schema": "schemas.run",
    "bench": "bench.run",
    "case": "files.cases",
    "validate": "files.validate",
    "bundle": "files.bundle",
    "replay": "files.replay",
    "report": "aftermath.report",
    "film": "aftermath.film",
    "render": "files.render",
    "judge": "aftermath.judge_game",
    "post": "post.run",
    "print": "printing.run",
}
"""Where each command without a window is found, below `grognard.app.headless`."""


def _command(name: str) -> Command:
    """Return the function of a command; only what it needs is imported."""
    module, _, function = COMMANDS[name].partition(".")
    found: Command = getattr(import_module(f"grognard.app.headless.{module}"), function)
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Run `grognard`; return its exit code: 1 for bad input, 2 for bad usage."""
    speak_as_can_be()
    told = _language(sys.argv[1:] if words is None else words)
    broken = begin(told or wanted())
    arguments = parser().parse_args(words)
    if arguments.version:
        from grognard.app.about import lines

        print(*lines(), sep="\n")
        return 0
    try:
        if arguments.command in WINDOWED or _is_watched(arguments):
            return _window(arguments)
        if broken:
            print(broken, file=sys.stderr)
        return _command(arguments.command)(arguments)
    except OSError as wrong:
        print(wrong, file=sys.stderr)
    except ImportError as wrong:
        if LIBRARY not in str(wrong):
            raise
        print(
            f"Qt lacks something of the system: {wrong}. README.md names what it needs.",
            file=sys.stderr,
        )
    except Exception as wrong:  # noqa: BLE001 - what is no bad input is raised again
        for problem in _problems_of(wrong):
            print(problem, file=sys.stderr)
    return 1


def _is_watched(arguments: argparse.Namespace) -> bool:
    """Whether a game is to be watched again in the window.

    Raises:
        Unusable: what is named is no saved game.
    """
    if arguments.command != "replay" or arguments.verify:
        return False
    from grognard.app.finding import saved

    saved(arguments.save)
    return True


def _window(arguments: argparse.Namespace) -> int:
    """Open the window, on a game or a scenario where one is named."""
    from grognard.app.settings import Settings

    broken = begin(arguments.language or Settings().language)
    target, edits = getattr(arguments, "target", None), arguments.command == "edit"
    if _is_watched(arguments):
        target = f"{REPLAY}{Path(arguments.save).absolute()}"
    if not arguments.apart:
        from grognard.app.door import hand_in

        if hand_in(target, edits=edits):
            say(tr("It is opened in the window that stands open; --apart opens another."))
            return 0
    from grognard.app.main import run

    return run(target, broken, edits=edits, apart=arguments.apart)


def _language(words: Sequence[str]) -> str:
    """Return the language that the words of a command ask for, "" if none: they are read in it already."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    first.add_argument("--language", nargs="?", default="")
    try:
        known, _ = first.parse_known_args(words)
    except argparse.ArgumentError:
        return ""
    return known.language or ""


def _problems_of(wrong: Exception) -> list[Problem]:
    """Return what is wrong with the input; a fault of the program itself is raised again."""
    from grognard.app.finding import Unusable  # here, for what is soon told needs neither
    from grognard.engines.core.play.game import ScenarioError

    if not isinstance(wrong, (Unusable, ScenarioError)):
        raise wrong
    return wrong.problems


if __name__ == "__main__":
    sys.exit(main())
