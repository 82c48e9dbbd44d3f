"""[D.3] [F.1] [F.2] [F.3] Fire: who may fire at whom, strengths added, modifiers, losses by the die."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import shapely

from grognard.engines.core.board.sightlines import LEFT_FLANK, LEFT_HALF, RIGHT_FLANK, RIGHT_HALF
from grognard.engines.core.board.tabletop import Base
from grognard.engines.core.data.text import Text, all_of, counted, named, text
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.show.explain import CAUSE, Modifier, Refusal
from grognard.engines.risorgimento.army.units import (
    ATTACK,
    BATTERY,
    LIMBERED,
    MARCH,
    OPEN,
    SQUARE,
    Unit,
)
from grognard.engines.risorgimento.field.contact import contacts, supporting, touching
from grognard.engines.risorgimento.field.effects import name_of, penalties, storm
from grognard.engines.risorgimento.field.footprint import Crowd, base, on_table
from grognard.engines.risorgimento.field.ranges import BAND_NAMES, BANDS, ranges
from grognard.engines.risorgimento.fire.fire_values import fire_value
from grognard.engines.risorgimento.ground.ground import patches_under
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.sight.obstacles import Block
from grognard.engines.risorgimento.sight.sight import (
    FIRE,
    GUNS,
    Line,
    lines,
    marks_of,
    what_stops,
)
from grognard.engines.risorgimento.state import Shot, State
from grognard.engines.risorgimento.tables import number, rows

OPPORTUNITY = "E.9"
PENALTIES = ("B.1.penalty", "B.2.effect", "morale.fail", "H.2.demoralised", "A.1.markers")
HALF = (LEFT_HALF, RIGHT_HALF)
FLANK = (LEFT_FLANK, RIGHT_FLANK)
DIVISION = "division"


def order_of_fire(setup: Setup, side: str, choice: Choice) -> Shot | None:
    """[D.phase] [F.phase] [E.9.who] Read {"pieces": [units of a side], "at": unit}; None: it is none.

    Whether they may fire, and at it, is not judged here.
    """
    if not isinstance(choice, dict) or set(choice) != {"pieces", "at"}:
        return None
    pieces, at = choice["pieces"], choice["at"]
    if not isinstance(pieces, list) or not pieces:
        return None
    if not all(type(uid) is str and uid in setup.types for uid in (*pieces, at)):
        return None
    twice = len(set(pieces)) < len(pieces)
    if twice or any(setup.types[uid].side != side for uid in pieces):
        return None
    return Shot(tuple(pieces), at)


# -- who may fire ------------------------------------------------------------------------------


def why_not_fires(setup: Setup, state: State, uid: str, phase: str) -> Refusal | None:
    """[D.phase] [F.phase] [E.9.who] Return what keeps a unit from firing at all, or None.

    `phase` is GUNS, FIRE or OPPORTUNITY.
    """
    unit, kind = state.units[uid], setup.types[uid]
    rule = {GUNS: "D.phase", FIRE: "F.phase", OPPORTUNITY: "E.9.who"}[phase]
    if not on_table(unit):
        return Refusal(rule, text("{unit} is not on the table.", unit=kind.name), (uid,))
    return why_not_armed(setup, unit, rule, phase) or _why_not_free(setup, state, unit, rule, phase)


def why_not_armed(setup: Setup, unit: Unit, rule: str, phase: str) -> Refusal | None:
    """What its arm and state forbid."""
    kind = setup.types[unit.id]
    if kind.arm == "cavalry" or ranges(kind.weapon, kind.scale) is None:
        return Refusal(rule, text("{unit} does not fire.", unit=kind.name), (unit.id,))
    if phase == GUNS and kind.arm != "artillery":
        return Refusal(rule, text("Only artillery fires in phase D."), (unit.id,))
    if unit.routed:
        return Refusal("H.1.routed", text("{unit} is routed.", unit=kind.name), (unit.id,))
    if unit.formation == LIMBERED:
        return Refusal(rule, text("{unit} is limbered.", unit=kind.name), (unit.id,))
    if unit.spot is not None:
        return Refusal(
            "E.2.3.crew", text("The crew of {unit} has left its guns.", unit=kind.name), (unit.id,)
        )
    return None


def _why_not_free(  # noqa: PLR0911 - a line a rule
    setup: Setup, state: State, unit: Unit, rule: str, phase: str
) -> Refusal | None:
    """What it has done this turn, and what it is engaged in, forbid."""
    uid, name, guns = unit.id, setup.types[unit.id].name, setup.types[unit.id].arm == "artillery"
    if unit.withdrew:
        return Refusal("E.8.no_fire", text("{unit} has withdrawn from melee.", unit=name), (uid,))
    if phase == FIRE and unit.fired:
        return Refusal("E.9.mark", text("{unit} has used opportunity fire.", unit=name), (uid,))
    if phase == FIRE and unit.reacted and not guns:
        return Refusal("E.2.2.fire", text("{unit} has moved in reaction.", unit=name), (uid,))
    if guns and unit.fired and setup.uses("one_artillery_fire"):
        return Refusal("D.phase", text("{unit} has fired this turn.", unit=name), (uid,))
    foes = contacts(setup, state).get(uid, ())
    if foes:
        return Refusal(rule, text("{unit} is in contact with the enemy.", unit=name), foes)
    if len(supporting(setup, state, uid)) > 1:
        return Refusal(
            "F.1.support", text("{unit} supports melees on both flanks.", unit=name), (uid,)
        )
    engaged = guns_beside(setup, state, uid) if guns else ()
    if engaged:
        return Refusal(
            "G.7.adjacent", text("{unit} is engaged beside a friend.", unit=name), engaged
        )
    return None


def guns_beside(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[G.7.adjacent] Return the friends in contact that a battery touches: they engage it too."""
    fights, side = contacts(setup, state), setup.types[uid].side
    near = touching(setup, state).get(uid, ())
    return tuple(other for other in near if other in fights and setup.types[other].side == side)


