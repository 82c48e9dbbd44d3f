"""[E.phase.order] The movement phase after the charges: bonus formations, then one formation in turn.

The winner of the initiative may move formations first (C.2.use). `State.active` is the side to move,
`formation` what it moves, `mover` the unit or commander under way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.play.memo import kept
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import actions_of, word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.army.units import GREEN, TABLE, WAITING, Side
from grognard.engines.risorgimento.command.succession import units_under
from grognard.engines.risorgimento.field.contact import contacts
from grognard.engines.risorgimento.field.effects import (
    change,
    change_commander,
    enemy_of,
    name_of,
    tell,
)
from grognard.engines.risorgimento.field.footprint import base_at, everyone, on_table
from grognard.engines.risorgimento.manoeuvre import interrupts
from grognard.engines.risorgimento.manoeuvre.commander_moves import ask_ride, own_riders, riders
from grognard.engines.risorgimento.manoeuvre.couriers import couriers_step
from grognard.engines.risorgimento.manoeuvre.drill import Manoeuvres
from grognard.engines.risorgimento.manoeuvre.manoeuvre import perform
from grognard.engines.risorgimento.manoeuvre.withdrawal import ask_withdraw, ask_zoc
from grognard.engines.risorgimento.map.tablemap import housed
from grognard.engines.risorgimento.movement.move_under_way import (
    OVER,
    WITHDRAW,
    ZOC_OPTIONS,
    begin,
    end,
    note,
    over,
)
from grognard.engines.risorgimento.movement.mover import goes_back
from grognard.engines.risorgimento.setup import Arrival, Board, Setup
from grognard.engines.risorgimento.state import State

_RIDDEN, _LOST, _QUIET = "couriers:", "losses:", "quiet:"


# -- formations (C.2.formation) ----------------------------------------------------------------


@kept(64)
def formations(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """[C.2.formation] Return the formations that are moved one at a time, with their units.

    At division level a division moves with all that is under it; units under no division move with
    the formation they are directly in.
    """
    wholes: dict[str, str] = {}
    if setup.level == "division":
        for post in setup.posts.values():
            if post.level == "division":
                wholes |= dict.fromkeys(units_under(setup, post.formation), post.formation)
    found: dict[str, list[str]] = {}
    for name, units in setup.formations.items():
        for uid in units:
            found.setdefault(wholes.get(uid, name), []).append(uid)
    return {name: tuple(units) for name, units in found.items()}


def side_of_formation(setup: Setup, name: str) -> Side:
    """Return the side of a formation."""
    return setup.types[formations(setup)[name][0]].side


def to_move(setup: Setup, state: State, side: Side) -> tuple[str, ...]:
    """[E.phase.order] [commanders.move] Return a side's formations that have yet to move and can.

    Their units can, or their own commanders although none of their units can; higher commanders go
    with the first of these. Where none of theirs can, those of divisions and corps go with their first;
    the commander in chief is nobody's alone, and stays.
    """
    left = [
        name
        for name in formations(setup)
        if side_of_formation(setup, name) == side and name not in state.done
    ]
    found = [name for name in left if _movable(setup, state, name)]
    # Who has let the first formation of his go without him has had his chance.
    began = [name for name in state.done if name in formations(setup)]
    served = {chief for name in (*found, *began) for chief in riders(setup, state, name)}
    for name in left:
        own = (chief for chief in riders(setup, state, name) if setup.posts[chief].superior)
        alone = {*own} - served
        if name not in found and alone and not is_held_back(setup, state, name):
            found, served = [*found, name], served | alone
    return tuple(name for name in left if name in found)


def _movable(setup: Setup, state: State, name: str) -> bool:
    if any(why_not_move(setup, state, uid) is None for uid in formations(setup)[name]):
        return True
    return not is_held_back(setup, state, name) and bool(own_riders(setup, state, name))


def why_not_move(setup: Setup, state: State, uid: str) -> Refusal | None:  # noqa: PLR0911 - one line a rule
    """[E.phase.individual] Return what keeps a unit from moving now, or None."""
    unit, where = state.units[uid], (uid,)
    if not on_table(unit):
        return Refusal("E.phase.individual", text("It is not on the table."), where)
    if unit.routed:
        return Refusal(
            "H.1.routed", text("A routed unit moves only as it recovers or flees."), where
        )
    if unit.reacted or unit.charged:
        return Refusal(
            "E.2.1.moved", text("It has charged or reacted, which was its move this turn."), where
        )
    if unit.moved or uid in state.acted:
        return Refusal("E.phase.order", text("It has already moved this turn."), where)
    if unit.spot is not None:
        return Refusal("E.2.3.crew", text("Its crew has left the guns."), where)
    if unit.marker == GREEN and not goes_back(setup, state, uid):
        return Refusal("A.1.markers", text("Under a green marker it does not move."), where)
    if is_held_back(setup, state, setup.types[uid].brigade):
        words = text("It waits until the enemy has spent a whole turn without fighting.")
        return Refusal("E.phase.order", words, where)
    return None


def is_held_back(setup: Setup, state: State, formation: str) -> bool:
    """Whether a special rule of the scenario keeps a formation where it is."""
    passive = (setup.says("passive") or {}).get("group", ())
    here: str | None = formation
    while here:
        if here in passive:
            return f"{_QUIET}{side_of_formation(setup, formation)}" not in state.features
        here = setup.above.get(here)
    return False


# -- arrivals ----------------------------------------------------------------------------------


def arrivals(table: Board) -> None:
    """[E.phase.order] Formations due this turn come onto the table; who finds no room waits a turn."""
    setup = table.setup
    for arrival in setup.arrivals:
        if 0 < arrival.turn <= table.state.turn and not _waits(setup, table.state, arrival):
            for uid in formations_units(setup, arrival.formation):
                _bring_on(table, uid)
            for post in setup.posts.values():
                if post.formation == arrival.formation:
                    _bring_commander(table, post.id)


def formations_units(setup: Setup, name: str) -> tuple[str, ...]:
    """Return the units directly in a formation."""
    return setup.formations.get(name, ())


def _waits(setup: Setup, state: State, arrival: Arrival) -> bool:
    if arrival.condition != "passive":
        return False
    side = setup.types[formations_units(setup, arrival.formation)[0]].side
    return f"{_QUIET}{side}" not in state.features


def _bring_on(table: Board, uid: str) -> None:
    setup, unit = table.setup, table.state.units[uid]
    if unit.place != WAITING or uid not in setup.placed:
        return
    pose, formation = setup.placed[uid]
    if len(everyone(setup, table.state).overlapping(base_at(setup.types[uid], formation, pose))):
        return
    sector, slot = housed(setup.table, pose)
    change(table, uid, place=TABLE, pose=pose, formation=formation, sector=sector, slot=slot)
    table.log(
        "move",
        text("{unit} arrives.", unit=name_of(table, uid)),
        "E.phase.order",
        seat=setup.seat_of(setup.types[uid].side),
        pieces=(uid,),
    )


def _bring_commander(table: Board, name: str) -> None:
    commander = table.state.commanders[name]
    if commander.place == WAITING and name in table.setup.placed:
        change_commander(table, name, place=TABLE, pose=table.setup.placed[name][0])


# -- the phase ---------------------------------------------------------------------------------


def enter(table: Board) -> None:
    """[C.2.use] The phase begins with the bonus formations of the winner of the initiative."""
    _note_quiet(table)
    table.update(active=table.state.initiative, formation="", mover="", acted=(), done=())


def _note_quiet(table: Board) -> None:
    """Note for each side whether its enemy has neither hurt nor touched it since the last such phase."""
    setup, state = table.setup, table.state
    features = {key: value for key, value in state.features.items() if not key.startswith(_QUIET)}
    engaged = {setup.types[uid].side for uid in contacts(setup, state)}
    for side in setup.sides if setup.says("passive") else ():
        lost = str(sum(n for uid, n in state.losses.items() if setup.types[uid].side == side))
        if features.get(f"{_LOST}{side}") == lost and side not in engaged:
            features[f"{_QUIET}{side}"] = "yes"
        features[f"{_LOST}{side}"] = lost
    table.update(features=features)


def bonus_step(table: Board) -> Procedure[None]:
    """[C.2.use] The winner moves as many of his bonus formations as he likes, or lets the other begin."""
    setup = table.setup
    winner = table.state.initiative
    if table.state.formation:
        yield from formation_step(table)
    while table.state.bonus and (names := to_move(setup, table.state, winner)):
        prompt = text("Move a formation first? {n} left.", n=table.state.bonus)
        answer = yield Ask(
            setup.seat_of(winner),
            "bonus",
            prompt,
            ("C.2.use", "C.2.roll"),
            Formations(setup, table.state, names, text("Let the enemy begin")),
            resting=True,
        )
        choice = word_of(answer)
        if choice == PASS:
            break
        table.update(bonus=table.state.bonus - 1)
        activate(table, choice)
        yield from formation_step(table)
    table.update(active=enemy_of(winner), bonus=0)


def alternation(table: Board) -> Procedure[None]:
    """[E.phase.order] One formation a side in turn, the loser first; when one has none the other ends."""
    setup = table.setup
    while True:
        if table.state.formation:
            yield from formation_step(table)
            table.update(active=enemy_of(table.state.active))
        side = table.state.active
        names = to_move(setup, table.state, side)
        if not names:
            if not to_move(setup, table.state, enemy_of(side)):
                table.update(active="", formation="")
                return
            table.update(active=enemy_of(side))
            continue
        if len(names) == 1:
            activate(table, names[0])
            continue
        answer = yield Ask(
            setup.seat_of(side),
            "formation",
            text("Which formation moves?"),
            ("E.phase.order", "C.2.formation"),
            Formations(setup, table.state, names),
            resting=True,
        )
        choice = word_of(answer)
        activate(table, choice)


class Formations(Listed):
    """The formations that can be moved; with `instead`, "pass" as well. Each is about its units."""

    def __init__(
        self, setup: Setup, state: State, names: tuple[str, ...], instead: Text | None = None
    ) -> None:
        listed: list[tuple[Choice, Text]] = [
            (name, named("unit", setup.formation_names.get(name, name))) for name in names
        ]
        units = {
            name: tuple(uid for uid in formations(setup)[name] if on_table(state.units[uid]))
            for name in names
        }
        super().__init__(
            [*listed, *([(PASS, instead)] if instead else [])],
            about=lambda name: units[word_of(name)],
        )


def activate(table: Board, name: str) -> None:
    """[E.phase.order] Begin the moves of a formation."""
    setup = table.setup
    side = side_of_formation(setup, name)
    table.update(formation=name, active=side, acted=(), mover="")
    words = text("{command} moves.", command=setup.formation_names.get(name, name))
    table.log("phase", words, "E.phase.order", seat=setup.seat_of(side))


def formation_step(table: Board) -> Procedure[None]:
    """[E.phase.individual] The units of a formation move one by one, its commanders ride."""
    name, side = table.state.formation, table.state.active
    mark = f"{_RIDDEN}{name}"
    if mark not in table.state.answered:
        yield from couriers_step(table, side, name)
        table.update(answered=(*table.state.answered, mark))
    while True:
        if table.state.mover:
            yield from one_move(table)
        ready = movers(table.setup, table.state)
        if not ready:
            break
        choice = yield _ask_unit(table, ready)
        if choice == PASS:
            break
        if choice in table.state.units:
            begin(table, choice)
        else:
            table.update(mover=choice, account=0, turned=0, trail=())
    table.update(formation="", done=(*table.state.done, name), acted=())


def movers(setup: Setup, state: State) -> tuple[str, ...]:
    """[E.phase.individual] [commanders.move] Return who of the active formation may still move."""
    name = state.formation
    units = [uid for uid in formations(setup)[name] if why_not_move(setup, state, uid) is None]
    chiefs = [chief for chief in riders(setup, state, name) if chief not in state.acted]
    return (*units, *chiefs)


def _ask_unit(table: Board, ready: tuple[str, ...]) -> Ask:
    setup, state = table.setup, table.state
    words = text(
        "{command}: which unit moves?", command=setup.formation_names.get(state.formation, "")
    )
    return Ask(
        setup.seat_of(state.active),
        "unit",
        words,
        ("E.phase.individual", "commanders.move"),
        Units(setup, state, ready),
        form="piece",
        resting=True,
    )


class Units(Listed):
    """Who moves next, or "pass": the formation has finished."""

    def __init__(self, setup: Setup, state: State, ready: tuple[str, ...]) -> None:
        self.setup, self.state = setup, state
        listed: list[tuple[Choice, Text]] = [
            (name, named("unit", _name(setup, name))) for name in ready
        ]
        super().__init__(
            [*listed, (PASS, text("The formation has finished"))],
            refusals=self._refused,
            named=lambda name: named("unit", _name(setup, str(name))),
        )

    def _refused(self) -> Iterator[tuple[Choice, Refusal]]:
        own = formations(self.setup)[self.state.formation]
        for uid in self.setup.types:
            why = why_not_move(self.setup, self.state, uid)
            if why is None and uid not in own:
                words = text("It is not its formation that moves now.")
                why = Refusal("E.phase.order", words, (uid,))
            if why is not None and on_table(self.state.units[uid]):
                yield uid, why


def _name(setup: Setup, name: str) -> str:
    return setup.types[name].name if name in setup.types else setup.posts[name].name


def one_move(table: Board) -> Procedure[None]:
    """[E.phase.individual] Carry the move under way to its end, order by order."""
    uid = table.state.mover
    if uid in table.state.commanders:
        yield from ask_ride(table, uid)
        return
    while table.state.mover == uid and not over(table):
        pending = table.state.progress.pending
        if pending == WITHDRAW:
            yield from ask_withdraw(table, uid)
        elif pending == ZOC_OPTIONS:
            yield from ask_zoc(table, uid)
        else:
            choice = yield _ask_order(table, uid)
            if choice == PASS:
                break
            before = table.state
            yield from perform(table, actions_of(choice))
            _spend_idle(table, uid, before)
    if table.state.mover == uid:
        yield from interrupts.move_over(table, uid)
        end(table)


def _spend_idle(table: Board, uid: str, before: State) -> None:
    """[scale.premeasure] An order of which nothing could be carried out is spent: the move ends."""
    state = table.state
    if state.mover == uid and not state.progress.pending and state.units is before.units:
        if (state.account, state.progress.forced) == (before.account, before.progress.forced):
            note(table, pending=OVER)
            words = text("{unit}: its order has been carried out.", unit=name_of(table, uid))
            tell(table, words, "scale.premeasure", uid=uid, kind="note")


def _ask_order(table: Board, uid: str) -> Ask:
    setup = table.setup
    return Ask(
        setup.seat_of(setup.types[uid].side),
        "manoeuvre",
        text("{unit} moves: which way?", unit=name_of(table, uid)),
        ("E.phase.individual", "geo.allowance"),
        Manoeuvres(setup, table.state, uid),
        form="manoeuvre",
        resting=True,
        subject=(uid,),
        odds="order_odds",
        weighs={"unit": uid},
    )
