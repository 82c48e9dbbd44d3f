"""[8.2.hidden] What a seat may count of the victory points before the scenario ends."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engines.columbia.field.fog_of_war import sees
from grognard.engines.columbia.field.position import eliminated, enemy_of
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import Side, State
from grognard.engines.columbia.victory.victory import redoubts_of, score, worth


@dataclass(frozen=True, slots=True)
class Points:
    """[8.1.when] The VP of a side: `sure` are known, `unseen` enemy blocks fell with hidden faces."""

    sure: int
    unseen: int
    redoubts: tuple[str, ...]
    rules: tuple[str, ...]


def known_points(setup: Setup, state: State, seat: str | None, side: Side) -> Points:
    """[8.1.when] Count the VP of a side as far as a seat knows which blocks its enemy has lost."""
    fallen = eliminated(setup, state, enemy_of(side))
    seen = [uid for uid in fallen if sees(setup, state, seat, uid)]
    count = score(setup, state, side)
    losses = [worth(setup.types[uid]) for uid in seen]
    rules = ("8.5", *dict.fromkeys(rule for _, rule in losses), *(("8.opt.bid",) * bool(count.bid)))
    sure = count.redoubts + count.bid + sum(vp for vp, _ in losses)
    held = redoubts_of(setup, state, side)
    return Points(sure, len(fallen) - len(seen), held, rules)
