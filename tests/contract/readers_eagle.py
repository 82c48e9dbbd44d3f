"""[combat.roll] What the odds of The Eagle and the Lion say of a fire, a melee, a charge, a test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, cast

from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.explain import LogEntry, Roll
from grognard.engines.core.show.views import Answer
from grognard.engines.eagle.deck.deck import shipped_deck
from grognard.engines.eagle.setup import SIDES, Setup
from grognard.engines.eagle.state import COLUMN, LINE, OPEN_ORDER, State, Unit
from tests.contract.chances import Claim, Policy, Shown, shown

DECLINED = (
    "fire",
    "melee",
    "charge",
    "charge_move",
    "charge_target",
    "square",
    "artillery",
    "event",
    "reaction",
    "mass_charge",
)
FIRST = ("push_back", "rout", "loss", "flight", "charge_successor", "successor", "mass_move")
"""Questions between a declaration and what comes of it: declined, or the first answer is given."""


def eagle_policy(_fork: Session, ask: Ask) -> Choice | None:
    """Answer as the odds assume: no cards, nothing besides, and the first way back."""
    if ask.kind in DECLINED:
        return PASS
    return next(iter(ask.choices)) if ask.kind in FIRST else None


def eagle_attack(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[combat.table] Success, each icon and what is left of the target, where no hand is unknown."""
    value, ask = answer.value, session.ask
    if ask is None or "hit" not in value or _unknown(session):
        return
    said, setup = cast("Any", choice), cast("Setup", session.setup)
    lead, at, state = said["pieces"][0], said["at"], session.table.state
    target = next(uid for uid, unit in state.units.items() if unit.at == at)
    about, subject = f"eagle {ask.kind}: {choice}", f"{lead}>{target}"
    hit = Fraction(str(value["hit"]))
    modifiers = shown(cast("Any", value["modifiers"]))

    def success(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown] | None:
        roll = _attack(entries, subject)
        return None if roll is None else (roll.result, shown(roll.modifiers))

    claims = [Claim(about, {"hit": hit, "no effect": 1 - hit}, success, modifiers)]
    icons: Any = value["icons"]
    for icon, chance in icons.items():
        claims.append(_icon(about, subject, icon, Fraction(chance)))
    if state.groups[setup.units[target].group].order != "reserve":
        claims.append(_end(about, subject, target, state, value))
        claims.append(_loses(about, subject, target, state, value))
    yield claims, eagle_policy


def _unknown(session: Session) -> bool:
    """Whether the enemy holds cards, so that what is left is not what the seat reckons with."""
    return any(session.table.state.hands.values()) or not session.table.state.deck


def _attack(entries: list[LogEntry], subject: str) -> Roll | None:
    """Return the roll of an attack, the first that was made."""
    rolls = (entry.roll for entry in entries if entry.roll is not None)
    return next(
        (r for r in rolls if r.subject == subject and r.purpose in ("fire", "melee", "charge")),
        None,
    )


def _icon(about: str, subject: str, icon: str, chance: Fraction) -> Claim:
    def look(entries: list[LogEntry], _fork: Session) -> tuple[str, None] | None:
        roll = _attack(entries, subject)
        if roll is None:
            return None
        cards = [e.roll.result for e in entries if e.roll and e.roll.subject == subject]
        icons = shipped_deck().cards[cards[1]].icons(roll.total) if len(cards) > 1 else ()
        return ("yes" if icon in icons else "no"), None

    return Claim(f"{about}: {icon}", {"yes": chance, "no": 1 - chance}, look)


def _end(about: str, subject: str, target: str, state: State, value: Any) -> Claim:
    """What becomes of the target, told from the lines of the log until something else begins."""
    first = state.units[target]
    before = "steady" if first.is_good else first.state

    def look(entries: list[LogEntry], _fork: Session) -> tuple[str, None] | None:
        if _attack(entries, subject) is None:
            return None
        end, begun = before, False
        for entry in entries:
            begun = begun or (entry.roll is not None and entry.roll.subject == subject)
            if begun and entry.kind == "phase":
                break
            if begun and entry.pieces == (target,):
                end = _ended(entry, end)
        return end, None

    chances = {end: Fraction(chance) for end, chance in value["ends"].items()}
    return Claim(f"{about}: then", chances, look)


def _loses(about: str, subject: str, target: str, state: State, value: Any) -> Claim:
    """Whether the target loses a figure, as long as nothing else has begun."""
    before = state.units[target].figures

    def look(entries: list[LogEntry], fork: Session) -> tuple[str, None] | None:
        rolls = [entry.roll for entry in entries if entry.roll is not None]
        others = [roll for roll in rolls if roll.purpose in ("fire", "melee", "charge")]
        if _attack(entries, subject) is None or len(others) > 1:
            return None
        return ("yes" if fork.table.state.units[target].figures < before else "no"), None

    chance = Fraction(value["loses"])
    return Claim(f"{about}: a figure lost", {"yes": chance, "no": 1 - chance}, look)


