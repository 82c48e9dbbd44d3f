"""A game as an illustrated report: one page of HTML that holds everything, or a PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from PySide6.QtGui import QColor, QFont, QImage, QPageLayout, QTextDocument

from grognard.app.aftermath.account import Loss, Luck
from grognard.app.aftermath.charts import Chart
from grognard.app.aftermath.maps import Boards, packed
from grognard.app.aftermath.march import march_of
from grognard.app.aftermath.story import Chapter, Passage, Sentence
from grognard.app.aftermath.tallies import Turning
from grognard.app.aftermath.told import Told, told_of
from grognard.app.board.theme import PERIOD
from grognard.app.rulebook.export import keep_heads, page_writer, paper_of, print_pages
from grognard.app.rulebook.shelf import take
from grognard.app.rulenames import MARK
from grognard.app.written import into, write_whole
from grognard.engines.core.data.text import (
    capital,
    decimal,
    named,
    percent,
    spell,
    spoken,
    tr,
    trn,
    verbatim,
)
from grognard.engines.core.play.bots import players_of
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import PERSON

SUFFIXES = (".html", ".pdf")
STYLE = (
    "body{font-family:serif;font-size:11pt;color:#222;background:#fff;max-width:52em;"
    "margin:1em auto;padding:0 1em;line-height:1.45}"
    "h1,h2,h3{font-weight:600;color:#4a2c12}h2{border-bottom:1px solid #c9bfa8;padding-bottom:2px}"
    "img{max-width:100%}figure{margin:1em 0}figcaption,.muted{color:#666;font-size:90%}"
    "table{border-collapse:collapse}td,th{padding:2px 8px;border-bottom:1px solid #ddd;"
    "text-align:left}td.n,th.n{text-align:right}.loss{color:#8f1d14}"
    "a{color:#6b4a1e;text-decoration:none}"
)
PAPER_WIDE = 650
"""How wide a picture is on a sheet of paper: a broader one would be cut off, and what follows it lost."""
Progress = Callable[[int, int], object]
"""Told how many of how many parts are done; raises what ends the work."""
NOBODY: Progress = lambda _done, _of: None  # noqa: E731 - what is told to nobody
NUMBER = ' class="n" align="right"'
SELDOM = 0.1
"""Luck that comes in fewer games than this part of them is remarked on."""


@dataclass
class Page:
    """What a report is put together with: what it tells, names, pictures as they are to be written."""

    told: Told
    players: Mapping[str, str]
    remark: str
    boards: Boards
    wide: int | None
    rules: Mapping[str, str] = field(default_factory=dict)

    @property
    def session(self) -> Session:
        """The game."""
        return self.told.session

    def name(self, seat: str) -> str:
        """Return the name of a seat, of a draw nothing."""
        found = next((one.name for one in self.session.setup.info.seats if one.id == seat), seat)
        return spell("seat", found)

    def colour(self, side: str) -> QColor:
        """Return the colour of a side."""
        return self.boards.theme.colour(f"sides.{side}.fill", "#6E675A")

    def figure(self, image: QImage, words: str, kind: str = "JPEG") -> str:
        """Return a picture with what is written below it."""
        wide = f' width="{self.wide}"' if self.wide is not None else ""
        shown = f'<img alt="{escape(words, quote=True)}"{wide} src="{packed(image, kind)}">'
        below = f"<figcaption>{escape(words)}</figcaption>" if words else ""
        if self.wide is not None:  # the pages of a document know no figures
            return f"<p>{shown}</p>" + (f'<p class="muted">{escape(words)}</p>' if words else "")
        return f"<figure>{shown}{below}</figure>"


def write_report(  # noqa: PLR0913 - what is told, to whom, and where
    session: Session,
    path: Path,
    seat: str | None = None,
    players: Mapping[str, str] | None = None,
    remark: str = "",
    palette: str = PERIOD,
    told: Progress = NOBODY,
) -> None:
    """Write the report of a game to a seat, or, of None, to everybody: once it is over with all that was hidden.

    Raises:
        OSError: the file cannot be written.
    """
    paper = path.suffix.casefold() == ".pdf"
    parts = 5
    told(0, parts)
    known = told_of(session, seat, lambda: told(1, parts))
    told(2, parts)
    page = Page(
        known, players or {}, remark, Boards(session, palette), PAPER_WIDE if paper else None
    )
    book, _ = take(session.game.data())
    rules = book.rules if book is not None else {}
    page.rules = {name: rules[name].called for name in known.rules if name in rules}
    html = "".join(_body(page, lambda: told(3, parts)))
    told(4, parts)
    title = spell("term", session.setup.info.title)
    if paper:
        _print(html, path, title)
    else:
        write_whole(path, _whole(html, title).encode())
    told(parts, parts)


def _whole(html: str, title: str) -> str:
    language = spoken().info().get("language", "en")
    return (
        f"<!doctype html><html lang='{escape(language)}'><head><meta charset='utf-8'>"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>{html}</body></html>\n"
    )


def _print(html: str, path: Path, title: str) -> None:
    with into(path) as device:
        writer = page_writer(device, QPageLayout.Orientation.Portrait, 15)
        document = QTextDocument()
        document.documentLayout().setPaintDevice(writer)
        document.setDefaultFont(QFont("serif", 10))
        document.setDefaultStyleSheet(
            "h1,h2,h3{color:#4a2c12} .muted{color:#555} .loss{color:#8f1d14}"
            "td,th{padding:2px 6px} a{color:#6b4a1e;text-decoration:none}"
        )
        document.setPageSize(paper_of(writer))
        document.setHtml(html)
        keep_heads(document)
        writer.setTitle(title)
        print_pages(document, writer)


# -- what stands in it -------------------------------------------------------------------------


def _body(page: Page, still: Callable[[], object]) -> Iterator[str]:
    yield _head(page)
    yield _opening(page)
    still()
    yield f"<h2>{tr('How it went')}</h2>"
    turned = {one.turn: one for one in page.told.turnings}
    for number, chapter in enumerate(page.told.chapters):
        yield _chapter(page, chapter)
        if number in turned:
            still()
            yield _turning(page, turned[number])
    still()
    yield _closing(page)
    yield _numbers(page)
    yield _rules(page)


def _head(page: Page) -> str:
    session, info = page.session, page.session.setup.info
    title = f"<h1>{escape(spell('term', info.title))}</h1>"
    game = spell("term", session.game.title)
    about = f'<p class="muted">{escape(game)}, {escape(session.game.edition)}. {escape(spell("term", info.date))}</p>'
    seats = "".join(
        f"<tr><td><b>{escape(page.name(seat.id))}</b></td><td>{escape(_player(page, seat.id))}</td></tr>"
        for seat in info.seats
    )
    remark = f"<p><i>{escape(page.remark)}</i></p>" if page.remark else ""
    return f"{title}{about}<table>{seats}</table>{_result(page)}{remark}"


def _player(page: Page, seat: str) -> str:
    kind = page.players.get(seat, PERSON)
    found = players_of(page.session.game).get(kind)
    if found is None:
        return tr("Person")
    return tr("{kind} (computer)", kind=capital(str(found.called)))


def _result(page: Page) -> str:
    session, told = page.session, page.told
    decided = len(session.choices) - len(session.passed())
    long = trn("One decision was made", "{n} decisions were made", n=decided)
    turns = trn("in one turn", "in {n} turns", n=len(told.turns))
    length = f"<p class='muted'>{escape(f'{long} {turns}.')}</p>"
    verdict = session.verdict
    if verdict is None:
        whose = page.name(told.eyes.seat) if told.eyes.seat else ""
        known = tr("It tells what {seat} knows.", seat=whose) if whose else ""
        known = known or tr("It tells what everybody may know.")
        words = tr("The game goes on: this is how it stands.")
        return f"<p><b>{escape(words)}</b> {escape(known)}</p>{length}"
    won = tr("{seat} victory", seat=page.name(verdict.winner))
    title = tr("A draw") if verdict.winner == "draw" else won
    points = ", ".join(f"{page.name(seat)} {n}" for seat, n in verdict.points)
    told_points = tr("Points: {points}", points=verbatim(points)) if points else ""
    mark = _mark(page, (verdict.rule,))
    return (
        f"<p><b>{escape(title)}.</b> {escape(str(verdict.reason))} {mark}<br>"
        f"{escape(told_points)}</p>{length}"
    )


def _opening(page: Page) -> str:
    first = page.told.stages[0]
    words = tr("As it began: {turn}", turn=verbatim(first.turn))
    lead = ""
    if page.told.since:
        words_since = tr(
            "The rules have changed since this game was played: it is told from its decision {n} on.",
            n=page.told.since,
        )
        lead = f"<p>{escape(words_since)}</p>"
    return lead + page.figure(page.boards.picture(first.view), words)


def _chapter(page: Page, chapter: Chapter) -> str:
    passages = "".join(_passage(page, one) for one in chapter.passages)
    nothing = f"<p class='muted'>{tr('Nothing was done.')}</p>"
    return f"<h3>{escape(chapter.title)}</h3>{passages or nothing}"


def _passage(page: Page, passage: Passage) -> str:
    head = ""
    if passage.head is not None:
        words = str(passage.head).rstrip(".: ")
        head = f"<b>{escape(words)}.</b> "
    sentences = " ".join(_sentence(page, one) for one in passage.sentences)
    return f"<p>{head}{sentences}</p>"


def _sentence(page: Page, one: Sentence) -> str:
    """Return a sentence with its dice; what was lost stands out, and dice lead to their rule."""
    words = str(one.words).rstrip()
    if one.dice is not None:
        words = f"{words.rstrip('.')} ({one.dice})."
    elif words[-1:] not in ".!?":
        words += "."
    html = escape(words)
    if one.grave:
        html = f'<span class="loss">{html}</span>'
    return f"{html}{_mark(page, one.rules) if one.dice is not None or one.grave else ''}"


def _mark(page: Page, rules: Sequence[str]) -> str:
    """Return the small link to the first rule that the report tells of."""
    rule = next((one for one in rules if one in page.rules), None)
    if rule is None:
        return ""
    title = escape(page.rules[rule], quote=True)
    return f' <a href="#rule-{escape(rule, quote=True)}" title="{title}">{MARK}</a>'


def _turning(page: Page, one: Turning) -> str:
    before, after = page.told.stages[one.turn], page.told.stages[one.turn + 1]
    words = tr("A turning point, {turn}.", turn=verbatim(before.turn))
    if one.gained is not None:
        first, second = (seat.id for seat in page.session.setup.info.seats[:2])
        winner, lean = (first, one.lean) if one.gained > 0 else (second, 1 - one.lean)
        words += " " + tr(
            "The computer gives {seat} {now} after it, and gave {before} before.",
            seat=page.name(winner),
            now=percent(lean),
            before=percent(lean - abs(one.gained)),
        )
    elif one.lost:
        words += " " + tr("No turn cost more: {n} in all.", n=one.lost)
    return page.figure(page.boards.picture(after.view, before.view), words)


def _closing(page: Page) -> str:
    told = page.told
    before, last = told.stages[-2] if len(told.stages) > 1 else None, told.stages[-1]
    over = page.session.verdict is not None
    words = tr("As it ended") if over else tr("As it stands now")
    picture = page.boards.picture(last.view, before.view if before is not None else None)
    parts = [page.figure(picture, words)]
    army = march_of(page.boards, told)
    if army is not None:
        words = tr(
            "The march of the armies: as broad as they were strong, turn by turn; the way back is darker."
        )
        parts.append(page.figure(army, words))
    return "".join(parts)


# -- numbers -----------------------------------------------------------------------------------


def _numbers(page: Page) -> str:
    parts = [
        _losses(page),
        _points(page),
        _course(page),
        _dice(page),
    ]
    return "".join(parts)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table; all but its first column are numbers."""

    def line(cells: Sequence[str], tag: str) -> str:
        return "".join(
            f"<{tag}{NUMBER if n else ''}>{cell}</{tag}>" for n, cell in enumerate(cells)
        )

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f"<table><tr>{line([escape(one) for one in head], 'th')}</tr>{body}</table>"


