"""The readers of the chances that odds show: those of Borodino, and the list of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from grognard.engines.core.data.text import Text
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.inquiries import several
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.explain import LogEntry
from grognard.engines.core.show.views import Answer
from grognard.engines.gmt.attack import declared_attacks as book
from tests.contract.chances import Claim, Policy, Shown, shown, stop
from tests.contract.readers_columbia import columbia
from tests.contract.readers_dice import one_die
from tests.contract.readers_eagle import eagle_attack, eagle_reaction, eagle_square, eagle_test
from tests.contract.readers_europa import europa_battle, europa_march
from tests.contract.readers_gmt import declining, gmt_answers, words_of_modifiers
from tests.contract.readers_risorgimento import (
    risorgimento,
    risorgimento_brigade,
    risorgimento_charge,
    risorgimento_order,
    risorgimento_test,
)

# -- Borodino (gmt) ----------------------------------------------------------------------------

LISTED = "{n} {why}"


def _listed(line: Text) -> tuple[int, str, str]:
    given = dict(line.args)
    return int(str(given["n"])), "", str(given["why"])


def _as_listed(modifiers: Shown, cited: tuple[str, ...]) -> Shown:
    """Return modifiers as a line tells them: their rules are those cited, one that is not stays seen."""
    return frozenset((n, "" if rule in cited else rule, why) for n, rule, why in modifiers)


def gmt_fire(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[8.5] Each hexside by which a fire may arrive is a future of its own."""
    by, at = several(choice["by"]), choice["at"]
    place = session.setup.map.place  # type: ignore[attr-defined]
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
                return roll.result, _as_listed(shown(roll.modifiers), answer.rules)
        return None

    odds: Any = answer.value["odds"]
    for entry, chances in odds.items():
        about = f"gmt {session.ask.kind if session.ask else ''}: {choice} by {entry}"
        read = {name: Fraction(chance) for name, chance in chances.items()}
        claim = Claim(about, read, look, frozenset(lines.get(str(place(entry)), ())))

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
    shared = {target for attack in book.live(session.table.state) for target in attack.targets}
    # Where others attack the same hex, a Shock may be fought there without those the odds are of.
    if not shared & set(choice["targets"]):
        yield from _gmt_reactions(session, about, rows)
        if not answer.value.get("first"):
            yield from gmt_answers(session, about, choice["targets"], rows)


def _gmt_reactions(
    session: Session, about: str, rows: list[dict[str, Any]]
) -> Iterator[tuple[list[Claim], Policy]]:
    """[8.6] [8.6.cancel] Each gun that may fire alone at an attacker: what its fire leaves of the Shock."""
    fires = [row for row in rows if row["stage"] == "reaction_fire"]
    for said in dict.fromkeys(row["answer"].partition(":")[0] for row in fires):
        name, _, at = said.partition(" fires at ")
        found: dict[str, dict[str, Fraction]] = {}
        for row in fires:
            if row["answer"].partition(":")[0] == said:
                ends = found.setdefault(row["target"], {})
                left = (
                    words_of_modifiers(shown(row["modifiers"])) if row["modifiers"] else "no Shock"
                )
                ends[left] = ends.get(left, Fraction(0)) + Fraction(row["chance"])
        claims = [
            Claim(f"{about}, {said}, against {target}", ends, _after_fire(session, name, target))
            for target, ends in found.items()
        ]

        def policy(fork: Session, ask: Ask, name: str = name, at: str = at) -> Choice | None:
            """Let that gun fire, and nobody answer anything else."""
            if ask.kind == "reaction_fire" and fork.setup.types[ask.subject[0]].name == name:
                fire = {"by": ask.subject[0], "at": at}
                return fire if ask.why_not(fire) is None else declining(fork, ask)
            return declining(fork, ask)

        yield claims, policy


def _after_fire(session: Session, name: str, target: str) -> Any:
    """Read the modifiers of the Shock that follows the fire of a gun, all attackers committed."""
    guns = {uid for uid, kind in session.setup.types.items() if kind.name == name}

    def look(entries: list[LogEntry], fork: Session) -> tuple[str, None] | None:
        rolls = [entry.roll for entry in entries if entry.roll is not None]
        begun = [roll for roll in rolls if roll.purpose == "commitment"]
        fired = [roll for roll in rolls if roll.purpose == "reaction_fire"]
        if any(roll.result != "committed" for roll in begun):
            return None
        if [roll.subject.partition(">")[0] in guns for roll in fired] != [True]:
            return None
        shocks = [roll for roll in rolls if roll.purpose == "shock"]
        for n, roll in enumerate(shocks):
            if n and roll.rule != "9.22.drm":
                break
            if roll.subject.endswith(f">{target}"):
                return words_of_modifiers(shown(roll.modifiers)), None
        return "no Shock", None

    return look


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


