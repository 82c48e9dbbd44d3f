"""The report of a run: one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path

from grognard.app.lab import plots
from grognard.app.lab.extras import has, lacking
from grognard.app.lab.mappicture import MapPicture, map_picture
from grognard.app.lab.numbers import Numbers
from grognard.app.lab.task import Arm
from grognard.engines.core.data.text import decimal, percent, spell, tr, trn, verbatim
from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.rulebook import Rulebook

NAME = "report.html"
RULES = 40
"""So many rules stand in the report; the files hold all of them."""
CSS = """
body { font: 15px/1.45 sans-serif; max-width: 1180px; margin: 2em auto; padding: 0 1em; color: #222;
  background: #fcfbf8 }
h1, h2, h3 { font-family: serif } h2 { border-bottom: 2px solid #ccc; margin-top: 2em }
table { border-collapse: collapse; margin: .6em 0 } td, th { padding: .2em .5em; text-align: left;
  border-bottom: 1px solid #ddd } td.n, th.n { text-align: right } td.n { white-space: nowrap }
.plots { display: flex; flex-wrap: wrap; gap: 1em } .plots > div { flex: 0 1 560px }
.plots svg { width: 100%; height: auto } .map { position: relative; max-width: 1100px; margin: 1em 0 }
.map svg { width: 100%; height: auto; display: block; background-size: 100% 100% }
.muted { color: #666 } .beyond { font-weight: bold }
"""


def write(folder: Path, numbers: Numbers, arms: Sequence[Arm], notes: Iterable[str] = ()) -> Path:
    """Write the report into a folder; return its file."""
    said = [*notes, *([] if has("matplotlib") else [lacking("matplotlib")])]
    head = tr("Report of the lab")
    body = [
        _tag("h1", head),
        _tag("p", escape(numbers["about"].get("command", "")), "muted"),
        *(_tag("p", escape(words), "muted") for words in said),
        _summary(numbers),
        _compared(numbers),
        *_sections(numbers, arms),
    ]
    page = (
        f'<!doctype html><html><head><meta charset="utf-8"><title>{head}</title>'
        f"<style>{CSS}</style></head><body>{''.join(body)}</body></html>\n"
    )
    path = folder / NAME
    path.write_text(page, encoding="utf-8")
    return path


# -- pieces of a page ----------------------------------------------------------------------------


def _tag(name: str, inner: str, style: str = "") -> str:
    kind = f' class="{style}"' if style else ""
    return f"<{name}{kind}>{inner}</{name}>"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; all but its first column are numbers."""

    def line(cells: Sequence[str], tag: str) -> str:
        return "".join(_tag(tag, cell, "n" if n else "") for n, cell in enumerate(cells))

    lines = "".join(_tag("tr", line(row, "td")) for row in rows)
    return f"<table>{_tag('tr', line(head, 'th'))}{lines}</table>"


def between(low: float, high: float) -> str:
    """Return an interval of shares."""
    return tr("{low} to {high}\u202f%", low=f"{100 * low:.0f}", high=f"{100 * high:.0f}")


def called(arm: Numbers) -> str:
    """Return what an arm is called: its scenario, and what sets it apart."""
    game, _, _ = arm["scenario"].partition("/")
    title = spell("term", arm["title"])
    edition = spell("term", registry[game].edition)
    parts = [apart(arm["changed"], arm["words"])] if arm["changed"] else []
    return escape(", ".join([f"{title} \N{MIDDLE DOT} {edition}", *parts]))


def apart(changed: Mapping[str, str], words: Mapping[str, str]) -> str:
    """Say what sets games apart: an option is called as the library calls it."""
    named = (
        (spell("term", words[name]) if name in words else name, changed[name]) for name in changed
    )
    return ", ".join(f"{name} = {value}" for name, value in named)


# -- the whole -----------------------------------------------------------------------------------


def _summary(numbers: Numbers) -> str:
    """Return the table of all arms: who wins, how sure that is, how long it takes."""
    head = [tr("Scenario"), tr("Players"), tr("Games")]
    head += [tr("First seat wins"), tr("95\u202f%"), tr("Second seat wins"), tr("95\u202f%")]
    head += [tr("Draws"), tr("Points"), tr("Turns")]
    rows = []
    for arm in numbers["arms"]:
        names = plots.seat_names(arm)
        points = " : ".join(decimal(one["mean"]) for one in arm["points"].values())
        turns = sum(int(turn) * times for turn, times in arm["turns"].items())
        rows.append(
            [
                _link(arm),
                escape(", ".join(arm["players"].values())),
                str(arm["games"]),
                *(
                    cell
                    for one in zip(names, arm["wins"].values(), strict=True)
                    for cell in _seat(*one)
                ),
                str(arm["draws"]),
                points,
                decimal(turns / max(1, arm["games"])),
            ]
        )
    return _table(head, rows)


def _seat(name: str, won: Numbers) -> tuple[str, str]:
    """Return how often a seat wins, and between what that is sure to lie."""
    return f"{escape(name)}: {percent(won['share'])}", between(won["low"], won["high"])


def _link(arm: Numbers) -> str:
    return f'<a href="#{escape(arm["id"])}">{called(arm)}</a>'


def _compared(numbers: Numbers) -> str:
    """Return what sets the arms apart, and what came of a comparison with an older run."""
    arms = {arm["id"]: arm for arm in numbers["arms"]}
    parts = []
    if numbers["shifts"]:
        names = [apart(row["changed"], arms[row["arm"]]["words"]) for row in numbers["shifts"]]
        parts.append(_tag("h2", tr("What shifts the balance")))
        title = tr("Shift of the balance, seed by seed")
        parts.append(_drawn(partial(plots.shifts, numbers["shifts"], names, title)))
        parts.append(_shift_table(numbers["shifts"], arms))
    if numbers["players"]:
        parts.append(_tag("h2", tr("Who plays better")))
        head = [
            tr("Scenario"),
            tr("Player"),
            tr("against"),
            tr("Games"),
            tr("Wins"),
            tr("95\u202f%"),
        ]
        rows = [
            [
                escape(row["scenario"]),
                escape(row["player"]),
                escape(row["other"]),
                str(row["games"]),
                percent(row["share"]),
                between(row["low"], row["high"]),
            ]
            for row in numbers["players"]
        ]
        parts.append(_table(head, rows))
    if numbers.get("moved"):
        parts.append(_moved(numbers["moved"]))
    return "".join(parts)


def _shift_table(rows: Sequence[Numbers], arms: Mapping[str, Numbers]) -> str:
    head = [tr("What is changed"), tr("Pairs"), tr("First seat wins"), tr("Shift"), tr("95\u202f%")]
    head += [tr("Points"), tr("By chance alone"), tr("Fairer?")]
    return _table(
        head,
        [
            [
                called(arms[row["arm"]]),
                str(row["pairs"]),
                f"{percent(row['from'])} \N{RIGHTWARDS ARROW} {percent(row['to'])}",
                f"{100 * row['shift']['mean']:+.1f}",
                signed(row["shift"]),
                f"{row['points']['mean']:+.1f}",
                chance(row["chance"]),
                _fairer(row),
            ]
            for row in rows
        ],
    )


def signed(row: Numbers) -> str:
    """Return the interval of a shift of shares, in points of a hundred."""
    return str(
        tr("{low} to {high}", low=f"{100 * row['low']:+.1f}", high=f"{100 * row['high']:+.1f}")
    )


def chance(value: float) -> str:
    """Return how likely chance alone does something."""
    return tr("less than 0.1\u202f%") if value < 0.001 else tr("{n}\u202f%", n=f"{100 * value:.1f}")


def _fairer(row: Numbers) -> str:
    """Say which of two versions is fairer, where that is sure; to be moved is not yet to be fairer."""
    words = {-1: tr("fairer"), 0: tr("nobody can say"), 1: tr("less fair")}
    return words[row["nearer"]]


def _moved(rows: Sequence[Numbers]) -> str:
    """Return which scenarios a change has moved beyond chance."""
    head = [tr("Scenario"), tr("Pairs"), tr("Before"), tr("Now"), tr("By chance alone"), ""]
    lines = [
        [
            escape(row["arm"]),
            str(row["pairs"]),
            percent(row["from"]),
            percent(row["to"]),
            chance(row["chance"]),
            tr("moved") if row["beyond"] else tr("not beyond chance"),
        ]
        for row in rows
    ]
    title = tr("Compared with the older run, seed by seed")
    drawn = _drawn(partial(plots.shifts, rows, [row["arm"] for row in rows], title))
    return _tag("h2", tr("What the change shifted")) + drawn + _table(head, lines)


def _drawn(*draw: Callable[[], str]) -> str:
    """Return plots side by side; nothing where they cannot be drawn."""
    if not has("matplotlib"):
        return ""
    return _tag("div", "".join(_tag("div", one()) for one in draw), "plots")


# -- an arm --------------------------------------------------------------------------------------


def _sections(numbers: Numbers, arms: Sequence[Arm]) -> Iterable[str]:
    """Give the chapters: a sweep as a curve, and each arm by itself."""
    sweeps: dict[tuple[str, str], list[Numbers]] = {}
    for told in numbers["arms"]:
        if told["swept"] and told["games"]:
            sweeps.setdefault((told["scenario"], next(iter(told["changed"]))), []).append(told)
    if sweeps:
        yield _tag("h2", tr("Over the range"))
    for (_, path), swept in sweeps.items():
        yield _drawn(partial(plots.curve, swept, [float(arm["swept"]) for arm in swept], path))
    pictures: dict[str, MapPicture] = {}
    for arm, told in zip(arms, numbers["arms"], strict=True):
        if told["games"] == 0 or told["swept"]:
            continue
        if has("matplotlib") and arm.bundle.hash not in pictures:
            game = registry[arm.bundle.game]
            setup = game.load(arm.bundle.text, dict(arm.options))
            pictures[arm.bundle.hash] = map_picture(game, setup)
        yield _section(told, pictures.get(arm.bundle.hash))


def _section(arm: Numbers, picture: MapPicture | None) -> str:
    title = f'<h2 id="{escape(arm["id"])}">{called(arm)}</h2>'
    seats = [
        f"{name}: {escape(player)}"
        for name, player in zip(plots.seat_names(arm), arm["players"].values(), strict=True)
    ]
    facts = [
        arm["id"],
        *seats,
        *([options] if (options := apart(arm["options"], arm["words"])) else []),
    ]
    about = _tag("p", escape("; ".join(facts)), "muted")
    lengths = [plots.turns] if len(arm["turns"]) > 1 else []
    drawing = (plots.wins, plots.points, *lengths, plots.decided)
    drawn = _drawn(*(partial(one, arm) for one in drawing))
    more = _drawn(*(partial(one, arm) for one in (plots.losses, plots.luck, plots.pieces)))
    parts = [title, about, _favoured(arm), drawn, _decided(arm), more, _dice(arm), _history(arm)]
    if picture is not None:
        parts.append(f"<style>{_backdrop(arm, picture)}</style>")
        for what, words in (
            ("fought", tr("Dice at a place, in a game")),
            ("struck", tr("Losses at a place, in a game")),
        ):
            drawn = plots.heat(arm, what, words, picture)
            parts.append(f'<div class="map map-{arm["bundle"]}">{drawn}</div>')
    return "".join([*parts, _rules(arm), _faults(arm)])


def _favoured(arm: Numbers) -> str:
    """Say in words whom the scenario favours, as far as so many games can tell, and how long it lasts."""
    seats = dict(zip(arm["seats"], plots.seat_names(arm), strict=True))
    words = tr("These games do not show which side it favours: the intervals overlap.")
    for seat, name in seats.items():
        others = [one["high"] for other, one in arm["wins"].items() if other != seat]
        if arm["wins"][seat]["low"] > max(others, default=1.0):
            words = tr("It favours {seat}, beyond chance.", seat=name)
    said = [words]
    if len(arm["turns"]) == 1:
        said.append(tr("All games ended on turn {n}.", n=next(iter(arm["turns"]))))
    return _tag("p", escape(" ".join(said)))


def _backdrop(arm: Numbers, picture: MapPicture) -> str:
    return (
        f".map-{arm['bundle']} > svg "
        f"{{ background-image: url(data:image/jpeg;base64,{picture.jpeg}) }}"
    )


def _decided(arm: Numbers) -> str:
    """Say in how many games the winner was sure by when."""
    sure, count = arm["sure"], sum(arm["sure"]["decided"].values())
    last, sums, rows = len(sure["turns"]), 0, []
    for turn in range(last + 1):
        sums += sure["decided"].get(str(turn), 0)
        words = tr("the end") if turn == last else tr("the beginning of turn {n}", n=turn + 1)
        rows.append([words, percent(sums / max(1, count))])
    return _table([tr("The winner was 80\u202f% certain by"), tr("Games")], rows)


def _dice(arm: Numbers) -> str:
    head = [tr("Dice"), tr("in a game"), tr("mean face"), tr("of a fair die")]
    head += [tr("distance from fair, in standard errors")]
    head += [tr("as wanted"), tr("expected"), tr("correlation with winning")]
    rows = [
        [
            name,
            f"{dice['dice']:.0f}",
            decimal(dice["face"], 2),
            decimal(dice["mean"], 2),
            f"{dice['errors']:+.1f}",
            decimal(dice["reached"]),
            decimal(dice["hoped"]),
            f"{dice['matters']:+.2f}",
        ]
        for name, dice in zip(plots.seat_names(arm), arm["dice"].values(), strict=True)
    ]
    return _table(head, rows)


def _history(arm: Numbers) -> str:
    """Say what was lost in the games and in history, where the data tell."""
    told = arm["history"]
    names, lost = plots.side_names(arm), arm["losses"]
    pieces = {row["piece"]: row for row in lost["pieces"]}
    rows = [
        [names.get(side, side), decimal(sum(lost["turns"][side])), str(steps)]
        for side, steps in told["sides"].items()
        if side in lost["turns"]
    ]
    rows += [
        [escape(spell("unit", pieces[piece]["name"])), decimal(pieces[piece]["lost"]), str(steps)]
        for piece, steps in told["pieces"].items()
        if piece in pieces
    ]
    if not rows:
        return ""
    table = _table([tr("Strength lost"), tr("in the games"), tr("in history")], rows)
    return table + _tag("p", escape("; ".join(told["sources"])), "muted")


def _rules(arm: Numbers) -> str:
    game, _, _ = arm["scenario"].partition("/")
    book, _ = Rulebook.load(registry[game].data())
    titles = {} if book is None else {rule.id: rule.title for rule in book.rules.values()}
    sometimes = {r: met for r, met in arm["rules"].items() if met["games"] < arm["games"]}
    rows = [
        [
            f"{escape(rule)} {escape(spell('rule', titles.get(rule, '')))}",
            percent(met["games"] / max(1, arm["games"])),
            decimal(met["times"]),
        ]
        for rule, met in list(sometimes.items())[:RULES]
    ]
    head = [tr("Rules used in some games"), tr("in games"), tr("times in each such game")]
    always, more = len(arm["rules"]) - len(sometimes), len(sometimes) - len(rows)
    words = trn("{n} rule was used in every game.", "{n} rules were used in every game.", n=always)
    if more > 0:
        words += " " + tr("The other {n} are in the files.", n=more)
    summary = tr("Rules: {n} of {all} met", n=len(arm["rules"]), all=verbatim(len(titles)))
    return f"<details><summary>{summary}</summary>{_table(head, rows)}{_tag('p', words)}</details>"


def _faults(arm: Numbers) -> str:
    if not arm["faults"]:
        return ""
    head = [tr("Seed"), tr("What went wrong")]
    return _table(head, [[str(one["seed"]), escape(one["fault"])] for one in arm["faults"]])
