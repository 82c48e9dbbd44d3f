"""What the captain sees of a position: power, threats and ways, the hidden enemy at his average."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from grognard.engines.columbia.field.border_ways import HEAVY, Ways, limits_of_stacking, ways
from grognard.engines.columbia.field.fog_of_war import sees
from grognard.engines.columbia.field.position import (
    blocks_of,
    eliminated,
    enemy_of,
    holder,
    strength,
)
from grognard.engines.columbia.field.situation import Situation, situation
from grognard.engines.columbia.opponent.clash import FOOT, Fighter, fighter
from grognard.engines.columbia.opponent.fed import Fed, until_dusk
from grognard.engines.columbia.opponent.memory import worn
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import (
    BOXES,
    ELIMINATED,
    FRENCH,
    RUSSIAN,
    Block,
    BlockType,
    State,
)
from grognard.engines.core.data.tabledata import read_data
from grognard.engines.core.play.memo import Memo
from grognard.engines.core.show.explain import LogEntry
from grognard.engines.core.think.temper import tempered

FIRST_FIRE = {"a": 1.2, "b": 1.0, "c": 0.85}
FAR = 9
"""What counts for the distance of an area from which no way leads to a goal."""
EACH = 3
"""So many steps a hidden block is taken to have."""


def policy() -> Mapping[str, float]:
    """Return the numbers of the rules of thumb, as they are in the temper of who plays."""
    return tempered(_policy())


@cache
def _policy() -> Mapping[str, float]:
    raw = read_data("grognard.engines.columbia.opponent", "opponent.yaml", "policy")
    return {key: float(value) for key, value in raw.items()}


def power(kind: BlockType, block: Block) -> float:
    """Return the hits that a block may hope for in a round, those who fire first a little more."""
    if kind.is_hq:
        return 0.0
    return strength(kind, block) * kind.number / 6 * FIRST_FIRE[kind.letter.lower()]


_AWAY: Memo[dict[str, int]] = Memo(256)
_INSIDE: Memo[frozenset[str]] = Memo(4096)


class Judge:
    """Looks at an imagined position for a side. What it says of hidden enemies hangs on their number alone."""

    def __init__(self, setup: Setup, state: State, side: str, log: Sequence[LogEntry] = ()) -> None:
        self.setup, self.state, self.side, self.log = setup, state, side, log
        self.enemy = enemy_of(side)
        self.net: Ways = ways(setup, state)
        self.limits = limits_of_stacking(setup)
        self._threat: dict[str, float] = {}
        self._mates: dict[tuple[str, str], int] = {}
        self._here: dict[str, float] = {}
        self.shots: dict[tuple[str, str], float] = {}
        """What a battery could hit from an area, as far as it was asked (`leading.guns`)."""

    @cached_property
    def where(self) -> Situation:
        """The position as the active side meets it."""
        return situation(self.setup, self.state)

    # -- who stands where --------------------------------------------------------------------------

    @cached_property
    def powers(self) -> dict[str, float]:
        """The power of each own block on the map."""
        types = self.setup.types
        return {b.id: power(types[b.id], b) for b in blocks_of(self.setup, self.state, self.side)}

    @cached_property
    def own(self) -> dict[str, float]:
        """The power of the own blocks, by area."""
        found: dict[str, float] = {}
        blocks = self.state.blocks
        for uid, much in self.powers.items():
            at = blocks[uid].at
            found[at] = found.get(at, 0.0) + much
        return found

    @cached_property
    def count(self) -> dict[str, int]:
        """How many own blocks stand in each area."""
        found: dict[str, int] = {}
        for uid in self.powers:
            at = self.state.blocks[uid].at
            found[at] = found.get(at, 0) + 1
        return found

    @cached_property
    def _unseen(self) -> tuple[frozenset[str], Fighter, float]:
        """The enemy's hidden blocks, what one of them is like on the average, and its power.

        Which blocks are hidden and how many steps they have lost together everybody can know.
        """
        setup, blocks = self.setup, self.state.blocks
        seat = setup.seat_of(self.side)
        hidden = [
            uid
            for uid, block in blocks.items()
            if setup.types[uid].side == self.enemy
            and (block.at not in BOXES or block.at == ELIMINATED)
            and not sees(setup, self.state, seat, uid)
        ]
        kinds = sorted((setup.types[uid] for uid in hidden), key=lambda kind: kind.id)
        troops = [kind for kind in kinds if not kind.is_hq] or kinds
        if not kinds:
            return frozenset(), Fighter(2, (1.0,), 1.0, FOOT, 1.0), 0.0
        lost = sum(
            blocks[uid].step
            for uid in hidden
            if blocks[uid].at not in BOXES and not setup.types[uid].is_hq
        )
        fresh = 1 - lost / max(1, sum(len(kind.ladder) for kind in troops))
        fresh = 1.0 if self.log else fresh
        dice = sum(kind.ladder[0] for kind in troops) / len(troops) * fresh * policy()["front"]
        number = sum(kind.number for kind in troops) / len(troops)
        steps = tuple(dice * (EACH - n) / EACH for n in range(EACH))
        worth = sum(fighter(kind, Block(kind.id, ""), "clear").worth for kind in kinds) / len(kinds)
        mean = sum(power(kind, Block(kind.id, "")) for kind in kinds) / len(kinds) * fresh
        return frozenset(hidden), Fighter(2, steps, number, FOOT, worth), mean

    @cached_property
    def foe(self) -> dict[str, float]:
        """The power of the enemy, by area; a hidden block counts as the average of all of them."""
        hidden, _, mean = self._unseen
        types, found = self.setup.types, dict[str, float]()
        for block in blocks_of(self.setup, self.state, self.enemy):
            much = mean if block.id in hidden else power(types[block.id], block)
            found[block.at] = found.get(block.at, 0.0) + much
        return found

    def foes(self, at: str, joins: Mapping[str, int] | None = None) -> tuple[Fighter, ...]:
        """Return the enemies in an area as they would fight, the hidden ones at their average."""
        hidden, mean, _ = self._unseen
        terrain, joins = self.setup.ground.areas[at].terrain, joins or {}
        found, unseen = [], []
        for uid in self.state.areas.get(at, ()):
            kind = self.setup.types[uid]
            if kind.side == self.enemy and uid in hidden:
                unseen.append(mean._replace(joins=joins.get(uid, 1)))
            elif kind.side == self.enemy:
                found.append(fighter(kind, self.state.blocks[uid], terrain, joins.get(uid, 1)))
        if unseen:
            found += self._worn(at, sorted(unseen))
        return tuple(sorted(found))

    def _worn(self, at: str, unseen: list[Fighter]) -> list[Fighter]:
        """Take the steps off hidden enemies that they are known to have lost where they stand."""
        for n in range(int(self.worn.get(at, 0.0))):
            one = unseen[n % len(unseen)]
            if len(one.steps) > 1:
                unseen[n % len(unseen)] = one._replace(steps=one.steps[1:])
        return unseen

    @cached_property
    def worn(self) -> dict[str, float]:
        """How many steps the enemy is known to have lost in each area."""
        return worn(self.log, self.setup.seat_of(self.side))

    def average(self) -> Fighter:
        """Return what a hidden enemy is like."""
        return self._unseen[1]

    # -- where to ----------------------------------------------------------------------------------

    @cached_property
    def redoubts(self) -> tuple[str, ...]:
        """The areas with redoubts, to Russians on a day that decides nothing those before their line alone.

        [9.3] In the Campaign redoubts count as they are held at the end: the outwork is not worth an army.
        """
        early = self.setup.day(self.state.day) is not self.setup.days[-1]
        left = FRENCH if early and self.side == RUSSIAN else None
        areas = self.setup.ground.areas.values()
        return tuple(area.id for area in areas if area.redoubt and (not left or area.line != left))

    @cached_property
    def goals(self) -> tuple[tuple[str, int], ...]:
        """What is to be taken, or held, each with the areas that its difficulty counts for.

        To Russians it is the redoubts that the enemy comes near to.
        """
        if self.side == RUSSIAN:
            alarm = policy()["alarm"]
            near = _away(self.net, tuple((at, 0) for at in self.foe))
            close = [at for at in self.redoubts if near.get(at, FAR) <= alarm]
            return tuple((at, 0) for at in close or self.redoubts)
        wanted = [at for at in self.redoubts if at not in self.own or at in self.foe]
        hard = {at: self._hard(at) for at in wanted or self.redoubts}
        main = min(hard, key=lambda at: (hard[at] + self._march(at), at), default="")
        other = round(policy()["focus"])
        return tuple((at, much + (0 if at == main else other)) for at, much in hard.items())

    def _march(self, at: str) -> float:
        """Return how far the own power is from an area on the average."""
        far, whole = _away(self.net, ((at, 0),)), sum(self.own.values())
        return sum(
            much * far.get(there, FAR) for there, much in self.own.items() if there in far
        ) / max(0.1, whole)

    def _hard(self, at: str) -> int:
        """Return how hard a redoubt is to take, in areas: by who stands in it and who can help."""
        w = policy()
        return round(w["hard"] * (self.foe.get(at, 0.0) + w["relief"] * self.threat(at)))

    @cached_property
    def away(self) -> dict[str, int]:
        """How many areas each area lies from the nearest goal, less what the easiest one counts for."""
        return _away(self.net, self.goals)

    @cached_property
    def fronts(self) -> dict[str, float]:
        """What it is worth to be the first who comes to a border of the goal: how many it lets in."""
        goals, found = self.goals, dict[str, float]()
        easy = min((hard for _, hard in goals), default=0)
        for at, hard in goals:
            if hard == easy and at in self.foe:
                for there in self.net.open[at]:
                    if there not in self.foe:
                        found[there] = policy()["border"] * self.net.limits[there, at]
        return found

    def threat(self, at: str) -> float:
        """Return the power of the enemy next to an area, most of which could attack at once."""
        found = self._threat.get(at)
        if found is None:
            foe = self.foe
            found = sum([foe[there] for there in self.net.open.get(at, ()) if there in foe])
            self._threat[at] = found
        return found

    def room(self, at: str) -> int:
        """Return how many more own blocks an area takes."""
        return self.limits[at] - self.count.get(at, 0)

    def mates(self, uid: str, at: str) -> int:
        """Return how many blocks of its corps stand in an area."""
        block, types = self.state.blocks[uid], self.setup.types
        corps = block.attached or types[uid].corps
        key = (corps, at)
        found = self._mates.get(key)
        if found is None:
            blocks = self.state.blocks
            found = sum(
                (blocks[one].attached or types[one].corps) == corps and types[one].side == self.side
                for one in self.state.areas.get(at, ())
            )
            self._mates[key] = found
        return found - (block.at == at)

    # -- how the game stands ----------------------------------------------------------------------

    @cached_property
    def urgent(self) -> bool:
        """Whether the last turns have come and the side has not won yet, as far as it can count.

        Of eliminated blocks it counts how many they are, for what hidden ones were worth it may not know.
        """
        setup, state = self.setup, self.state
        day = setup.day(state.day)
        if day is not setup.days[-1] or len(day.hours) - state.turn >= policy()["last_turns"]:
            return False
        mine, theirs = (
            len(eliminated(setup, state, other)) * (1 if side == FRENCH else 2)
            + len([at for at in self.redoubts if holder(setup, state, at) == side])
            * (2 if side == FRENCH else 1)
            for side, other in ((self.side, self.enemy), (self.enemy, self.side))
        )
        return mine < theirs + (self.side == FRENCH)

    @cached_property
    def last_turn(self) -> bool:
        """[8.1.when] Whether points are counted after this turn: a step that is lost counts nothing any more."""
        day = self.setup.day(self.state.day)
        return day is self.setup.days[-1] and self.state.turn >= len(day.hours)

    @cached_property
    def last_word(self) -> bool:
        """Whether this is the last Action Phase of all: nobody attacks any more who stands next to an area."""
        return self.last_turn and self.second

    @property
    def desperate(self) -> bool:
        """Whether all is lost as it stands and this is the last turn to do anything about it."""
        return self.last_turn and self.urgent

    # -- how good it is to be somewhere ------------------------------------------------------------

    def stand(self, uid: str, at: str, joining: float = 0.0) -> float:
        """Return how good it is for a block to stand in an area without enemies.

        `joining`: the power of others that could come there as well this turn.
        """
        if at in BOXES:
            return -9.0
        kind, w = self.setup.types[uid], policy()
        mine = self.own.get(at, 0.0)
        if self.state.blocks[uid].at == at:
            mine -= self.powers.get(uid, 0.0)
        if kind.is_hq:
            return self._chief(uid, at, mine)
        area, strong = self.setup.ground.areas[at], self._power_of(uid)
        eager = w["slow"] + (1 - w["slow"]) * min(1.0, strong)
        value = -w["pull"] * eager * self.away.get(at, FAR)
        value += w["together"] * min(4, self.mates(uid, at))
        if area.terrain != "clear" and kind.is_cavalry and not kind.is_cossack:
            value -= w["rough"]
        if self.threat(at) and not self.last_word:
            if kind.is_artillery and mine <= 0 and joining <= strong:
                value -= w["bare_guns"]
            value -= self._danger(at, mine + max(strong, w["joining"] * joining))
        if at in self.fronts and not mine:
            value += self.fronts[at]
        if self.dusk:
            value += self._supply(at)
        return value + (w["redoubt"] if at in self.redoubts else 0.0)

    @cached_property
    def dusk(self) -> float:
        """[7.34.attrition] How much supply counts now: all at 8 PM, less the hour before, else nothing."""
        left = until_dusk(self.setup, self.state)
        return (1.0, policy()["dusk"])[left] if left in (0, 1) else 0.0

    @cached_property
    def fed(self) -> Fed:
        """Who is in supply where."""
        return Fed(self.setup, self.state, self.side)

    def _supply(self, at: str) -> float:
        """[7.34.attrition] Return what the supply of an area, or the enemy's cut there, is worth before the night."""
        w, fed = policy(), self.fed
        hungry = w["starve"] if at not in fed.own else 0.0
        return self.dusk * (w["cut"] * fed.starves(at) - hungry)

    def _danger(self, at: str, held: float) -> float:
        """Return what the enemy next to an area takes from its worth, if so much power holds it."""
        w, threat = policy(), self.threat(at)
        if self.side == RUSSIAN and self.setup.ground.areas[at].redoubt:
            held *= w["redoubt_defence"]
        if threat <= w["danger_odds"] * held:
            return 0.0
        much = min(2.0, threat / max(0.5, held) - w["danger_odds"] + 0.5)
        return much * (w["danger_late"] if self.urgent else w["danger"])

    def _power_of(self, uid: str) -> float:
        """Return the power of an own block, on the map or about to come."""
        found = self.powers.get(uid)
        return power(self.setup.types[uid], self.state.blocks[uid]) if found is None else found

    def _chief(self, uid: str, at: str, mine: float) -> float:
        """An HQ wants its men in its range, the front before it, and others beside it."""
        w, kind, threat = policy(), self.setup.types[uid], self.threat(at)
        value = w["chief_pull"] * -self.away.get(at, FAR) + min(2.0, w["chief_among"] * mine)
        value += w["chief_men"] * self._men_near(kind, at)
        if self.dusk:
            value += self._supply(at)
        if threat and not self.last_word:
            value -= w["chief_danger"] if threat > mine else w["chief_front"]
        return value

    def _men_near(self, kind: BlockType, at: str) -> float:
        """Return how many of its corps an HQ would have in its range, 8 at most."""
        men = self._men["" if kind.weight == "army" else kind.corps]
        inside = _inside(self.net, at, kind.reach)
        return min(8, sum([many for there, many in men.items() if there in inside]))

    @cached_property
    def _men(self) -> dict[str, Counter[str]]:
        """How many blocks besides HQs stand in each area: of each corps, and of all ("")."""
        found: dict[str, Counter[str]] = defaultdict(Counter)
        blocks, types = self.state.blocks, self.setup.types
        for uid in self.powers:
            kind = types[uid]
            if not kind.is_hq:
                block = blocks[uid]
                found[""][block.at] += 1
                found[block.attached or kind.corps][block.at] += 1
        return found

    def leaves(self, uid: str) -> float:
        """Return what is lost by a block's going away: a redoubt, or an HQ left alone."""
        block, kind, w = self.state.blocks[uid], self.setup.types[uid], policy()
        if block.at in BOXES:
            return 0.0
        redoubt = block.at in self.redoubts
        if redoubt and self.count.get(block.at, 0) < 2:
            return w["abandon"]
        if kind.is_hq or self.last_word:
            return 0.0
        left = self.own.get(block.at, 0.0) - self.powers.get(uid, 0.0)
        near = self.threat(block.at)
        bare = left <= 0 if not near else left * w["cover"] < near
        if not bare:
            return 0.0
        chief = any(
            self.setup.types[one].is_hq and self.setup.types[one].side == self.side
            for one in self.state.areas.get(block.at, ())
        )
        return w["abandon"] if redoubt or chief else 0.0

    def staying(self, uid: str) -> float:
        """Return what a block gives up by going: how good it is where it stands, and what it leaves."""
        found = self._here.get(uid)
        if found is None:
            here = self.state.blocks[uid].at
            stay = self.stand(uid, here) if here not in self.foe else policy()["stuck"]
            found = stay + self.leaves(uid) - (policy()["rotate"] if uid in self.spare else 0.0)
            found -= policy()["crowd"] if self.room(here) < 0 else 0.0
            found -= policy()["way"] if here in self.jams else 0.0
            self._here[uid] = found
        return found

    @cached_property
    def jams(self) -> frozenset[str]:
        """The full areas next to the enemy that others wait behind: who goes on, or aside, lets them come up."""
        full = (at for at in self.count if self.room(at) <= 0 and at not in self.foe)
        return frozenset(at for at in full if self.threat(at) and self._awaited(at))

    def _awaited(self, at: str) -> bool:
        """Whether own troops stand next to an area that are farther from what is to be taken or held."""
        far, away = self.away.get(at, FAR), self.away
        return any(
            self.own.get(b, 0.0) > 0 and b not in self.foe and away.get(b, FAR) > far
            for b in self.net.open[at]
        )

    @cached_property
    def spare(self) -> frozenset[str]:
        """Who had better make room at the front for a battery that waits behind."""
        found = set[str]()
        for at, much in self.count.items():
            if much >= self.limits[at] and at not in self.foe and self.threat(at):
                uids = [u for u in self.state.areas[at] if not self.setup.types[u].is_hq]
                if uids and self._waits(at) and not any(map(self._gun, uids)):
                    found.add(min(uids, key=lambda uid: (self.powers[uid], uid)))
        return frozenset(found)

    def _gun(self, uid: str) -> bool:
        return self.setup.types[uid].is_artillery

    def _waits(self, at: str) -> bool:
        """Whether a battery that cannot fire where it stands could come into an area."""
        state = self.state
        return any(
            uid in self.powers and self._gun(uid) and not self.threat(there)
            for there in self.net.steps[HEAVY][at]
            for uid in state.areas.get(there, ())
        )

    def gain(self, uid: str, at: str, joining: float = 0.0) -> float:
        """Return what a block gains by going to an area where no enemy stands."""
        if self.room(at) <= 0:
            return -10.0
        return self.stand(uid, at, joining) - self.staying(uid)

    @property
    def second(self) -> bool:
        """Whether the side acts after the other in this turn."""
        return self.state.first != self.side


def _inside(net: Ways, at: str, reach: int) -> frozenset[str]:
    """Return an area and those up to so many steps from it."""
    return _INSIDE.of((net, at, reach), lambda: frozenset((at, *net.within(at, reach))))


def _away(net: Ways, goals: tuple[tuple[str, int], ...]) -> dict[str, int]:
    """Return how many moves each area lies from the nearest goal, over what can be crossed."""
    return _AWAY.of((net, goals), lambda: _steps(net, goals))


def _steps(net: Ways, goals: tuple[tuple[str, int], ...]) -> dict[str, int]:
    easy = min((hard for _, hard in goals), default=0)
    late: dict[int, list[str]] = {}
    for at, hard in goals:
        late.setdefault(hard - easy, []).append(at)
    found: dict[str, int] = {}
    front: list[str] = []
    step = 0
    while front or late:
        front += [at for at in late.pop(step, ()) if at not in found]
        found.update(dict.fromkeys(front, step))
        front = list(dict.fromkeys(b for a in front for b in net.open[a] if b not in found))
        step += 1
    return found
