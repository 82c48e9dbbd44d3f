"""The plots of a report, as SVG by matplotlib; colours that colour-blind eyes tell apart, and hatches."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from itertools import accumulate
from typing import Any

from grognard.app.lab.extras import need
from grognard.app.lab.mappicture import MapPicture
from grognard.app.lab.numbers import SURE, Numbers
from grognard.engines.core.data.text import spell, tr, trn

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
"""Of Okabe and Ito."""
HATCHES = ("", "////", "....", "xxxx")
INK, PALE, HISTORY = "#333333", "#BBBBBB", "#000000"
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "grognard",
    "font.size": 9,
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "hatch.linewidth": 0.6,
}
FEW = 12
"""So many values of a sweep each stand below its curve."""
LONGEST = 30
"""Letters of a name beside a plot."""
MOST = 24
"""So many bars are legible below one another."""
_FRONT = re.compile(r"^.*?(?=<svg)", re.DOTALL)


def plot(draw: Callable[[Any], object], width: float = 5.6, height: float = 2.8) -> str:
    """Return what is drawn on some axes as SVG that can stand in a page."""
    need("matplotlib")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure.subplots())
        return _svg(figure)


def _svg(figure: Any) -> str:
    out = StringIO()
    figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _FRONT.sub("", out.getvalue())


def of_games(count: int) -> str:
    """Return how many games a plot is made of."""
    return trn("{n} game", "{n} games", n=count)


def titled(axes: Any, title: str, games: int) -> None:
    """Say what is shown, and of how many games: over the whole plot, where no long name beside it cuts that off."""
    words = f"{title} ({of_games(games)})"
    axes.figure.suptitle(words, x=0.01, ha="left", fontsize=9.5, color=INK)


def end_of(name: str) -> str:
    """Return a name that leaves room for a plot beside it: of a long one its end, which tells it from others."""
    return name if len(name) <= LONGEST else f"\N{HORIZONTAL ELLIPSIS}{name[1 - LONGEST :]}"


def seat_names(arm: Numbers) -> list[str]:
    """Return what the seats are called, in their order."""
    return [spell("seat", seat["name"]) for seat in arm["seats"].values()]


def side_names(arm: Numbers) -> dict[str, str]:
    """Return what the sides are called: as the seats that play them."""
    return {seat["side"]: spell("seat", seat["name"]) for seat in arm["seats"].values()}


def wins(arm: Numbers) -> str:
    """Plot who wins, with the intervals."""

    def draw(axes: Any) -> None:
        found = list(arm["wins"].values())
        shares = [100 * one["share"] for one in found]
        reach = [
            [100 * (one["share"] - one["low"]) for one in found],
            [100 * (one["high"] - one["share"]) for one in found],
        ]
        bars = axes.barh(seat_names(arm), shares, xerr=reach, capsize=4, height=0.6, ecolor=INK)
        _dress(bars)
        axes.axvline(50, color=INK, linewidth=0.8, linestyle=":")
        axes.set_xlim(0, 100)
        axes.invert_yaxis()
        axes.set_xlabel(tr("games won, in %, with the interval of 95\u202f%"))
        titled(axes, tr("Who wins"), arm["games"])

    return plot(draw, height=1.1 + 0.45 * len(arm["wins"]))


def _dress(bars: Any) -> None:
    for n, bar in enumerate(bars):
        bar.set_facecolor(COLOURS[n % len(COLOURS)])
        bar.set_hatch(HATCHES[n % len(HATCHES)])
        bar.set_edgecolor("white")


def points(arm: Numbers) -> str:
    """Plot how many points each seat makes."""

    def draw(axes: Any) -> None:
        values = [_spread(one["counts"]) for one in arm["points"].values()]
        boxes = axes.boxplot(values, orientation="horizontal", patch_artist=True, widths=0.55)
        _dress(boxes["boxes"])
        for line in boxes["medians"]:
            line.set_color(HISTORY)
        axes.set_yticks(range(1, len(values) + 1), seat_names(arm))
        axes.invert_yaxis()
        axes.set_xlabel(
            tr("points at the end: the box holds the middle half, the line is the median")
        )
        titled(axes, tr("Points"), arm["games"])

    return plot(draw, height=1.1 + 0.45 * len(arm["points"]))


def _spread(counts: Mapping[Any, int]) -> list[float]:
    return [float(value) for value, times in counts.items() for _ in range(times)]


def turns(arm: Numbers) -> str:
    """Plot how long games last."""

    def draw(axes: Any) -> None:
        axes.bar(list(arm["turns"]), list(arm["turns"].values()), color=COLOURS[0], width=0.7)
        axes.set_xlabel(tr("turn in which the game ended"))
        axes.set_ylabel(tr("games"))
        titled(axes, tr("Length"), arm["games"])

    return plot(draw)


def losses(arm: Numbers) -> str:
    """Plot what each side loses turn by turn, added up, beside what it lost in history."""

    def draw(axes: Any) -> None:
        names = side_names(arm)
        for n, (side, row) in enumerate(arm["losses"]["turns"].items()):
            whole = arm["losses"]["began"][side] or 1
            sums = [100 * sum(row[: turn + 1]) / whole for turn in range(len(row))]
            steps = range(1, len(row) + 1)
            colour, mark = COLOURS[n % len(COLOURS)], "os^D"[n % 4]
            axes.plot(steps, sums, color=colour, marker=mark, label=names.get(side, side))
            history = arm["history"]["sides"].get(side)
            if history is not None:
                words = tr("{side} in history", side=names.get(side, side))
                axes.axhline(100 * history / whole, color=colour, linestyle="--", label=words)
        axes.set_ylim(bottom=0)
        axes.set_xlabel(tr("turn"))
        axes.set_ylabel(tr("strength lost so far, in %"))
        axes.legend(frameon=False, fontsize=8)
        titled(axes, tr("Losses by turn"), arm["games"])

    return plot(draw)


def pieces(arm: Numbers) -> str:
    """Plot the pieces that lose most."""
    rows = arm["losses"]["pieces"][:MOST]
    sides = list(side_names(arm))

    def draw(axes: Any) -> None:
        names = [spell("unit", row["name"]) for row in rows]
        bars = axes.barh(range(len(rows)), [row["lost"] for row in rows], height=0.7)
        for bar, row in zip(bars, rows, strict=True):
            n = sides.index(row["side"]) if row["side"] in sides else 0
            bar.set_facecolor(COLOURS[n % len(COLOURS)])
            bar.set_hatch(HATCHES[n % len(HATCHES)])
            bar.set_edgecolor("white")
        known = [(n, arm["history"]["pieces"].get(row["piece"])) for n, row in enumerate(rows)]
        marks = [(n, lost) for n, lost in known if lost is not None]
        if marks:
            at, lost = zip(*marks, strict=True)
            words = tr("in history")
            axes.scatter(lost, at, marker="D", color=HISTORY, zorder=3, label=words)
            axes.legend(frameon=False, fontsize=8)
        axes.set_yticks(range(len(rows)), names, fontsize=7.5)
        axes.invert_yaxis()
        axes.set_xlabel(tr("strength lost in a game, on average"))
        titled(axes, tr("Who loses most"), arm["games"])

    return plot(draw, height=1.0 + 0.19 * len(rows))


def decided(arm: Numbers) -> str:
    """Plot how sure the winner was as each turn began, and when he was as good as sure."""
    sure = arm["sure"]
    last = len(sure["turns"])

    def draw(axes: Any) -> None:
        count = max(1, sum(sure["decided"].values()))
        found = [sure["decided"].get(str(turn), 0) for turn in range(last + 1)]
        shares = [100 * share / count for share in accumulate(found)]
        words = tr("games decided by then, in %")
        axes.bar(range(1, last + 2), shares, color=PALE, width=0.7, label=words)
        chances = [100 * chance for chance in sure["turns"]]
        words = tr("how certain the winner is, in %")
        axes.plot(range(1, last + 1), chances, color=COLOURS[0], marker="o", label=words)
        axes.axhline(100 * SURE, color=INK, linewidth=0.8, linestyle=":")
        ticks = [*map(str, range(1, last + 1)), tr("end")]
        axes.set_xticks(range(1, last + 2), ticks)
        axes.set_ylim(0, 100)
        axes.set_xlabel(tr("beginning of the turn"))
        axes.legend(frameon=False, fontsize=8)
        titled(axes, tr("When it is decided"), arm["games"])

    return plot(draw)


def luck(arm: Numbers) -> str:
    """Plot the luck of each seat's dice: how many fell as wanted beyond what was to be hoped."""

    def draw(axes: Any) -> None:
        values = [dice["luck"] for dice in arm["dice"].values()]
        boxes = axes.boxplot(values, orientation="horizontal", patch_artist=True, widths=0.55)
        _dress(boxes["boxes"])
        for line in boxes["medians"]:
            line.set_color(HISTORY)
        axes.axvline(0, color=INK, linewidth=0.8, linestyle=":")
        axes.set_yticks(range(1, len(values) + 1), seat_names(arm))
        axes.invert_yaxis()
        axes.set_xlabel(tr("successful dice in a game, above expectation"))
        titled(axes, tr("Luck"), arm["games"])

    return plot(draw, height=1.1 + 0.45 * len(arm["dice"]))


