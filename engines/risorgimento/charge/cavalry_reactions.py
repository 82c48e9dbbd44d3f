"""[E.2.1] Cavalry reactions: counter-charges to charges, and charges at units that move.

`offer` is asked at every quarter of an enemy's charge or move, `entered_zoc` when infantry comes into
a cavalry ZOC, `finish` when the enemy's move is at its end. Reacting cavalry rides after each quarter
of the enemy; in the later movement its melee is fought in phase G.
"""

from __future__ import annotations

from grognard.engines.core.board.tabletop import distance
from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.play.memo import kept
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure, Reaction
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Modifier, Refusal
from grognard.engines.risorgimento.army.units import (
    ATTACK,
    GREEN,
    LIMBERED,
    MARCH,
    OPEN,
    SQUARE,
    Unit,
)
from grognard.engines.risorgimento.charge.squares import offer_square
from grognard.engines.risorgimento.field.contact import contacts
from grognard.engines.risorgimento.field.effects import (
    change,
    discipline_test,
    enemy_of,
    name_of,
    tell,
)
from grognard.engines.risorgimento.field.footprint import aim_of, base, on_table
from grognard.engines.risorgimento.field.questions import put
from grognard.engines.risorgimento.fire.opportunity import HELD
from grognard.engines.risorgimento.ground.allowance import allowance
from grognard.engines.risorgimento.ground.ground import level_at
from grognard.engines.risorgimento.morale.morale import check_morale, modifier_row
from grognard.engines.risorgimento.morale.retreats import retire_by_choice
from grognard.engines.risorgimento.ride.charge_account import (
    CONTACT_MADE,
    QUARTER,
    charge_of,
    moves,
)
from grognard.engines.risorgimento.ride.crews import return_crews
from grognard.engines.risorgimento.ride.quarters import end, gap_to, next_quarter, target_base
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.sight import sight
from grognard.engines.risorgimento.state import Charge, State

WAIT, CHARGE, STAND, RETIRE = "wait", "charge", "stand", "retire:"
STANDS = "stands:"
"""Before a moving unit in `State.answered`: no more reactions against its move are wanted."""
QUARTERS = 4
WEIGHTS = ("light", "medium", "heavy")


# -- who may react (E.2.1.conditions) ----------------------------------------------------------


@kept(64)
def cavalry_of(setup: Setup, side: str) -> tuple[str, ...]:
    """Return the cavalry of a side, in play or not."""
    return tuple(
        uid for uid, kind in setup.types.items() if (kind.arm, kind.side) == ("cavalry", side)
    )


def ready_cavalry(setup: Setup, state: State, side: str) -> tuple[str, ...]:
    """[E.2.1.conditions] Return a side's cavalry that could react to something, distances apart."""
    found = tuple(uid for uid in cavalry_of(setup, side) if _is_free(state.units[uid]))
    if not found:
        return ()
    engaged = contacts(setup, state)
    return tuple(uid for uid in found if uid not in engaged)


def _is_free(unit: Unit) -> bool:
    spent = unit.moved or unit.reacted or unit.charged
    return on_table(unit) and not (unit.routed or unit.disorder or spent) and unit.marker != GREEN


def reach(setup: Setup, state: State, rider: str) -> float:
    """[geo.reaction_radius] Return the movement radius of cavalry in its present formation, in cm."""
    return allowance(setup.types[rider], state.units[rider].formation)


