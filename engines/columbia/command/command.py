"""[5.2] Command: which HQs are active, how far their command goes, whom they may order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.engines.columbia.field.border_ways import CONTESTED, ENEMY, QUIET, Codes, Ways
from grognard.engines.columbia.field.choice_shapes import (
    ORDERED_BY,
    PIECE_AT,
    Options,
    named,
    unlisted,
)
from grognard.engines.columbia.field.effects import change, change_all, log_move, move_to
from grognard.engines.columbia.field.position import (
    SIDE_ADJECTIVES,
    commands_army,
    on_map,
    strength,
)
from grognard.engines.columbia.field.situation import Situation, situation
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import BOXES, OFF_MAP, Block, BlockType, Side, State
from grognard.engines.columbia.supply import capture
from grognard.engines.columbia.tables import number
from grognard.engines.core.data.text import Text, counted, text
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal

CAVALRY_RESERVE, COSSACKS = "fr-cavalry", "ru-cossacks"
"""The commands of Murat and Platov, whose HQs order more than their own corps (5.22)."""

ARMY, CORPS = "army", "corps"
PROMPT = text("Activate HQs")


# -- command range (5.21) --------------------------------------------------------------------------


_COMMANDED: Memo[frozenset[str]] = Memo(65536)


def commanded(net: Ways, at: str, away: int, codes: Codes) -> frozenset[str]:
    """[5.21.path] Return the areas within a command range, as a side with these codes traces it.

    The line goes through friendly and vacant areas; it may leave and enter a contested area but
    not pass through one, and it never meets an enemy area or an impassable border.
    """
    key = (net, at, away, net.about(at, away)(codes))
    found = _COMMANDED.get(key)
    if found is None:
        found = _COMMANDED.keep(key, _trace(net, at, away, codes))
    return found


def _trace(net: Ways, at: str, away: int, codes: Codes) -> frozenset[str]:
    inside = {at}
    front = [at]
    for _ in range(away):
        front = [b for a in front for b in net.open[a] if b not in inside and codes[b] != ENEMY]
        inside.update(front)
        front = [area for area in dict.fromkeys(front) if codes[area] == QUIET]
    return frozenset(inside)


def _inside(where: Situation, at: str, away: int) -> frozenset[str]:
    """[5.21.range] Return the areas in a command range; kept while no area changes hands."""
    key = (at, away)
    if key not in where.commands:
        where.commands[key] = commanded(where.net, at, away, where.codes)
    return where.commands[key]


def in_command(setup: Setup, state: State, hq: str) -> tuple[str, ...]:
    """[5.21.range] Return the areas within the command range of an HQ, in the order of the map."""
    kind, block = setup.types[hq], state.blocks[hq]
    if not on_map(block):
        return ()
    where = _of_side(setup, state, kind.side)
    inside = commanded(where.net, block.at, kind.reach, where.codes)
    return tuple(area for area in setup.ground.areas if area in inside)


def _of_side(setup: Setup, state: State, side: Side) -> Situation:
    return situation(setup, state) if side == state.active else Situation(setup, state, side)


# -- whom an HQ orders (5.22, 5.23) ----------------------------------------------------------------


def acts_as_army(kind: BlockType, block: Block) -> bool:
    """[6.93.dual] Whether an active HQ gives the orders of an army HQ."""
    return ARMY in (kind.weight, block.role)


def corps_of(kind: BlockType, block: Block) -> str:
    """[9.2.attach] Return the corps a block serves."""
    return block.attached or kind.corps


def of_corps(setup: Setup, hq: str, uid: str, block: Block) -> bool:
    """[5.22.corps] Whether a corps HQ as such may order a block, range apart."""
    chief, kind = setup.types[hq], setup.types[uid]
    if kind.is_hq or kind.side != chief.side:
        return False
    if kind.independent or corps_of(kind, block) == chief.corps:
        return True
    if chief.corps == CAVALRY_RESERVE:
        return kind.is_cavalry or (kind.is_artillery and kind.weight == "horse")
    return chief.corps == COSSACKS and kind.is_cossack


def of_army(setup: Setup, state: State, hq: str, uid: str) -> bool:
    """[5.23.who] [6.93.dual] Whether an army HQ as such may order a block, range and number apart.

    A corps HQ that was promoted also orders its own corps, whichever army that belongs to.
    """
    chief, kind = setup.types[hq], setup.types[uid]
    if kind.side != chief.side or uid == hq:
        return False
    if kind.independent:
        return True
    if chief.weight == CORPS and of_corps(setup, hq, uid, state.blocks[uid]):
        return True
    commands = state.commands
    return commands.get(kind.side) == hq or (kind.army > 0 and commands.get(str(kind.army)) == hq)


Heard = tuple[frozenset[str], tuple[str, ...]]
"""The corps HQs and the army HQs whose command reaches an area."""


class Orders:
    """[5.2.orders] The orders the active HQs of a side can give now.

    `corps` and `armies` hold for each HQ acting as such the areas in its command; `basis` is what
    else decides whom they may order: who commands each army, which corps detached divisions serve.
    """

    def __init__(self, where: Situation) -> None:
        setup, state = where.setup, where.state
        self.where = where
        self.corps: dict[str, frozenset[str]] = {}
        self.armies: dict[str, frozenset[str]] = {}
        for hq in hqs(setup, where.side):
            block = state.blocks[hq]
            if not block.active:
                continue
            kind = setup.types[hq]
            left = strength(kind, block)
            if left < number("hq_activation_minimum"):
                continue
            inside = _inside(where, block.at, kind.reach)
            if not acts_as_army(kind, block):
                self.corps[hq] = inside
            elif block.orders < left:
                self.armies[hq] = inside
        detached = {block.id: block.attached for block in state.blocks.values() if block.attached}
        self.basis: tuple[object, ...] = (state.commands, detached)
        self._corps = _masters(setup, where.side)
        self._here: dict[str, Heard] = {}
        self._found: dict[tuple[str, str], tuple[str, ...]] = {}
        self._share()

    def _share(self) -> None:
        """Take over what the last orders looked at gave, if the same HQs command the same areas."""
        key = (self.where.setup, self.where.side)
        last = _ORDERS.get(key)
        if last is not None:
            same = (last.corps, last.armies) == (self.corps, self.armies)
            if same and last.basis == self.basis:
                self._here, self._found = last._here, last._found
        _ORDERS.keep(key, self)

    def at(self, area: str) -> Heard:
        """Return the corps HQs and the army HQs whose command reaches an area."""
        found = self._here.get(area)
        if found is None:
            found = (
                frozenset([hq for hq, inside in self.corps.items() if area in inside]),
                tuple([hq for hq, inside in self.armies.items() if area in inside]),
            )
            self._here[area] = found
        return found

    def _chiefs(self, uid: str, area: str) -> list[str]:
        corps = self.at(area)[0]
        block = self.where.state.blocks[uid]
        if not corps:
            return []
        if not block.attached:
            return [hq for hq in self._corps[uid] if hq in corps]
        setup = self.where.setup
        return [hq for hq in self.corps if hq in corps and of_corps(setup, hq, uid, block)]

    def _generals(self, uid: str, area: str) -> list[str]:
        setup, state = self.where.setup, self.where.state
        return [hq for hq in self.at(area)[1] if of_army(setup, state, hq, uid)]

    def of(self, uid: str, area: str) -> tuple[str, ...]:
        """Return the HQs that can order a block where it stands: corps HQs first."""
        return (*self._chiefs(uid, area), *self._generals(uid, area))

    def reaches(self, area: str) -> bool:
        """Whether an HQ that has orders left has an area in its command, whoever stands there."""
        return any(self.at(area))

    def outcomes(self, uid: str, area: str) -> tuple[str, ...]:
        """Return one HQ for each outcome: any corps HQ costs nothing, each army HQ an order."""
        found = self._found.get((uid, area))
        if found is None:
            found = self._found[uid, area] = self._outcomes(uid, area)
        return found

    def _outcomes(self, uid: str, area: str) -> tuple[str, ...]:
        corps, generals = self.at(area)
        if corps and not self.where.state.blocks[uid].attached:
            for hq in self._corps[uid]:
                if hq in corps:
                    return (hq,)
        elif corps:
            chiefs = self._chiefs(uid, area)
            if chiefs:
                return (chiefs[0],)
        return tuple(self._generals(uid, area)) if generals else ()


_ORDERS: Memo[Orders] = Memo(32)
"""The orders each side of a set-up looked at last."""
_HQS: Memo[tuple[str, ...]] = Memo(32)
_MASTERS: Memo[Mapping[str, tuple[str, ...]]] = Memo(32)


def hqs(setup: Setup, side: Side) -> tuple[str, ...]:
    """[4.21.list] Return the HQs of a side, as listed."""
    found = _HQS.get((setup, side))
    if found is None:
        listed = tuple(k.id for k in setup.types.values() if k.is_hq and k.side == side)
        found = _HQS.keep((setup, side), listed)
    return found


def any_inactive(setup: Setup, state: State) -> bool:
    """[5.2.activate] Whether an HQ of the active side stands on the map and is face-down."""
    blocks = (state.blocks[uid] for uid in hqs(setup, state.active))
    return any(on_map(block) and not block.active for block in blocks)


def _masters(setup: Setup, side: Side) -> Mapping[str, tuple[str, ...]]:
    """[5.22.corps] Return for each block of a side the corps HQs that may order it, attached apart."""
    return _MASTERS.of(
        (setup, side),
        lambda: {
            uid: tuple(
                hq
                for hq in hqs(setup, side)
                if setup.types[hq].weight == CORPS and of_corps(setup, hq, uid, Block(uid, ""))
            )
            for uid, kind in setup.types.items()
            if kind.side == side
        },
    )


def orders_for(setup: Setup, state: State, uid: str) -> tuple[str, ...]:
    """[5.2.orders] Return the active HQs that can order a block now, corps HQs first."""
    block = state.blocks[uid]
    if not on_map(block):
        return ()
    where = _of_side(setup, state, setup.types[uid].side)
    return Orders(where).of(uid, block.at)


def why_no_order(setup: Setup, state: State, hq: str, uid: str) -> Refusal | None:
    """[5.2.orders] Return what keeps an HQ from ordering a block, or None."""
    chief, block = setup.types[hq], state.blocks[hq]
    if not block.active:
        return Refusal("5.2.activate", text("{hq} is not active.", hq=chief.name), (hq,))
    if strength(chief, block) < number("hq_activation_minimum"):
        return Refusal("4.21.zero", text("{hq} is at strength 0.", hq=chief.name), (hq,))
    army = acts_as_army(chief, block)
    why = _why_not_army(setup, state, hq, uid) if army else _why_not_corps(setup, state, hq, uid)
    if why is None and state.blocks[uid].at not in in_command(setup, state, hq):
        why = _why_out_of_range(setup, state, hq, uid)
    return why


def _why_not_army(setup: Setup, state: State, hq: str, uid: str) -> Refusal | None:
    chief, block = setup.types[hq], state.blocks[hq]
    if not of_army(setup, state, hq, uid):
        words = text("{hq} may not order {block}.", hq=chief.name, block=setup.types[uid].name)
        return Refusal("5.23.who", words, (hq, uid))
    most = strength(chief, block)
    if block.orders >= most:
        words = counted(
            "{hq} has given its {n} order.", "{hq} has given all {n} orders.", hq=chief.name, n=most
        )
        return Refusal("5.23.count", words, (hq,))
    return None


def _why_not_corps(setup: Setup, state: State, hq: str, uid: str) -> Refusal | None:
    if of_corps(setup, hq, uid, state.blocks[uid]):
        return None
    chief = setup.types[hq]
    words = text("{block} is not of the corps of {hq}.", hq=chief.name, block=setup.types[uid].name)
    return Refusal(_corps_rule(chief), words, (hq, uid))


def _corps_rule(chief: BlockType) -> str:
    special = {CAVALRY_RESERVE: "5.22.murat", COSSACKS: "5.22.platov"}
    return special.get(chief.corps, "5.22.corps")


def _why_out_of_range(setup: Setup, state: State, hq: str, uid: str) -> Refusal:
    """[5.21.range] Say whether it is the distance or what lies between."""
    chief, at = setup.types[hq], state.blocks[hq].at
    net = _of_side(setup, state, chief.side).net
    there = state.blocks[uid].at
    words = counted(
        "{block} is out of the command range of {hq} ({n} area).",
        "{block} is out of the command range of {hq} ({n} areas).",
        block=setup.types[uid].name,
        hq=chief.name,
        n=chief.reach,
    )
    if there in net.within(at, chief.reach):
        words = text(
            "The enemy cuts {block} off from {hq}.", block=setup.types[uid].name, hq=chief.name
        )
        return Refusal("5.21.path", words, (hq, there))
    if there in _as_the_crow_flies(setup, at, chief.reach):
        words = text(
            "A river without a crossing cuts {block} off from {hq}.",
            block=setup.types[uid].name,
            hq=chief.name,
        )
        return Refusal("5.21.path", words, (hq, there))
    return Refusal("5.21.range", words, (hq, there))


def _as_the_crow_flies(setup: Setup, at: str, away: int) -> frozenset[str]:
    """[5.21.range] Return the areas up to `away` borders off, whatever runs along the borders."""
    inside = {at}
    for _ in range(away):
        inside.update([there for area in inside for there in setup.ground.near[area]])
    return frozenset(inside)


# -- the Command Phase (5.2) -----------------------------------------------------------------------


def command_phase(table: Board) -> Procedure[None]:
    """[2.2.command] The active side turns the HQs it wants face-up, each moved before or not."""
    setup = table.setup
    side = table.state.active
    seat = setup.seat_of(side)
    while True:
        yield from _role(table)
        choices = Activations(situation(setup, table.state))
        # Asked even where only 0 or pinned HQs are left: who is asked must not tell what hides (0.fog).
        if not any_inactive(setup, table.state):
            return
        choice = yield Ask(
            seat,
            "activate_hq",
            PROMPT,
            ("5.2.activate", "5.2.premove"),
            choices,
            form="move",
            resting=True,
            secret=True,
        )
        if choice == PASS:
            return
        uid, to = word_of(choice, "piece"), word_of(choice, "at")
        at = table.state.blocks[uid].at
        _activate(table, uid, to)
        yield from capture.changed(table, at, to)


def _activate(table: Board, uid: str, at: str) -> None:
    """[5.2.activate] [5.2.premove] Move an HQ if it is to, then turn it face-up."""
    setup = table.setup
    kind, origin = setup.types[uid], table.state.blocks[uid].at
    areas = setup.ground.areas
    if at != origin:
        where = situation(setup, table.state)
        fought = where.codes[origin] == CONTESTED
        if fought:
            key = where.net.keys[origin, at]
            crossed = table.state.crossed
            left = (*table.state.left, uid)
            table.update(crossed={**crossed, key: crossed.get(key, 0) + 1}, left=left)
        move_to(table, uid, at)
        words = text(
            "A {side} block moves from {a} to {b}.",
            side=SIDE_ADJECTIVES[kind.side],
            a=areas[origin].name,
            b=areas[at].name,
        )
        own = text(
            "{block} moves from {a} to {b} before it is activated.",
            block=kind.name,
            a=areas[origin].name,
            b=areas[at].name,
        )
        leaves = ("5.5.hq", "3.32.hq") if fought else ()
        log_move(table, uid, words, own, "5.2.premove", origin, at, also=leaves)
    change(table, uid, active=True, known=True, premoved=at != origin)
    # A face that has been shown is known: undo stops here.
    table.dice.learn()
    table.log(
        "result",
        text("{hq} is activated in {area}.", hq=kind.name, area=areas[at].name),
        "5.2.activate",
        seat=setup.seat_of(kind.side),
        pieces=(uid,),
        where=(at,),
    )


def _role(table: Board) -> Procedure[None]:
    """[6.93.dual] A corps HQ that commands an army says how it acts in this Game Turn."""
    setup = table.setup
    for uid in hqs(setup, table.state.active):
        block, kind = table.state.blocks[uid], setup.types[uid]
        if not block.active or block.role or kind.weight == ARMY:
            continue
        if not commands_army(table.state, uid):
            continue
        answer = yield Ask(
            setup.seat_of(kind.side),
            "command_role",
            text("{hq} commands an army: how does it act this turn?", hq=kind.name),
            ("6.93.dual",),
            Options("6.93.dual", [(ARMY, text("As army HQ")), (CORPS, text("As corps HQ"))]),
            resting=True,
            secret=True,
            subject=(uid,),
            where=(block.at,),
        )
        role = word_of(answer)
        change(table, uid, role=role)
        words = {
            ARMY: text("{hq} acts as army HQ.", hq=kind.name),
            CORPS: text("{hq} acts as corps HQ.", hq=kind.name),
        }[role]
        # Who commands since an AHQ fell unseen was his owner's secret till now (8.2.hidden).
        table.dice.learn()
        table.log("choice", words, "6.93.dual", seat=setup.seat_of(kind.side), pieces=(uid,))


class Activations(Choices):
    """[5.2.activate] The HQs that may be turned face-up, where they are or one area on.

    A choice is {"piece": HQ, "at": area}: its own area, or the one it moves to first.
    """

    def __init__(self, where: Situation) -> None:
        self.where = where
        self.setup, self.state = where.setup, where.state
        self._listed: list[Choice] | None = None

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.listed())

    def listed(self) -> list[Choice]:
        """Return every choice, "pass" first."""
        if self._listed is None:
            found: list[Choice] = [PASS]
            for uid in hqs(self.setup, self.where.side):
                at = self.state.blocks[uid].at
                if at not in BOXES and self._why_not_hq(uid) is None:
                    found.append({"piece": uid, "at": at})
                    found += [{"piece": uid, "at": to} for to in self._premoves(at)]
            self._listed = found
        return self._listed

    def _premoves(self, at: str) -> list[str]:
        """[5.2.premove] [5.5.hq] Where an HQ may go first; stacking is no matter."""
        where = self.where
        quiet = [to for to in where.net.open[at] if where.codes[to] == QUIET]
        if where.codes[at] != CONTESTED:
            return quiet
        return [to for to in quiet if self._why_not_leave(at, to) is None]

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        words = named(choice, PIECE_AT, ORDERED_BY)
        if words is None or words["piece"] not in self.setup.types or words.get("by"):
            return unlisted("5.2.activate")
        piece, to = words["piece"], words["at"]
        why = self._why_not_hq(piece)
        if why is None and to != self.state.blocks[piece].at:
            why = self._why_not_go(piece, to)
        return why

    def _why_not_hq(self, uid: str) -> Refusal | None:
        kind, block = self.setup.types[uid], self.state.blocks[uid]
        name = kind.name
        if kind.side != self.where.side or not on_map(block):
            return unlisted("5.2.activate")
        if not kind.is_hq:
            return Refusal("5.2.activate", text("{block} is no HQ.", block=name), (uid,))
        if block.active:
            return Refusal("5.2.activate", text("{hq} is already active.", hq=name), (uid,))
        if strength(kind, block) < number("hq_activation_minimum"):
            return Refusal("5.2.zero", text("{hq} is at strength 0.", hq=name), (uid,))
        if block.pinned:
            return Refusal("5.5.hq", text("{hq} is pinned.", hq=name), (uid, block.at))
        return None

    def _why_not_go(self, uid: str, to: str) -> Refusal | None:
        where, at = self.where, self.state.blocks[uid].at
        if to == OFF_MAP:
            return Refusal("3.4.move", text("Blocks do not move off the map."), (at,))
        if to not in self.setup.ground.areas:
            return unlisted("5.2.premove")
        if to not in where.net.open[at]:
            if to in self.setup.ground.near[at]:
                return Refusal("3.2.river", text("That river cannot be crossed."), (at, to))
            words = text("An HQ moves one area before it is activated.")
            return Refusal("5.2.premove", words, (to,))
        if where.codes[to] != QUIET:
            words = text("An HQ moves only to a friendly or vacant area before it is activated.")
            return Refusal("5.2.premove", words, (to,))
        return self._why_not_leave(at, to) if where.codes[at] == CONTESTED else None

    def _why_not_leave(self, at: str, to: str) -> Refusal | None:
        """[5.5.hq] [3.32.hq] Return what keeps an HQ from leaving a battle over a border, or None."""
        border = self.where.net.keys[at, to]
        if border in self.where.shut_borders(at):
            words = text("The attacker came over that border.")
            return Refusal("5.5.hq", words, (border,))
        if self.where.crossing_left(at, to) < 1:
            words = text("As many blocks as allowed have crossed that border.")
            return Refusal("3.32.hq", words, (border,))
        return None

    def why_none(self) -> Refusal | None:
        words = text("Every HQ is active, pinned or at strength 0.")
        return Refusal("5.2.activate", words)

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Activate no more")
        name = self.setup.types[word_of(choice, "piece")].name
        at = word_of(choice, "at")
        area = self.setup.ground.areas[at].name
        if at == self.state.blocks[word_of(choice, "piece")].at:
            return text("Activate {hq} in {area}", hq=name, area=area)
        return text("Move {hq} to {area} and activate there", hq=name, area=area)

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for uid in hqs(self.setup, self.where.side):
            block = self.state.blocks[uid]
            why = self._why_not_hq(uid)
            if why is not None:
                if on_map(block):
                    yield {"piece": uid, "at": block.at}, why
                continue
            for to in self.setup.ground.near[block.at]:
                refusal = self._why_not_go(uid, to)
                if refusal is not None:
                    yield {"piece": uid, "at": to}, refusal


def spend_order(table: Board, hq: str) -> None:
    """[5.23.count] Count an order that an army HQ gives; corps HQs give as many as they like."""
    if not hq:
        return
    block = table.state.blocks[hq]
    if acts_as_army(table.setup.types[hq], block):
        change(table, hq, orders=block.orders + 1)


def stand_down(table: Board, side: Side) -> None:
    """[5.2.after] Turn every active HQ of a side face-down."""
    active = [uid for uid in hqs(table.setup, side) if table.state.blocks[uid].active]
    if active:
        change_all(table, active, active=False, known=False, role="")
