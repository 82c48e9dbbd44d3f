"""[cards.structure] What a card file may hold, and how it is read: every fault with its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.engines.core.data.schema import (
    Bool,
    Int,
    ListOf,
    MapOf,
    OneOf,
    Record,
    Schema,
    Source,
    Str,
)
from grognard.engines.core.data.text import text, tr, verbatim
from grognard.engines.core.data.yamlio import Node, Problems
from grognard.engines.core.scenario.fields import ID, NAME, PROVENANCE
from grognard.engines.eagle.deck.deck import Deck, deck_of
from grognard.engines.eagle.setup import ARMS, SIDES
from grognard.engines.eagle.state import ORDERS
from grognard.engines.eagle.tables import number

GAME, SIDE, VALUE = Str(choices=("eagle",)), Str(choices=SIDES), Int(-9, 9)
ICONS = ListOf(Str(choices=("figure", "push_back", "disorder", "tm_2", "tm_4", "red")), 1, 6)
FORMATIONS = ("column", "line", "square", "open_order", "limbered", "unlimbered")
PHASES = ("command", "cards", "action-1", "action-2", "rally")
MOMENTS = {
    "event": (
        "sending",
        "order_test",
        "activation",
        "movement",
        "fire",
        "melee",
        "charge",
        "advance",
        "rally",
    ),
    "reaction": (
        "order_test",
        "moving",
        "moved",
        "fire",
        "melee",
        "charged",
        "result",
        "test",
        "failed",
        "advance",
        "advanced",
        "rally",
        "event",
    ),
}
PARTS = (
    "acting",
    "firing",
    "attacking",
    "supporting",
    "target",
    "charging",
    "moving",
    "advancing",
    "tested",
)
ROLLS = ("fire", "melee", "charge", "attack", "morale", "square", "rally", "order", "artillery")
_ROLL, _ICON = Str(choices=ROLLS), Str(choices=("figure", "push_back", "disorder", "red"))
_PART, _ACTION = (
    Str(choices=PARTS),
    Str(choices=("move", "advance", "advance_support", "fire_moved")),
)
VERBS: dict[str, tuple[dict[str, Schema], dict[str, Schema]]] = {
    "add": ({"to": _ROLL, "by": VALUE}, {"caused": Bool()}),
    "pass": ({"test": _ROLL}, {}),
    "move": ({"hexes": Int(1, 9)}, {"contact": Bool(), "keep": Str(choices=("formation",))}),
    "attack": ({"how": Str(choices=("fire", "melee")), "on": _PART}, {"by": VALUE}),
    "again": ({"how": Str(choices=("fire", "melee")), "by": VALUE}, {}),
    "recover": ({"from": Str(choices=("disorder",))}, {"acts": Bool()}),
    "ignore": ({"icon": _ICON, "count": Int(1, 9)}, {}),
    "lose": ({"figures": Int(1, 4)}, {"from": _PART}),
    "forbid": ({"action": _ACTION}, {}),
    "allow": ({"action": _ACTION}, {}),
    "compel": ({"action": _ACTION}, {"hexes": Int(1, 9), "state": Str(choices=("disordered",))}),
    "couriers": ({"more": Int(1, 9)}, {"beyond": Str(choices=("radius",))}),
    "exchange": ({"what": Str(choices=("counters",))}, {}),
    "merge": ({"most": Int(1, 4)}, {"near": Int(1, 9)}),
    "wound": ({"chance": Int(1, 10)}, {"if": Record(optional={"succeeds": Bool()})}),
    "cancel": ({}, {}),
}
"""What an effect does, by its verb: what it must say, and what it may say besides."""
_TARGET = Record(
    {
        "what": Str(choices=("unit", "group", "groups", "commander", "courier", "event")),
        "side": Str(choices=("own", "enemy")),
    },
    {
        "part": _PART,
        "arm": ListOf(Str(choices=ARMS), 1, 3),
        "formation": ListOf(Str(choices=FORMATIONS), 1, 6),
        "order": ListOf(Str(choices=ORDERS), 1, 4),
        "state": ListOf(Str(choices=("good", "disordered", "routed")), 1, 3),
        "within": Record({"of": Str(choices=("cc", "ugc", "any_commander"))}),
        "zoc": _PART,
        "on_high": Bool(),
    },
)
_WHEN = Record(
    {
        "phase": ListOf(Str(choices=PHASES), 1, 5),
        "moment": Str(choices=tuple({*MOMENTS["event"], *MOMENTS["reaction"]})),
    }
)
EFFECT = Record(
    {
        "name": NAME,
        "half": Str(choices=tuple(MOMENTS)),
        "text": Str(max_length=400),
        "when": _WHEN,
        "on": _TARGET,
        "does": ListOf(
            OneOf(
                *(
                    Record({"do": Str(choices=(verb,)), **required}, optional)
                    for verb, (required, optional) in VERBS.items()
                )
            ),
            1,
            5,
        ),
    },
    {
        "id": ID,
        "nation": SIDE,
        "lasts": Str(choices=("roll", "action", "segment", "turn")),
    },
)
CARDS = Record(
    {
        "cards": ID,
        "game": GAME,
        "title": NAME,
        "rule": Str(),
        "provenance": PROVENANCE,
        "effects": ListOf(EFFECT),
        "deck": ListOf(
            Record(
                {
                    "id": Str(pattern="[1-9][0-9]{0,2}", wanted=text("a number")),
                    "event": OneOf(ID, EFFECT),
                    "reaction": OneOf(ID, EFFECT),
                    "table": MapOf(Int(11, 99), ICONS),
                }
            )
        ),
    }
)


def read_deck(node: Node, problems: Problems) -> Deck | None:
    """Return the deck that a card file makes; every fault goes to `problems` with its line."""
    found = Problems()
    data = CARDS.read(node, found, tr("the cards"))
    if data is not None and not found:
        source = Source(node)
        for where, message, mend in faults(data):
            found.at(source.node(where), message, mend)
    problems += found
    plain: Any = node.plain()
    return None if found or data is None else deck_of(plain["effects"], plain["deck"])


Fault = tuple[tuple[str | int, ...], str, str]
"""Where a fault is, what it is, and how it is mended."""


def faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Give what is wrong with cards whose every record is right by itself."""
    halves: dict[str, str] = {}
    for index, effect in enumerate(data["effects"]):
        where: tuple[str | int, ...] = ("effects", index)
        name = effect.get("id", "")
        if not name:
            yield where, tr("an effect that cards name needs an id"), tr("give it one")
        elif name in halves:
            yield (
                (*where, "id"),
                tr("there are two effects {name}", name=verbatim(name)),
                tr("give one another id"),
            )
        halves[name] = effect["half"]
        yield from _moment(effect, where)
    known: set[str] = set()
    for index, card in enumerate(data["deck"]):
        where = ("deck", index)
        if card["id"] in known:
            yield (
                (*where, "id"),
                tr("there are two cards {id}", id=verbatim(card["id"])),
                tr("give one another number"),
            )
        known.add(card["id"])
        yield from _card(card, where, halves)