def reactors(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[E.2.1.conditions] Return the cavalry that may react to a unit where it stands now."""
    if not on_table(state.units[uid]):
        return ()
    side = enemy_of(setup.types[uid].side)
    near = tuple(
        rider
        for rider in cavalry_of(setup, side)
        if _is_free(state.units[rider])
        and gap_to(setup, state, rider, uid) <= reach(setup, state, rider) + setup.eps
    )
    if not near:
        return ()
    ready = ready_cavalry(setup, state, side)
    return tuple(r for r in near if r in ready and sight.reaction_line(setup, state, r, uid))


def offer(table: Board, uid: str, quarter: int) -> Procedure[None]:
    """[E.1.quarters] [E.2.1.who] A quarter of an enemy's charge or move is over (0: none yet).

    Cavalry that reacts already rides its next quarter; other cavalry may react now.
    """
    if quarter:
        yield from ride_after(table, uid)
    while f"{STANDS}{uid}" not in table.state.answered and not table.state.units[uid].routed:
        riders = reactors(table.setup, table.state, uid)
        if not riders or uid in contacts(table.setup, table.state):
            return
        choice = yield from put(table, _ask_reaction(table, uid, riders))
        if choice == PASS:
            table.update(answered=(*table.state.answered, f"{STANDS}{uid}"))
        if choice in (PASS, WAIT):
            return
        react(table, word_of(choice), uid, quarter)


def _ask_reaction(table: Board, uid: str, riders: tuple[str, ...]) -> Ask:
    setup, state = table.setup, table.state
    side = enemy_of(setup.types[uid].side)
    noted = {rider for rider, _ in state.notes}
    named: list[Choice | tuple[Choice, Text]] = [
        (rider, text("Charge with {unit}", unit=name_of(table, rider)))
        for rider in riders
        if rider not in noted
    ]
    named += [
        (WAIT, text("Wait: ask again as it comes on")),
        (PASS, text("No reaction to this move")),
    ]
    words = text("It has a written charge.")
    barred = [(r, Refusal("E.2.1.who", words, (r,))) for r in riders if r in noted]
    return Ask(
        setup.seat_of(side),
        "react_cavalry",
        text("{unit} comes within reach. Do you react?", unit=name_of(table, uid)),
        (
            "E.2.1.who",
            "E.2.1.conditions",
            "geo.quarters",
            "geo.reaction_radius",
            "geo.reaction_lof",
        ),
        Listed(named, refusals=lambda: barred),
        form="piece",
        interrupt=True,
        subject=(uid,),
        where=riders,
        secret=bool(noted & set(riders)),
        odds="test_odds",
        reaction=Reaction(text("cavalry reactions to moves"), (uid,)),
    )


# -- reacting (E.2.1.test) ---------------------------------------------------------------------


def react(table: Board, rider: str, uid: str, quarter: int) -> None:
    """[E.2.1.test] [E.2.1.fail] Cavalry that keeps its discipline charges; else it is Disordered."""
    if not discipline_test(
        table, rider, reaction_case(table.setup, table.state, rider, uid), "E.2.1.test"
    ):
        words = text("{unit} does not react.", unit=name_of(table, rider))
        tell(table, words, "E.2.1.fail", uid=rider)
        return
    change(table, rider, moved=True, reacted=True, charged=True, stirred=True)
    begin(table, rider, uid, reaction=True, after=min(quarter, QUARTERS - 1))
    words = text(
        "{unit} charges {target} in reaction.",
        unit=name_of(table, rider),
        target=name_of(table, uid),
    )
    tell(table, words, "E.2.1.who", "E.2.1.residual", "E.2.1.moved", uid=rider, kind="move")
    if not charges(table.state, uid):
        test_target(table, uid)


def reaction_case(setup: Setup, state: State, rider: str, uid: str) -> str:
    """[E.2.1.test] Return the case of the test: an easy prey, heavier cavalry, or neither ("")."""
    kind, formation = setup.types[uid], state.units[uid].formation
    column = kind.arm == "infantry" and formation in (MARCH, ATTACK)
    if kind.is_light_infantry or column or (kind.arm == "artillery" and formation == LIMBERED):
        return "react_easy"
    heavier = kind.arm == "cavalry" and WEIGHTS.index(kind.weight) > WEIGHTS.index(
        setup.types[rider].weight
    )
    return "react_heavier" if heavier else ""


def begin(table: Board, rider: str, uid: str, *, reaction: bool, after: int = 0) -> None:
    """[geo.charge_start] Note a charge that begins: where its target stands, and how far."""
    charge = Charge(rider, uid, reaction, "moving", after, aim=aim_of(table.state.units[uid]))
    goal = target_base(table.setup, table.state, charge)
    own = base(table.setup, table.state.units[rider])
    charge = evolve(charge, start=round(distance(own, goal) * 1000) if goal else 0)
    kept = tuple(one for one in table.state.charges if one.unit != rider)
    table.update(charges=(*kept, charge))


def charges(state: State, uid: str) -> bool:
    """[E.1.morale] Whether a unit is itself carrying out a charge."""
    return charge_of(state, uid) is not None and moves(state, uid)


def test_target(table: Board, uid: str) -> None:
    """[E.1.morale] Every target of a charge takes a morale test as the charge is revealed."""
    unit = table.state.units[uid]
    if on_table(unit) and not unit.routed and unit.spot is None:
        more = charged_modifiers(table.setup, table.state, uid)
        check_morale(table, uid, "charged", more=more, rule="E.1.morale")


def charged_modifiers(setup: Setup, state: State, uid: str) -> list[Modifier]:
    """[E.1.morale] Return the rows of table 6 for a unit that is charged: formation, height."""
    unit, kind = state.units[uid], setup.types[uid]
    names = []
    if kind.arm == "infantry":
        names.append(
            {SQUARE: "square_charged", OPEN: "open_charged"}.get(unit.formation, "formed_charged")
        )
    by = next((one.unit for one in reversed(state.charges) if one.target == uid), "")
    if by and level_at(setup.table, base(setup, unit).centre) > _level(setup, state, by):
        names.append("uphill")
    return [row for row in map(modifier_row, names) if row.value]


def _level(setup: Setup, state: State, uid: str) -> int:
    return level_at(setup.table, base(setup, state.units[uid]).centre)


# -- riding after each quarter (E.2.1.residual) ------------------------------------------------


def riding(state: State, uid: str) -> tuple[str, ...]:
    """Return the cavalry whose reaction against a unit is under way, in the order declared."""
    return tuple(
        one.unit
        for one in state.charges
        if one.reaction and one.target == uid and moves(state, one.unit)
    )


def ride_after(table: Board, uid: str) -> Procedure[None]:
    """[E.2.1.residual] Reacting cavalry rides a quarter of its allowance after each of its enemy's."""
    for rider in riding(table.state, uid):
        charge = charge_of(table.state, rider)
        if charge is None or charge.quarter >= QUARTERS - charge.after:
            continue
        yield from offer_square(table, rider)
        yield from next_quarter(table, rider, fired_at=False)


def finish(table: Board, uid: str) -> Procedure[None]:
    """[E.2.1.residual] The enemy's move is over: reacting cavalry rides the quarters it has left."""
    for _ in range(QUARTERS):
        yield from ride_after(table, uid)
    for rider in riding(table.state, uid):
        end(table, rider)
        words = text("{unit} falls short.", unit=name_of(table, rider))
        table.shortfall("E.1.allowance", rider, words)
    # What was said of this move does not hold for another, a charge from a controlled advance.
    said = (f"{STANDS}{uid}", f"{HELD}{uid}")
    table.update(answered=tuple(one for one in table.state.answered if one not in said))
    if table.state.phase != "E.charges":
        return_crews(table)


# -- infantry in a cavalry ZOC (E.2.1.infantry_in_zoc) -----------------------------------------


def entered_zoc(table: Board, uid: str, rider: str) -> Procedure[None]:
    """[E.2.1.infantry_in_zoc] Cavalry whose ZOC infantry enters charges it, stands or retires."""
    setup = table.setup
    if rider not in ready_cavalry(setup, table.state, setup.types[rider].side):
        return
    may_charge = sight.reaction_line(setup, table.state, rider, uid)
    options: list[Choice | tuple[Choice, Text]] = [(STAND, text("Stand"))]
    if may_charge:
        options.append((CHARGE, text("Charge")))
    whole = round(reach(setup, table.state, rider))
    options += [
        (f"{RETIRE}{cm}", text("Retire {n} cm", n=cm)) for cm in range((whole + 1) // 2, whole + 1)
    ]
    prompt = text(
        "{unit} comes into the ZOC of {rider}.",
        unit=name_of(table, uid),
        rider=name_of(table, rider),
    )
    ask = Ask(
        setup.seat_of(setup.types[rider].side),
        "react_zoc",
        prompt,
        ("E.2.1.infantry_in_zoc", "E.2.1.conditions"),
        Listed(options),
        interrupt=True,
        subject=(rider, uid),
        odds="test_odds",
        reaction=Reaction(text("infantry in the ZOC of cavalry"), (uid,), STAND),
    )
    choice = yield from put(table, ask)
    if choice == CHARGE:
        quarter = min(QUARTERS - 1, table.state.account // QUARTER)
        react(table, rider, uid, quarter)
        yield from ride_after(table, uid)
    elif choice != STAND:
        change(table, rider, moved=True, reacted=True, stirred=True)
        back = float(str(choice).removeprefix(RETIRE))
        retire_by_choice(table, rider, back, "E.2.1.infantry_in_zoc")


def contacts_made(state: State) -> tuple[str, ...]:
    """[E.1.melee] Return the units whose charge has come into contact and is not fought yet."""
    return tuple(one.unit for one in state.charges if one.status == CONTACT_MADE)
