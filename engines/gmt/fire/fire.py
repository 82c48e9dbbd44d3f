"""[8] Artillery fire: the fire phase, its resolution, Counter-Battery, Misguided Friendly Fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from grognard.engines.core.data.text import Text, all_of, counted, percent, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure, Reaction
from grognard.engines.core.show.choices import facing_of, number_of, word_of, words_of
from grognard.engines.core.show.explain import Modifier, Refusal, Roll
from grognard.engines.core.show.found import Found
from grognard.engines.core.show.views import Answer, Overlay
from grognard.engines.gmt.field.choice_shapes import are_words, faces, has_keys
from grognard.engines.gmt.field.effects import (
    change,
    cohesion_check,
    disorder,
    log_result,
    stack_check,
)
from grognard.engines.gmt.field.position import (
    COMPASS,
    WRONG_FACING,
    cohesion,
    enemy_hexes,
    fighters,
    guns,
    on_map,
    side_at,
    standing_in,
    turning_with,
)
from grognard.engines.gmt.field.rollwords import RESULTS
from grognard.engines.gmt.fire.gunnery import (
    aims,
    entry_options,
    fire_modifiers,
    friends_in_the_way,
    lead_gun,
    why_not_fire,
)
from grognard.engines.gmt.movement.allowance import why_not_turn
from grognard.engines.gmt.movement.overstack import note_fire, why_not_fire_crowded
from grognard.engines.gmt.orders.strain import after_fire
from grognard.engines.gmt.retreat.retreat import retreat_units
from grognard.engines.gmt.setup import Board, Setup
from grognard.engines.gmt.state import State, Unit
from grognard.engines.gmt.tables import bands, look_up, number


def why_not_fires(setup: Setup, state: State, uid: str) -> Refusal | None:  # noqa: PLR0911 - a line a rule
    """[8.1] Return what keeps an artillery unit from firing in this activation, or None."""
    unit, name = state.units[uid], setup.types[uid].name
    if not setup.types[uid].is_artillery:
        return Refusal("8.1", text("Only artillery fires."), (uid,))
    if uid not in state.began and not state.barrage:
        return Refusal("5.43", text("{unit} is not active.", unit=name), (uid,))
    if unit.disordered:
        return Refusal("8.1", text("{unit} is Disordered.", unit=name), (uid,))
    if unit.fired:
        return Refusal("8.2", text("{unit} has fired.", unit=name), (uid,))
    if unit.moved:
        return Refusal("8.1", text("{unit} has moved.", unit=name), (uid,))
    if uid in state.extended:
        return Refusal("7.36.em", text("{unit} uses Extended Movement.", unit=name), (uid,))
    if state.orders.get(uid) == "failed":
        return Refusal("5.28.fail", text("{unit} may only Rally.", unit=name), (uid,))
    return why_not_fire_crowded(setup, state, uid)


def why_not_formed(setup: Setup, state: State, choice: Choice) -> Refusal | None:
    """[8.1] Refuse what is no fire: it names guns, one hex as target, and a facing if they pivot."""
    words = text("Choose the guns that fire and their target.")
    if not has_keys(choice, {"by", "at"}, {"facing"}) or not are_words(choice["by"]):
        return Refusal("8.1", words)
    by, at = words_of(choice, "by"), choice["at"]
    known = bool(by) and all(uid in state.units for uid in by)
    if not known or not isinstance(at, str) or at not in setup.map.grid:
        return Refusal("8.1", words)
    return None if faces(choice) else WRONG_FACING


class Fires(Found):
    """[8.1] All fires of one side: each gun, or two stacked guns, at each target, with pivots.

    A choice is {"by": [gun, ...], "at": hex} with "facing": vertex when the guns pivot (8.5.pivot).
    """

    def __init__(self, setup: Setup, state: State, side: str) -> None:
        super().__init__()
        self.setup, self.state, self.side = setup, state, side

    def ready(self) -> Iterator[Unit]:
        """Give the guns that can still fire."""
        state, types = self.state, self.setup.types
        for uid in state.units if state.barrage else state.began:
            kind, unit = types[uid], state.units[uid]
            if kind.arm == "artillery" and kind.side == self.side and on_map(unit):
                if why_not_fires(self.setup, state, uid) is None:
                    yield unit

    def look(self) -> Iterator[Choice]:
        setup, state = self.setup, self.state
        for unit in self.ready():
            mates = [(mate, aims(setup, state, mate)) for mate in self._mates(unit)]
            bound = why_not_turn(setup, state, unit.id) is not None
            for hex_id, facings in aims(setup, state, unit.id).items():
                for facing in facings:
                    if bound and facing != unit.facing:
                        continue
                    turn = {} if facing == unit.facing else {"facing": facing}
                    yield {"by": [unit.id], "at": hex_id, **turn}
                    for mate, theirs in mates:
                        if facing in theirs.get(hex_id, ()):
                            turns = turn or self._turn(mate, facing)
                            yield {"by": [unit.id, mate], "at": hex_id, **turns}

    def _mates(self, unit: Unit) -> list[str]:
        """Guns listed after this one in its hex: each pair is offered once."""
        stack = guns(self.setup, self.state, unit.at)
        later = stack[stack.index(unit.id) + 1 :]
        return [uid for uid in later if why_not_fires(self.setup, self.state, uid) is None]

    def _turn(self, uid: str, facing: int) -> dict[str, int]:
        return {} if self.state.units[uid].facing == facing else {"facing": facing}

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        why = why_not_formed(self.setup, self.state, choice)
        if why is not None:
            return why
        by, at, facing = words_of(choice, "by"), word_of(choice, "at"), facing_of(choice)
        whys = (why_not_fire(self.setup, self.state, uid, at, facing) for uid in by)
        return (
            self._why_not_guns(by)
            or next((why for why in whys if why is not None), None)
            or self._why_not_pivot(by, facing)
        )

    def _why_not_pivot(self, by: list[str], facing: int | None) -> Refusal | None:
        """[8.5.pivot] [6.11.vertex] Guns that are alone in a hex pivot together."""
        units = self.state.units
        turning = [uid for uid in by if facing is not None and units[uid].facing != facing]
        whys = (why_not_turn(self.setup, self.state, uid) for uid in turning)
        return next((why for why in whys if why is not None), None)

    def _why_not_guns(self, by: list[str]) -> Refusal | None:
        for uid in by:
            if self.setup.types[uid].side != self.side:
                return Refusal("8.1", text("That gun is the enemy's."), (uid,))
            why = why_not_fires(self.setup, self.state, uid)
            if why is not None or not on_map(self.state.units[uid]):
                return why or Refusal("8.1", text("That gun is not on the map."), (uid,))
        return self._why_not_together(by)

    def _why_not_together(self, by: list[str]) -> Refusal | None:
        if len(by) == 1:
            return None
        if len(set(by)) < len(by) or len({self.state.units[uid].at for uid in by}) > 1:
            words = text("Only artillery stacked in one hex combines its fire.")
            return Refusal("8.2.stack", words, tuple(by))
        return None

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("No more fire")
        types, at = self.setup.types, word_of(choice, "at")
        named = {
            "guns": all_of(types[uid].name for uid in words_of(choice, "by")),
            "target": standing_in(self.setup, self.state, at),
        }
        if facing_of(choice) is not None:
            way = COMPASS[number_of(choice, "facing")]
            return text("{guns} at {target}, turning {way}", **named, way=way)
        return text("{guns} at {target}", **named)

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        """[7.36.mark] [8.5.pivot] Say what the guns give up by firing."""
        if choice == PASS or not all(uid in self.state.began for uid in words_of(choice, "by")):
            return ()
        if facing_of(choice) is not None:
            return (text("Having turned and fired, they may not move in this activation."),)
        return (text("Having fired, they move at half rate and not next to the enemy."),)

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        enemies = sorted(enemy_hexes(self.setup, self.state, self.side))
        for unit in self.ready():
            for hex_id in enemies:
                far = self.setup.map.grid.distance(unit.at, hex_id)
                if far <= self.setup.types[unit.id].maximum_range:
                    why = why_not_fire(self.setup, self.state, unit.id, hex_id)
                    if why is not None:
                        yield {"by": [unit.id], "at": hex_id}, why


class Barrages(Fires):
    """[8.2.barrage] Any stacked or adjacent guns combine on one target."""

    def _mates(self, unit: Unit) -> list[str]:
        near = {unit.at, *self.setup.map.grid.adjacent(unit.at)}
        ready = [other.id for other in self.ready() if other.at in near]
        return ready[ready.index(unit.id) + 1 :] if unit.id in ready else []

    def _why_not_together(self, by: list[str]) -> Refusal | None:
        linked, left = {by[0]}, set(by[1:])
        if len(set(by)) < len(by):
            return Refusal("8.2.barrage", text("Each gun is named once."), tuple(by))
        while left:
            at = {self.state.units[uid].at for uid in linked}
            around = at.union(*(self.setup.map.grid.adjacent(hex_id) for hex_id in at))
            joined = {uid for uid in left if self.state.units[uid].at in around}
            if not joined:
                words = text("The guns of a Barrage must stand together or next to each other.")
                return Refusal("8.2.barrage", words, tuple(sorted(left)))
            linked |= joined
            left -= joined
        return None


def fire_phase(table: Board) -> Procedure[None]:
    """[8.1] The active side fires its guns one by one, or two stacked ones together (8.2)."""
    setup = table.setup
    while True:
        state = table.state
        fires = Barrages if state.barrage else Fires
        choices = fires(setup, state, state.active)
        if not choices.any():
            return
        choice = yield Ask(
            setup.seat_of(state.active),
            "fire",
            text("Fire artillery, or finish the fire phase."),
            _fire_rules(state),
            choices,
            form="target",
            resting=True,
            odds="fire_odds",
        )
        if choice == PASS:
            return
        yield from fire_with(table, choice)


def _fire_rules(state: State) -> tuple[str, ...]:
    """[8.1] [8.2.barrage] The rules under which the guns fire now."""
    combined = "8.2.barrage" if state.barrage else "8.2.stack"
    return ("8.1", "8.2", combined, "8.4.units", "8.5.pivot", "6.23.art")


def fire_with(table: Board, choice: Choice) -> Procedure[None]:
    """[8.5] Pivot, fire, then let the guns that were hit answer (8.7)."""
    by = tuple(words_of(choice, "by"))
    for uid in by:
        facing = facing_of(choice)
        if facing is not None and facing != table.state.units[uid].facing:
            for other in turning_with(table.setup, table.state, uid):
                change(table, other, facing=facing, refaced=True)
        change(table, uid, fired=True)
    origins = hexes_of(table.state, by)
    yield from resolve_fire(table, by, word_of(choice, "at"), purpose="artillery_fire")
    after_fire(table, by)
    yield from counter_battery(table, word_of(choice, "at"), origins)


def hexes_of(state: State, uids: Sequence[str]) -> tuple[str, ...]:
    """Return the hexes of some units, each once: in a Barrage guns of several hexes combine."""
    return tuple(dict.fromkeys(state.units[uid].at for uid in uids))


def resolve_fire(
    table: Board, firers: tuple[str, ...], target: str, *, purpose: str, top_only: bool = False
) -> Procedure[tuple[str, ...]]:
    """[8.5] Roll, read the Artillery Fire Table and apply it; return the newly Disordered."""
    setup, origins = table.setup, hexes_of(table.state, firers)
    for hex_id in origins:
        note_fire(table, hex_id)
    entry = yield from _choose_entry(table, firers, target)
    modifiers = fire_modifiers(setup, table.state, firers, target, entry)
    friends = friends_between(setup, table.state, firers, target)
    roll = _roll_fire(table, firers, target, purpose, modifiers, bool(friends))
    struck = _struck(table, target, top_only)
    before = {uid: table.state.units[uid].disordered for uid in struck}
    if roll.result == "misguided":
        _misguided_fire(table, friends)
        return ()
    yield from _apply_fire(table, roll.result, struck, origins, target)
    units = table.state.units
    return tuple(
        uid
        for uid, was in before.items()
        if not was and (units[uid].disordered or not on_map(units[uid]))
    )


def friends_between(
    setup: Setup, state: State, firers: Sequence[str], target: str
) -> tuple[str, ...]:
    """[8.8] The friends next to the target on the line of any of the guns."""
    lines = (friends_in_the_way(setup, state, at, target) for at in hexes_of(state, firers))
    return tuple(dict.fromkeys(hex_id for line in lines for hex_id in line))


def _choose_entry(table: Board, firers: tuple[str, ...], target: str) -> Procedure[str | None]:
    """[tec.fire] Through a vertex, the owner of the target picks the hexside that counts."""
    setup = table.setup
    origin = table.state.units[lead_gun(setup, firers)].at
    options = entry_options(setup, origin, target)
    if len(set(options.values())) < 2:
        return next(iter(options), None)
    side = side_at(setup, table.state, target)
    labels = [
        (hex_id, text("From {hex}: {drm}", hex=setup.map.place(hex_id), drm=f"{value:+d}"))
        for hex_id, value in options.items()
    ]
    prompt = text("The line of fire runs between two hexsides: which one counts?")
    choice = yield Ask(
        setup.seat_of(side or ""),
        "fire_hexside",
        prompt,
        ("tec.fire",),
        Listed(labels),
        interrupt=True,
        where=(target,),
        odds="hexside_odds",
        idle=lambda: min(options, key=lambda h: options[h]),
        weighs={"by": list(firers), "at": target},
    )
    return str(choice)


def _roll_fire(  # noqa: PLR0913 - the facts of the roll
    table: Board,
    firers: tuple[str, ...],
    target: str,
    purpose: str,
    modifiers: Sequence[Modifier],
    friends: bool,
) -> Roll:
    setup = table.setup
    side = setup.types[firers[0]].side
    names = all_of(setup.types[uid].name for uid in firers)

    def judge(natural: int, total: int) -> str:
        if friends and natural <= number("misguided_natural_max"):
            return "misguided"
        return str(look_up("artillery_fire_results", total)["result"])

    rule = {"counter_battery": "8.7", "reaction_fire": "8.6"}.get(purpose, "8.5")
    return table.roll(
        seat=setup.seat_of(side),
        rule=rule,
        purpose=purpose,
        subject=f"{firers[0]}>{target}",
        sides=number("die_sides"),
        modifiers=modifiers,
        judge=judge,
        read_in=("artillery_fire_results", "result"),
        says=counted(
            "{guns} fires at {hex}",
            "{guns} fire at {hex}",
            n=len(firers),
            guns=names,
            hex=setup.map.place(target),
        ),
    )


def _struck(table: Board, target: str, top_only: bool) -> tuple[str, ...]:
    """[8.5] [8.6.top] The units a fire affects: all of the hex, or the top one alone."""
    if top_only:
        return fighters(table.setup, table.state, target)[:1]
    return tuple(table.state.stacks[target])


def _misguided_fire(table: Board, friends: tuple[str, ...]) -> None:
    """[8.8] The shot falls among friends: a Cohesion Check with -2 for each such stack."""
    modifier = Modifier(number("misguided_drm"), text("Misguided Friendly Fire"), "8.8")
    for hex_id in friends:
        words = text(
            "The shot falls short, among friends at {hex}.", hex=table.setup.map.place(hex_id)
        )
        table.log("result", words, "8.8", "6.23.cc", where=(hex_id,))
        if not stack_check(table, hex_id, "8.8", "misguided_friendly_fire", modifiers=[modifier]):
            for uid in table.state.stacks[hex_id]:
                disorder(table, uid, "8.8")


def _apply_fire(
    table: Board, result: str, struck: tuple[str, ...], origins: tuple[str, ...], target: str
) -> Procedure[None]:
    """[8.5.results] Disorder by check or at once; the worst also drives the units away from all that fired."""
    if result != "none" and len(struck) > 1:
        words = counted(
            "The fire affects the {n} unit at {hex}.",
            "The fire affects all {n} units at {hex}.",
            n=len(struck),
            hex=table.setup.map.place(target),
        )
        table.log("result", words, "6.23.fire", pieces=struck, where=(target,))
    for uid in struck:
        if result == "disorder_check":
            if not cohesion_check(table, uid, "8.5.results", "disorder_check"):
                disorder(table, uid, "8.5.results")
        elif result in {"disorder", "disorder_and_retreat"}:
            disorder(table, uid, "8.5.results")
    if result != "disorder_and_retreat":
        return
    left = tuple(uid for uid in struck if table.state.units[uid].at == target)
    if table.setup.map.at(target) == "village":
        for uid in left:
            words = text("{unit} holds the village.", unit=table.setup.types[uid].name)
            log_result(table, words, "8.5.results", uid)
        return
    yield from retreat_units(table, left, origins, "8.5.results")


# -- Counter-Battery (8.7) ---------------------------------------------------------------------


class Answers(Fires):
    """[8.7] The guns in a hex fired upon may answer, once each, without pivoting."""

    def __init__(
        self, setup: Setup, state: State, side: str, hex_id: str, origins: tuple[str, ...]
    ) -> None:
        super().__init__(setup, state, side)
        self.hex_id, self.origins = hex_id, origins

    def ready(self) -> Iterator[Unit]:
        for uid in guns(self.setup, self.state, self.hex_id):
            unit = self.state.units[uid]
            if not unit.disordered and not unit.countered:
                yield unit

    def look(self) -> Iterator[Choice]:
        for origin in self.origins:
            able = [
                unit.id
                for unit in self.ready()
                if why_not_fire(self.setup, self.state, unit.id, origin) is None
            ]
            for index, uid in enumerate(able):
                yield {"by": [uid], "at": origin}
                for mate in able[index + 1 :]:
                    yield {"by": [uid, mate], "at": origin}

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS or choice in self.entries():
            return None
        why = why_not_formed(self.setup, self.state, choice)
        if why is not None:
            return Refusal("8.7", why.message)
        if word_of(choice, "at") not in self.origins:
            hexes = self.setup.map.places(self.origins)
            words = text("Counter-Battery answers the guns that fired, at {hex}.", hex=hexes)
            return Refusal("8.7", words, self.origins)
        for uid in words_of(choice, "by"):
            if uid not in guns(self.setup, self.state, self.hex_id):
                return Refusal("8.7", text("Only a gun that was fired upon may answer."), (uid,))
        if facing_of(choice) is not None:
            return Refusal(
                "8.7", text("A gun answers without turning."), tuple(words_of(choice, "by"))
            )
        whys = (self._why_not_answer(uid, word_of(choice, "at")) for uid in words_of(choice, "by"))
        combined = Refusal("8.2.stack", text("Two stacked guns at most combine."))
        return next((why for why in whys if why is not None), combined)

    def _why_not_answer(self, uid: str, origin: str) -> Refusal | None:
        unit = self.state.units[uid]
        if unit.disordered:
            return Refusal("8.7", text("The gun is Disordered."), (uid,))
        if unit.countered:
            return Refusal("8.7", text("The gun has already answered once."), (uid,))
        return why_not_fire(self.setup, self.state, uid, origin)

    def label(self, choice: Choice) -> Text:
        return text("Do not answer") if choice == PASS else super().label(choice)


def _standing(state: State, hexes: tuple[str, ...]) -> tuple[str, ...]:
    """The units in some hexes."""
    return tuple(uid for hex_id in hexes for uid in state.stacks.get(hex_id, ()))


def counter_battery(table: Board, hex_id: str, origins: tuple[str, ...]) -> Procedure[None]:
    """[8.7] After the fire and its results the other side's guns in the hex may answer."""
    setup = table.setup
    while (side := side_at(setup, table.state, hex_id)) not in (None, table.state.active):
        left = tuple(at for at in origins if side_at(setup, table.state, at) not in (None, side))
        choices = Answers(setup, table.state, str(side), hex_id, left)
        if not choices.any():
            return
        prompt = text("Answer the guns at {hex}?", hex=all_of(map(setup.map.place, left)))
        choice = yield Ask(
            setup.seat_of(str(side)),
            "counter_battery",
            prompt,
            ("8.7",),
            choices,
            form="target",
            interrupt=True,
            odds="fire_odds",
            reaction=Reaction(text("counter-battery fire"), _standing(table.state, left)),
        )
        if choice == PASS:
            return
        for uid in words_of(choice, "by"):
            change(table, uid, countered=True)
        yield from resolve_fire(
            table, tuple(words_of(choice, "by")), word_of(choice, "at"), purpose="counter_battery"
        )


