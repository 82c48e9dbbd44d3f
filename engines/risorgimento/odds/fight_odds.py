"""[D.3.result] [F.2.result] [G.3.result] The exact chances of a fire and of a melee."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, all_of, counted, text
from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Roll
from grognard.engines.core.show.views import Answer
from grognard.engines.risorgimento.field.arguments import AttackOf, UnitId
from grognard.engines.risorgimento.field.footprint import on_table
from grognard.engines.risorgimento.field.questions import about
from grognard.engines.risorgimento.fire.fire import Miss, Volley
from grognard.engines.risorgimento.fire.fire_phases import described, own_fires, with_given
from grognard.engines.risorgimento.fire.misses import refusal_of
from grognard.engines.risorgimento.fire.opportunity import shots_asked
from grognard.engines.risorgimento.melee.melee import brigades_of
from grognard.engines.risorgimento.melee.melee_result import LEAVE, struck
from grognard.engines.risorgimento.melee.melee_roll import Side, modifiers, sides_of, strength
from grognard.engines.risorgimento.melee.melee_roll import roll as roll_melee
from grognard.engines.risorgimento.melee.melee_table import melee_column, melee_result
from grognard.engines.risorgimento.odds.outcomes import (
    Imagined,
    left_alone,
    outcomes,
    percent,
    reasons,
)
from grognard.engines.risorgimento.ride.crews import FIRE as CREW_FIRES
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.sight import FIRE, GUNS
from grognard.engines.risorgimento.state import Melee, Shot, State
from grognard.engines.risorgimento.tables import number
from grognard.engines.risorgimento.turn.turn import TURN


def fire_odds(setup: Setup, state: State, seat: str | None, *, choice: AttackOf) -> Answer:
    """[D.3.result] [F.2.result] The loss points a fire may cause, with their chances.

    `choice` is {"pieces": [unit, ...], "at": unit}. The value has `rows`, one a volley of {units,
    value, band, chances {loss points: fraction}}, `chances` of all volleys together, `exact` true,
    and `refused` where a unit has no line of fire. The orders the seat has given at the same target
    before are in it: all are added up that may be, and rolled for together.
    """
    shot = _shot(state, choice)
    if shot is None:
        return Answer({}, ())
    phase = GUNS if TURN.within(state, GUNS) else FIRE
    given = _given(setup, state, seat, shot)
    found, missed = _fire(setup, state, given, shot, phase)
    listed: list[dict[str, object]] = []
    whole: dict[int, Fraction] = {0: Fraction(1)}
    lines = _together(setup, given, shot)
    for volley in found:
        chances = losses_of(volley)
        whole = _added(whole, chances)
        listed.append(
            {
                "units": list(volley.units),
                "value": volley.value,
                "band": volley.band,
                "chances": _plain(chances),
            }
        )
        lines += described(volley)
    lines += [_words(points, chance) for points, chance in whole.items()]
    value: dict[str, object] = {"exact": True, "rows": listed, "chances": _plain(whole)}
    if missed:
        value["refused"] = missed[0].block.rule
        lines += [refusal_of(miss.block).message for miss in missed]
    rules = ("D.3.result", "D.3.value") if phase == GUNS else ("F.2.result", "F.2.value")
    shares = tuple(
        (counted("{n} loss point", "{n} loss points", n=points), float(chance))
        for points, chance in whole.items()
    )
    cited = (*rules, *(miss.block.rule for miss in missed))
    return Answer(value, cited, tuple(lines), shares=shares if found else ())


def _shot(state: State, choice: Choice) -> Shot | None:
    """Read who fires at whom; a crew that stands is asked about its own guns (E.2.3.test)."""
    if isinstance(choice, Mapping):
        alone = isinstance(choice["pieces"], str)
        pieces = [word_of(choice, "pieces")] if alone else words_of(choice, "pieces")
        return Shot(tuple(pieces), word_of(choice, "at"))
    guns, *rider = about(state, "guns_fire") or ("",)
    return Shot((guns,), rider[0]) if rider and choice == CREW_FIRES else None


def _given(setup: Setup, state: State, seat: str | None, shot: Shot) -> tuple[Shot, ...]:
    """[D.phase] [F.phase] The orders a seat has given before: those of the other side are secret."""
    side = setup.side_of(seat)
    own = side is not None and all(setup.types[uid].side == side for uid in shot.units)
    return own_fires(setup, state, side) if side is not None and own else ()


def _together(setup: Setup, given: tuple[Shot, ...], shot: Shot) -> list[Text]:
    """[F.2.value] Say that the chances are those of all orders at a target, and who has them already."""
    before = [uid for one in given if one.target == shot.target for uid in one.units]
    if not before:
        return []
    names = all_of(setup.types[uid].name for uid in before)
    target = setup.types[shot.target].name
    return [text("All orders at {target} together, with {units}", target=target, units=names)]


def _fire(
    setup: Setup, state: State, given: tuple[Shot, ...], shot: Shot, phase: str
) -> tuple[list[Volley], list[Miss]]:
    """[E.9.who] [F.2.value] Return what a fire comes to: at a unit that moves, or as it is ordered."""
    if TURN.within(state, "E.charges", "E.move"):
        shots = shots_asked(setup, state, shot.target)
        if set(shot.units) <= set(shots):
            return [shots[uid] for uid in shot.units], []
    return with_given(setup, state, given, shot, phase)


def losses_of(volley: Volley) -> dict[int, Fraction]:
    """[D.3.result] Return the chance of each number of loss points: whole tens, and one die for the rest."""
    one_more = Fraction(min(volley.rest, number("die")), number("die"))
    found = {volley.sure: 1 - one_more, volley.sure + 1: one_more}
    return {points: chance for points, chance in found.items() if chance}


def _added(a: Mapping[int, Fraction], b: Mapping[int, Fraction]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for (m, chance), (n, other) in product(a.items(), b.items()):
        found[m + n] = found.get(m + n, Fraction(0)) + chance * other
    return dict(sorted(found.items()))


def _plain(chances: Mapping[int, Fraction] | Mapping[str, Fraction]) -> dict[str, str]:
    return {str(key): str(chance) for key, chance in chances.items()}


def _words(points: int, chance: Fraction) -> Text:
    return counted(
        "{n} loss point: {p}\u202f%",
        "{n} loss points: {p}\u202f%",
        n=points,
        p=round(float(chance) * 100),
    )


# -- melee (G.3) -------------------------------------------------------------------------------


def melee_odds(
    setup: Setup, state: State, seat: str | None, *, attacker: UnitId, defender: UnitId
) -> Answer:
    """[G.3.roll] [G.3.result] What each side's die may do to the other in a melee.

    The value has `exact` true and for each side {strength, column, modifiers, results {result:
    fraction}}; a result strikes the enemy. A melee drawn up is taken with its supporters.
    The chances that one of the two gives way come first.
    """
    melee = next(
        (m for m in state.melees if {m.attacker, m.defender} == {attacker, defender}),
        Melee(attacker, defender),
    )
    value, lines = sides_told(setup, state, melee)
    ends = ways_out(setup, state, melee)
    rules = ("G.3.roll", "G.3.result", "G.3.column", *(("G.3.retreat",) if ends else ()))
    return Answer(value, rules, tuple(lines), shares=gist_of(setup, melee, ends))


def gist_of(
    setup: Setup, melee: Melee, ends: Mapping[tuple[bool, bool], Fraction] | None
) -> tuple[tuple[Text, float], ...]:
    """[G.3.retreat] Return who of the two gives way, with the chances, () where that cannot be followed."""
    a, b = setup.types[melee.attacker].name, setup.types[melee.defender].name
    words = {
        (False, True): text("{unit} gives way", unit=b),
        (True, False): text("{unit} gives way", unit=a),
        (True, True): text("both give way"),
        (False, False): text("both hold"),
    }
    return tuple((words[end], float(ends[end])) for end in words if ends and end in ends)


def sides_told(setup: Setup, state: State, melee: Melee) -> tuple[dict[str, object], list[Text]]:
    """[G.3.roll] What each side's die may do: as a value and in lines."""
    value: dict[str, object] = {"exact": True}
    lines: list[Text] = []
    for side in sides_of(melee):
        results = melee_chances(setup, state, melee, side)
        points = strength(setup, melee, side, state)
        mods = modifiers(setup, state, side)
        total = sum(m.value for m in mods)
        value["attacker" if side.unit == melee.attacker else "defender"] = {
            "unit": side.unit,
            "strength": points,
            "column": melee_column(points),
            "modifiers": total,
            "results": _plain(results),
        }
        name = setup.types[side.unit].name
        lines.append(text("{unit}: strength {n}, {m}", unit=name, n=points, m=f"{total:+d}"))
        lines += reasons(mods)
        lines += [
            text("{result}: {p}\u202f%", result=name, p=percent(p)) for name, p in results.items()
        ]
    return value, lines