def eagle_test(purpose: str) -> Any:
    """Return what reads the odds of a test of morale of the unit that a question is about."""

    def read(
        session: Session, choice: Choice, answer: Answer
    ) -> Iterator[tuple[list[Claim], Policy]]:
        ask = session.ask
        if ask is None or "passed" not in answer.value:
            return
        said = choice if isinstance(choice, dict) else {}
        unit = str(said.get("unit") or ask.weighs.get("unit"))
        yield [_test(f"eagle {ask.kind}: {choice}", purpose, unit, answer.value)], _stop_at

    return read


def _ended(entry: LogEntry, end: str) -> str:
    if entry.text.key == "{unit} is eliminated.":
        return "eliminated"
    if "result.rout.effects" in entry.rules:
        return "routed"
    return "disordered" if "result.disorder.effects" in entry.rules else end


def eagle_square(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[charge.square] The test of a unit that tries to form square."""
    yield [_test(f"eagle square: {choice}", "morale_square", str(choice), answer.value)], _stop_at


def eagle_reaction(
    session: Session, choice: Choice, answer: Answer
) -> Iterator[tuple[list[Claim], Policy]]:
    """[charge.artillery_reaction] The test of a gun that would fire at the charge."""
    ask = session.ask
    if ask is None:
        return
    (gun,) = ask.subject
    yield [_test(f"eagle gun: {choice}", "morale_artillery", gun, answer.value["test"])], _stop_at


def _stop_at(fork: Session, ask: Ask) -> Choice | None:
    return eagle_policy(fork, ask) if ask.kind in ("event", "reaction") else None


def _test(about: str, purpose: str, uid: str, value: Any) -> Claim:
    passed = Fraction(str(value["passed"]))

    def look(entries: list[LogEntry], _fork: Session) -> tuple[str, Shown] | None:
        for entry in entries:
            roll = entry.roll
            if roll is not None and roll.purpose == purpose and roll.subject == uid:
                return roll.result, shown(roll.modifiers)
        return None

    chances = {"passed": passed, "failed": 1 - passed}
    return Claim(about, chances, look, shown(value["modifiers"]))


# -- where the games that are compared begin ---------------------------------------------------


def face_to_face(setup: Setup, state: State, seed: int) -> State:
    """Return a last turn in which both armies stand next to each other, all with Attack, without cards.

    Random players hardly ever come so far by themselves.
    """
    rng, units = Random(seed), dict(state.units)
    grid = setup.map.grid
    middle = (grid.first_row + grid.last_row) // 2
    for side in SIDES:
        own = [u for u in units.values() if setup.units[u.id].side == side]
        own = [u for u in own if not setup.units[u.id].rifles]
        rng.shuffle(own)
        places = _places(setup, side, middle)
        for unit in own:
            units[unit.id] = _stood(setup, unit, places, rng)
    commanders = {
        cid: replace(one, at=_with(setup, units, cid)) for cid, one in state.commanders.items()
    }
    groups = {gid: replace(one, order="attack") for gid, one in state.groups.items()}
    return replace(
        state,
        units=units,
        commanders=commanders,
        groups=groups,
        turn=setup.turns,
        phase="action-1.group",
    )


def _places(setup: Setup, side: str, middle: int) -> list[str]:
    """Return the hexes of three rows that end at the middle of the field, the nearest first."""
    grid, french = setup.map.grid, side == "french"
    rows = [middle + 1 + n if french else middle - n for n in range(3)]
    columns = range(grid.first_column, grid.last_column + 1)
    hexes = [f"{column:02}{row:02}" for row in rows for column in columns]
    return [at for at in hexes if at in grid]


def _stood(setup: Setup, unit: Unit, places: list[str], rng: Random) -> Unit:
    card = setup.units[unit.id]
    ground = [at for at in places if card.is_infantry or setup.map.at(at) in ("open", "scattered")]
    at = ground[0]
    places.remove(at)
    formation = {"cavalry": "cavalry", "artillery": "unlimbered"}.get(card.arm, "")
    if not formation:
        is_open = setup.map.at(at) in ("open", "scattered")
        formation = rng.choice((COLUMN, LINE)) if is_open else OPEN_ORDER
    facing = 5 if card.side == "french" else 2
    figures = rng.randint(1, card.figures)
    return replace(unit, at=at, facing=facing, formation=formation, figures=figures)


def _with(setup: Setup, units: dict[str, Unit], cid: str) -> str:
    chief = setup.chiefs[cid]
    mine = [u.at for u in units.values() if setup.units[u.id].side == chief.side]
    own = [u.at for u in units.values() if setup.units[u.id].group == chief.group]
    return (own or mine)[0]
