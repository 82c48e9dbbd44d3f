"""The rules of the fixture game, one procedure a chapter."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.engines.core.data.text import named, text
from grognard.engines.core.play.arrangement import DONE, Arrangement
from grognard.engines.core.play.placement import Placement
from grognard.engines.core.play.sealed import sealed
from grognard.engines.core.play.turn import Step, Turn
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Listed, Procedure, Reaction
from grognard.engines.core.show.explain import Modifier, Refusal, Verdict
from grognard.engines.core.show.terms import ITS
from tests.fixture_game.state import SEATS, Board, Setup, State, other

CROWD = 2
PLACE, SHIFT, ORDER, MARCH, FIGHT, FIRE, END = "F.1", "F.2", "F.3", "F.4", "F.5", "F.6", "F.7"

CARDS = {"march": text("march"), "fire": text("fire"), "hold": text("hold")}
RESULTS = {
    "won": text("won"),
    "lost": text("lost"),
    "hit": text("hit"),
    "miss": text("miss"),
}
TERMS = {
    "red": named("side", "Red"),
    "blue": named("side", "Blue"),
    "red" + ITS: text("Red"),
    "blue" + ITS: text("Blue"),
}


class Steps(Choices):
    """[F.4] Areas one step from where a block stands."""

    def __init__(self, table: Board, block: str) -> None:
        self.start = table.state.blocks[block].at
        self.links = table.setup.links

    def __iter__(self) -> Iterator[Choice]:
        return ({"route": [area]} for area in self.links[self.start])

    def why_not(self, choice: Choice) -> Refusal | None:
        route = choice.get("route") if isinstance(choice, dict) else None
        if isinstance(route, list) and len(route) == 1 and route[0] in self.links[self.start]:
            return None
        return Refusal(MARCH, text("A march goes one area far."), (self.start,))


def placement(table: Board) -> Procedure[None]:
    """[F.1] The seats place their blocks by turns, face down."""
    seat, left = table.state.active, unplaced(table)
    if not left:
        return
    options = [{"pieces": [key], "at": area} for key in left for area in table.setup.homes[seat]]
    choice = yield Ask(
        seat,
        "place_block",
        text("Place a block."),
        (PLACE,),
        Listed(options),
        form="target",
        resting=True,
        secret=True,
    )
    blocks = table.state.with_block(choice["pieces"][0], at=choice["at"])
    table.update(blocks=blocks, active=other(seat))
    table.log("move", text("{seat} places a block", seat=seat), PLACE, where=[choice["at"]])


def why_not_stand(setup: Setup, state: State, block: str, place: Placement) -> Refusal | None:
    """[F.2] A third block does not join two of its own at home."""
    (area,) = place.places
    others = [key for key in state.of(state.blocks[block].owner, area) if key != block]
    if len(others) < CROWD:
        return None
    return Refusal(SHIFT, text("Two blocks stand there."), (area,))


def unplaced(table: Board) -> list[str]:
    """[F.1] Return the blocks that the active seat has still to place."""
    blocks = sorted(table.state.blocks.items())
    return [k for k, b in blocks if b.owner == table.state.active and not b.at]


def after_placing(table: Board) -> str | None:
    """[F.1] Until all blocks are placed the seats go on; then red arranges his first."""
    if unplaced(table):
        return "placement"
    table.update(active="red")
    return None


def arrange(table: Board) -> Procedure[None]:
    """[F.2] A seat shifts its blocks among its home areas until it is done."""
    seat = table.state.active
    while (choice := (yield shift(table, seat))) != DONE:
        table.update(blocks=table.state.with_block(choice["piece"], at=choice["at"]))


def shift(table: Board, seat: str) -> Ask:
    """[F.2] Ask for one shift: no area holds more than two blocks."""
    mine = {k: b.at for k, b in sorted(table.state.blocks.items()) if b.owner == seat}

    def why_not_at(block: str, area: str) -> Refusal | None:
        return why_not_stand(table.setup, table.state, block, Placement.of(block, area))

    homes = dict.fromkeys(mine, table.setup.homes[seat])
    return Ask(
        seat,
        "arrange",
        text("Shift your blocks."),
        (SHIFT,),
        Arrangement(SHIFT, mine, homes, why_not_at=why_not_at),
        form="arrange",
        resting=True,
        secret=True,
    )


def second_seat(step: str) -> Callable[[Board], str | None]:
    """Return what has a step played by red, then by blue."""

    def then(table: Board) -> str | None:
        if table.state.active != "red":
            return None
        table.update(active="blue")
        return step

    return then


def enter_turn(table: Board) -> None:
    """[F.3] A new turn: each seat draws cards up to two."""
    if table.state.turn == table.setup.turns:
        count_areas(table)
    table.update(turn=table.state.turn + 1, orders={}, active="red")
    for seat in SEATS:
        while len(table.state.hands[seat]) < 2 and table.state.pool:
            draw_card(table, seat)


def draw_card(table: Board, seat: str) -> None:
    """[F.3] One card from the pool to a hand, seen by its owner alone."""
    pool = list(table.state.pool)
    card = table.draw(
        seat=seat,
        rule=ORDER,
        purpose="card",
        subject=seat,
        pool=pool,
        says=text("A card for {seat}", seat=seat),
        named=lambda card: CARDS[card],
        visible_to=(seat,),
    )
    pool.remove(card)
    hand = tuple(sorted((*table.state.hands[seat], card)))
    table.update(pool=tuple(pool), hands={**table.state.hands, seat: hand})


def orders(table: Board) -> Procedure[None]:
    """[F.3] Both seats write an order in secret; they are read out together."""
    hands = table.state.hands
    asks = {
        seat: Ask(
            seat,
            "write_order",
            text("Write an order."),
            (ORDER,),
            Listed([*dict.fromkeys(hands[seat]), PASS]),
            form="card",
            resting=True,
        )
        for seat in SEATS
    }
    written = yield from sealed(table, asks)
    left = {}
    for seat in SEATS:
        cards = list(hands[seat])
        if written[seat] != PASS:
            cards.remove(written[seat])
        left[seat] = tuple(cards)
    table.update(hands=left, orders=written)


def resolve(table: Board) -> Procedure[None]:
    """[F.3] The order of the active seat is carried out, then the other's."""
    seat = table.state.active
    order = table.state.orders[seat]
    if order == "march" and table.state.of(seat):
        yield from march(table, seat)
    elif order == "fire":
        yield from fire(table, seat)


