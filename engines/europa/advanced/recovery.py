"""[16.13.r-recover] [16.13.r-1813] [16.13.napoleon] [16.13.f-uss] What returns in 1813, and what is lost for good."""

from __future__ import annotations

from grognard.engines.core.data.text import named, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import word_of
from grognard.engines.europa.advanced.places import at_of, recovery_hexes, stays_source
from grognard.engines.europa.field.effects import arrive, change, change_commander
from grognard.engines.europa.field.position import stacks
from grognard.engines.europa.field.telling import called, log_at
from grognard.engines.europa.setup import Board, Setup
from grognard.engines.europa.state import ELIMINATED, State
from grognard.engines.europa.tables import number, rows

COMES_BACK = 5
AWAY = "away"


def returnable(setup: Setup, state: State) -> list[str]:
    """[16.13.r-recover] [16.13.r-1813] Return the Russian units and Commanders lost in 1812 that may return."""
    return [
        piece
        for piece in dict.fromkeys(state.dead)
        if setup.side_of(piece) == "russian"
        and at_of(state, piece) == ELIMINATED
        and piece not in state.lost_in_1813
        and recovery_hexes(setup, state, piece)
    ]


def place_returning(table: Board, count: int, rule: str) -> Procedure[None]:
    """[16.13.r-recover] [16.13.r-1813] So many come back, whom the Russian likes, where he likes."""
    setup = table.setup
    for _ in range(count):
        options: list[Choice] = [
            {"piece": piece, "at": at}
            for piece in returnable(setup, table.state)
            for at in recovery_hexes(setup, table.state, piece)
        ]
        if not options:
            return
        names = [
            (
                one,
                text(
                    "{piece} to {place}",
                    piece=named("unit", setup.name_of(word_of(one, "piece"))),
                    place=called(setup, word_of(one, "at")),
                ),
            )
            for one in options
        ]
        ask = Ask(
            setup.seat_of("russian"),
            "recover",
            text("Who returns, and where?"),
            (rule,),
            Listed([(PASS, text("Nobody")), *names]),
            form="move",
        )
        choice = yield ask
        if choice == PASS:
            return
        piece, at = word_of(choice, "piece"), word_of(choice, "at")
        if piece in setup.units:
            change(table, piece, disrupted=False)
        arrive(table, piece, at)
        if table.state.winter:
            table.update(newcomers=(*table.state.newcomers, piece))
        words = text(
            "{piece} returns at {place}.",
            piece=named("unit", setup.name_of(piece)),
            place=called(setup, at),
        )
        veiled = text("A unit returns at {place}.", place=called(setup, at))
        side = setup.side_of(piece)
        log_at(table, "move", words, at, rule, side=side, pieces=(piece,), veiled=veiled)


def recovery_step(table: Board) -> Procedure[None] | None:
    """[16.13.r-1813] [16.13.napoleon] At the end of each turn of 1813: recovery, and perhaps Napoleon."""
    if table.state.flags.get("quarters") != "taken" or table.state.winter:
        return None
    return _recover(table)


def _recover(table: Board) -> Procedure[None]:
    keep_source(table)
    yield from _napoleon(table)
    setup = table.setup
    roll = table.roll(
        seat=setup.seat_of("russian"),
        rule="16.13.r-1813",
        purpose="recovery",
        subject="recovery",
        sides=number("die"),
        first=1,
        says=text("Russian recovery"),
        judge=lambda natural, _total: str(recovered(natural)),
        read_in=("russian_recovery_1813", "units"),
    )
    yield from place_returning(table, recovered(roll.natural), "16.13.r-1813")


def recovered(natural: int) -> int:
    """[16.13.r-1813] Return how many return by a die."""
    found = 0
    for line in rows("russian_recovery_1813"):
        if natural >= int(line["least"]):
            found = int(line["units"])
    return found


def keep_source(table: Board) -> None:
    """[16.13.f-uss] The city that is a source is lost as one for good when the Russians come to it or below it."""
    source = table.state.flags.get("source", "")
    if source and not stays_source(table.setup, table.state, source):
        left = {word: value for word, value in table.state.flags.items() if word != "source"}
        table.update(flags=left)
        words = text("{city} is no longer a source of supply.", city=called(table.setup, source))
        table.log("loss", words, "16.13.f-uss", where=(source,))


def _napoleon(table: Board) -> Procedure[None]:
    """[16.13.napoleon] Napoleon returns on a 5 or 6, to any French stack."""
    setup = table.setup
    if table.state.flags.get("napoleon") != AWAY:
        return
    roll = table.roll(
        seat=setup.seat_of("french"),
        rule="16.13.napoleon",
        purpose="napoleon_returns",
        subject="napoleon",
        sides=number("die"),
        first=1,
        says=text("Does Napoleon return?"),
        result=lambda total: "comes_back" if total >= COMES_BACK else "remains",
        target=COMES_BACK,
        upward=True,
    )
    hexes = sorted(stacks(setup, table.state, "french"))
    if roll.result != "comes_back" or not hexes:
        return
    at = hexes[0]
    if len(hexes) > 1:
        ask = Ask(
            setup.seat_of("french"),
            "napoleon",
            text("Napoleon returns: to which stack?"),
            ("16.13.napoleon",),
            Listed([(one, called(setup, one)) for one in hexes]),
            form="place",
        )
        at = word_of((yield ask))
    change_commander(table, "napoleon", at=at)
    table.update(flags={**table.state.flags, "napoleon": "stays"})
    words = text("Napoleon returns to the army at {place}.", place=called(setup, at))
    table.log("move", words, "16.13.napoleon", pieces=("napoleon",), where=(at,))
