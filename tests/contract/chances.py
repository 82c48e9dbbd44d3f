"""Reading the chances that odds show, and what came of the same choice in many futures.

Every game's odds speak of events of that game; a reader for each makes `Claim`s of an answer, which
watch the log of a future for the event they speak of. How the future is played on between the choice
and its event is part of what the odds assume, and is the reader's too: it abandons what leaves it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, log
from typing import Any

from engines.core.data.text import Text
from engines.core.play.dice import HashDice
from engines.core.play.session import Session
from engines.core.show.asks import PASS, Ask, Choice
from engines.core.show.explain import LogEntry, Modifier
from engines.core.show.views import Answer

DOUBT = 1e-6
"""The chance that any of all comparisons of a run fails although every shown chance is true."""
ROUNDED, MEAN_ROUNDED = 5e-5, 5e-4
"""What a chance that is written with four decimals may be off, and a mean written with three."""
STEPS = 40

Shown = frozenset[tuple[int, str, str]]
Policy = Callable[[Session, Ask], Choice | None]


def shown(modifiers: Any) -> Shown:
    """Return modifiers as they can be compared: value, rule, reason."""
    found = set()
    for one in modifiers:
        if isinstance(one, Modifier):
            found.add((one.value, one.rule, str(one.reason)))
        else:
            found.add((int(one["value"]), str(one["rule"]), str(one["reason"])))
    return frozenset(found)


@dataclass
class Claim:
    """What odds say of one event: the chance of each outcome, and the modifiers where there are any.

    `look` reads the event out of the lines that a choice and what followed it brought: its outcome
    and its modifiers, or None where it did not come to the event. Where a `mean` is shown the
    outcomes are numbers from 0 to `most`.
    """

    about: str
    chances: Mapping[str, Fraction]
    look: Callable[[list[LogEntry], Session], tuple[str, Shown | None] | None]
    modifiers: Shown | None = None
    mean: float | None = None
    most: float = 0.0
    came: Counter[str] = field(default_factory=Counter)
    others: dict[Shown, int] = field(default_factory=dict)


@dataclass
class Comparison:
    """All claims of a run, and which of them do not hold."""

    claims: list[Claim] = field(default_factory=list)

    def follow(self, session: Session, choice: Choice, claims: list[Claim], plan: Plan) -> None:
        """Make a choice in many futures and note what comes of each claim."""
        ask = session.ask
        if ask is None or not claims:
            return
        self.claims += claims
        for n in range(plan.futures):
            fork = session.fork(f"what comes of it {n}")
            if not isinstance(fork.table.dice, HashDice):  # a case: from here on its dice are free
                fork.table.dice = HashDice(f"what comes of it {n}")
            start = len(fork.table.entries)
            fork.choose(ask.seat, choice)
            if not _play_on(fork, plan.policy):
                continue
            for claim in claims:
                found = claim.look(fork.table.entries[start:], fork)
                if found is None:
                    continue
                claim.came[found[0]] += 1
                if found[1] is not None and claim.modifiers is not None:
                    if found[1] != claim.modifiers:
                        claim.others[found[1]] = claim.others.get(found[1], 0) + 1

    @property
    def compared(self) -> int:
        """How many chances have been compared."""
        return sum(
            1 if claim.mean is not None else len({*claim.chances, *claim.came})
            for claim in self.claims
            if claim.came
        )

    def faults(self) -> list[str]:
        """Return what does not hold: every chance beyond the bound, every modifier that differs."""
        bound = log(2 * max(1, self.compared) / DOUBT)
        found = []
        for claim in self.claims:
            count = claim.came.total()
            if claim.mean is not None:
                found += _mean_fault(claim, bound)
                continue
            for name in sorted({*claim.chances, *claim.came}):
                chance, came = float(claim.chances.get(name, 0)), claim.came[name]
                if count and surprise(came, count, chance) > bound:
                    found.append(
                        f"{claim.about}: {name}: shown {chance:.1%}, came {came} times of {count}"
                    )
            for other, times in claim.others.items():
                lacks = sorted(other - (claim.modifiers or frozenset()))
                extra = sorted((claim.modifiers or frozenset()) - other)
                found.append(
                    f"{claim.about}: {times} of {count} rolls had {lacks} besides, not {extra}"
                )
        return found


@dataclass(frozen=True)
class Plan:
    """How many futures there are, and how each is played on (None from the policy: no further)."""

    futures: int
    policy: Policy


def _mean_fault(claim: Claim, bound: float) -> list[str]:
    """Return whether a mean is further off than the bound: outcomes within 0 and R, as shares of R.

    Hoeffding's bound for such outcomes is that of Chernoff for chances, with the means as shares.
    """
    count = claim.came.total()
    if claim.mean is None or not count:
        return []
    outcomes = [float(name) for name in claim.came]
    if min(outcomes) < 0 or max(outcomes) > claim.most:
        return [f"{claim.about}: came {sorted(outcomes)}, possible is 0 to {claim.most}"]
    mean = sum(float(name) * times for name, times in claim.came.items()) / count
    # What is shown may be meant to be as much nearer as it has been rounded.
    nearer = min(max(mean, claim.mean - MEAN_ROUNDED), claim.mean + MEAN_ROUNDED)
    whole = claim.most
    if mean == nearer:
        return []
    if 0 <= nearer <= whole and surprise(count * mean / whole, count, nearer / whole) <= bound:
        return []
    return [f"{claim.about}: shown {claim.mean:.2f}, came {mean:.2f} on the mean of {count}"]


def surprise(came: float, count: int, chance: float) -> float:
    """Return n KL(k/n || p): by Chernoff what is as far off has at most e to the minus this chance.

    Where an event of no chance came, or a certain one did not, it is infinite.
    """
    share = came / count
    total = 0.0
    for part, whole in ((share, chance), (1 - share, 1 - chance)):
        if part > 0:
            total += part * log(part / whole) if whole > 0 else inf
    return count * total


def _play_on(fork: Session, policy: Policy) -> bool:
    """Play on as the policy says until it has no more to say."""
    for _ in range(STEPS):
        ask = fork.ask
        answer = policy(fork, ask) if ask is not None else None
        if ask is None or answer is None:
            return True
        fork.choose(ask.seat, answer)
    return False


def stop(_session: Session, _ask: Ask) -> Choice | None:
    """Play no further: the event comes with the choice."""
    return None


# -- Borodino (gmt) ----------------------------------------------------------------------------

LISTED = "{n} {why} ({rule})"


def _listed(line: Text) -> tuple[int, str, str]:
    given = dict(line.args)
    return int(str(given["n"])), str(given["rule"]), str(given["why"])


def gmt_fire(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[8.5] Each hexside by which a fire may arrive is a future of its own."""
    by, at = choice["by"], choice["at"]
    lines: dict[str, set[tuple[int, str, str]]] = {}
    here = ""
    for line in answer.lines:
        if line.key.startswith("By hexside"):
            here = str(dict(line.args)["hex"])
            lines[here] = set()
        elif line.key == LISTED:
            lines[here].add(_listed(line))

    def look(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown] | None:
        for entry in entries:
            roll = entry.roll
            if roll is not None and roll.subject == f"{by[0]}>{at}":
                return roll.result, shown(roll.modifiers)
        return None

    odds: Any = answer.value["odds"]
    for entry, chances in odds.items():
        about = f"gmt {session.ask.kind if session.ask else ''}: {choice} by {entry}"
        read = {name: Fraction(chance) for name, chance in chances.items()}
        claim = Claim(about, read, look, frozenset(lines.get(entry, ())))

        def policy(_fork: Session, ask: Ask, side: str = entry) -> Choice | None:
            return side if ask.kind == "fire_hexside" else None

        yield [claim], policy


