"""How the computer player commands: Orders, markers, reserves, its Overall Commander."""

from __future__ import annotations

from grognard.engines.core.show.asks import PASS, Choice
from grognard.engines.gmt.day import BARRAGE, Marker
from grognard.engines.gmt.field.position import on_map
from grognard.engines.gmt.opponent.position_value import Judge, weights
from grognard.engines.gmt.orders.initiative import group_of_am
from grognard.engines.gmt.orders.ordering import DONE, MURAT, markers_of, orders_commands


def urgency(judge: Judge, uids: tuple[str, ...]) -> float:
    """Return how much a body of units has to do: strength, and nearness to the enemy."""
    strength, near = judge.body(uids)
    return strength * max(
        0.1, (weights()["order_near"] + weights()["order_far"] - near) / weights()["order_near"]
    )


def assign(judge: Judge, options: list[Choice]) -> Choice:
    """Return what to spend an Orders Point on."""
    markers = {marker.id: marker for marker in markers_of(judge.state, judge.side)}
    worth: dict[str, float] = {}
    for option in options:
        if option == BARRAGE:
            worth[option] = (
                weights()["barrage_prize"]
                if guns_in_range(judge) >= weights()["barrage_guns"]
                else 0.0
            )
        elif option == MURAT:
            horse = [m for m in markers.values() if _part(judge, m)]
            worth[option] = sum(sorted((urgency(judge, m.units) for m in horse), reverse=True)[:2])
        elif option in markers:
            worth[str(option)] = urgency(judge, markers[option].units)
    best = max(worth, key=lambda name: worth[name], default=DONE)
    return best if worth.get(best, 0.0) > 0 else DONE


def _part(judge: Judge, marker: Marker) -> bool:
    group = judge.setup.groups[judge.setup.types[marker.units[0]].group]
    return bool(group.transmits) and not marker.under


def transmit(judge: Judge, options: list[Choice]) -> Choice:
    """Return the cavalry command that Murat passes Orders to."""
    markers = {marker.id: marker for marker in markers_of(judge.state, judge.side)}
    named = [option for option in options if option in markers]
    return max(named, key=lambda name: urgency(judge, markers[name].units), default=PASS)


def army(judge: Judge, options: list[Choice]) -> Choice:
    """Return the army Kutuzov orders: the one whose commands have most to do."""
    best: dict[str, list[float]] = {str(option): [] for option in options}
    for marker in orders_commands(judge.setup, judge.state, judge.side):
        group = judge.setup.groups[judge.setup.types[marker.units[0]].group]
        if group.army in best:
            best[group.army].append(urgency(judge, marker.units))
    counts = {"first": 3, "second": 2, "reserve": 1}
    return max(best, key=lambda name: sum(sorted(best[name], reverse=True)[: counts.get(name, 1)]))


def guns_in_range(judge: Judge) -> int:
    """Return how many of the side's guns have an enemy in effective range."""
    return sum(
        judge.nearest_foe(unit.at)[0] <= judge.setup.types[uid].effective_range
        for uid, unit in judge.state.units.items()
        if on_map(unit)
        and judge.setup.types[uid].side == judge.side
        and judge.setup.types[uid].is_artillery
    )


def individual(judge: Judge, subject: tuple[str, ...]) -> bool:
    """Whether to try Individual Orders: with a good rating, or far from the enemy."""
    group = judge.setup.groups.get(judge.setup.types[subject[0]].group) if subject else None
    rating = (group.rating or 0) if group else 0
    _, near = judge.body(subject)
    return rating >= weights()["individual_rating"] or near > weights()["order_near"]


def first_am(judge: Judge, options: list[Choice]) -> Choice:
    """Return the AM to begin with: the Barrage, else the group with most to do."""
    best: dict[str, float] = {}
    for option in options:
        group = group_of_am(judge.setup, str(option))
        if group is None:
            best[str(option)] = (
                weights()["barrage_first"] if str(option).startswith(BARRAGE) else 0.0
            )
        else:
            uids = tuple(u for u, k in judge.setup.types.items() if k.group == group.id)
            best[str(option)] = urgency(judge, uids)
    return max(best, key=lambda name: best[name])


def reserve(judge: Judge, options: list[Choice]) -> Choice:
    """Return the Orders Command that acts once more: a strong one near the enemy."""
    commands = {m.id: m for m in orders_commands(judge.setup, judge.state, judge.side)}
    named = [option for option in options if option in commands]
    worth = {name: urgency(judge, commands[name].units) for name in named}
    best = max(worth, key=lambda name: worth[name], default=PASS)
    return best if worth.get(best, 0.0) > weights()["least_reserve"] else PASS


def ride(judge: Judge, options: list[Choice]) -> Choice:
    """Return where the Overall Commander goes: behind the middle of what fights."""
    hot = [at for at in judge.own if judge.nearest_foe(at)[0] <= weights()["at_hand"]] or list(
        judge.own
    )
    if not hot:
        return PASS

    def worth(option: Choice) -> float:
        at = str(option)
        near, _ = judge.nearest_foe(at)
        away = sum(judge.distance(at, h) for h in hot) / len(hot)
        return -away - (weights()["leader_exposed"] if near < weights()["at_hand"] else 0.0)

    places = [option for option in options if option != PASS]
    return max(places, key=worth, default=PASS)
