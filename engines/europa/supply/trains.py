"""[7.1] [7.2.negative] [7.4] [7.5] [7.6] Supply: Depots converted, Supply Trains placed, Depots established."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Elsewhere, Listed, Procedure, Subset
from grognard.engines.core.show.choices import word_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.europa.field.position import commanders_at, occupies, stacks
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.field.telling import called, log_at
from grognard.engines.europa.setup import SIDES, Board, Setup, enemy_of
from grognard.engines.europa.state import State, Train
from grognard.engines.europa.supply.chain import linked, why_no_depot, why_not_establish
from grognard.engines.europa.supply.lines import depots_of, once, unsupplied
from grognard.engines.europa.supply.numbers import (
    balance,
    beginner,
    genuine,
    next_side,
    short_of,
    unused,
)
from grognard.engines.europa.tables import number

BESIDE = ""
"""Where the dummies go that a player keeps back: beside the map."""

# -- 7.1: a Depot becomes a Supply Train -----------------------------------------------------------


def begin_supply(table: Board) -> None:
    """[5.1] The Supply phase begins: no counter of the turn before is left."""
    table.update(trains={}, done=(), deciding=beginner(table.setup, table.state))


def convertible(setup: Setup, state: State, side: str) -> list[str]:
    """[7.1] Return the Depots of a side that stand under its units."""
    return [at for at in depots_of(state, side) if occupies(setup, state, side, at)]


def convert_step(table: Board) -> Procedure[None]:
    """[7.1] Each player may turn one Depot under his units into a Supply Train of theirs."""
    while side := table.state.deciding:
        may = convertible(table.setup, table.state, side)
        if may:
            names = [
                (at, text("The stack at {place}", place=called(table.setup, at))) for at in may
            ]
            answer = yield Ask(
                table.setup.seat_of(side),
                "convert",
                text("Turn a Depot into a Supply Train?"),
                ("7.1",),
                Listed([(PASS, text("None")), *names]),
                form="place",
                resting=True,
                where=tuple(may),
            )
            if answer != PASS:
                convert(table, side, word_of(answer))
        table.update(done=(*table.state.done, side))
        table.update(deciding=next_side(table.state, side))


def convert(table: Board, side: str, at: str) -> None:
    """[7.1] [7.0.counter] The Depot is turned into a Supply Train, face up on the units there."""
    state = table.state
    depots = {other: owner for other, owner in state.depots.items() if other != at}
    train = Train(new_id(state, side), side, at, genuine=True, shown=True)
    table.update(depots=depots, trains={**state.trains, train.id: train})
    words = text("The Depot at {place} becomes a Supply Train.", place=called(table.setup, at))
    log_at(table, "choice", words, at, "7.1", "7.0.counter", side=side)


def new_id(state: State, side: str) -> str:
    """Return the id of the next counter of a side."""
    return f"{side}-{sum(train.side == side for train in state.trains.values()) + 1}"


# -- 7.2: how many ---------------------------------------------------------------------------------


def balance_step(table: Board) -> Procedure[None]:
    """[7.2] [7.2.negative] Count the Supply Trains; below nothing the enemy may take Depots away."""
    for side in SIDES:
        short = short_of(table.setup, table.state, side)
        held = tuple(depots_of(table.state, side))
        if short > 0 and held:
            yield from _remove(table, side, held, min(short, len(held)))
    allot(table)


def _remove(table: Board, side: str, held: tuple[str, ...], most: int) -> Procedure[None]:
    enemy = enemy_of(side)
    answer = yield Ask(
        table.setup.seat_of(enemy),
        "remove_depots",
        counted(
            "The enemy has too few Supply Trains: you may remove up to {n} of his Depots.",
            "The enemy has too few Supply Trains: you may remove up to {n} of his Depots.",
            n=most,
        ),
        ("7.2.negative",),
        Subset(held, 0, most, called=lambda at: called(table.setup, at)),
        form="subset",
        interrupt=True,
        where=held,
    )
    gone = words_of(answer, "subset")
    depots = {at: owner for at, owner in table.state.depots.items() if at not in gone}
    table.update(depots=depots)
    for at in gone:
        words = text("The Depot at {place} is given up.", place=called(table.setup, at))
        log_at(table, "loss", words, at, "7.2.negative", "7.0.removal", side=side)


def allot(table: Board) -> None:
    """[7.2] [7.5] Give each player the genuine and dummy trains of this turn."""
    state, setup = table.state, table.setup
    allotted = {side: max(0, balance(setup, state, side)) for side in SIDES}
    hand = {side: max(0, allotted[side] - len(genuine(state, side))) for side in SIDES}
    dummies = dict.fromkeys(SIDES, number("dummies"))
    table.update(
        allotted=allotted, hand=hand, dummies=dummies, done=(), deciding=beginner(setup, state)
    )
    for side in SIDES:
        words = counted(
            "{side}: {n} Supply Train.",
            "{side}: {n} Supply Trains.",
            side=NAMES[side],
            n=hand[side],
        )
        table.log("note", words, "7.2", "7.3", seat=setup.seat_of(side))


# -- 7.4, 7.5: placing -----------------------------------------------------------------------------


def place_step(table: Board) -> Procedure[None]:
    """[7.4] [7.5] Players place their counters one by one, alternating, face down."""
    while side := table.state.deciding:
        state = table.state
        targets = train_hexes(table.setup, state, side)
        if not (state.hand[side] or (state.dummies[side] and targets)):
            _finished(table, side)
            continue
        answer = yield Ask(
            table.setup.seat_of(side),
            "train",
            _prompt(state, side),
            ("7.4", "7.5", "7.5.multi"),
            Trains(table.setup, state, side, targets),
            form="move",
            resting=True,
            secret=True,
            where=tuple(targets),
        )
        if answer == PASS:
            _pass(table, side)
        elif word_of(answer, "at") == BESIDE:
            _finished(table, side)
        else:
            _place(table, side, word_of(answer, "piece") == dummy_of(side), word_of(answer, "at"))
        if side not in table.state.done:
            table.update(deciding=next_side(table.state, side))
    for train in table.state.trains.values():
        _note_units(table, train)


def _prompt(state: State, side: str) -> Text:
    """[7.4] [7.5] Say what is left to place."""
    if not state.hand[side]:
        return text("Place a dummy ({dummies} left).", dummies=state.dummies[side])
    if not state.dummies[side]:
        return text("Place a Supply Train ({trains} left).", trains=state.hand[side])
    return text(
        "Place a Supply Train ({trains} left) or a dummy ({dummies} left).",
        trains=state.hand[side],
        dummies=state.dummies[side],
    )


def train_of(side: str) -> str:
    """Return the id of the pile of genuine Supply Trains in a player's hand."""
    return f"{side}-train"


