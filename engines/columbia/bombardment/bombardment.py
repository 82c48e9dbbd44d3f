"""[5.3] Bombardment: artillery at an order fires at an adjacent area."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from grognard.engines.columbia.battle import hits
from grognard.engines.columbia.command.command import (
    Orders,
    hqs,
    orders_for,
    spend_order,
    why_no_order,
)
from grognard.engines.columbia.field.border_ways import CONTESTED, ENEMY
from grognard.engines.columbia.field.choice_shapes import ORDERED_BY, PIECE_AT, named, unlisted
from grognard.engines.columbia.field.effects import change
from grognard.engines.columbia.field.position import on_map, strength
from grognard.engines.columbia.field.situation import Situation, situation
from grognard.engines.columbia.map.ground import Border, border_key
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import Block, BlockType, Hits, State
from grognard.engines.columbia.supply import capture
from grognard.engines.columbia.tables import TABLES, TERRAIN_EFFECTS, number
from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import CAUSE, Modifier, Refusal

NOBODY_BOMBARDS = text(
    "Nobody can bombard: no battery that an active HQ can order has an enemy next to it."
)
HIT, OWN_HIT, MISS = "hit", "own hit", "miss"
BARRED = "barred"
ALONG = {
    ("clear", "woods"): ("clear_to_woods", text("from clear into woods")),
    ("woods", "clear"): ("woods_to_clear", text("from woods into clear")),
    ("woods", "woods"): ("woods_to_woods", text("from woods into woods")),
}
ACROSS_WOODS = ("clear_across_woods", text("across a woods border"))


# -- what changes the firepower (3.34) ---------------------------------------------------------------


@cache
def _along(row: str) -> int:
    return TABLES.value("bombard_terrain", row)


def modifiers(setup: Setup, at: str, to: str) -> tuple[Modifier, ...]:
    """[3.34.mods] Return what the ground changes in the firepower of a bombardment."""
    return tuple(_modifiers(setup, setup.ground.borders[border_key(at, to)], at, to))


def _modifiers(setup: Setup, border: Border, at: str, to: str) -> Iterator[Modifier]:
    rule, rows = "3.34.mods", TERRAIN_EFFECTS
    if border.uphill == to:
        yield Modifier(int(rows["slope_up"]["bombard"]), text("uphill"), rule)
    elif border.uphill == at:
        yield Modifier(int(rows["slope_down"]["bombard"]), text("downhill"), rule)
    ground = setup.ground.areas
    pair = (ground[at].terrain, ground[to].terrain)
    row = ALONG.get(pair) or (
        ACROSS_WOODS if pair == ("clear", "clear") and border.cover == "woods" else None
    )
    if row is not None:
        yield Modifier(_along(row[0]), row[1], rule)


def firepower(setup: Setup, uid: str, at: str, to: str) -> int:
    """[3.34.mods] Return the number a die of a bombardment must not exceed."""
    return setup.types[uid].number + sum(m.value for m in modifiers(setup, at, to))


_FIELDS: Memo[tuple[tuple[str, str, int], ...]] = Memo(4096)


def fields(setup: Setup, at: str) -> tuple[tuple[str, str, int], ...]:
    """[5.3.target] Return (area, border, change of firepower) of all that can be fired at from `at`.

    Swamp is left out (3.34.swamp). The ground never changes, so this is worked out once.
    """
    found = _FIELDS.get((setup.ground, at))
    if found is None:
        rows, areas = TERRAIN_EFFECTS, setup.ground.areas
        dry = [
            to
            for to in setup.ground.near[at]
            if BARRED not in (rows[areas[area].terrain]["bombard"] for area in (at, to))
        ]
        listed = tuple(
            (to, border_key(at, to), sum(m.value for m in modifiers(setup, at, to))) for to in dry
        )
        found = _FIELDS.keep((setup.ground, at), listed)
    return found


def why_no_fire(  # noqa: PLR0911 - a line a rule
    setup: Setup, state: State, uid: str, to: str
) -> Refusal | None:
    """[5.3.target] Return what keeps a battery from bombarding an area, orders apart, or None."""
    where, at = situation(setup, state), state.blocks[uid].at
    near = setup.ground.near[at]
    if to == at:
        return _why_no_target(setup, state, uid)
    if to not in near:
        words = text("The target of a bombardment is an adjacent area.")
        return Refusal("5.3.target", words, (to,))
    if where.codes[to] < ENEMY:
        return Refusal("5.3.target", text("There is no enemy there."), (to,))
    rows, areas = TERRAIN_EFFECTS, setup.ground.areas
    for area in (at, to):
        if rows[areas[area].terrain]["bombard"] == BARRED:
            words = text("No battery bombards out of or into swamp.")
            return Refusal("3.34.swamp", words, (area,))
    border = border_key(at, to)
    if border in state.bombarded:
        words = text("Another battery has already bombarded across that border.")
        return Refusal("5.3.border", words, (border,))
    if firepower(setup, uid, at, to) < 1:
        words = text(
            "The ground lowers the firepower of {block} to 0.", block=setup.types[uid].name
        )
        return Refusal("3.34.mods", words, (border,))
    return None


def _why_no_target(setup: Setup, state: State, uid: str) -> Refusal:
    """[5.3.target] Return why a battery that is pointed at, and no target with it, does not fire as it stands."""
    at, codes = state.blocks[uid].at, situation(setup, state).codes
    enemies = [to for to in setup.ground.near[at] if codes[to] >= ENEMY]
    whys = (why_no_fire(setup, state, uid, to) for to in enemies)
    lacking = text("No enemy is next to {block}.", block=setup.types[uid].name)
    aiming = text("Choose the adjacent area at which {block} fires.", block=setup.types[uid].name)
    nothing = Refusal("5.3.target", aiming if enemies else lacking, (uid,))
    return next((why for why in whys if why is not None), nothing)


def why_not_battery(setup: Setup, state: State, uid: str) -> Refusal | None:
    """[5.3.who] Return what keeps a block from bombarding at all, orders apart, or None."""
    kind, block = setup.types[uid], state.blocks[uid]
    if not kind.is_artillery:
        words = text("{block} is no artillery.", block=kind.name)
        return Refusal("5.3.who", words, (uid,))
    if block.bombarded:
        words = text("{block} has bombarded this turn.", block=kind.name)
        return Refusal("5.3.who", words, (uid,))
    if block.moved:
        words = text("{block} has moved this turn.", block=kind.name)
        return Refusal("5.2.orders", words, (uid,))
    if situation(setup, state).codes[block.at] == CONTESTED:
        words = text("Artillery does not bombard out of an area the enemy has entered.")
        return Refusal("5.6.bombard", words, (uid, block.at))
    return None


# -- the choices -------------------------------------------------------------------------------------


class Bombardments(Choices):
    """[5.3.who] Bombardments: {"piece": artillery, "at": target area, "by": HQ}, or "pass"."""

    def __init__(self, where: Situation) -> None:
        self.where = where
        self.setup, self.state = where.setup, where.state
        self.orders = Orders(where)
        self._listed: list[Choice] | None = None

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.listed())

    def listed(self) -> list[Choice]:
        """Return every choice, "pass" first."""
        if self._listed is None:
            self._listed = [PASS, *self._found()]
        return self._listed

    def _found(self) -> Iterator[Choice]:
        setup, state, codes = self.setup, self.state, self.where.codes
        for uid, block, kind in self.batteries():
            if block.bombarded or block.moved or codes[block.at] == CONTESTED:
                continue
            targets = [
                to
                for to, border, change in fields(setup, block.at)
                if codes[to] >= ENEMY and kind.number + change > 0 and border not in state.bombarded
            ]
            if targets:
                for by in self.orders.outcomes(uid, block.at):
                    yield from ({"piece": uid, "at": to, "by": by} for to in targets)

    def conceivable(self) -> bool:
        """Whether a battery could bombard if one stood in every area of the side's.

        The player is asked then, with guns or without: who is asked must not tell what hides (0.fog).
        """
        return any(
            code >= ENEMY and self._lets_fire(at, to)
            for at in self.where.count
            if self.where.codes[at] != CONTESTED and self.orders.reaches(at)
            for to in self.setup.ground.near[at]
            for code in (self.where.codes[to],)
        )

    def _lets_fire(self, at: str, to: str) -> bool:
        ground = self.setup.ground.areas
        barred = any(TERRAIN_EFFECTS[ground[a].terrain]["bombard"] == BARRED for a in (at, to))
        return not barred and border_key(at, to) not in self.state.bombarded

    def batteries(self) -> Iterator[tuple[str, Block, BlockType]]:
        """The artillery of the side on the map."""
        types = self.setup.types
        # In the order of the State: that of `count` tells how the position was worked out.
        for stack in self.state.areas.values():
            for uid in stack:
                if types[uid].is_artillery and types[uid].side == self.where.side:
                    yield uid, self.state.blocks[uid], types[uid]

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        words = named(choice, PIECE_AT, ORDERED_BY)
        if words is None or words["piece"] not in self.state.blocks:
            return unlisted("5.3.who")
        uid, to, by = words["piece"], words["at"], words.get("by", "")
        if self.setup.types[uid].side != self.where.side or not on_map(self.state.blocks[uid]):
            return unlisted("5.3.who")
        return (
            why_not_battery(self.setup, self.state, uid)
            or self._why_no_order(uid, by)
            or why_no_fire(self.setup, self.state, uid, to)
        )

    def _why_no_order(self, uid: str, by: str) -> Refusal | None:
        able = self.orders.of(uid, self.state.blocks[uid].at)
        if by in able or (able and not by):
            return None
        if by:
            known = by in hqs(self.setup, self.where.side)
            return why_no_order(self.setup, self.state, by, uid) if known else unlisted("5.3.who")
        words = text("No active HQ may order {block}.", block=self.setup.types[uid].name)
        return Refusal("5.3.who", words, (uid,))

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for uid, block, _ in self.batteries():
            for to in self.setup.ground.near[block.at]:
                choice = {"piece": uid, "at": to, "by": ""}
                why = self.why_not(choice)
                if why is not None and self.where.codes[to] >= ENEMY:
                    yield choice, why

    def why_none(self) -> Refusal | None:
        why = next((why for _, why in self.refused() if why.rule), None)
        if why is None:
            words = text("None of your batteries stands next to an enemy.")
            return Refusal("5.3.target", words)
        words = text("None of your batteries can bombard now. {reason}", reason=why.message)
        return replace(why, message=words)

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Bombard no more")
        uid, to, by = word_of(choice, "piece"), word_of(choice, "at"), word_of(choice, "by", "")
        words = text(
            "{block} bombards {area}",
            block=self.setup.types[uid].name,
            area=self.setup.ground.areas[to].name,
        )
        if not by:
            return words
        return text("{move} ({hq})", move=words, hq=self.setup.types[by].name)

    def describe(self, choice: Choice) -> tuple[Text, ...]:
        if choice == PASS:
            return ()
        uid, to = word_of(choice, "piece"), word_of(choice, "at")
        kind, block = self.setup.types[uid], self.state.blocks[uid]
        lines = [
            counted(
                "{n} die, hits on {most} or less",
                "{n} dice, hit on {most} or less",
                n=strength(kind, block),
                most=firepower(self.setup, uid, block.at, to),
            )
        ]
        lines += [
            text("{reason}: {n} ({rule})", reason=m.reason, n=f"{m.value:+d}", rule=m.rule)
            for m in modifiers(self.setup, block.at, to)
        ]
        if self.where.codes[to] == CONTESTED:
            own = number("bombard_own_hit")
            lines.append(text("Each {n} hits your own blocks there", n=own))
        lines.append(text("Having bombarded, it may not move this turn."))
        return tuple(lines)


# -- the Bombard Phase -------------------------------------------------------------------------------


def bombard_phase(table: Board) -> Procedure[None]:
    """[2.2.bombard] Batteries bombard one by one, each as soon as it is ordered."""
    setup = table.setup
    seat = setup.seat_of(table.state.active)
    while True:
        yield from _finish(table)
        choices = Bombardments(situation(setup, table.state))
        if not choices.conceivable():
            if not table.state.bombarded:
                # What all can see, wherever batteries are.
                table.log("note", NOBODY_BOMBARDS, "5.3.target", seat=seat)
            return
        choice = yield Ask(
            seat,
            "bombard",
            text("Bombard with artillery"),
            ("5.3.who", "5.3.target", "5.3.border"),
            choices,
            form="move",
            resting=True,
            secret=True,
            odds="odds",
        )
        if choice == PASS:
            return
        by = (
            word_of(choice, "by", "") or orders_for(setup, table.state, word_of(choice, "piece"))[0]
        )
        spend_order(table, by)
        _fire(table, word_of(choice, "piece"), word_of(choice, "at"))


def _fire(table: Board, uid: str, to: str) -> None:
    """[5.3.target] [5.3.shown] Open the battery, roll its dice and note the hits to be given."""
    setup = table.setup
    state = table.state
    kind, block = setup.types[uid], state.blocks[uid]
    key = border_key(block.at, to)
    seat, areas = setup.seat_of(kind.side), setup.ground.areas
    contested = situation(setup, state).codes[to] == CONTESTED
    # What is firing now is the last that was done: after its hits it is hidden again.
    table.update(bombarded=(*state.bombarded, key), done=(uid, to))
    change(table, uid, bombarded=True, known=True)
    table.log(
        CAUSE,
        text(
            "{block} in {a} bombards {b}.",
            block=kind.name,
            a=areas[block.at].name,
            b=areas[to].name,
        ),
        "5.3.target",
        "5.3.shown",
        *(["5.3.rivers"] if setup.ground.borders[key].water else []),
        seat=seat,
        pieces=(uid,),
        where=(block.at, to),
    )
    changes = modifiers(setup, block.at, to)
    needed, own_face = firepower(setup, uid, block.at, to), number("bombard_own_hit")

    def judge(natural: int, _total: int) -> str:
        if natural <= needed:
            return HIT
        return OWN_HIT if contested and natural == own_face else MISS

    results = [
        table.roll(
            seat=seat,
            rule="5.3.target",
            purpose="bombard",
            subject=key,
            sides=number("dice_sides"),
            modifiers=changes,
            first=1,
            judge=judge,
            base=kind.number,
            says=text("{block} bombards {area}", block=kind.name, area=areas[to].name),
        ).result
        for _ in range(strength(kind, block))
    ]
    enemy = situation(setup, state).enemy
    owed = (
        Hits(enemy, results.count(HIT), to, "5.3.hits"),
        Hits(kind.side, results.count(OWN_HIT), to, "5.3.contested"),
    )
    table.update(hits=(*table.state.hits, *(h for h in owed if h.count)))


def _finish(table: Board) -> Procedure[None]:
    """[5.3.hits] [5.3.shown] Give the hits of the last bombardment, then hide its battery again."""
    yield from hits.pending(table)
    if not table.state.done:
        return
    uid, to = table.state.done
    change(table, uid, known=False)
    table.update(done=())
    # Its own shells may have emptied an area of the firing side: either can be the captor.
    yield from capture.changed(table, to)
