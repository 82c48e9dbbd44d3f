"""The engine against the rulebook written a second time, over positions made by chance."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engines.columbia.battle.firing import fire_of, why_not_bayonet, why_not_fire
from grognard.engines.columbia.battle.retreat import retreats
from grognard.engines.columbia.command.command import in_command
from grognard.engines.columbia.field.border_ways import mobility
from grognard.engines.columbia.field.position import strength
from grognard.engines.columbia.field.situation import Situation
from grognard.engines.columbia.map.crossing import limit, passable
from grognard.engines.columbia.state import Battle, Block, BlockType, Entry, State
from grognard.engines.columbia.supply.supply import lines
from grognard.engines.core.data.frozen import evolve
from tests.engines.columbia.drive import scenario
from tests.engines.columbia.reference import Entered, Field, Shot, chart, fire

SETUP = scenario("borodino")
FEW, MANY = 40, 2000
SEEDS = [
    range(FEW),
    *(pytest.param(range(n, n + FEW), marks=pytest.mark.soak) for n in range(FEW, MANY, FEW)),
]
SIDES = ("french", "russian")
BRIDGES = sorted(k for k, b in SETUP.ground.borders.items() if b.crossing == "bridge")


def other(side: str) -> str:
    """The other side."""
    return SIDES[side == SIDES[0]]


class Chance:
    """A position made by chance: blocks in half the map, some met by enemies that came over a border."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = rng = Random(f"reference {seed}")
        self.first = rng.choice(SIDES)
        self.gone = frozenset(key for key in BRIDGES if rng.random() < 0.3)
        ground = SETUP.ground
        within = rng.sample(sorted(ground.areas), rng.randint(12, 40))
        self.areas: dict[str, tuple[str, ...]] = {}
        blocks = {}
        for uid, kind in SETUP.types.items():
            at = rng.choice(within) if rng.random() < 0.7 else "absent"
            blocks[uid] = Block(uid, at, rng.randrange(len(kind.ladder)))
            if at != "absent":
                self.areas[at] = (*self.areas.get(at, ()), uid)
        self.reference = Field(
            {at: [SETUP.types[u].side for u in uids] for at, uids in self.areas.items()}, self.gone
        )
        entries = tuple(self.entries(blocks))
        burnt = tuple(key for key in BRIDGES if key in self.gone)
        crossed = {key: rng.randint(1, 3) for key in ground.borders if rng.random() < 0.15}
        self.state = State(
            blocks,
            self.areas,
            first=self.first,
            active=other(self.first),
            burnt=burnt,
            built=tuple(k for k, b in ground.borders.items() if b.optional_bridge),
            entries=entries,
            crossed=crossed,
        )
        self.reference.entered = [Entered(e.side, e.border, e.at) for e in entries]
        self.reference.crossed = crossed

    def entries(self, blocks: dict[str, Block]) -> list[Entry]:
        """Player 1 has come into each contested area; of Player 2 some came after him."""
        found = []
        for at in self.contested():
            ways = [
                key for there, key in self.reference.neighbours(at) if self.reference.passable(key)
            ]
            for uid in self.areas[at]:
                side = SETUP.types[uid].side
                if side == self.first:
                    found.append(Entry(uid, side, self.rng.choice(ways), at))
        return found

    def contested(self) -> list[str]:
        """The areas with blocks of both sides."""
        return [at for at in self.areas if self.reference.holder(at) == "contested"]


@pytest.mark.parametrize("seeds", SEEDS)
def test_borders_let_through_what_the_chart_says(seeds: range) -> None:
    for chance in map(Chance, seeds):
        for key, border in SETUP.ground.borders.items():
            open_ = chance.reference.passable(key)
            assert passable(SETUP.ground, chance.state, border.a, border.b) == open_, (
                chance.seed,
                key,
            )
            for into in (border.a, border.b):
                if open_:
                    found = limit(SETUP.ground, chance.state, key, into)
                    assert found == chance.reference.limit(key, into), (chance.seed, key, into)


@pytest.mark.parametrize("seeds", SEEDS)
def test_blocks_go_where_the_rules_let_them(seeds: range) -> None:
    for chance in map(Chance, seeds):
        for side in SIDES:
            where = Situation(SETUP, chance.state, side)
            for at, uids in chance.areas.items():
                for uid in uids:
                    kind = SETUP.types[uid]
                    if kind.side == side:
                        found = set(where.dests((at, mobility(kind))))
                        assert found == chance.reference.moves(kind, at, chance.first), (
                            chance.seed,
                            uid,
                            at,
                        )