def gmt_again(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[9.73] [9.53] The die of a Shock that is fought at once, against each hex attacked."""
    rows: Any = answer.value.get("rows")
    if rows is None or session.ask is None:
        return
    about = f"gmt {session.ask.kind}: {choice}"
    yield [_gmt_stand(about, row) for row in rows if _rolls_die(row)], declining


def _rolls_die(row: Mapping[str, Any]) -> bool:
    return "eliminated" not in row["results"]


def gmt_hexside(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[tec.fire] The fire that arrives by the hexside that is chosen."""
    if "odds" not in answer.value or session.ask is None:
        return
    guns, at = session.ask.weighs["by"], session.ask.weighs["at"]
    modifiers = shown(answer.value["modifiers"])

    def look(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown] | None:
        for roll in (entry.roll for entry in entries if entry.roll is not None):
            if roll.subject == f"{several(guns)[0]}>{at}":
                return roll.result, _as_listed(shown(roll.modifiers), answer.rules)
        return None

    odds: Any = answer.value["odds"]
    for entry, chances in odds.items():
        read = {name: Fraction(chance) for name, chance in chances.items()}
        yield [Claim(f"gmt fire_hexside: {entry}", read, look, modifiers)], stop


Reader = Callable[[Session, Choice, Answer], Iterator[tuple[list[Claim], Policy]]]
GMT_DICE = (
    "rally_odds",
    "individual_orders_odds",
    "orders_delay_odds",
    "reserve_odds",
    "commitment_odds",
    "square_odds",
    "counter_charge_odds",
    "recall_odds",
    "retreat_odds",
)
EAGLE: Mapping[tuple[str, str], Reader] = {
    ("eagle", "fire_odds"): eagle_attack,
    ("eagle", "melee_odds"): eagle_attack,
    ("eagle", "charge_odds"): eagle_attack,
    ("eagle", "square_odds"): eagle_square,
    ("eagle", "reaction_odds"): eagle_reaction,
    ("eagle", "rally_odds"): eagle_test("morale_rally"),
    ("eagle", "change_odds"): eagle_test("morale_recall"),
    ("eagle", "withdrawal_odds"): eagle_test("morale_withdrawal"),
    ("eagle", "courier_odds"): one_die,
}
EUROPA: Mapping[tuple[str, str], Reader] = {
    ("europa", "attack_odds"): europa_battle,
    ("europa", "support_odds"): europa_battle,
    ("europa", "march_odds"): europa_march,
    ("europa", "raid_odds"): one_die,
    ("europa", "advance_odds"): one_die,
}
READERS: Mapping[tuple[str, str], Reader] = {
    ("gmt", "fire_odds"): gmt_fire,
    ("gmt", "shock_odds"): gmt_shock,
    ("gmt", "shock_again_odds"): gmt_again,
    ("gmt", "terrain_odds"): gmt_again,
    ("gmt", "hexside_odds"): gmt_hexside,
    **dict.fromkeys((("gmt", name) for name in GMT_DICE), one_die),
    ("columbia", "odds"): columbia,
    ("columbia", "straggle_odds"): one_die,
    ("columbia", "bridge_odds"): one_die,
    ("risorgimento", "fire_odds"): risorgimento,
    ("risorgimento", "test_odds"): risorgimento_test,
    ("risorgimento", "charge_odds"): risorgimento_charge,
    ("risorgimento", "brigade_odds"): risorgimento_brigade,
    ("risorgimento", "order_odds"): risorgimento_order,
    **(EAGLE if "eagle" in registry.games() else {}),
    **(EUROPA if "europa" in registry.games() else {}),
}
NOT_COMPARED: Mapping[tuple[str, str], str] = {
    ("eagle", "charge_reach"): "asked before a charge is declared; its own odds show the same",
    ("columbia", "battle_odds"): "a whole battle is sampled; `columbia_rounds` compares its rounds",
    (
        "risorgimento",
        "melee_odds",
    ): "asked of any two units; `brigade_odds` shows the same of a melee",
}
"""Odds without a reader of their own, and why."""


def has_odds(choice: Choice) -> bool:
    """Whether odds may be asked of a choice: whatever is not declined."""
    return choice != PASS