def why_not_target(setup: Setup, state: State, uid: str, side: str, phase: str) -> Refusal | None:
    """[F.phase] [F.1.support] Return what keeps a unit from being fired at by a side, or None."""
    unit, kind = state.units.get(uid), setup.types.get(uid)
    rule = "D.phase" if phase == GUNS else "F.phase"
    if unit is None or kind is None or kind.side == side or not on_table(unit):
        return Refusal(rule, text("Fire is at one enemy unit on the table."), (uid,))
    foes = contacts(setup, state).get(uid, ())
    if foes:
        return Refusal("F.phase", text("{unit} is in melee.", unit=kind.name), (uid, *foes))
    if len(supporting(setup, state, uid)) > 1:
        words = text("{unit} supports melees on both flanks.", unit=kind.name)
        return Refusal("F.1.support", words, (uid,))
    return None


def formation_of(setup: Setup, uid: str) -> str:
    """[F.2.value] [F.3.artillery] Return whose fire a unit's is added to.

    The brigade of infantry; of a battery its division if it has one, else what it belongs to directly.
    """
    own = setup.types[uid].brigade
    if setup.types[uid].arm == "infantry":
        return own
    levels = {post.formation: post.level for post in setup.posts.values()}
    here = own
    while here:
        if levels.get(here) == DIVISION:
            return here
        here = setup.above.get(here, "")
    return own


# -- a volley ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Volley:
    """[D.3.value] [F.2.value] Fire that is added up and rolled for once.

    `strength` is the sum that enters table 2, `worth` what the table gives for it.
    """

    units: tuple[str, ...]
    target: str
    arm: str
    band: str
    strength: int
    worth: int
    modifiers: tuple[Modifier, ...] = ()
    lines: tuple[Line, ...] = field(default=(), repr=False)
    shares: tuple[Modifier, ...] = ()

    @property
    def value(self) -> int:
        """The fire value: that of the table with all modifiers added."""
        return self.worth + sum(modifier.value for modifier in self.modifiers)

    @property
    def sure(self) -> int:
        """[D.3.result] Loss points without a roll: one for each whole ten."""
        return max(0, self.value) // number("loss_value")

    @property
    def rest(self) -> int:
        """[D.3.result] What one more loss point is rolled for with; 0: no roll."""
        return max(0, self.value) % number("loss_value")


@dataclass(frozen=True, slots=True)
class Miss:
    """[scale.premeasure] A fire that was ordered and cannot reach its target: why."""

    unit: str
    target: str
    block: Block