def brigade_odds(setup: Setup, state: State, seat: str | None, *, choice: Choice) -> Answer:
    """[G.3.order] [G.3.retreat] What the melees of a brigade may come to, each as things stand now.

    The value has `exact` true and `melees`, each as `melee_odds` with `gives_way`, {unit: chance}: that
    it must retire, routs or is lost. Who may hold a village at a price is taken not to.
    """
    if choice == PASS:
        return Answer({}, ())
    value: list[dict[str, object]] = []
    lines: list[Text] = []
    gists: list[tuple[tuple[Text, float], ...]] = []
    endings: list[Text] = []
    for melee in state.melees:
        fights = not melee.fought and choice in brigades_of(setup, melee)
        if not fights or not all(on_table(state.units[side.unit]) for side in sides_of(melee)):
            continue
        row, told = sides_told(setup, state, melee)
        ends = ways_out(setup, state, melee)
        beaten = None if ends is None else _beaten(melee, ends)
        gists.append(gist_of(setup, melee, ends))
        if beaten is not None:
            row["gives_way"] = _plain(beaten)
        endings.append(_ending(setup, melee, beaten))
        lines += [endings[-1], *told]
        value.append(row)
    rules = ("G.3.order", "G.3.roll", "G.3.result", "G.3.column", "G.3.retreat")
    # One melee alone is told in a word; of several each has a line of its own.
    shares = gists[0] if len(gists) == 1 else ()
    gist = () if shares else tuple(endings)
    return Answer({"exact": True, "melees": value}, rules, tuple(lines), shares=shares, gist=gist)