def dummy_of(side: str) -> str:
    """Return the id of the pile of dummies in a player's hand."""
    return f"{side}-dummy"


def why_no_train(setup: Setup, state: State, side: str, at: str) -> Refusal | None:
    """[7.3] Return why a Supply Train may not go to a hex: neither a stack that can use it nor a city."""
    if why_no_depot(setup, state, side, at) is None:
        return None
    if not occupies(setup, state, side, at):
        words = text("Neither a stack of yours nor a city for a Depot is there.")
        return Refusal("7.3", words, (at,))
    if not commanders_at(setup, state, side, at):
        words = text("A Supply Train needs a Commander with the stack.")
        return Refusal("7.3", words, (at,))
    if any(state.units[uid].at == at for uid in unsupplied(setup, state, side)):
        return Refusal("7.3", text("The stack is out of supply."), (at,))
    return None


def train_hexes(setup: Setup, state: State, side: str) -> list[str]:
    """[7.3] Return where a side may place a Supply Train."""
    return once(setup, state, f"trains {side}", lambda: _train_hexes(setup, state, side))


def _train_hexes(setup: Setup, state: State, side: str) -> list[str]:
    hungry = {state.units[uid].at for uid in unsupplied(setup, state, side)}
    led = {
        at
        for at in stacks(setup, state, side)
        if at not in hungry and commanders_at(setup, state, side, at)
    }
    cities = {at for at in setup.map.cities if why_no_depot(setup, state, side, at) is None}
    return sorted(led | cities)


