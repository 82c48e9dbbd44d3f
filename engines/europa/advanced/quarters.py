"""[16.13.trigger] [16.13.quarters] [16.13.restart] Winter quarters of the two-year campaign, step by step.

`State.winter` is the cursor of QUARTERS.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, counted, named, text
from grognard.engines.core.play.arrangement import DONE, HAND, Arrangement
from grognard.engines.core.play.turn import Step, Turn
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure, Subset
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.advanced.leaving import leave
from grognard.engines.europa.advanced.places import Homes, at_of, may_be_source, recovery_hexes
from grognard.engines.europa.advanced.recovery import place_returning, returnable
from grognard.engines.europa.field.effects import capture, change, change_commander, tell_politics
from grognard.engines.europa.field.position import capacity, space_at, stacks
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import OFF_MAP, WAITING, State
from grognard.engines.europa.supply.lines import depots_of
from grognard.engines.europa.tables import number, rows
from grognard.engines.europa.victory.verdict import capitals_held

TAKEN, DECLINED, OFFERED = "taken", "declined", "quarters"
PREFERRED = ("french", "polish")
"""[16.13.f-loss] Nations whose units are removed after all others."""


# -- the decision (16.13.trigger) ------------------------------------------------------------------


def is_due(setup: Setup, state: State) -> bool:
    """[16.13.trigger] Whether this is the end of the turn on which winter quarters are offered."""
    if not setup.option("two_years") or OFFERED in state.flags:
        return False
    ready = len(depots_of(state, "french")) >= number("quarters_depots")
    return ready or state.turn >= number("quarters_turn")


def quarters_step(table: Board) -> Procedure[None] | None:
    """[16.13.trigger] The French may go into winter quarters; then both sides do."""
    if table.state.winter:
        return QUARTERS.play(table)
    return _offer(table) if is_due(table.setup, table.state) else None


def _offer(table: Board) -> Procedure[None]:
    choice = yield Ask(
        table.setup.seat_of("french"),
        "quarters",
        text("Go into winter quarters? The campaign then goes on in May 1813."),
        ("16.13.trigger",),
        Listed([("quarters", text("Winter quarters")), (PASS, text("Fight on"))]),
        resting=True,
    )
    if choice == PASS:
        _flag(table, OFFERED, DECLINED)
        table.log(
            "phase", text("No winter quarters: the campaign ends this winter."), "16.13.trigger"
        )
        return
    _flag(table, OFFERED, TAKEN)
    table.log(
        "phase", text("Both armies go into winter quarters."), "16.13.quarters", "16.13.nowinter"
    )
    table.update(winter="french")
    _begin_french(table)
    yield from QUARTERS.play(table)


def _flag(table: Board, word: str, value: str) -> None:
    table.update(flags={**table.state.flags, word: value})


# -- both sides rearrange their units (16.13.f-place, 16.13.r-place) -------------------------------


def _rally_all(table: Board, side: str, rule: str) -> None:
    """[16.13.f-place] [16.13.r-place] All disrupted units of a side return to good order."""
    units = {
        uid: evolve(unit, disrupted=False)
        if unit.disrupted and table.setup.units[uid].side == side
        else unit
        for uid, unit in table.state.units.items()
    }
    table.update(units=units)
    words = text("{side}: all units return to good order.", side=NAMES[side])
    table.log("result", words, rule, seat=table.setup.seat_of(side))


def _reinforce(table: Board, side: str, rule: str) -> None:
    """[16.13.f-reinf] [16.13.r-reinf] The units that winter brings come; they are placed with the others."""
    setup = table.setup
    for line in rows("winter_reinforcements"):
        for piece in line["pieces"] if line["side"] == side else ():
            known = piece in setup.units or piece in setup.chiefs
            if known and at_of(table.state, piece) == WAITING:
                _arrive(table, side, piece, rule)
    table.log("note", text("{side}: winter reinforcements.", side=NAMES[side]), rule)


def _arrive(table: Board, side: str, piece: str, rule: str) -> None:
    """[16.13.f-reinf] [16.13.r-reinf] [13.3.limits] A piece comes to the first hex that takes it, or not at all."""
    setup, state = table.setup, table.state
    if side == "russian":
        free = recovery_hexes(setup, state, piece)
        table.update(newcomers=(*state.newcomers, piece))
    else:
        homes = Homes(setup, state, side)
        free = [at for at in homes.of(piece) if homes.why_not(state, piece, at) is None]
    _put(table, piece, free[0] if free else OFF_MAP)
    if not free:
        name = named("unit", setup.name_of(piece))
        words = text("{unit} finds no way in.", unit=name)
        table.log("loss", words, rule, "13.3.limits", seat=setup.seat_of(side))


def _put(table: Board, piece: str, at: str) -> None:
    if piece in table.setup.units:
        change(table, piece, at=at)
    else:
        change_commander(table, piece, at=at)


def _pieces(setup: Setup, state: State, side: str) -> list[str]:
    """Return the units, then the Commanders of a side that are in the game."""
    units = [uid for uid, u in state.units.items() if u.on_map and setup.units[uid].side == side]
    chiefs = [
        cid for cid, c in state.commanders.items() if c.on_map and setup.chiefs[cid].side == side
    ]
    return [*units, *chiefs]


def settle(table: Board, side: str) -> None:
    """[16.13.quarters] Put each piece that stands where it may not be into the nearest hex that takes it.

    Where none does it stays: no rule takes an army off the map that has no quarters.
    """
    setup, grid = table.setup, table.setup.map.grid
    homes, left = Homes(setup, table.state, side), 0
    for piece in _pieces(setup, table.state, side):
        at = at_of(table.state, piece)
        if at in homes.of(piece):
            continue
        nearest = sorted((grid.distance(at, one), one) for one in homes.of(piece))
        free = next(
            (one for _, one in nearest if homes.why_not(table.state, piece, one) is None), ""
        )
        left += not free
        if free:
            _put(table, piece, free)
    if left:
        words = counted(
            "{side}: {n} unit finds no quarters and stays where it is.",
            "{side}: {n} units find no quarters and stay where they are.",
            side=NAMES[side],
            n=left,
        )
        table.log("note", words, "16.13.quarters", seat=setup.seat_of(side))


def _begin_french(table: Board) -> None:
    """[16.13.f-place] [16.13.f-reinf] The French recover, are reinforced, and stand in cities."""
    _rally_all(table, "french", "16.13.f-place")
    _reinforce(table, "french", "16.13.f-reinf")
    settle(table, "french")


class Arranger:
    """[16.13.quarters] A side shifts its units until it is content; distance and enemies do not matter."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.rule = "16.13.f-place" if side == "french" else "16.13.r-place"

    def __call__(self, table: Board) -> Procedure[None]:
        while True:
            answer = yield self.ask(table.setup, table.state)
            if answer == DONE:
                self._come(table)
                return
            _put(table, word_of(answer, "piece"), word_of(answer, "at"))

    def _come(self, table: Board) -> None:
        """[8.8] [16.8] Whoever winters in a city has come to it."""
        for at in stacks(table.setup, table.state, self.side):
            capture(table, self.side, at)
        tell_politics(table)

    def ask(self, setup: Setup, state: State) -> Ask:
        """Ask for the next piece to be shifted, or whether all stand well."""
        pieces = _pieces(setup, state, self.side)
        homes = Homes(setup, state, self.side)
        known = {at for piece in pieces for at in homes.of(piece)}
        room = {at: capacity() - space_at(setup, state, self.side, at) for at in known}

        def open_to(piece: str) -> list[str]:
            here, unit = at_of(state, piece), setup.units.get(piece)
            space = unit.space if unit else 0
            return [at for at in homes.of(piece) if at == here or space <= room[at]]

        def why_not_at(piece: str, at: str) -> Refusal | None:
            return None if not at else homes.why_not(state, piece, at)

        return Ask(
            setup.seat_of(self.side),
            "winter_quarters",
            text("{side}: winter quarters.", side=NAMES[self.side]),
            (self.rule, "16.13.quarters"),
            Shifting(
                self.rule,
                {piece: at_of(state, piece) for piece in pieces},
                {piece: homes.of(piece) for piece in pieces},
                why_not_at=why_not_at,
                open_to=open_to,
                names={piece: setup.name_of(piece) for piece in pieces},
            ),
            form="arrange",
            resting=True,
        )