def _losses(page: Page) -> str:
    told = page.told
    stepped = any(one.steps for one in told.losses)
    head = ["", tr("Units"), tr("lost")] + ([tr("Strength"), tr("lost")] if stepped else [])
    rows: list[list[str]] = []
    for side in dict.fromkeys(one.side for one in told.losses):
        mine = [one for one in told.losses if one.side == side]
        numbers = [(one.units, one.lost, one.steps, one.steps_lost) for one in mine]
        whole = Loss(side, "", *(sum(column) for column in zip(*numbers, strict=True)))
        name = f"<b>{escape(capital(str(page.session.game.term(side))))}</b>"
        rows.append(_loss(name, whole, stepped=stepped))
        rows += [
            _loss(escape(str(named("unit", one.corps))), one, stepped=stepped)
            for one in mine
            if one.lost or one.steps_lost
        ]
    chart = ""
    if any(any(one.by_turn) for one in told.costs):
        steps = any(one.steps for one in told.costs)
        title = tr("Strength lost, turn by turn") if steps else tr("Units lost, turn by turn")
        bands = [
            (capital(str(page.session.game.term(one.side))), page.colour(one.side), one.by_turn)
            for one in told.costs
        ]
        chart = page.figure(Chart(title, told.turns, bands).bars(), "", "PNG")
    return f"<h2>{tr('Losses')}</h2>{_table(head, rows)}{chart}" if rows else ""