# -- odds --------------------------------------------------------------------------------------


def fire_odds(setup: Setup, state: State, seat: str | None, choice: Choice) -> Answer:
    """Exact chances of one fire: value is {result: fraction text}, a line for each outcome.

    One row for each answer of the opponent: which hexside counts when the shot arrives through a
    vertex (tec.fire).
    """
    del seat
    by, target = tuple(words_of(choice, "by")), word_of(choice, "at")
    origin = state.units[lead_gun(setup, by)].at
    options = entry_options(setup, origin, target)
    value: dict[str, object] = {}
    lines: list[Text] = []
    gist: list[Text] = []
    rules = ["8.5"]
    for entry in options if len(set(options.values())) > 1 else list(options)[:1]:
        modifiers = fire_modifiers(setup, state, by, target, entry)
        total = sum(modifier.value for modifier in modifiers)
        chances = fire_chances(setup, state, by, target, total)
        lines.append(
            text("By hexside {hex}: die {drm}", hex=setup.map.place(entry), drm=f"{total:+d}")
        )
        for modifier in modifiers:
            words = text(
                "{n} {why}",
                n=f"{modifier.value:+d}",
                why=modifier.reason,
            )
            lines.append(words)
            rules.append(modifier.rule)
        ends = [
            text("{chance} {name}", chance=percent(chance), name=RESULTS[name])
            for name, chance in chances.items()
        ]
        lines += ends
        likely = [words for words, chance in zip(ends, chances.values(), strict=True) if chance]
        gist.append(text("by {hex}: {results}", hex=setup.map.place(entry), results=all_of(likely)))
        value[entry] = {name: str(chance) for name, chance in chances.items()}
        lines += _disorder_lines(setup, state, target, chances)
    overlay = Overlay("spaces", "target", (target,))
    # Where the other seat picks the hexside the chances are not one whole.
    shares = () if len(value) > 1 else tuple((RESULTS[n], float(p)) for n, p in chances.items())
    cited, told = tuple(dict.fromkeys(rules)), tuple(lines)
    short = () if shares else tuple(gist)
    return Answer({"odds": value, "exact": True}, cited, told, (overlay,), shares, gist=short)


