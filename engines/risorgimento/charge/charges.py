"""[C.1] [E.1] Charges: noted in secret, revealed one by one, ridden by quarters, fought at once.

Cursor "E.charges": `State.active` is the side that reveals its next charge, `notes` what is still
secret, `charges` what has been revealed. One charge at a time has the status REVEALED or MOVING and
no reaction: it is the one under way.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Listed, Procedure
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.army.units import GREEN
from grognard.engines.risorgimento.charge import cavalry_reactions, squares
from grognard.engines.risorgimento.field.contact import contacts
from grognard.engines.risorgimento.field.effects import change, enemy_of, name_of, tell
from grognard.engines.risorgimento.field.footprint import aim_of, on_table
from grognard.engines.risorgimento.field.support import melees
from grognard.engines.risorgimento.ground.allowance import allowance
from grognard.engines.risorgimento.melee.advances import advance_after_charge, follow_up
from grognard.engines.risorgimento.melee.facing import turn_to_face
from grognard.engines.risorgimento.melee.melee import fight
from grognard.engines.risorgimento.melee.melee_roll import fixed, part_in
from grognard.engines.risorgimento.ride import crews
from grognard.engines.risorgimento.ride.charge_account import (
    FOLLOWED,
    MOVING,
    OVER,
    alter,
    charge_of,
    moves,
)
from grognard.engines.risorgimento.ride.charge_path import ask_path
from grognard.engines.risorgimento.ride.quarters import end, gap_to, next_quarter
from grognard.engines.risorgimento.ride.ways import find_way_to
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.sight import sight
from grognard.engines.risorgimento.state import Charge, State

NOTED, MET = "noted:", "charges_met"
"""In `State.answered`: a side has written its notes; the melees of the charges are drawn up."""
REVEALED = "revealed"
QUARTERS = 4
NOTE_SHARE = 0.5


# -- notes (C.1) -------------------------------------------------------------------------------


def notes_phase(table: Board) -> Procedure[None]:
    """[C.1.notes] Both players write in secret which cavalry charges whom this turn."""
    setup = table.setup
    for side in setup.sides:
        while f"{NOTED}{side}" not in table.state.answered:
            notes = Notes(setup, table.state, side)
            choice: Choice = PASS
            if notes.riders and notes.targets:
                choice = yield Ask(
                    setup.seat_of(side),
                    "charge_note",
                    text("Note a charge: who charges whom?"),
                    ("C.1.notes",),
                    notes,
                    form="target",
                    resting=True,
                    secret=True,
                    odds="charge_odds",
                )
            if choice == PASS:
                table.update(answered=(*table.state.answered, f"{NOTED}{side}"))
            else:
                _note(table, side, words_of(choice, "pieces")[0], word_of(choice, "at"))


def _note(table: Board, side: str, rider: str, target: str) -> None:
    setup = table.setup
    table.update(notes=(*table.state.notes, (rider, target)))
    words = text(
        "{unit} is to charge {target}.", unit=name_of(table, rider), target=name_of(table, target)
    )
    table.log(
        "choice",
        words,
        "C.1.notes",
        seat=setup.seat_of(side),
        pieces=(rider, target),
        visible_to=(setup.seat_of(side),),
    )


class Notes(Choices):
    """{"pieces": [cavalry], "at": enemy unit} or "pass": no more charges are written."""

    def __init__(self, setup: Setup, state: State, side: str) -> None:
        self.setup, self.state, self.side = setup, state, side
        own = [uid for uid, kind in setup.types.items() if kind.side == side]
        self.riders = tuple(uid for uid in own if why_not_note(setup, state, uid) is None)
        self.targets = tuple(
            uid
            for uid, unit in state.units.items()
            if setup.types[uid].side != side and on_table(unit)
        )

    def __iter__(self) -> Iterator[Choice]:
        yield PASS
        for rider in self.riders:
            for target in self.targets:
                choice = {"pieces": [rider], "at": target}
                if self.why_not(choice) is None:
                    yield choice

    def sample(self, rng: Random) -> Choice:
        if rng.random() > NOTE_SHARE:
            return PASS
        rider = rng.choice(self.riders)
        near = sorted(self.targets, key=lambda uid: gap_to(self.setup, self.state, rider, uid))
        choice = {"pieces": [rider], "at": rng.choice(near[:3])}
        return PASS if self.why_not(choice) else choice

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        named = choice if isinstance(choice, dict) else {}
        pieces = named.get("pieces")
        if not isinstance(pieces, list) or len(pieces) != 1 or set(named) != {"pieces", "at"}:
            return Refusal("C.1.notes", text("A note names one cavalry unit and one enemy unit."))
        rider, target = pieces[0], word_of(choice, "at")
        if (
            type(rider) is not str
            or rider not in self.state.units
            or self.setup.types[rider].side != self.side
        ):
            return Refusal("C.1.notes", text("A note names cavalry of your own."))
        why = why_not_note(self.setup, self.state, rider)
        if why is not None:
            return why
        if target not in self.targets:
            return Refusal(
                "C.1.notes", text("A charge is aimed at an enemy unit on the table."), (rider,)
            )
        return self._why_unseen(rider, target)

    def _why_unseen(self, rider: str, target: str) -> Refusal | None:
        """[D.2.open] Where measuring is allowed, who is out of sight is no target."""
        hidden = (
            sight.unseen(self.setup, self.state, rider, target) if self.setup.measuring else None
        )
        if hidden is None:
            return None
        names = {"unit": self.setup.types[rider].name, "target": self.setup.types[target].name}
        return Refusal(hidden.rule, text("{unit} does not see {target}.", **names), (rider, target))

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        """Cavalry that may not charge; where measuring is allowed, the units it does not see."""
        for uid, kind in self.setup.types.items():
            if kind.side == self.side and kind.arm == "cavalry" and on_table(self.state.units[uid]):
                why = why_not_note(self.setup, self.state, uid)
                if why is not None:
                    yield {"pieces": [uid], "at": uid}, why
        for rider in self.riders if self.setup.measuring else ():
            for target in self.targets:
                why = self._why_unseen(rider, target)
                if why is not None:
                    yield {"pieces": [rider], "at": target}, why

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("No more charges")
        rider, target = words_of(choice, "pieces")[0], word_of(choice, "at")
        words = text(
            "{unit} charges {target}",
            unit=self.setup.types[rider].name,
            target=self.setup.types[target].name,
        )
        return (
            words
            if self._too_far(rider, target) is None
            else text("{charge} (out of reach)", charge=words)
        )

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        """[E.1.allowance] Say of a target that a charge does not come to it, and why, as far as that is known."""
        if choice == PASS:
            return ()
        rider, target = words_of(choice, "pieces")[0], word_of(choice, "at")
        said = self._too_far(rider, target) or self._no_way(rider, target)
        return () if said is None else (said,)

    def why_vain(self, choice: Choice) -> Refusal | None:
        """[E.1.allowance] Say why a charge comes to nothing whose target is known not to be come to."""
        said = self.describe(choice) if self.setup.measuring else ()
        return Refusal("E.1.allowance", said[0]) if said else None

    def _too_far(self, rider: str, target: str) -> Text | None:
        """[E.1.allowance] [D.2.open] Return how far a target is that no straight ride comes to, None for no such."""
        if not self.setup.measuring:
            return None
        gap = gap_to(self.setup, self.state, rider, target)
        most = allowance(self.setup.types[rider], self.state.units[rider].formation)
        if gap <= most:
            return None
        return text(
            "It is {cm} cm away; {most} cm can be ridden.",
            cm=f"{gap:.1f}",
            most=f"{most:.1f}",
        )

    def _no_way(self, rider: str, target: str) -> Text | None:
        """[E.1.allowance] Say that no way of a charge makes contact; unmeasured, that none does however far it is.

        Units and ground in the way are open to every eye, how far it is to ride is not (scale.premeasure).
        """
        charge = Charge(rider, target, aim=aim_of(self.state.units[target]))
        if find_way_to(self.setup, self.state, charge, far=not self.setup.measuring):
            return None
        name = self.setup.types[target].name
        if self.setup.measuring:
            return text("No way of this charge makes contact with {target}.", target=name)
        return text("Units or ground bar every way to {target}.", target=name)


def why_not_note(setup: Setup, state: State, uid: str) -> Refusal | None:  # noqa: PLR0911 - a line a rule
    """[C.1.notes] [B.1.restrictions] Return what keeps a unit from being noted for a charge."""
    unit, kind, where = state.units[uid], setup.types[uid], (uid,)
    if kind.arm != "cavalry" or not on_table(unit):
        return Refusal("C.1.notes", text("Only cavalry on the table charges."), where)
    if any(rider == uid for rider, _ in state.notes):
        return Refusal("C.1.notes", text("It already has a note."), where)
    if unit.disorder:
        return Refusal("B.1.restrictions", text("Disordered cavalry may not charge."), where)
    if unit.routed:
        return Refusal("C.1.notes", text("Routed cavalry may not charge."), where)
    if unit.marker == GREEN:
        return Refusal("C.1.notes", text("Under a green marker cavalry may not charge."), where)
    if uid in contacts(setup, state):
        return Refusal("G.contact", text("It is in a melee."), where)
    return None


# -- the charges, one by one (E.1.timing) ------------------------------------------------------


def charge_phase(table: Board) -> Procedure[None]:
    """[E.1.timing] [E.1.melee] Charges by turns from the winner of the initiative, then their melees."""
    if not table.state.active:
        enter(table)
    while MET not in table.state.answered:
        current = under_way(table.state)
        if current is None:
            yield from reveal_next(table)
            current = under_way(table.state)
        if current is None:
            break
        yield from carry_out(table, current.unit)
        table.update(active=enemy_of(table.state.active))
    yield from charge_melees(table)
    crews.return_crews(table)
    table.update(active="", melees=())


def enter(table: Board) -> None:
    """[C.1.notes] Notes of units that have become Disordered or routed since are void."""
    setup = table.setup
    kept = []
    for rider, target in table.state.notes:
        unit = table.state.units[rider]
        if on_table(unit) and not (unit.disorder or unit.routed):
            kept.append((rider, target))
            continue
        side = setup.seat_of(setup.types[rider].side)
        words = text("{unit} cannot carry out its charge.", unit=name_of(table, rider))
        table.log("note", words, "C.1.notes", seat=side, pieces=(rider,), visible_to=(side,))
    table.update(notes=tuple(kept), active=table.state.initiative or setup.sides[0])


def under_way(state: State) -> Charge | None:
    """Return the charge that is being carried out."""
    return next(
        (c for c in state.charges if not c.reaction and c.status in (REVEALED, MOVING)), None
    )


def reveal_next(table: Board) -> Procedure[None]:
    """[E.1.timing] The side whose turn it is reveals one of its charges; without one, the other does."""
    setup = table.setup
    for side in (table.state.active, enemy_of(table.state.active)):
        _lapse(table, side)
        riders = [rider for rider, _ in table.state.notes if setup.types[rider].side == side]
        if not riders:
            continue
        chosen = riders[0]
        if len(riders) > 1:
            named = [(rider, text("{unit}", unit=name_of(table, rider))) for rider in riders]
            answer = yield Ask(
                setup.seat_of(side),
                "next_charge",
                text("Which charge is carried out next?"),
                ("E.1.timing",),
                Listed(named),
                form="piece",
                resting=True,
                secret=True,
                odds="charge_odds",
            )
            chosen = word_of(answer)
        table.update(active=side)
        reveal(table, chosen)
        return


def _lapse(table: Board, side: str) -> None:
    """[E.1.timing] Drop the notes of a side that can no longer be carried out."""
    setup = table.setup
    for rider, target in table.state.notes:
        if setup.types[rider].side != side:
            continue
        unit = table.state.units[rider]
        lost = not on_table(unit) or unit.routed or rider in contacts(setup, table.state)
        # [B.1.restrictions] It may have become Disordered since, in a rout that passed through it.
        if lost or unit.disorder or not on_table(table.state.units[target]):
            table.update(notes=tuple(note for note in table.state.notes if note[0] != rider))
            words = text("{unit} cannot carry out its charge.", unit=name_of(table, rider))
            table.dice.learn()
            rules = ("E.1.timing", "B.1.restrictions") if unit.disorder else ("E.1.timing",)
            table.log("note", words, *rules, seat=setup.seat_of(side), pieces=(rider,))


def reveal(table: Board, rider: str) -> None:
    """[E.1.timing] [geo.charge_start] Reveal a charge; its unit has had its move of the turn.

    The enemy learns of it, and both how far it is: it cannot be taken back.
    """
    table.dice.learn()
    target = dict(table.state.notes)[rider]
    table.update(notes=tuple(note for note in table.state.notes if note[0] != rider))
    change(table, rider, moved=True, charged=True, stirred=True)
    cavalry_reactions.begin(table, rider, target, reaction=False)
    alter(table, rider, status=REVEALED)
    charge = charge_of(table.state, rider)
    words = text(
        "{unit} charges {target} from {cm} cm.",
        unit=name_of(table, rider),
        target=name_of(table, target),
        cm=f"{charge.start / 1000:.1f}" if charge else "",
    )
    tell(table, words, "E.1.timing", "C.1.notes", "geo.charge_start", uid=rider, kind="move")


def carry_out(table: Board, rider: str) -> Procedure[None]:
    """[E.1.morale] [E.1.quarters] The target's nerve and reactions, then the ride by quarters."""
    charge = charge_of(table.state, rider)
    if charge is None:
        return
    if charge.status == REVEALED:
        yield from answer(table, rider, charge.target)
    if moves(table.state, rider):
        charge = charge_of(table.state, rider)
        if charge is not None and not charge.quarter and not charge.path:
            yield from ask_path(table, rider)
        yield from ride_by_quarters(table, rider)
    yield from cavalry_reactions.finish(table, rider)
    squares.finish_evasions(table, rider)
    _close(table, rider)