@pytest.mark.parametrize("seeds", SEEDS)
def test_hqs_command_as_far_as_the_rules_say(seeds: range) -> None:
    for chance in map(Chance, seeds):
        for uid, kind in SETUP.types.items():
            at = chance.state.blocks[uid].at
            if kind.is_hq and at != "absent":
                found = set(in_command(SETUP, chance.state, uid))
                assert found == chance.reference.commanded(kind, at), (chance.seed, uid, at)


@pytest.mark.parametrize("seeds", SEEDS)
def test_sources_supply_whom_the_rules_say(seeds: range) -> None:
    for chance in map(Chance, seeds):
        for side in SIDES:
            found = {s: set(a) for s, a in lines(SETUP, chance.state, side).reach.items()}
            assert found == chance.reference.supplied(side), (chance.seed, side)


@pytest.mark.parametrize("seeds", SEEDS)
def test_blocks_retreat_where_the_rules_let_them(seeds: range) -> None:
    for chance in map(Chance, seeds):
        for at in chance.contested():
            attacker, round_ = chance.first, chance.rng.randint(1, 4)
            state = fought(chance, Battle(at, attacker, round=round_, step="turns"))
            for uid in chance.areas[at]:
                kind = SETUP.types[uid]
                found = set(retreats(SETUP, state, uid))
                assert found == chance.reference.retreats(kind, at, attacker, round_), (
                    chance.seed,
                    uid,
                    at,
                )


@pytest.mark.parametrize("seeds", SEEDS)
def test_blocks_fire_as_the_rules_say(seeds: range) -> None:
    for chance in map(Chance, seeds):
        for at in chance.contested():
            battle = melee(chance, at)
            for uid in chance.areas[at]:
                for target in ("", "square", "open"):
                    for bayonet in (False, True):
                        compare(chance, battle, uid, target, bayonet=bayonet)


def fought(chance: Chance, battle: Battle) -> State:
    """The position in a battle."""
    return evolve(chance.state, battle=battle)


def melee(chance: Chance, at: str) -> Battle:
    """A battle with squares, shelter and surprise by chance."""
    rng, here, types = chance.rng, chance.areas[at], SETUP.types
    infantry = [uid for uid in here if types[uid].is_infantry]
    even = terrain_allows(at)
    squares = tuple(uid for uid in infantry if even and rng.random() < 0.5)
    others = [uid for uid in here if not types[uid].is_infantry]
    pairs: list[tuple[str, str]] = []
    for square in squares:
        able = [
            uid
            for uid in others
            if types[uid].side == types[square].side and uid not in dict(pairs).values()
        ]
        if able and rng.random() < 0.6:
            pairs.append((square, rng.choice(able)))
    return Battle(
        at,
        chance.first,
        round=rng.randint(1, 4),
        step="turns",
        squares=squares,
        sheltered=tuple(pairs),
        bonus=tuple(uid for uid in here if rng.random() < 0.2),
    )


def terrain_allows(at: str) -> bool:
    """[6.6] Squares are not formed in woods and swamp."""
    return not {"woods", "swamp"} & set(chart()["areas"][at]["terrain"])


def compare(chance: Chance, battle: Battle, uid: str, target: str, *, bayonet: bool) -> None:
    """Compare one fire with what the rules say."""
    state = fought(chance, battle)
    kind: BlockType = SETUP.types[uid]
    enemies = [other_ for other_ in state.areas[battle.at] if SETUP.types[other_].side != kind.side]
    inside = {*battle.squares, *dict(battle.sheltered).values()}
    squared = [enemy in inside for enemy in enemies]
    mixed = any(squared) and not all(squared) and not kind.is_infantry
    why = why_not_bayonet(SETUP, state, uid) if bayonet else why_not_fire(SETUP, state, uid, target)
    legal = (target in ("square", "open")) == mixed
    if bayonet:
        legal = not target and kind.is_infantry and uid not in battle.squares
        if target:
            return
    attacks = kind.side == battle.attacker
    if not legal or (battle.round == 4 and attacks):
        assert why is not None, (chance.seed, uid, target, bayonet)
        return
    shot = Shot(
        kind,
        strength(kind, state.blocks[uid]),
        battle.at,
        attacks,
        fresh=battle.round == 1,
        square=uid in battle.squares,
        sheltered=uid in dict(battle.sheltered).values(),
        at_square=not kind.is_infantry and (target == "square" if mixed else all(squared)),
        pursuit=battle.round == 4,
        flank=uid in battle.bonus,
        bayonet=bayonet,
    )
    dice, number = fire(shot)
    assert (why is None) == (dice > 0), (chance.seed, shot, why)
    if dice:
        found = fire_of(SETUP, state, uid, target, bayonet=bayonet)
        assert (found.dice, found.firepower) == (dice, number), (chance.seed, shot)