def _ending(setup: Setup, melee: Melee, beaten: Mapping[str, Fraction] | None) -> Text:
    a, b = setup.types[melee.attacker].name, setup.types[melee.defender].name
    if beaten is None:
        return text("{a} against {b}", a=a, b=b)
    p, q = percent(beaten[melee.attacker]), percent(beaten[melee.defender])
    return text("{a} against {b}: {a} gives way {p}\u202f%, {b} {q}\u202f%", a=a, b=b, p=p, q=q)


def _beaten(melee: Melee, ends: Mapping[tuple[bool, bool], Fraction]) -> dict[str, Fraction]:
    """[G.3.retreat] Return the chance of each of the two alone that it gives way."""
    units = (side.unit for side in sides_of(melee))
    return {
        unit: sum((chance for lost, chance in ends.items() if lost[n]), Fraction(0))
        for n, unit in enumerate(units)
    }


def ways_out(setup: Setup, state: State, melee: Melee) -> dict[tuple[bool, bool], Fraction] | None:
    """[G.3.result] [G.3.retreat] Return the chances of who must retire or is lost: (attacker, defender).

    None where too much hangs on it to be followed: a brigade that is demoralised by the losses, say.
    """
    one, other = sides_of(melee)
    start = Imagined(setup, state)
    rolls = roll_melee(start, melee, one), roll_melee(start, melee, other)
    apart = [
        side.unit
        for side in (one, other)
        if any(setup.types[uid].arm == "artillery" for uid in side.helpers)
    ]
    whole: dict[tuple[bool, bool], Fraction] = {}
    cells = (melee_chances(setup, state, melee, side) for side in (one, other))
    for (mine, chance), (theirs, also) in product(*(found.items() for found in cells)):
        blows = evolve(rolls[1], result=theirs), evolve(rolls[0], result=mine)

        def play(table: Imagined, blows: tuple[Roll, Roll] = blows) -> tuple[bool, bool]:
            first = left_alone(struck(table, one, blows[0]), LEAVE)
            return first, left_alone(struck(table, other, blows[1]), LEAVE)

        found = outcomes(setup, start.state, play, apart)
        if found is None:
            return None
        for ends, share in found.items():
            whole[ends] = whole.get(ends, Fraction(0)) + chance * also * share
    return whole


def melee_chances(setup: Setup, state: State, melee: Melee, side: Side) -> dict[str, Fraction]:
    """[G.3.result] Return the chance of each cell of table 7 that a side's die may strike with."""
    column = melee_column(strength(setup, melee, side, state))
    shift, faces = sum(m.value for m in modifiers(setup, state, side)), number("die")
    found: dict[str, Fraction] = {}
    for face in range(1, faces + 1):
        cell = melee_result(column, max(0, min(faces, face + shift)))
        found[cell] = found.get(cell, Fraction(0)) + Fraction(1, faces)
    return found
