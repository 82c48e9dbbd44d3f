"""What the library says of a battle before it is opened: length, size, difficulty, lesson, balance."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from grognard.app.editor.maps.steps import text_of
from grognard.app.editor.sharing.played import kept, told
from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Int, ListOf, MapOf, Number, Record, Str
from grognard.engines.core.data.text import Text, spell, text, tr, trn, verbatim
from grognard.engines.core.data.yamlio import load_file
from grognard.engines.core.play.game import AnyGame
from grognard.engines.core.play.setups import ScenarioInfo
from grognard.engines.core.proof.wording import plain_words

FILE = "balance.yaml"
WORD = Str(max_length=80)
FEW = 20
"""Fewer games tell of no balance."""
EVEN, LEANS = 0.6, 0.8
"""The share of the games that a seat wins at most where a battle is even, and where it only leans."""
GRAMMAR = Record(
    {
        "balance": ListOf(
            Record(
                {
                    "scenario": WORD,
                    "games": Int(1, 1_000_000),
                    "wins": MapOf(WORD, Int(0, 1_000_000), 2, 8),
                },
                {"points": ListOf(Number(), 2, 8), "turns": Number(0)},
            ),
            unique="scenario",
        )
    }
)
DIFFICULTIES: Mapping[str, Text] = {
    "first": text("a first game"),
    "easy": text("easy"),
    "medium": text("of middling difficulty"),
    "hard": text("demanding"),
}
LENGTHS: tuple[tuple[int, Text], ...] = (
    (30, text("Up to half an hour")),
    (60, text("Up to an hour")),
    (180, text("Up to three hours")),
    (480, text("Up to a day")),
)
"""Longest battle to be shown: minutes, and what that is called."""


@record
class Balance:
    """How the games of two captains ended; what is not won is drawn."""

    scenario: str
    games: int
    wins: Mapping[str, int]
    points: tuple[float, ...] = ()
    turns: float | None = None

    @property
    def drawn(self) -> int:
        """How many games nobody won."""
        return self.games - sum(self.wins.values())


def read_balance(node_file: object = None) -> tuple[dict[str, Balance], list[Problem]]:
    """Read how the shipped scenarios end, by scenario; each fault with line and mend.

    Args:
        node_file: another file than the shipped one.
    """
    file = node_file or files("grognard.scenarios").joinpath(FILE)
    node, problems = load_file(file)  # type: ignore[arg-type]
    data = GRAMMAR.read(node, problems, FILE) if node is not None else None
    rows = data.get("balance") if data is not None and not problems else None
    made = [Balance(**{**row, "points": tuple(row.get("points", ()))}) for row in rows or () if row]
    return {row.scenario: row for row in made}, list(problems)


@cache
def balances() -> Mapping[str, Balance]:
    """Return how the shipped scenarios end, by "game/scenario"."""
    return read_balance()[0]


def searched(words: str) -> str:
    """Return words as they are searched: small letters without accents, in one line."""
    return " ".join(plain_words(words))


def table_of(game: AnyGame) -> str:
    """Return in few words what a game is played on; "" where it does not say."""
    return str(game.manner).partition(":")[0] if game.manner is not None else ""


def length_of(info: ScenarioInfo) -> str:
    """Return how long a battle takes, as one says it."""
    hours, minutes = divmod(info.minutes, 60)
    told = [tr("{n} h", n=hours)] if hours else []
    if minutes or not hours:
        told.append(tr("{n} min", n=minutes))
    return " ".join(told)


def fits_length(info: ScenarioInfo, most: int) -> bool:
    """Whether a battle takes at most so many minutes (0: however long)."""
    return not most or info.minutes <= most


def facts_of(game: AnyGame, info: ScenarioInfo) -> str:
    """Return date, turns, length, difficulty and edition of a battle in one line."""
    about = tr("about {length}", length=verbatim(length_of(info)))
    level = [str(DIFFICULTIES[info.difficulty])] if info.difficulty in DIFFICULTIES else []
    parts = [
        spell("term", info.date),
        trn("{n} turn", "{n} turns", n=info.turns),
        about,
        *level,
        *([tr("by {author}", author=verbatim(info.author))] if info.author else []),
        spell("term", game.edition),
    ]
    return " \N{MIDDLE DOT} ".join(parts)


def balance_of(info: ScenarioInfo) -> str:
    """Return in a sentence how the games of two captains ended; "" where too few were played."""
    known = balances().get(f"{info.game}/{info.id}")
    names = {seat.id: spell("seat", seat.name) for seat in info.seats}
    if known is None or known.games < FEW or set(known.wins) != set(names):
        return ""
    ahead = max(known.wins, key=lambda seat: known.wins[seat])
    share = known.wins[ahead] / known.games
    told: dict[str, str | int | Text] = {
        "seat": verbatim(names[ahead]),
        "won": known.wins[ahead],
        "n": known.games,
    }
    if share <= EVEN:
        return tr(
            "Even: of {n} games between two captains the {seat} side won {won}.",
            **told,
        )
    if share <= LEANS:
        return tr("The {seat} side has the edge: {won} of {n} games between two captains.", **told)
    return tr(
        "The {seat} side is expected to win: {won} of {n} games between two captains.", **told
    )


def lesson_of(info: ScenarioInfo) -> str:
    """Return what one learns in a battle, as a sentence; "" where nobody said."""
    return spell("term", info.teaches) if info.teaches else ""


def own_facts(info: ScenarioInfo) -> list[str]:
    """Return what a scenario of one's own says besides: its version, licence and notes, and how its games ended."""
    if not info.path:
        return []
    folder = Path(info.path).parent
    node, _ = load_file(Path(info.path))
    plain = node.plain() if node is not None else ""
    version, licence = text_of(plain, "version"), text_of(plain, "licence")
    played = kept(folder)
    return [
        tr("Version {version}.", version=verbatim(version)) if version else "",
        tr("Licence: {words}.", words=verbatim(licence.rstrip("."))) if licence else "",
        text_of(plain, "notes"),
        told(played, info.seats) if played is not None else "",
    ]
