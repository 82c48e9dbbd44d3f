"""Small pieces of rich text shared by the panels: rule links, rolls, odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from grognard.app.look import look
from grognard.app.rulenames import MARK
from grognard.app.rulenames import called as called_rule
from grognard.engines.core.data.text import Text, percent, text, tr, verbatim
from grognard.engines.core.show.deeds import Called, Deed, Tallies, dice_of, needed
from grognard.engines.core.show.explain import LogEntry, Refusal, Roll
from grognard.engines.core.show.views import Answer

LINK = "rule:"
FOLD = "fold:"
"""The link that unfolds what made up a line of the log."""


def rule_link(rule: str, words: str = "") -> str:
    """Return a link to a rule."""
    if not rule:
        return ""
    colour = look()["link"]
    shown = escape(words or called_rule(rule))
    target = escape(rule, quote=True)
    return f'<a href="{LINK}{target}" style="color:{colour};text-decoration:none">{shown}</a>'


def rule_mark(rules: Sequence[str]) -> str:
    """Return the small mark that leads to the first of some rules; pointed at, it names them all."""
    if not rules:
        return ""
    known = escape("\n".join(map(called_rule, dict.fromkeys(rules))), quote=True)
    style = f"color:{look()['link']};text-decoration:none"
    target = escape(rules[0], quote=True)
    return f'<a href="{LINK}{target}" title="{known}" style="{style}">{MARK}</a>'


EXAMPLE_OF = "!example"
"""After a rule in a link: not the rule is wanted but its example."""


def example_link(rule: str) -> str:
    """Return the link that shows a rule happening."""
    return rule_link(f"{rule}{EXAMPLE_OF}", tr("Show me an example")) if rule else ""


def rule_links(rules: Iterable[str]) -> str:
    """Return links to rules, one after the other."""
    return " · ".join(rule_link(rule) for rule in dict.fromkeys(rules) if rule)


def refusal_html(refusal: Refusal) -> str:
    """Return a refusal with its rule."""
    link = (
        f" <b>[{rule_link(refusal.rule)}]</b> {example_link(refusal.rule)}" if refusal.rule else ""
    )
    return f"{escape(str(refusal.message))}{link}"


def answer_html(answer: Answer) -> str:
    """Return the lines of an inquiry with its rules."""
    lines = "<br>".join(escape(str(line)) for line in answer.lines)
    for rule in dict.fromkeys(answer.rules):
        lines = lines.replace(f"({escape(called_rule(rule))})", rule_mark([rule]))
    links = rule_links(answer.rules)
    if links:
        links += f" · {example_link(answer.rules[0])}"
    muted = look()["text_muted"]
    return f'{lines}<br><span style="color:{muted}">{links}</span>' if links else lines


REASON = "why"
"""The property of a widget that says why it is as it is: a greyed choice, a die."""
RECKONING = "reckoning:"
"""The link that unfolds how odds are reckoned."""
BAR = 76
"""How wide the bar of a certain result is."""


def odds_html(answer: Answer, *, unfolded: bool = True) -> str:
    """Return odds: what is likeliest in one line, a table of all that may come of it, then how that is reckoned."""
    reckoned = f"<b>{escape(title_of(answer))}</b><br>{answer_html(answer)}"
    told = headline_of(answer)
    if not told:
        return reckoned
    title = title_of(answer)
    fold = tr("Hide the reckoning") if unfolded else tr("{odds}: show the reckoning", odds=title)
    link = f'<a href="{RECKONING}" style="color:{look()["link"]}">{escape(fold)}</a>'
    more = "".join(f"{escape(line)}<br>" for line in _said_besides(answer))
    head = f"<b>{escape(told)}</b>{_bars(_likely(answer)) or '<br>'}{more}{link}"
    return f"{head}<br>{reckoned}" if unfolded else f"{head}<br>{rule_links(answer.rules)}"


def headline_of(answer: Answer) -> str:
    """Return what is likeliest to come of it, else the first that is told in short; "" for nothing."""
    likely = _likely(answer)
    if likely:
        name, chance = max(likely, key=lambda share: share[1])
        return _share(name, chance)
    return str(answer.gist[0]) if answer.gist else ""


def _said_besides(answer: Answer) -> list[str]:
    """Return what is told in short below the headline."""
    gist = answer.gist if _likely(answer) else answer.gist[1:]
    return [str(line) for line in (*gist, answer.given) if line is not None]


def gist_of(answer: Answer) -> str:
    """Return odds in one line a player can act on, "" where there is none."""
    likely = _likely(answer)
    if not likely and not answer.gist:
        return ""
    told = [_share(name, chance) for name, chance in likely]
    told += [str(line) for line in (*answer.gist, answer.given) if line is not None]
    return "; ".join(told)


def _share(name: Text, chance: float) -> str:
    return tr("{chance} {result}", chance=percent(chance), result=name)


def _likely(answer: Answer) -> list[tuple[Text, float]]:
    """Return the results that are worth a word, with their chances."""
    return [(name, chance) for name, chance in answer.shares if round(chance * 100)]


def _bars(likely: list[tuple[Text, float]]) -> str:
    """Return results as the lines of a table, each with its chance as a number and as a bar; one alone needs none."""
    if len(likely) < 2:
        return ""
    rows = "".join(
        f'<tr><td align="right">{escape(percent(chance))}</td>'
        f"<td>{_bar(chance)}</td><td>{escape(str(name))}</td></tr>"
        for name, chance in likely
    )
    return f'<table cellspacing="1" cellpadding="1">{rows}</table>'


def _bar(chance: float) -> str:
    """Return a chance as a length, on the ground of what would be certain."""
    wide = max(2, round(BAR * chance))
    cells = ((wide, look()["accent"]), (BAR - wide, look()["border"]))
    drawn = "".join(
        f'<td width="{long}" bgcolor="{tone}"><span style="font-size:5pt">&nbsp;</span></td>'
        for long, tone in cells
        if long
    )
    return f'<table cellspacing="0" cellpadding="0" width="{BAR}"><tr>{drawn}</tr></table>'


def title_of(answer: Answer) -> str:
    """Return the heading of odds."""
    exact, samples = answer.value.get("exact"), answer.value.get("samples")
    if samples:
        return tr("Odds (sampled, {n} fights)", n=str(samples))
    return tr("Odds (exact)") if exact else tr("Odds")


WINDS = (
    text("N"),
    text("NNE"),
    text("NE"),
    text("ENE"),
    text("E"),
    text("ESE"),
    text("SE"),
    text("SSE"),
    text("S"),
    text("SSW"),
    text("SW"),
    text("WSW"),
    text("W"),
    text("WNW"),
    text("NW"),
    text("NNW"),
)


def compass(bearing: float) -> str:
    """Return the wind of a bearing in degrees."""
    return str(WINDS[round(bearing / 22.5) % 16])


def signed(value: int) -> str:
    """Return a number with its sign, with a true minus."""
    return f"+{value}" if value >= 0 else f"\N{MINUS SIGN}{-value}"


def roll_html(roll: Roll, called: Called) -> str:
    """Return a die with every modifier and what came of it."""
    colour = look()
    box = (
        f'<span style="background-color:{colour["raised"]};color:{colour["title"]};'
        f'font-weight:600">&nbsp;{roll.natural}&nbsp;</span>'
    )
    rows = "".join(
        f"<br>&nbsp;&nbsp;<b>{signed(item.value)}</b> {escape(str(item.reason))} "
        f"[{rule_link(item.rule)}]"
        for item in roll.modifiers
    )
    total = f"<br>= <b>{roll.total}</b>" if roll.modifiers else ""
    read = f"{roll.rule}#{roll.table}#{roll.column}#{roll.total}#{roll.result}"
    total += f" [{rule_link(read if roll.table else roll.rule, called_rule(roll.rule))}]"
    target = f" ({needed(roll)})" if roll.target is not None else ""
    result = (
        f" \N{RIGHTWARDS ARROW} <b>{escape(str(called(roll.result)))}</b>" if roll.result else ""
    )
    if roll.drawn is not None:
        drawn = verbatim(f"<b>{escape(str(roll.drawn))}</b>")
        return tr("drawn out of {n}: {drawn}", n=roll.sides, drawn=drawn)
    if roll.base is not None and roll.modifiers:
        # The modifiers change the number needed, not the die: they follow what it was without.
        instead = tr("instead of {n} or less:", n=roll.base)
        return f"{tr('die')} {box}{target}{result}<br>{instead}{rows}"
    return f"{tr('die')} {box}{rows}{total}{target}{result}"


def entry_html(entry: LogEntry, called: Called) -> str:
    """Return a line of the log with all that is behind it: its words, its dice, its rules."""
    rules = rule_links(entry.rules)
    muted = look()["text_muted"]
    links = f' <span style="color:{muted}">[{rules}]</span>' if rules else ""
    dice = f"<br>{roll_html(entry.roll, called)}" if entry.roll is not None else ""
    return f"{_coloured(entry)}{links}{dice}"


def deed_html(
    deed: Deed, called: Called, tallies: Tallies, fold: str = "", *, unfolded: bool = False
) -> str:
    """Return a deed in one line, with the link `fold` that unfolds what made it up, if anything did."""
    dice = dice_of(deed, called, tallies)
    words = _coloured(deed.entry, "" if dice is None else f": <b>{escape(str(dice))}</b>")
    line = f"{words} {rule_mark(deed.rules)}"
    if not fold or not deed.unfolds:
        return line
    mark = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}" if unfolded else FOLDED
    told = escape(tr("Fold") if unfolded else tr("Unfold"), quote=True)
    style = f"color:{look()['text_muted']};text-decoration:none"
    line += f' <a href="{FOLD}{fold}" title="{told}" style="{style}">{mark}</a>'
    return f"{line}{''.join(_beneath(deed, called))}" if unfolded else line


FOLDED = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"


def _beneath(deed: Deed, called: Called) -> Iterable[str]:
    """Give the lines that unfold beneath a deed."""
    indent = "<br>&nbsp;&nbsp;&nbsp;&nbsp;"
    told = [entry_html(part, called) for part in deed.parts]
    told += [roll_html(roll, called) for roll in deed.rolls]
    told += [rule_links(deed.rules)]
    return (indent + words.replace("<br>", indent) for words in told if words)


def _coloured(entry: LogEntry, more: str = "") -> str:
    """Return the words of a line, in the colour of its kind."""
    colours = look()
    words = escape(str(entry.text).rstrip(".") if more else str(entry.text)) + more
    if entry.kind == "phase":
        return f'<span style="color:{colours["title"]};font-weight:600">{words}</span>'
    if entry.kind in {"loss", "refusal"}:
        return f'<span style="color:{colours["danger"]}">{words}</span>'
    return words