def _loss(name: str, one: Loss, *, stepped: bool) -> list[str]:
    numbers = [str(one.units), _part(one.lost, one.units)]
    if stepped:
        numbers += [str(one.steps), _part(one.steps_lost, one.steps)]
    return [name, *numbers]


def _part(lost: int, of: int) -> str:
    return f"{lost} ({percent(lost / of)})" if lost and of else str(lost)


def _points(page: Page) -> str:
    told = page.told
    when = [*told.turns, tr("the end") if page.session.verdict is not None else tr("now")]
    rows, before = [], None
    for turn, line in zip(when, told.scored.lines, strict=True):
        words = " \N{MIDDLE DOT} ".join(map(escape, line))
        rows.append(f"<tr><td>{escape(turn)}</td><td>{words}</td></tr>")
        if words == before:
            rows.pop()
        before = words
    if not any(told.scored.lines):
        return ""
    chart = ""
    seats = {seat.id: seat for seat in page.session.setup.info.seats}
    if any(len(set(points)) > 1 for _, points in told.scored.numbers):
        bands = [
            (page.name(seat), page.colour(seats[seat].side), points)
            for seat, points in told.scored.numbers
        ]
        chart = page.figure(Chart(tr("Points over time"), when, bands).lines(), "", "PNG")
    lead = (
        f"<p class='muted'>{tr('As each turn began; what did not change is not told again.')}</p>"
    )
    return f"<h2>{tr('Points')}</h2>{lead}<table>{''.join(rows)}</table>{chart}"