class Trains(Listed):
    """[7.4] What may be placed where, and passing at the cost of a genuine train."""

    def __init__(self, setup: Setup, state: State, side: str, targets: list[str]) -> None:
        self._setup, self._state, self._side = setup, state, side
        options: list[tuple[Choice, Text]] = []
        for piece, left, words in (
            (train_of(side), state.hand[side], "train"),
            (dummy_of(side), state.dummies[side], "dummy"),
        ):
            options += [
                ({"piece": piece, "at": at}, _label(setup, words, at)) for at in targets if left
            ]
        if state.hand[side]:
            options.append((PASS, text("Pass: discard a Supply Train")))
        else:
            back = {"piece": dummy_of(side), "at": BESIDE}
            options.append((back, text("Done: no more dummies")))
        super().__init__(
            options,
            refusals=self._stacks,
            forgone=_given_up(state, side),
            elsewhere=lambda at, _: why_no_train(setup, state, side, at),
        )

    def filed(self, choice: Choice) -> tuple[Text, Text] | None:
        """[7.0.functions] [7.3] Return what a counter could do in a hex, and the hex."""
        at = word_of(choice, "at") if isinstance(choice, dict) and "at" in choice else BESIDE
        if at == BESIDE:
            return None
        setup, state, side = self._setup, self._state, self._side
        heading = text("In a city, for a Depot")
        if occupies(setup, state, side, at):
            heading = text("With a stack, for its rally or march")
            if not commanders_at(setup, state, side, at):
                heading = text("With a stack that no Commander leads, for a Depot only")
        return heading, called(setup, at)

    def _stacks(self) -> Iterator[tuple[Choice, Refusal]]:
        """Give the stacks that may not have a train, with the rule."""
        for at in stacks(self._setup, self._state, self._side):
            why = why_no_train(self._setup, self._state, self._side, at)
            if why is not None:
                yield {"piece": train_of(self._side), "at": at}, why


def _given_up(state: State, side: str) -> Text | None:
    """[7.4] Say what passing costs while there are Supply Trains in the hand."""
    if not state.hand[side]:
        return None
    return counted(
        "{n} Supply Train is not placed yet. Passing discards one for this turn.",
        "{n} Supply Trains are not placed yet. Passing discards one for this turn.",
        n=state.hand[side],
    )


def _label(setup: Setup, what: str, at: str) -> Text:
    place = called(setup, at)
    if what == "dummy":
        return text("A dummy at {place}", place=place)
    return text("A Supply Train at {place}", place=place)


def _place(table: Board, side: str, is_dummy: bool, at: str) -> None:
    state = table.state
    train = Train(new_id(state, side), side, at, genuine=not is_dummy)
    pile = "dummies" if is_dummy else "hand"
    left = {**getattr(state, pile), side: getattr(state, pile)[side] - 1}
    table.update(trains={**state.trains, train.id: train}, **{pile: left})
    words = text(
        "{side} place a counter at {place}.", side=NAMES[side], place=called(table.setup, at)
    )
    own = text("A Supply Train goes to {place}.", place=called(table.setup, at))
    if is_dummy:
        own = text("A dummy goes to {place}.", place=called(table.setup, at))
    table.log(
        "move",
        words,
        "7.4",
        "7.5",
        seat=table.setup.seat_of(side),
        where=(at,),
        private=own,
        private_to=(table.setup.seat_of(side),),
    )
    if not (table.state.hand[side] or table.state.dummies[side]):
        table.update(done=(*table.state.done, side))
        table.update(deciding=next_side(table.state, side))


def _pass(table: Board, side: str) -> None:
    """[7.4] Passing costs a genuine train; a dummy is never discarded (7.5)."""
    state, seat = table.state, table.setup.seat_of(side)
    table.update(hand={**state.hand, side: state.hand[side] - 1})
    table.log("choice", text("{side} discard a Supply Train.", side=NAMES[side]), "7.4", seat=seat)


def _finished(table: Board, side: str) -> None:
    table.update(done=(*table.state.done, side))
    table.update(deciding=next_side(table.state, side))


def _note_units(table: Board, train: Train) -> None:
    """[8.7] Note which units belong to the stack that a counter was given to."""
    here = stacks(table.setup, table.state, train.side).get(train.at, ())
    noted = replace(train, units=tuple(unit.id for unit in here))
    table.update(trains={**table.state.trains, train.id: noted})


# -- 7.6, 7.7: Depots established ------------------------------------------------------------------


def begin_depots(table: Board) -> None:
    """[7.6] Who began to place begins to establish Depots."""
    table.update(done=(), deciding=beginner(table.setup, table.state))


def sites_of(setup: Setup, state: State, side: str) -> list[str]:
    """[7.6] [7.7] Return the cities with a counter of a side on them where a Depot may be established."""
    chain = linked(setup, state, side)
    return sorted(
        {
            train.at
            for train in unused(state, side)
            if why_not_establish(setup, state, side, train.at, chain) is None
        }
    )


