"""The numbers of a run: what came of its games, arm by arm, and what sets the arms apart."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from grognard.app.lab.chance import (
    BEYOND,
    mcnemar,
    mean_of,
    nearer,
    surely,
    together,
    unlike,
    wilson,
)
from grognard.app.lab.store import Game
from grognard.app.lab.task import Arm
from grognard.engines.core.play.game import registry

Numbers: TypeAlias = dict[str, Any]
SURE = 0.8
"""From then on the winner is as good as sure."""
DRAW = "draw"


def numbers_of(arms: Sequence[Arm], games: Iterable[Game], about: Mapping[str, Any]) -> Numbers:
    """Return all that a report tells, as plain data."""
    by_arm: dict[str, list[Game]] = defaultdict(list)
    for game in games:
        by_arm[game.arm].append(game)
    told = [_arm(arm, by_arm[arm.id]) for arm in arms]
    return {
        "about": dict(about),
        "arms": told,
        "shifts": [
            shift(arm, by_arm[arm.id], base, by_arm[base.id])
            for base, arm in _compared(arms)
            if by_arm[arm.id] and by_arm[base.id]
        ],
        "players": _players(arms, by_arm),
    }


def _compared(arms: Sequence[Arm]) -> list[tuple[Arm, Arm]]:
    """Return each arm that is compared, after the one that it is compared with."""
    found, base = [], arms[0] if arms else None
    for arm in arms:
        if not arm.changed:
            base = arm
        elif base is not None:
            found.append((base, arm))
    return found


def sound(games: Iterable[Game]) -> list[Game]:
    """Return the games that came to an end."""
    return [game for game in games if "fault" not in game.result]


def worth(game: Game, seat: str) -> float:
    """Return what a game was worth to a seat: 1 won, a half drawn, 0 lost."""
    winner = game.result["winner"]
    return 0.5 if winner == DRAW else float(winner == seat)


def _arm(arm: Arm, played: Sequence[Game]) -> Numbers:
    games = sound(played)
    seats = [seat for seat, _ in arm.players]
    game = registry[arm.bundle.game]
    setup = game.load(arm.bundle.text, dict(arm.options))
    views = [game.view(setup, game.initial(setup, "0"), seat) for seat in seats]
    names = {piece.id: piece.name for view in views for piece in view.pieces}
    return {
        "id": arm.id,
        "scenario": arm.bundle.scenario,
        "title": setup.info.title,
        "bundle": arm.bundle.hash,
        "options": dict(arm.options),
        "players": dict(arm.players),
        "changed": dict(arm.changed),
        "words": {option.id: option.title for option in setup.info.options},
        "swept": arm.swept,
        "seats": {seat.id: {"name": seat.name, "side": seat.side} for seat in setup.info.seats},
        "games": len(games),
        "faults": [{"seed": g.seed, "fault": g.result["fault"]} for g in played if g not in games],
        "wins": _wins(seats, games),
        "draws": sum(game.result["winner"] == DRAW for game in games),
        "levels": dict(Counter(_level(game) for game in games).most_common()),
        "points": {s: _points(s, games) for s in seats},
        "turns": dict(sorted(Counter(str(g.result["turns"]) for g in games).items(), key=_number)),
        "losses": _losses(games, names),
        "history": _history(arm),
        "sure": _sure(seats, games),
        "fought": _places(games, "fought"),
        "struck": _places(games, "struck"),
        "rules": _rules(games),
        "dice": {seat: _dice(seat, games) for seat in seats},
    }


def _number(pair: tuple[str, int]) -> int:
    return int(pair[0])


def _level(game: Game) -> str:
    winner, level = game.result["winner"], game.result["level"]
    return f"{winner}: {level}"


def _wins(seats: Sequence[str], games: Sequence[Game]) -> Numbers:
    found: Numbers = {}
    for seat in seats:
        won = sum(game.result["winner"] == seat for game in games)
        low, high = wilson(won, len(games))
        share = won / len(games) if games else 0.0
        found[seat] = {"won": won, "share": share, "low": low, "high": high}
    return found


def _points(seat: str, games: Sequence[Game]) -> Numbers:
    points = [float(game.result["points"].get(seat, 0)) for game in games]
    mean, low, high = mean_of(points)
    return {"mean": mean, "low": low, "high": high, "counts": dict(sorted(Counter(points).items()))}


def _losses(games: Sequence[Game], names: Mapping[str, str]) -> Numbers:
    """Return what is lost in a game on the average: by side and turn, and by piece."""
    count = max(1, len(games))
    longest = max((game.result["turns"] for game in games), default=0)
    began: Numbers = {}
    turns: dict[str, list[float]] = {}
    pieces: Counter[tuple[str, str]] = Counter()
    hurt: Counter[tuple[str, str]] = Counter()
    for game in games:
        for side, steps in game.result["began"].items():
            began[side] = began.get(side, 0) + steps / count
            turns.setdefault(side, [0.0] * longest)
        for turn, side, piece, steps in game.result["losses"]:
            turns[side][turn] += steps / count
            pieces[side, piece] += steps
        hurt.update({(side, piece) for _, side, piece, _ in game.result["losses"]})
    rows = [
        {
            "side": side,
            "piece": piece,
            "name": names.get(piece, piece),
            "lost": steps / count,
            "hurt": hurt[side, piece] / count,
        }
        for (side, piece), steps in sorted(pieces.items(), key=lambda one: (-one[1], one[0]))
    ]
    return {"began": began, "turns": turns, "pieces": rows}


def _history(arm: Arm) -> Numbers:
    """Return what each side, and some of the pieces, lost in the battle itself; the scenario may tell."""
    rows = json.loads(arm.bundle.text).get("history") or []
    sides = [row for row in rows if "piece" not in row]
    return {
        "sides": {row["side"]: int(row["lost"]) for row in sides},
        "pieces": {row["piece"]: int(row["lost"]) for row in rows if "piece" in row},
        "sources": [row["source"] for row in rows if row.get("source")],
    }


def _sure(seats: Sequence[str], games: Sequence[Game]) -> Numbers:
    """Return when games were decided: how sure its winner was at the beginning of each turn.

    How sure a standing makes is learnt from these very games, turn by turn.
    """
    longest = max((len(game.result["standing"]) for game in games), default=0)
    chances: list[list[float]] = [[] for _ in games]
    for turn in range(longest):
        here = [n for n, game in enumerate(games) if len(game.result["standing"]) > turn]
        stood = [games[n].result["standing"][turn][1] for n in here]
        found = surely(stood, [worth(games[n], seats[0]) for n in here])
        for n, chance in zip(here, found, strict=True):
            chances[n].append(chance)
    decided: Counter[str] = Counter()
    for game, row in zip(games, chances, strict=True):
        if game.result["winner"] != DRAW:
            decided[str(_decided(row, won=game.result["winner"] == seats[0]))] += 1
    winners = [
        [chance if worth(game, seats[0]) == 1 else 1 - chance for chance in row]
        for game, row in zip(games, chances, strict=True)
        if game.result["winner"] != DRAW
    ]
    rows = [[row[turn] for row in winners if len(row) > turn] for turn in range(longest)]
    return {
        "decided": dict(sorted(decided.items(), key=_number)),
        "turns": [mean_of(row)[0] for row in rows if row],
        "counts": [len(row) for row in rows if row],
    }


def _decided(chances: Sequence[float], *, won: bool) -> int:
    """Return the turn (from 0) from whose beginning the winner was sure; after the last: at the end."""
    turn = len(chances)
    while turn > 0 and (chances[turn - 1] if won else 1 - chances[turn - 1]) >= SURE:
        turn -= 1
    return turn


def _places(games: Sequence[Game], what: str) -> Numbers:
    found: Counter[str] = Counter()
    for game in games:
        found.update(game.result[what])
    return {place: times / len(games) for place, times in found.most_common()}


def _rules(games: Sequence[Game]) -> Numbers:
    """Return for each rule in how many games it was met, and how often in a game of these."""
    times: Counter[str] = Counter()
    met: Counter[str] = Counter()
    for game in games:
        times.update(game.result["rules"])
        met.update(game.result["rules"].keys())
    return {
        rule: {"games": met[rule], "times": times[rule] / met[rule]}
        for rule, _ in met.most_common()
    }


def _dice(seat: str, games: Sequence[Game]) -> Numbers:
    """Return a seat's dice: how many, how high, how often they were what was wanted, what it meant."""
    sums = [game.result["dice"][seat] for game in games]
    count, faces, mean, spread, reached, chance = (
        map(sum, zip(*sums, strict=True)) if sums else [0] * 6
    )
    luck = [row[4] - row[5] for row in sums]
    return {
        "dice": count / max(1, len(games)),
        "face": faces / count if count else 0.0,
        "mean": mean / count if count else 0.0,
        "errors": (faces - mean) / spread**0.5 if spread else 0.0,
        "reached": reached / max(1, len(games)),
        "hoped": chance / max(1, len(games)),
        "luck": luck,
        "matters": together(luck, [worth(game, seat) for game in games]),
    }