def volleys(
    setup: Setup, state: State, shots: Sequence[Shot], phase: str
) -> tuple[list[Volley], list[Miss]]:
    """[F.2.value] [F.3.artillery] Return what orders of fire come to, in the order of the targets.

    Units of one formation that fire at one target are added where band, weapon and modifiers agree.
    """
    aims = _aims(shots)
    marks = marks_of(setup, state, tuple(dict.fromkeys(target for _, target in aims)))
    shooters = tuple(dict.fromkeys(uid for uid, _ in aims))
    known = lines(setup, state, shooters, marks, phase)
    found, missed = volleys_along(setup, state, aims, marks, known)
    return found, _misses(setup, state, missed, marks, phase)


def volleys_along(
    setup: Setup,
    state: State,
    aims: Sequence[tuple[str, str]],
    marks: Crowd,
    known: Mapping[tuple[str, int], list[Line]],
) -> tuple[list[Volley], list[tuple[str, str, Block | None]]]:
    """[F.2.value] Return what fires (who, at whom) come to along lines that are known, and those without one.

    Of these what stops them is told only if it is that their side of a square fires elsewhere.
    """
    missed: list[tuple[str, str, Block | None]] = []
    used: set[tuple[str, str]] = set()
    groups: dict[tuple[object, ...], list[Line]] = {}
    for uid, target in aims:
        mark = marks.ids.index(target)
        free = [line for line in known.get((uid, mark), ()) if (uid, line.side) not in used]
        if not free:
            taken = Block("geo.square_fire", (uid,)) if (uid, mark) in known else None
            missed.append((uid, target, taken))
            continue
        used.add((uid, free[0].side))
        groups.setdefault(_group(setup, state, free[0], marks.items[mark]), []).append(free[0])
    order = {target: place for place, target in enumerate(marks.ids)}
    ordered = sorted(groups.values(), key=lambda lined: order[lined[0].target])
    return [volley(setup, state, group) for group in ordered], missed


def _misses(
    setup: Setup,
    state: State,
    missed: list[tuple[str, str, Block | None]],
    marks: Crowd,
    phase: str,
) -> list[Miss]:
    """[scale.premeasure] The fires that cannot reach their targets, with what stops them if it is not known."""
    why = [(uid, marks.ids.index(target)) for uid, target, taken in missed if taken is None]
    blocks = iter(what_stops(setup, state, why, marks, phase) if why else ())
    return [Miss(uid, target, taken or next(blocks)) for uid, target, taken in missed]


def _aims(shots: Iterable[Shot]) -> list[tuple[str, str]]:
    return [(uid, shot.target) for shot in shots for uid in shot.units]


def _group(setup: Setup, state: State, line: Line, mark: Base) -> tuple[object, ...]:
    """What must agree for fires to be added."""
    kind = setup.types[line.shooter]
    modifiers = tuple((m.rule, m.value) for m in modifiers_of(setup, state, line, mark))
    weapon = kind.weapon if kind.arm == "infantry" else ""
    return (
        kind.side,
        line.target,
        kind.arm,
        formation_of(setup, line.shooter),
        weapon,
        line.band,
        modifiers,
    )


def volley(  # noqa: PLR0913 - lines of fire, and what differs from the State
    setup: Setup,
    state: State,
    group: Sequence[Line],
    *,
    mark: Base | None = None,
    formation: str = "",
    more: Sequence[Modifier] = (),
) -> Volley:
    """[D.3.value] [scale.strength] Add up lines of fire at one target; round down once, at the end.

    `mark` and `formation` are those of the target where they are not the ones of the State.
    """
    first = group[0]
    arm = setup.types[first.shooter].arm
    shares = [share for line in group for share in shares_of(setup, state, line)]
    whole = sum((strength(setup, state, line) for line in group), Fraction(0))
    table = "artillery_fire" if arm == "artillery" else "infantry_fire"
    worth = fire_value(table, int(whole), first.band) if first.band in BANDS else 0
    stand = mark or base(setup, state.units[first.target])
    modifiers = [*modifiers_of(setup, state, first, stand, formation=formation), *more]
    return Volley(
        tuple(line.shooter for line in group),
        first.target,
        arm,
        first.band,
        int(whole),
        worth,
        tuple(modifiers),
        tuple(group),
        tuple(Modifier(0, words, rule) for _, words, rule in dict.fromkeys(shares)),
    )