def _moment(effect: Mapping[str, Any], where: tuple[str | int, ...]) -> Iterator[Fault]:
    """[cards.timing] An event has moments of its own, and so has a reaction."""
    half, moment = effect["half"], effect["when"]["moment"]
    if moment not in MOMENTS[half]:
        message = tr(
            "no {half} is played at the moment {moment}",
            half=verbatim(half),
            moment=verbatim(moment),
        )
        yield (*where, "when", "moment"), message, f"known: {', '.join(MOMENTS[half])}"


def _card(
    card: Mapping[str, Any], where: tuple[str | int, ...], halves: Mapping[str, str]
) -> Iterator[Fault]:
    """[cards.structure] An event at the top, a reaction at the bottom, a table that begins at 11."""
    for half in MOMENTS:
        named = card[half]
        if not isinstance(named, str):
            if named["half"] != half:
                yield (
                    (*where, half),
                    tr("this is no {half}", half=verbatim(half)),
                    tr("write half: {half}", half=verbatim(half)),
                )
            yield from _moment(named, (*where, half))
        elif named not in halves:
            yield (
                (*where, half),
                tr("there is no effect {named}", named=verbatim(named)),
                tr("add it to effects"),
            )
        elif halves[named] != half:
            yield (
                (*where, half),
                tr("{named} is no {half}", named=verbatim(named), half=verbatim(half)),
                tr("name one of half {half}", half=verbatim(half)),
            )
    if number("pass") not in {int(least) for least in card["table"]}:
        yield (*where, "table"), tr("its combat table does not begin at 11"), tr("add a row for 11")