def shift(arm: Arm, games: Iterable[Game], base: Arm, others: Iterable[Game]) -> Numbers:
    """Return how far an arm moves the balance from another: of the same seeds, pair by pair."""
    seat = base.players[0][0]
    ours, theirs = ({game.seed: game for game in sound(played)} for played in (games, others))
    both = sorted(ours.keys() & theirs.keys())
    gains = [worth(ours[seed], seat) - worth(theirs[seed], seat) for seed in both]
    mean, low, high = mean_of(gains)
    margins = [_margin(ours[seed], seat) - _margin(theirs[seed], seat) for seed in both]
    points = mean_of(margins)
    chance = min(
        1.0,
        2 * min(mcnemar(sum(g > 0 for g in gains), sum(g < 0 for g in gains)), unlike(*points)),
    )
    summed = mean_of([worth(ours[s], seat) + worth(theirs[s], seat) - 1 for s in both])
    shares = [sum(worth(one[seed], seat) for seed in both) for one in (theirs, ours)]
    count = max(1, len(both))
    return {
        "arm": arm.id,
        "base": base.id,
        "changed": dict(arm.changed),
        "seat": seat,
        "pairs": len(both),
        "from": shares[0] / count,
        "to": shares[1] / count,
        "shift": {"mean": mean, "low": low, "high": high},
        "points": {"mean": points[0], "low": points[1], "high": points[2]},
        "chance": chance,
        "beyond": chance < BEYOND,
        "fairer": abs(shares[1] / count - 0.5) - abs(shares[0] / count - 0.5),
        "nearer": nearer((mean, low, high), summed),
    }


def _margin(game: Game, seat: str) -> float:
    points = game.result["points"]
    return float(points.get(seat, 0) - max((n for s, n in points.items() if s != seat), default=0))


def _players(arms: Sequence[Arm], by_arm: Mapping[str, Sequence[Game]]) -> list[Numbers]:
    """Return of each scenario in which players change seats how often the first of them wins."""
    found = []
    for base, arm in _compared(arms):
        names = [name for _, name in base.players]
        if [name for _, name in arm.players] != names[::-1] or names == names[::-1]:
            continue
        games = [(base, game) for game in sound(by_arm[base.id])]
        games += [(arm, game) for game in sound(by_arm[arm.id])]
        seats = {one.id: {name: seat for seat, name in one.players} for one in (base, arm)}
        won = sum(worth(game, seats[one.id][names[0]]) for one, game in games)
        low, high = wilson(won, len(games))
        found.append(
            {
                "scenario": base.bundle.scenario,
                "player": names[0],
                "other": names[1],
                "games": len(games),
                "won": won,
                "share": won / max(1, len(games)),
                "low": low,
                "high": high,
            }
        )
    return found