def strength(setup: Setup, state: State, line: Line) -> Fraction:
    """[F.1.one_halving] [D.3.value] Return the SP a unit fires with: its multiplier, then its shares."""
    unit, kind = state.units[line.shooter], setup.types[line.shooter]
    found = Fraction(unit.halves, number("halves_a_point")) * kind.multiplier
    for share, _, _ in shares_of(setup, state, line):
        found *= share
    return found


def shares_of(setup: Setup, state: State, line: Line) -> list[tuple[Fraction, Text, str]]:
    """[F.1.half] [F.1.flank] [F.1.support] Return what cuts a unit's strength: share, words, rule."""
    names = []
    if line.side:
        names.append("square")
    if line.variant in HALF:
        names.append("half_front")
    if line.variant in FLANK and not line.side:
        names.append("flank")
    if state.units[line.shooter].formation == ATTACK:
        names.append("attack_column")
    if supporting(setup, state, line.shooter):
        names.append("support")
    listed = rows("fire_shares")
    return [
        (Fraction(listed[n]["share"]), named("term", listed[n]["name"]), listed[n]["rule"])
        for n in names
    ]


# -- modifiers (table 3) -----------------------------------------------------------------------


def modifiers_of(
    setup: Setup, state: State, line: Line, mark: Base, *, formation: str = ""
) -> list[Modifier]:
    """[D.3.value] Return the modifiers of table 3 for one line of fire, those of nothing left out.

    One row for the target's formation, one for its cover, then all others.
    """
    kind, unit = setup.types[line.shooter], state.units[line.shooter]
    names = [formation_row(setup, state, line, formation), cover_row(setup, state, line, mark)]
    if line.enfilade:
        names.append("enfilade")
    if line.above:
        names.append("above")
    if unit.moved:
        names.append("moved")
    if kind.is_light_infantry:
        names.append("light_firer")
    line_foot = kind.arm == "infantry" and kind.army == "austrian" and kind.weight == "line"
    if line_foot and line.band != BANDS[0]:
        names.append("austrian_long")
    found = [fire_modifier(name) for name in names if name]
    found += penalties(setup, state, line.shooter, "fire_modifiers")
    return [modifier for modifier in (*found, *_weather(setup, state)) if modifier.value]


def fire_modifier(name: str) -> Modifier:
    """Return a row of table 3."""
    row = rows("fire_modifiers")[name]
    return Modifier(int(row["value"]), named("term", row["name"]), row["rule"])


def _weather(setup: Setup, state: State) -> list[Modifier]:
    """[D.2.weather] In a storm every fire is worse."""
    worse = (storm(setup, state) or {}).get("fire")
    return [Modifier(worse, text("Storm"), "D.2.weather")] if worse else []


def formation_row(setup: Setup, state: State, line: Line, formation: str = "") -> str:
    """[D.3.value] Return the row of the target's formation, the most particular that fits."""
    kind = setup.types[line.target]
    here = formation or state.units[line.target].formation
    if here in (MARCH, LIMBERED):
        return "march_column"
    if kind.arm == "artillery":
        return "unlimbered" if here == BATTERY else ""
    if kind.arm == "cavalry":
        return "cavalry"
    if here == OPEN:
        return "light_open_order" if kind.is_light_infantry else "open_order"
    if here == SQUARE and setup.types[line.shooter].arm == "artillery":
        return "square_under_guns"
    return here


COVERS = {
    "grain": "light_cover",
    "light_woods": "light_cover",
    "vines": "dense_cover",
    "dense_woods": "dense_cover",
    "village": "village",
    "walled": "village",
}
BANKS = ("bank", "ditch")


def cover_row(setup: Setup, state: State, line: Line, mark: Base) -> str:
    """[D.3.value] Return the best row of cover the target has, "" for none.

    It is covered by the ground under its centre, and by a bank, ditch or wall close before it that
    the line of fire crosses.
    """
    centre = shapely.Point(mark.centre)
    names = {COVERS.get(patch.terrain, "") for patch in patches_under(setup.table, centre)}
    if state.units[line.target].sector:
        names.add("village")
    if _behind_bank(setup, line, mark):
        names.add("bank")
    worth = rows("fire_modifiers")
    return min(
        (name for name in names if name), key=lambda n: (int(worth[n]["value"]), n), default=""
    )