def answer(table: Board, rider: str, target: str) -> Procedure[None]:
    """[E.1.morale] [E.2.2.evade_timing] The reveal: morale of the target, evasion, square, counter-charges."""
    alter(table, rider, status=MOVING)
    hidden = sight.unseen(table.setup, table.state, rider, target)
    if hidden is not None and hidden.rule.startswith("D.2."):
        alter(table, rider, status=OVER)
        words = text("{unit} does not see its target.", unit=name_of(table, rider))
        table.shortfall(hidden.rule, target, words)
        return
    if squares.beyond_reach(table.setup, table.state, rider):
        far = charge_of(table.state, rider)
        alter(table, rider, tested=(*(far.tested if far else ()), squares.FAR))
        words = text("{unit} is out of reach of the charge.", unit=name_of(table, target))
        tell(table, words, "E.1.morale", "E.1.allowance", uid=target)
    elif not cavalry_reactions.charges(table.state, target):
        cavalry_reactions.test_target(table, target)
    yield from squares.offer_evasion(table, rider)
    yield from squares.offer_square(table, rider)
    if moves(table.state, rider):
        yield from cavalry_reactions.offer(table, rider, 0)


def ride_by_quarters(table: Board, rider: str, *, watched: bool = True) -> Procedure[None]:
    """[E.1.quarters] Quarter by quarter: the charger first, then who retires or reacts.

    `watched`: enemies may fire at it and charge it as it rides.
    """
    for quarter in range(QUARTERS):
        if not moves(table.state, rider):
            return
        if quarter:
            yield from squares.offer_square(table, rider)
        yield from next_quarter(table, rider, fired_at=watched)
        squares.evasions_go_on(table, rider)
        if watched and quarter < QUARTERS - 1:
            yield from cavalry_reactions.offer(table, rider, quarter + 1)


