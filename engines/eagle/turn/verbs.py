"""[cards.binding] The verbs of cards that act at once, each by the room that knows how."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engines.eagle.cards.playing import Verb
from grognard.engines.eagle.charge import verbs as charge
from grognard.engines.eagle.command import verbs as command
from grognard.engines.eagle.manoeuvre import verbs as manoeuvre

VERBS: Mapping[str, Verb] = {
    "move": manoeuvre.move,
    "recover": manoeuvre.recover,
    "merge": manoeuvre.merge,
    "attack": charge.attack,
    "compel": charge.compel,
    "lose": charge.lose,
    "couriers": command.couriers,
    "exchange": command.exchange,
}