class Shifting(Arrangement):
    """Pieces are shifted, none is taken back in hand."""

    def why_not(self, choice: Choice) -> Refusal | None:
        if isinstance(choice, dict) and choice.get("at") == HAND:
            return Refusal(self.rule, text("Every unit stays in the game."))
        piece, at = (
            (choice.get("piece"), choice.get("at")) if isinstance(choice, dict) else ("", "")
        )
        if (
            isinstance(piece, str)
            and isinstance(at, str)
            and at not in self.places.get(piece, [at])
        ):
            return self.why_not_at(piece, at)
        return super().why_not(choice)

    def __iter__(self) -> Iterator[Choice]:
        return (one for one in super().__iter__() if not isinstance(one, dict) or one["at"] != HAND)


# -- the city as source (16.13.f-uss) --------------------------------------------------------------


def source_step(table: Board) -> Procedure[None]:
    """[16.13.f-uss] The French may choose a city as a further source."""
    setup = table.setup
    cities = [at for at in sorted(setup.map.cities) if may_be_source(setup, table.state, at)]
    if not cities:
        return
    choice = yield Ask(
        setup.seat_of("french"),
        "source",
        text("Which city becomes a source of supply?"),
        ("16.13.f-uss",),
        Listed([(PASS, text("None")), *((at, called(setup, at)) for at in cities)]),
        form="place",
        resting=True,
    )
    if choice != PASS:
        _flag(table, "source", word_of(choice))
        words = text(
            "{city} is a source of supply from now on.", city=called(setup, word_of(choice))
        )
        table.log("result", words, "16.13.f-uss", where=(word_of(choice),))