def _course(page: Page) -> str:
    told = page.told
    if len(told.leans) < 2:
        return ""
    first = page.session.setup.info.seats[0]
    title = tr("Chance to win of {seat} in percent, as computer players judge", seat=first.name)
    band = (page.name(first.id), page.colour(first.side), [100 * one for one in told.leans])
    opinion = tr(
        "This is the opinion of the computer: it weighs positions against the one at the start, and may be wrong."
    )
    chart = page.figure(Chart(title, told.turns, [band]).lines(), "", "PNG")
    return f"<h2>{tr('The course of the game')}</h2><p class='muted'>{opinion}</p>{chart}"


def _dice(page: Page) -> str:
    told = page.told
    if not told.whole_luck:
        return ""
    head = ["", tr("Dice"), tr("reached"), tr("expected"), tr("so far off by chance")]
    rows = [_luck(page, one) for one in (*told.whole_luck, *told.luck)]
    lead = tr(
        "Of dice that needed a number: how often they reached it, and how often that was to be expected."
    )
    return f"<h2>{tr('Dice')}</h2><p class='muted'>{lead}</p>{_table(head, rows)}"


def _luck(page: Page, one: Luck) -> list[str]:
    name = page.name(one.seat)
    called = f"<b>{escape(name)}</b>"
    if one.purpose:
        purpose = capital(str(page.session.game.term(one.purpose)))
        called = escape(tr("{purpose}, {seat}", purpose=purpose, seat=name))
    chance = percent(one.chance)
    told = f"<b>{chance}</b>" if one.chance < SELDOM else chance
    return [called, str(one.cast), str(one.reached), decimal(one.expected), told]


# -- rules -------------------------------------------------------------------------------------


def _rules(page: Page) -> str:
    book, _ = take(page.session.game.data())
    if book is None or not page.rules:
        return ""
    told = [
        f'<p><a name="rule-{escape(name, quote=True)}" id="rule-{escape(name, quote=True)}">'
        f"<b>{MARK} {escape(called)}</b></a> {escape(_briefly(book.rules[name].text))}</p>"
        for name, called in page.rules.items()
    ]
    return f"<h2>{tr('The rules that decided it')}</h2>{''.join(told)}"


def _briefly(words: str) -> str:
    """Return the first paragraph of a rule."""
    return words.strip().split("\n\n")[0]