def march(table: Board, seat: str) -> Procedure[None]:
    """[F.4] One block goes one area far; the enemy there may lie in ambush, then they fight."""
    options = [(key, named("unit", key)) for key in table.state.of(seat)]
    block = yield Ask(
        seat,
        "march_piece",
        text("Who marches?"),
        (MARCH,),
        Listed(options),
        form="piece",
        resting=True,
        secret=True,
    )
    route = yield Ask(
        seat,
        "march_route",
        text("Where to?"),
        (MARCH,),
        Steps(table, block),
        form="route",
        secret=True,
        subject=(block,),
        odds="odds",
    )
    area = route["route"][0]
    table.update(blocks=table.state.with_block(block, at=area))
    table.log("move", text("A {seat} block marches to {at}", seat=seat, at=area), MARCH)
    if table.state.of(other(seat), area):
        ambush = yield Ask(
            other(seat),
            "ambush",
            text("Lie in ambush?"),
            (FIGHT,),
            Listed(["ambush", PASS]),
            interrupt=True,
            where=(area,),
            reaction=Reaction(text("an ambush")),
        )
        fight(table, block, area, ambush)


def fight(table: Board, block: str, area: str, ambush: Choice) -> None:
    """[F.5] The marching block against the first block of the area; the loser is removed."""
    seat = table.state.blocks[block].owner
    enemy = table.state.of(other(seat), area)[0]
    for key in (block, enemy):
        uncover(table, key)
    modifiers = []
    if table.state.blocks[block].name == "guard":
        modifiers.append(Modifier(1, text("a guard attacks"), "F.5.guard"))
    if ambush != PASS:
        modifiers.append(Modifier(-1, text("ambush"), "F.5.ambush"))
    roll = table.roll(
        seat=seat,
        rule=FIGHT,
        purpose="fight",
        subject=area,
        sides=6,
        first=1,
        modifiers=modifiers,
        result=lambda total: "won" if total >= 4 else "lost",
        says=text("The fight in {place}", place=area),
        target=4,
    )
    remove(table, enemy if roll.result == "won" else block, FIGHT)