# -- losses (16.13.f-loss, 16.13.napoleon) ---------------------------------------------------------


def two_dice(table: Board, side: str, rule: str, purpose: str, says: Text) -> tuple[int, int]:
    """[1.1.dice] Roll two dice, one after the other."""
    rolls = [
        table.roll(
            seat=table.setup.seat_of(side),
            rule=rule,
            purpose=purpose,
            subject=f"{purpose} {n}",
            sides=number("die"),
            first=1,
            says=says,
        ).natural
        for n in (1, 2)
    ]
    return rolls[0], rolls[1]


def losses_step(table: Board) -> Procedure[None]:
    """[16.13.f-loss] Half of two dice is the number of French units that the winter takes."""
    setup = table.setup
    dice = two_dice(table, "french", "16.13.f-loss", "winter_losses", text("Losses of the winter"))
    left = sum(dice) // 2
    units = [uid for uid in _pieces(setup, table.state, "french") if uid in setup.units]
    first = [uid for uid in units if setup.units[uid].nation not in PREFERRED]
    for group in (first, [uid for uid in units if uid not in first]):
        count = min(left, len(group))
        chosen = yield from _remove(table, group, count)
        left -= len(chosen)
    chiefs = [cid for cid in _pieces(setup, table.state, "french") if cid in setup.chiefs]
    count = min(sum(die == 1 for die in dice), len(chiefs))
    yield from _remove(table, chiefs, count)


def _remove(table: Board, pieces: Sequence[str], count: int) -> Procedure[list[str]]:
    setup = table.setup
    chosen = list(pieces[:count])
    if 0 < count < len(pieces):
        ask = Ask(
            setup.seat_of("french"),
            "winter_losses",
            counted(
                "Which unit does not survive the winter?",
                "Which {n} units do not survive the winter?",
                n=count,
            ),
            ("16.13.f-loss",),
            Subset(pieces, count, count, called=lambda one: named("unit", setup.name_of(one))),
            form="subset",
        )
        chosen = words_of((yield ask), "subset")
    for piece in chosen:
        if piece in setup.units:
            leave(table, piece, "16.13.f-loss")
        else:
            change_commander(table, piece, at=OFF_MAP)
            words = text(
                "{name} does not return in spring.", name=named("unit", setup.name_of(piece))
            )
            table.log("loss", words, "16.13.f-loss", pieces=(piece,))
    return chosen