def establish_step(table: Board) -> Procedure[None]:
    """[7.6] [7.0.functions] Players turn Supply Trains in cities into Depots."""
    while side := table.state.deciding:
        may = sites_of(table.setup, table.state, side)
        answer: Choice = PASS
        if may:
            answer = yield Ask(
                table.setup.seat_of(side),
                "depot",
                text("Establish a Depot?"),
                ("7.6", "7.7"),
                _sites(table, side, may),
                form="place",
                resting=True,
                secret=True,
                where=tuple(may),
                several=True,
            )
        if answer == PASS:
            _finished(table, side)
        else:
            establish(table, side, word_of(answer))


def _sites(table: Board, side: str, may: list[str]) -> Listed:
    setup, state = table.setup, table.state
    owned = {train.at for train in genuine(state, side)}
    names: list[Choice | tuple[Choice, Text]] = [(PASS, text("Done"))]
    names += [
        (at, text("A Depot at {place}", place=called(setup, at))) for at in may if at in owned
    ]

    def refusals() -> Iterator[tuple[Choice, Refusal]]:
        for at in may:
            if at not in owned:
                yield at, Refusal("7.5", text("A dummy does nothing."), (at,))
        for train in unused(state, side):
            why = why_not_establish(setup, state, side, train.at)
            if why is not None and train.at in setup.map.cities:
                yield train.at, why

    def elsewhere(at: str, _: Choice) -> Refusal | None:
        if any(train.at == at for train in unused(state, side)) or at not in setup.map.cities:
            return why_not_establish(setup, state, side, at)
        return Refusal("7.6", text("No Supply Train of yours is there."), (at,))

    return Sites(names, _burden(setup, state, side), refusals, elsewhere)


class Sites(Listed):
    """[7.2] [7.6] The cities where a Depot may be established, with what each costs from then on."""

    def __init__(
        self,
        options: list[Choice | tuple[Choice, Text]],
        burden: Text | None,
        refusals: Callable[[], Iterator[tuple[Choice, Refusal]]],
        elsewhere: Elsewhere,
    ) -> None:
        super().__init__(options, refusals=refusals, elsewhere=elsewhere)
        self.burden = burden

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        return () if choice == PASS or self.burden is None else (self.burden,)


def _burden(setup: Setup, state: State, side: str) -> Text | None:
    """[7.2] [7.2.negative] Say how many Supply Trains the next turn brings with one Depot more."""
    if state.turn >= setup.turns:
        return None
    left = balance(setup, evolve(state, turn=state.turn + 1), side) - 1
    if left < 0:
        return counted(
            "Each Depot takes a Supply Train every turn. With this one, {n} would be lacking next turn, and the enemy may take as many Depots off the map.",
            "Each Depot takes a Supply Train every turn. With this one, {n} would be lacking next turn, and the enemy may take as many Depots off the map.",
            n=-left,
        )
    return counted(
        "Each Depot takes a Supply Train every turn. With this one, {n} is left next turn.",
        "Each Depot takes a Supply Train every turn. With this one, {n} are left next turn.",
        n=left,
    )


def establish(table: Board, side: str, at: str) -> None:
    """[7.6] [7.7] A Supply Train becomes a Depot."""
    spend(table, next(train for train in genuine(table.state, side) if train.at == at), "depot")
    table.update(depots={**table.state.depots, at: side})
    words = text("A Depot is established at {place}.", place=called(table.setup, at))
    rules = ("7.6", "7.7", "7.0.counter", "7.0.functions")
    log_at(table, "choice", words, at, *rules, side=side)


def spend(table: Board, train: Train, use: str) -> None:
    """[7.5] [7.6] [8.1] [8.2] A Supply Train is turned up and used.

    Of several face down in a hex it is the first, for the enemy tells none from another: what that one was
    is one of the others now.
    """
    trains = dict(table.state.trains)
    alike = [t for t in unused(table.state, train.side) if t.at == train.at and not t.shown]
    real = next(t for t in (trains[train.id], *alike) if t.genuine and not t.used)
    first = real if real.shown else alike[0]
    trains[real.id] = replace(real, genuine=first.genuine)
    trains[first.id] = replace(first, genuine=True, used=use)
    table.update(trains=trains)