def _close(table: Board, rider: str) -> None:
    """[E.2.2.follow] The charge has been ridden: it met somebody, fell short, or rode after evaders."""
    away = squares.end_evasions(table, rider)
    if not moves(table.state, rider):
        charge = charge_of(table.state, rider)
        if charge is not None and charge.status in (REVEALED, MOVING):
            # It was shot down, or routed, on its way.
            alter(table, rider, status=OVER, path=())
        return
    end(table, rider, FOLLOWED if away else OVER)
    words = text("{unit} meets no enemy.", unit=name_of(table, rider))
    table.shortfall("E.2.2.follow" if away else "E.1.allowance", rider, words)


# -- the melees (E.1.melee) --------------------------------------------------------------------


def charge_melees(table: Board) -> Procedure[None]:
    """[E.1.melee] When all have ridden the melees are fought one by one, then comes the advance.

    Also those in which the cavalry has come into the flank of a unit that others engage.
    """
    if MET not in table.state.answered:
        met = cavalry_reactions.contacts_made(table.state)
        if met:
            yield from turn_to_face(table, by=met)
        found = tuple(
            fixed(table.setup, table.state, one)
            for one in melees(table.setup, table.state, "charge")
            if part_in(one) & set(met)
        )
        table.update(melees=found, answered=(*table.state.answered, MET))
        if found:
            table.log("phase", text("The charges are fought."), "E.1.melee")
    for index in range(len(table.state.melees)):
        if not table.state.melees[index].fought:
            yield from fight(table, index)
    for uid in cavalry_reactions.contacts_made(table.state):
        alter(table, uid, status=OVER)
    yield from advance_after_charge(table)
    for charge in table.state.charges:
        if charge.status == FOLLOWED:
            alter(table, charge.unit, status=OVER)
            yield from follow_up(table, charge.unit, charge.target)