def heat(arm: Numbers, what: str, title: str, picture: MapPicture) -> str:
    """Plot how often something happens at each place, to be laid over the map."""
    need("matplotlib")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    spots = [(picture.at(place), times) for place, times in arm[what].items()]
    shown = [(spot, times) for spot, times in spots if spot is not None]
    most = max((times for _, times in shown), default=1.0)
    height = 8 * picture.height / picture.width
    with rc_context(STYLE):
        figure = Figure(figsize=(8, height))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, 1)
        axes.set_ylim(1, 0)
        colour = COLOURS[1] if what == "struck" else COLOURS[0]
        for (x, y), times in shown:
            size = 30 + 900 * times / most
            axes.scatter(
                [x], [y], s=size, color=colour, alpha=0.5, edgecolors="white", linewidths=1
            )
            if times >= most / 4:
                axes.annotate(f"{times:.1f}", (x, y), ha="center", va="center", fontsize=7)
        words = f"{title} ({of_games(arm['games'])})"
        box = {"facecolor": "white", "alpha": 0.8, "edgecolor": "none"}
        axes.text(0.01, 0.02, words, va="top", fontsize=10, color=INK, bbox=box)
        return _svg(figure)


def shifts(rows: Sequence[Numbers], names: Sequence[str], title: str) -> str:
    """Plot how far something moves the balance, each with its interval."""

    def draw(axes: Any) -> None:
        for n, row in enumerate(rows):
            mean, low, high = (100 * row["shift"][key] for key in ("mean", "low", "high"))
            colour = COLOURS[1] if row["beyond"] else INK
            reach = [[mean - low], [high - mean]]
            axes.errorbar([mean], [n], xerr=reach, fmt="D" if row["beyond"] else "o", color=colour)
        axes.axvline(0, color=INK, linewidth=0.8, linestyle=":")
        axes.set_yticks(range(len(rows)), [end_of(name) for name in names], fontsize=8)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel(tr("first seat's wins, in percentage points, seed by seed"))
        titled(axes, title, sum(2 * row["pairs"] for row in rows))

    return plot(draw, height=1.2 + 0.35 * len(rows))


def curve(arms: Sequence[Numbers], values: Sequence[float], path: str) -> str:
    """Plot the balance over the range of a swept value."""

    def draw(axes: Any) -> None:
        names = seat_names(arms[0])
        for n, seat in enumerate(arms[0]["wins"]):
            found = [arm["wins"][seat] for arm in arms]
            colour, mark = COLOURS[n % len(COLOURS)], "os^D"[n % 4]
            shares = [100 * one["share"] for one in found]
            axes.plot(values, shares, color=colour, marker=mark, label=names[n])
            low, high = ([100 * one[end] for one in found] for end in ("low", "high"))
            axes.fill_between(values, low, high, color=colour, alpha=0.18, linewidth=0)
        axes.axhline(50, color=INK, linewidth=0.8, linestyle=":")
        axes.set_ylim(0, 100)
        if len(values) <= FEW:
            axes.set_xticks(values, [f"{value:g}" for value in values])
        axes.set_xlabel(path)
        axes.set_ylabel(tr("games won, in %"))
        axes.legend(frameon=False, fontsize=8)
        titled(axes, tr("The balance over the range"), sum(arm["games"] for arm in arms))

    return plot(draw, height=3.2)