def fire_chances(
    setup: Setup, state: State, by: Sequence[str], target: str, total: int
) -> dict[str, Fraction]:
    """[8.5] [8.8] Return the chance of each result of a fire whose modifiers sum to `total`."""
    sides = number("die_sides")
    friends = bool(friends_between(setup, state, by, target))
    chances = {str(band.row["result"]): Fraction(0) for band in bands("artillery_fire_results")}
    if friends:
        chances["misguided"] = Fraction(0)
    for natural in range(sides):
        hit_friends = friends and natural <= number("misguided_natural_max")
        name = (
            "misguided"
            if hit_friends
            else look_up("artillery_fire_results", natural + total)["result"]
        )
        chances[name] += Fraction(1, sides)
    return chances


def _disorder_lines(
    setup: Setup, state: State, target: str, chances: dict[str, Fraction]
) -> list[Text]:
    """The chance of Disorder for each unit in the target hex."""
    sides = number("die_sides")
    found = []
    for uid in state.stacks[target]:
        fails = Fraction(max(0, sides - 1 - cohesion(setup, state.units[uid])), sides)
        sure = chances["disorder"] + chances["disorder_and_retreat"]
        chance = sure + chances["disorder_check"] * fails
        words = text(
            "{unit}: {chance} Disordered", unit=setup.types[uid].name, chance=percent(chance)
        )
        found.append(words)
    return found