def napoleon_step(table: Board) -> None:
    """[16.13.napoleon] Napoleon goes home for good, goes and may return, or stays."""
    setup, state = table.setup, table.state
    if "napoleon" not in state.commanders or not state.commanders["napoleon"].on_map:
        return
    roll = table.roll(
        seat=setup.seat_of("french"),
        rule="16.13.napoleon",
        purpose="napoleon",
        subject="napoleon",
        sides=number("die"),
        first=1,
        says=text("Napoleon's winter"),
        judge=lambda natural, _total: napoleon_result(natural),
        read_in=("napoleon_winter", "result"),
    )
    if roll.result != "stays":
        change_commander(table, "napoleon", at=OFF_MAP)
    _flag(table, "napoleon", roll.result)


def napoleon_result(natural: int) -> str:
    """[16.13.napoleon] Return what a die means for Napoleon."""
    found = ""
    for line in rows("napoleon_winter"):
        if natural >= int(line["least"]):
            found = str(line["result"])
    return found


# -- the Russians (16.13.r-place, 16.13.r-recover, 16.13.r-reinf) ----------------------------------


def recover_step(table: Board) -> Procedure[None]:
    """[16.13.r-recover] Half of two dice is the number of lost units and Commanders that return."""
    dice = two_dice(
        table, "russian", "16.13.r-recover", "winter_recovery", text("Recovery of the winter")
    )
    count = min(sum(dice) // 2, len(returnable(table.setup, table.state)))
    yield from place_returning(table, count, "16.13.r-recover")


def reinforce_step(table: Board) -> None:
    """[16.13.r-reinf] [16.13.r-place] The Russians are reinforced, recover, and stand in supply.

    Who comes is placed when the others stand; he stays at his city while his owner shifts them all.
    """
    _rally_all(table, "russian", "16.13.r-place")
    settle(table, "russian")
    _reinforce(table, "russian", "16.13.r-reinf")


# -- 1813 (16.13.restart) --------------------------------------------------------------------------


def restart(table: Board) -> None:
    """[16.13.restart] [16.13.cards] [16.13.f-1813] Play goes on with turn 8, in May 1813; Depots stay.

    It follows the last turn of 1812, whichever that was: for independence (16.9.declare), and for who left a
    capital for his quarters (9.3.cities).
    """
    state, last = table.state, number("restart") - 1
    flags = {word: value for word, value in state.flags.items() if word != "burden french"}
    if flags.get("revolt") == str(state.turn):
        flags["revolt"] = str(last)
    deck = tuple(card for card in state.deck if card != "24")
    table.update(
        turn=last,
        deck=deck,
        flags=flags,
        forage=(),
        newcomers=(),
        capitals=capitals_held(table.setup, state),
    )
    table.log(
        "phase", text("The campaign of 1813."), "16.13.restart", "16.13.f-1813", "16.13.cards"
    )


QUARTERS: Turn[Board] = Turn(
    text("Winter quarters"),
    Step("french", text("Winter quarters of the French"), "16.13.f-place", Arranger("french")),
    Step("source", text("A city as source"), "16.13.f-uss", source_step),
    Step("losses", text("Losses of the winter"), "16.13.f-loss", losses_step),
    Step("napoleon", text("Napoleon's winter"), "16.13.napoleon", napoleon_step),
    Step("recover", text("Russian recovery"), "16.13.r-recover", recover_step),
    Step("reinforce", text("Russian reinforcements"), "16.13.r-reinf", reinforce_step),
    Step("russian", text("Winter quarters of the Russians"), "16.13.r-place", Arranger("russian")),
    Step("restart", text("The campaign of 1813"), "16.13.restart", restart),
    field="winter",
)