def fire(table: Board, seat: str) -> Procedure[None]:
    """[F.6] The gun is turned and fires at the blocks of the area before it."""
    headings = {area: 9000 * number for number, area in enumerate(table.setup.links)}
    options = [{"at": area, "facing": turn} for area, turn in headings.items()]
    choice = yield Ask(
        seat,
        "aim",
        text("Turn the gun."),
        (FIRE,),
        Listed([*options, PASS]),
        form="pose",
        resting=True,
    )
    if choice == PASS:
        return
    x, y, _ = table.state.gun
    table.update(gun=(x, y, choice["facing"]))
    targets = table.state.of(other(seat), choice["at"])
    if not targets:
        table.shortfall(FIRE, choice["at"], text("Nobody stands there."))
        return
    roll = table.roll(
        seat=seat,
        rule=FIRE,
        purpose="fire",
        subject=choice["at"],
        sides=6,
        first=1,
        result=lambda total: "hit" if total == 6 else "miss",
        says=text("The gun fires at {place}", place=choice["at"]),
        target=6,
    )
    if roll.result == "hit":
        uncover(table, targets[0])
        remove(table, targets[0], FIRE)


def uncover(table: Board, block: str) -> None:
    """[F.5] A block is turned face up for good."""
    found = table.state.blocks[block]
    if not found.seen:
        table.update(blocks=table.state.with_block(block, seen=True))
        table.reveal(text("{seat}: {name}", seat=found.owner, name=found.name), FIGHT)


def remove(table: Board, block: str, rule: str) -> None:
    """[F.7] A block leaves the game; with a king the game ends at once."""
    lost = table.state.blocks[block]
    table.update(blocks={key: b for key, b in table.state.blocks.items() if key != block})
    table.log("loss", text("{seat} loses a {name}", seat=lost.owner, name=lost.name), rule)
    if lost.name == "king":
        reason = text("The king of {seat} has fallen.", seat=lost.owner)
        table.end(Verdict(other(lost.owner), "sudden death", reason, END))


def count_areas(table: Board) -> None:
    """[F.7] After the last turn whoever stands alone in more areas wins."""
    held = {seat: len(held_by(table.state, seat)) for seat in SEATS}
    winner = max(SEATS, key=lambda seat: held[seat])
    if held["red"] == held["blue"]:
        winner = "draw"
    points = tuple((seat, held[seat]) for seat in SEATS)
    table.end(Verdict(winner, "areas", text("The areas are counted."), END, points))


def held_by(state: State, seat: str) -> list[str]:
    """[F.7] Return the areas where only `seat` has blocks."""
    mine = {state.blocks[key].at for key in state.of(seat)}
    return sorted(mine - {state.blocks[key].at for key in state.of(other(seat))})


TURN = Turn(
    text("Sequence of play"),
    Step(
        "setup",
        text("Set-up"),
        PLACE,
        steps=(
            Step("placement", text("Placement"), PLACE, placement, then=after_placing),
            Step("arrange", text("Arrangement"), SHIFT, arrange, then=second_seat("arrange")),
        ),
    ),
    Step(
        "turn",
        text("Turn"),
        ORDER,
        enter=enter_turn,
        then="turn",
        steps=(
            Step("orders", text("Orders"), ORDER, orders, box=text("Orders")),
            Step(
                "resolve",
                text("Actions"),
                ORDER,
                resolve,
                then=second_seat("resolve"),
                box=text("Actions"),
                cites=(MARCH, FIGHT, FIRE),
            ),
        ),
    ),
    field="cursor",
)