def gmt_shock(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[9.41] [9.61] The Commitment, and the Shock against an enemy who stands and answers nothing."""
    rows: Any = answer.value.get("rows")
    if rows is None:
        return
    commitment: Any = answer.value["commitment"]
    chance = Fraction(commitment["chance"])
    top = session.table.state.stacks[choice["by"]]
    about = f"gmt declare_shock: {choice}"

    def committed(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown] | None:
        for roll in (entry.roll for entry in entries if entry.roll is not None):
            if roll.purpose == "commitment" and roll.subject in top:
                return roll.result, shown(roll.modifiers)
            if roll.purpose != "commitment":
                return None
        return None

    claims = [
        Claim(
            f"{about}, Commitment",
            {"committed": chance, "failed": 1 - chance},
            committed,
            shown(commitment["modifiers"]),
        )
    ]
    for row in rows if not answer.value.get("first") else ():
        if row["stage"] == "stand":
            claims.append(_gmt_stand(about, row))
    yield claims, declining


def _gmt_stand(about: str, row: Mapping[str, Any]) -> Claim:
    """[9.61] What is shown of one hex that is attacked and stands."""
    target = row["target"]
    results = {name: Fraction(chance) for name, chance in row["results"].items()}

    def look(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown] | None:
        rolls = [entry.roll for entry in entries if entry.roll is not None]
        first = next((n for n, roll in enumerate(rolls) if roll.purpose == "shock"), len(rolls))
        before, after = rolls[:first], rolls[first:]
        # The odds take all declared attackers as committed and no other die as cast.
        if any(roll.purpose != "commitment" or roll.result != "committed" for roll in before):
            return None
        for n, roll in enumerate(after):
            if roll.purpose != "shock" or (n and roll.rule != "9.22.drm"):
                return None
            if roll.subject.endswith(f">{target}"):
                return roll.result, shown(roll.modifiers)
        return None

    modifiers = shown(row["modifiers"])
    return Claim(f"{about}, against {target}", results, look, modifiers)


def declining(_fork: Session, ask: Ask) -> Choice | None:
    """Decline whatever can be declined, and use the Command Rating, as the odds of a Shock do."""
    if ask.kind == "command_drm":
        return "apply"
    if ask.kind in ("fire", "move_piece", "stack_order", "rally"):
        return None
    return PASS if ask.why_not(PASS) is None else None


# -- Borodino 1812 (columbia) --------------------------------------------------------------------


def columbia(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[6.5.roll] [5.3.target] The hits of a fire or a bombardment, on the enemy and on one's own."""
    rows: Any = answer.value.get("rows")
    if rows is None or session.ask is None:
        return
    purpose = "fire" if "do" in choice else "bombard"
    about = f"columbia {session.ask.kind}: {choice}"
    modifiers = shown(answer.value["modifiers"])  # type: ignore[arg-type]

    def count(words: tuple[str, ...]) -> Any:
        def look(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown | None] | None:
            rolls = [e.roll for e in entries if e.roll is not None and e.roll.purpose == purpose]
            hits = sum(roll.result in words for roll in rolls)
            return str(hits), shown(rolls[0].modifiers) if rolls else None

        return look

    hits = {str(row["hits"]): Fraction(row["chance"]) for row in rows}
    claims = [Claim(f"{about}, hits", hits, count(("hit", "hit, own hit")), modifiers)]
    own: Any = answer.value.get("own")
    if own:
        alone = {
            str(n): Fraction(row["chance"] if isinstance(row, dict) else row)
            for n, row in enumerate(own)
        }
        claims.append(Claim(f"{about}, own hits", alone, count(("own hit", "hit, own hit"))))
    yield claims, stop


def columbia_round(session: Session) -> list[Claim]:
    """[6.31.order] At the beginning of a round: the chance that a side is cleared out in it."""
    ask, state = session.ask, session.table.state
    battle = getattr(state, "battle", None)
    if ask is None or ask.kind != "battle_turn" or battle is None or battle.acted:
        return []
    inquiry = session.game.inquiries["battle_odds"]
    answer = inquiry.ask(session.setup, state, ask.seat, at=battle.at)
    told: Any = answer.value.get("round")
    if not told or not told["exact"]:
        return []
    claims = []
    for side, row in told["sides"].items():
        mine = [
            uid
            for uid in state.areas[battle.at]
            if session.setup.types[uid].side == side and not _waits(battle, state, uid)
        ]

        def look(
            _entries: list[LogEntry], fork: Session, mine: list[str] = mine
        ) -> tuple[str, None]:
            blocks = fork.table.state.blocks
            gone = mine and all(blocks[uid].at == "eliminated" for uid in mine)
            return ("cleared" if gone else "not cleared"), None

        before = sum(_left(session, uid) for uid in mine)

        def lost(
            _entries: list[LogEntry], fork: Session, mine: list[str] = mine, before: int = before
        ) -> tuple[str, None]:
            return str(before - sum(_left(fork, uid) for uid in mine)), None

        about = f"columbia round {battle.round} in {battle.at}: {side}"
        mean = float(row["steps"])
        claims.append(Claim(f"{about}, steps", {}, lost, mean=mean, most=float(before)))
        chance = Fraction(row["cleared"]).limit_denominator(10_000)
        if chance in (0, 1):  # four decimals: it may be a little more, or less
            chance = abs(chance - Fraction(ROUNDED))
        shares = {"cleared": chance, "not cleared": 1 - chance}
        claims.append(Claim(about, shares, look))
    return claims


def _left(session: Session, uid: str) -> int:
    """Return the steps a block has left."""
    block = session.table.state.blocks[uid]
    return 0 if block.at == "eliminated" else len(session.setup.types[uid].ladder) - block.step


def _waits(battle: Any, state: Any, uid: str) -> bool:
    """[6.4.idle] Whether a block is a Reserve that has no part in this round."""
    joins = [entry.round for entry in state.entries if (entry.block, entry.at) == (uid, battle.at)]
    return bool(joins) and max(joins) > battle.round


# -- risorgimento --------------------------------------------------------------------------------

VOLLEY = "{units} at {target}: strength {n}, {band} range, fire value {v}"


def risorgimento(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[D.3.result] [F.2.result] The loss points of a fire, and the fire values behind them."""
    rows: Any = answer.value.get("rows")
    if not rows or answer.value.get("refused") or session.ask is None:
        return
    kind, target = session.ask.kind, choice["at"]
    units = {uid for row in rows for uid in row["units"]}
    whole: Any = answer.value["chances"]
    about = f"risorgimento {kind}: {choice}"

    def volleys(entries: list[LogEntry]) -> list[tuple[int, tuple[int, str]]]:
        """Give loss points, fire value and band of each volley of these units at the target."""
        found: list[tuple[int, tuple[int, str]]] = []
        now: tuple[int, str] | None = None
        for entry in entries:
            given = dict(entry.text.args)
            if entry.text.key == VOLLEY:
                ours = entry.pieces[-1] == target and units & {*entry.pieces[:-1]}
                now = (int(str(given["v"])), str(given["band"])) if ours else None
            elif now is not None and entry.roll is not None and entry.roll.rule in RESULTS:
                found.append((int(entry.roll.result), now))
                now = None
            elif now is not None and entry.text.key == "{units}: no effect":
                found.append((0, now))
                now = None
            elif now is not None and entry.text.key.endswith("without a roll: {n}"):
                found.append((int(str(given["n"])), now))
                now = None
        return found

    def points(entries: list[LogEntry], _fork: Session) -> tuple[str, None] | None:
        found = volleys(entries)
        return (str(sum(n for n, _ in found)), None) if found else None

    def values(entries: list[LogEntry], _fork: Session) -> tuple[str, None] | None:
        found = volleys(entries)
        return (str(sorted(v for _, v in found)), None) if found else None

    expected = str(sorted((int(row["value"]), str(row["band"])) for row in rows))
    claims = [
        Claim(f"{about}, loss points", {n: Fraction(p) for n, p in whole.items()}, points),
        Claim(f"{about}, fire value and range", {expected: Fraction(1)}, values),
    ]

    def policy(fork: Session, ask: Ask) -> Choice | None:
        """Give no further orders of fire, on either side, so that those given are carried out."""
        if kind == "opportunity_fire" or ask.kind != kind:
            return None
        return PASS if ask.why_not(PASS) is None else None

    yield claims, policy


RESULTS = ("D.3.result", "F.2.result")

Reader = Callable[[Session, Choice, Answer], Iterator[tuple[list[Claim], Policy]]]
READERS: Mapping[tuple[str, str], Reader] = {
    ("gmt", "fire_odds"): gmt_fire,
    ("gmt", "shock_odds"): gmt_shock,
    ("columbia", "odds"): columbia,
    ("risorgimento", "fire_odds"): risorgimento,
}