def _behind_bank(setup: Setup, line: Line, mark: Base) -> bool:
    path = shapely.LineString(line.middle)
    if path.length == 0.0:
        return False
    near = [patch for patch in patches_under(setup.table, path) if patch.terrain in BANKS]
    close = setup.cm["bank_cover_cm"]
    return any(patch.polygon.distance(mark.polygon) <= close for patch in near)


# -- the die (D.3.result, F.2.result) ----------------------------------------------------------


def shoot(table: Board, fired: Volley, purpose: str) -> int:
    """[D.3.result] [F.2.result] Read the fire value: whole tens, and one die for the rest."""
    guns = fired.arm == "artillery"
    rule = "D.3.result" if guns else "F.2.result"
    names = all_of(name_of(table, uid) for uid in fired.units)
    at = name_of(table, fired.target)
    side = table.setup.types[fired.units[0]].side
    seat = table.setup.seat_of(side)
    table.log(
        CAUSE,
        _account(fired, names, at),
        *_rules_of(table.setup, fired),
        seat=seat,
        pieces=(*fired.units, fired.target),
    )
    for share in fired.shares:
        table.log(CAUSE, text("Strength cut: {why}", why=share.reason), share.rule, seat=seat)
    if not fired.rest:
        words = counted(
            "{units}: {n} loss point without a roll",
            "{units}: {n} loss points without a roll",
            units=names,
            n=fired.sure,
        )
        table.log(
            "result",
            words if fired.sure else text("{units}: no effect", units=names),
            rule,
            seat=seat,
            pieces=(*fired.units, fired.target),
        )
        return fired.sure
    sure, rest = fired.sure, fired.rest

    def read(total: int) -> str:
        return str(sure + (total <= rest))

    roll = table.roll(
        seat=seat,
        rule=rule,
        purpose=purpose,
        subject=f"{fired.units[0]}>{fired.target}",
        sides=number("die"),
        first=1,
        modifiers=fired.modifiers,
        base=fired.worth,
        result=read,
        says=_fires(fired, names, at),
    )
    return int(roll.result)


def _fires(fired: Volley, names: Text, at: str) -> Text:
    if fired.sure:
        # Each whole ten hits without a die.
        words = text(
            "{units} at {target} ({sure} without a roll, one more with {rest} or less)",
            sure=fired.sure,
            rest=fired.rest,
        )
    elif len(fired.units) == 1:
        words = text("{units} fires at {target}")
    else:
        words = text("{units} fire at {target}")
    return words.fill(units=names, target=at)


def _account(fired: Volley, names: Text, at: str) -> Text:
    return text(
        "{units} at {target}: strength {n}, {band}, fire value {v}",
        units=names,
        target=at,
        n=fired.strength,
        band=BAND_NAMES[fired.band],
        v=fired.value,
    )


def _rules_of(setup: Setup, fired: Volley) -> tuple[str, ...]:
    """The rules that made a volley what it is."""
    guns = fired.arm == "artillery"
    rules = ["D.3.value", "D.1.lof", "D.1.cone", "geo.cone"] if guns else ["F.2.value"]
    rules += ["geo.lof", "geo.range", "scale.strength"]
    rules += ["scale.25mm"] if setup.scale != 1 else []
    rules += [share.rule for share in fired.shares]
    if len(fired.shares) > 1:
        rules.append("F.1.one_halving")
    if any(line.side for line in fired.lines):
        rules.append("E.4.square")
    if not guns and not fired.shares:
        rules.append("F.1.full")
    if any(line.enfilade for line in fired.lines):
        rules.append("geo.enfilade")
    if any(line.above for line in fired.lines):
        rules.append("geo.level")
    if any(line.over for line in fired.lines):
        rules += ["D.1.levels", "geo.level_obstacle"]
    worse = [modifier.rule for modifier in fired.modifiers]
    if set(worse) & set(PENALTIES):
        rules.append("dice.penalty")
    return tuple(dict.fromkeys([*rules, *worse]))
