"""[6] What a battle would come to on the average: played through once without dice, in a tenth of a millisecond."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from grognard.engines.columbia.battle.firing import pursuit_bonus, square_row, terrain_change
from grognard.engines.columbia.state import Block, BlockType
from grognard.engines.columbia.victory.victory import worth as points_for

LAST = 4
"""[6.3.rounds] The round in which attackers retreat."""
FACES = 6
SQUARE_LOSS = 0.5
"""[6.63.retreat] Steps that a retreat from square costs on the average."""
FOOT, HORSE, GUNS, CHIEF = "foot", "horse", "guns", "chief"


class Fighter(NamedTuple):
    """A block in a battle, as far as its outcome hangs on it.

    `letter` is 0 for A; `steps` are the strengths left, the present one first; `number` what a die
    may show; `chases` what round 4 adds to it (6.73.bonus); `joins` the round in which it joins; `acted` whether it has
    had its turn in the first round looked at; `charges` whether it uses the bayonet in that round, `squared` whether it is in square then;
    `goes` whether it leaves in its next turn.
    """

    letter: int
    steps: tuple[float, ...]
    number: float
    arm: str
    worth: float
    chases: int = 0
    joins: int = 1
    acted: bool = False
    charges: bool = False
    squared: bool = False
    goes: bool = False


class Field(NamedTuple):
    """Where a battle is, and how far it has got: `works` hits cost a defender a step (6.51.hits)."""

    works: int = 1
    village: bool = False
    round: int = 1


class Outcome(NamedTuple):
    """What a battle comes to: VP and steps lost by each side, and the share of the field left to the attacker."""

    attacker_lost: float
    defender_lost: float
    attacker_steps: float
    defender_steps: float
    taken: float


Side: TypeAlias = "list[_Man]"


class _Man:
    """A fighter while the battle is played through."""

    __slots__ = ("at", "dice", "gone", "is_", "joins", "last", "number", "steps")

    def __init__(self, fighter: Fighter) -> None:
        self.is_, self.steps, self.at, self.gone = fighter, fighter.steps, 0, False
        self.joins, self.number = fighter.joins, fighter.number
        self.dice, self.last = fighter.steps[0], len(fighter.steps) == 1

    def weaken(self) -> None:
        """Lose a step that is not the last."""
        self.at += 1
        self.dice, self.last = self.steps[self.at], self.at + 1 == len(self.steps)


def fighter(kind: BlockType, block: Block, terrain: str, joins: int = 1) -> Fighter:
    """Return how a block would fight on some ground."""
    found = _fighter(kind, block.step, terrain)
    return found if joins == 1 else found._replace(joins=joins)


@lru_cache(maxsize=4096)
def _fighter(kind: BlockType, step: int, terrain: str) -> Fighter:
    arm = FOOT if kind.is_infantry else HORSE if kind.is_cavalry else GUNS
    arm = CHIEF if kind.is_hq else arm
    silent = terrain == "swamp" and kind.is_artillery
    return Fighter(
        "ABC".index(kind.letter.upper()),
        tuple(map(float, kind.ladder[step:])),
        0.0 if silent else float(kind.number + terrain_change(terrain, kind)),
        arm,
        float(points_for(kind)[0]),
        pursuit_bonus("cossack" if kind.is_cossack else "cavalry") if kind.is_cavalry else 0,
    )


class Clash:
    """A battle that is played through: everybody stays and fires, but who is about to fall, or has lost, leaves.

    Hits are what the dice give on the average; what is not yet a whole hit is kept.
    """

    def __init__(
        self,
        attackers: Iterable[Fighter],
        defenders: Iterable[Fighter],
        field: Field,
        luck: float = 1.0,
    ) -> None:
        self.sides: tuple[Side, Side] = (
            [_Man(one) for one in defenders],
            [_Man(one) for one in attackers],
        )
        self.field = field
        self.luck = (1 / luck, luck)
        self.half = [0.0, 0.0]
        self.lost = [0.0, 0.0]
        self.worn = [0.0, 0.0]
        self.works = (float(field.works), 1.0)

    def result(self) -> Outcome:
        """Play it through to its end."""
        over = False
        for number in range(self.field.round, LAST + 1):
            hopeless = number == LAST or (number == LAST - 1 and self._hopeless(number))
            over = self._round(number, hopeless=hopeless)
            if over:
                break
        held = any(not man.gone for man in self.sides[1])
        taken = 1.0 if held and not self._standing(0, LAST) else 0.0
        return Outcome(self.lost[1], self.lost[0], self.worn[1], self.worn[0], taken)

    def _round(self, number: int, *, hopeless: bool) -> bool:
        first = number == self.field.round
        for letter in range(3):
            for side in (0, 1):
                for man in self.sides[side]:
                    one = man.is_
                    if man.gone or one.letter != letter or one.joins > number:
                        continue
                    if first and one.acted:
                        continue
                    if (side == 1 and hopeless) or self._flees(man, side, number):
                        self._leave(man, side, SQUARE_LOSS if first and one.squared else 0.0)
                    else:
                        self._fire(man, side, number)
                    if not self._standing(1 - side, LAST):
                        return True
        return False

    def _standing(self, side: int, number: int) -> list[_Man]:
        return [man for man in self.sides[side] if not man.gone and man.joins <= number]

    def _power(self, side: int, number: int) -> float:
        return sum([man.dice * man.number for man in self._standing(side, number)])

    def _hopeless(self, number: int) -> bool:
        """Whether the attackers cannot clear the field in one more round."""
        hits = self._power(1, number) / FACES
        left = sum(len(man.steps) - man.at for man in self._standing(0, number))
        return hits < left * self.works[0]

    def _flees(self, man: _Man, side: int, number: int) -> bool:
        """Whether a block on its last step would rather go."""
        if man.is_.arm == GUNS and number == 1:
            return False
        if man.is_.goes or not man.last:
            return man.is_.goes
        return self._power(side, number) < self._power(1 - side, number)

    def _leave(self, man: _Man, side: int, part: float) -> None:
        """Have a block go; what was not yet a whole hit may have been one, on the strongest."""
        able = self._standing(side, LAST)
        if man is max(able, key=lambda m: m.dice):
            part, self.half[side] = min(1.0, part + self.half[side]), 0.0
        if part:
            self.worn[side] += part
            self.lost[side] += part * man.is_.worth if man.last else 0.0
        man.gone = True

    def _fire(self, man: _Man, side: int, number: int) -> None:
        one, foes = man.is_, self._standing(1 - side, number)
        if not foes:
            return
        need, first = one.number, number == self.field.round
        if side == 1 and self.field.village and number == one.joins:
            need -= 1
        if number == LAST and side == 0:
            need += one.chases
        if first and one.squared:
            need -= 1
        if first and foes[0].is_.squared and one.arm != FOOT:
            need = (
                need + square_row("artillery_at_square")[1] if one.arm == GUNS else min(need, 1.0)
            )
        if first and one.charges:
            need += 1
            self._strike(side, man.dice / FACES, man)
        self._strike(1 - side, man.dice * max(0.0, min(FACES, need)) / FACES)

    def _strike(self, side: int, hits: float, only: _Man | None = None) -> None:
        """Give hits to a side: each to the strongest block that fights."""
        self.half[side] += hits * self.luck[1 - side] / self.works[side]
        while self.half[side] >= 1:
            able = [man for man in self.sides[side] if not man.gone and man.is_.joins <= LAST]
            if not able:
                return
            struck = only if only is not None and not only.gone else max(able, key=lambda m: m.dice)
            self.half[side] -= 1
            self.worn[side] += 1
            if struck.last:
                struck.gone = True
                self.lost[side] += struck.is_.worth
            else:
                struck.weaken()


LUCK = ((0.25, 0.7), (0.5, 1.0), (0.25, 1.4))
"""How likely it is that an attacker's dice do so much better than the average, and the defender's worse."""


def clash(attackers: tuple[Fighter, ...], defenders: tuple[Fighter, ...], field: Field) -> Outcome:
    """Return what a battle comes to, by good and by bad luck."""
    found = [(part, Clash(attackers, defenders, field, luck).result()) for part, luck in LUCK]
    return Outcome(
        *(sum(part * one[n] for part, one in found) for n in range(len(Outcome._fields)))
    )
