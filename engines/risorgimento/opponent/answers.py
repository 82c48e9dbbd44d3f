"""The captain's answers: one side attacks the places it wants, the other defends them.

He measures, as `premeasure` lets him; he is the yardstick of the tables, too.
What he does is what the rules and any handbook of the time would have him do: guns first, fire
before the bayonet, the bayonet where the odds allow it, friends up beside who is in a melee,
cavalry kept for those who stand open to it, reserves to where the enemy is, lost places retaken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from grognard.engines.core.board.tabletop import Floats, Pose, bearing, sweep_leg
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import number_of, word_of, words_of
from grognard.engines.risorgimento.field.contact import contacts
from grognard.engines.risorgimento.field.footprint import base, enemies, friends, on_table
from grognard.engines.risorgimento.fire.fire_phases import own_fires
from grognard.engines.risorgimento.ground import sectors
from grognard.engines.risorgimento.morale.retreats import column_move, home, on_board
from grognard.engines.risorgimento.movement.mover import Mover
from grognard.engines.risorgimento.opponent.chiefs import Chief
from grognard.engines.risorgimento.opponent.generalship import General
from grognard.engines.risorgimento.opponent.horse import may_arrive
from grognard.engines.risorgimento.opponent.judgement import Said, prospects
from grognard.engines.risorgimento.opponent.marching import Marches
from grognard.engines.risorgimento.opponent.policy import figure, whole
from grognard.engines.risorgimento.opponent.volleys import Fires, dear
from grognard.engines.risorgimento.ride.charge_path import read_ride
from grognard.engines.risorgimento.setup import Setup
from grognard.engines.risorgimento.sight.sight import FIRE, GUNS
from grognard.engines.risorgimento.state import State

WORTH_A_SHOT = whole("worth_a_shot")
WORTH_ANOTHER = whole("worth_another")
WORTH_THE_RISK = whole("worth_the_risk")


@dataclass
class Answers:
    """Answers every Ask of both sides. `posture` is attack or defend for each side."""

    setup: Setup
    posture: Mapping[str, str]
    rng: Random
    marches: Marches = field(init=False)
    coming: dict[tuple[int, str, str], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        generals = {
            side: General(self.setup, side, posture == "attack")
            for side, posture in self.posture.items()
        }
        self.marches = Marches(self.setup, generals, self.rng)

    def answer(self, ask: Ask, state: State) -> Said:
        """Return the choice for an Ask in a position."""
        handler = getattr(self, f"on_{ask.kind}", None)
        if handler is None:
            return self._drawn(ask)
        choice = handler(ask, state)
        if choice is not None and choice in ask.choices:
            return choice
        return PASS if PASS in ask.choices else self._drawn(ask)

    def _drawn(self, ask: Ask) -> Said:
        """Draw a choice by lot: one number of `rng`, however many that takes."""
        return ask.choices.sample(Random(self.rng.random()))

    # -- fire ----------------------------------------------------------------------------------

    def on_fire(self, ask: Ask, state: State) -> Said:
        """The order that adds most to those given."""
        phase = GUNS if ask.kind == "artillery_fire" else FIRE
        side = next(seat.side for seat in self.setup.info.seats if seat.id == ask.seat)
        fires = Fires(self.setup, state, ask.choices, own_fires(self.setup, state, side), phase)
        return max(fires.choices, key=fires.gain)

    on_artillery_fire = on_fire

    def on_opportunity_fire(self, ask: Ask, state: State) -> Said:
        shots: dict[str, Any] = ask.choices.shots  # type: ignore[attr-defined]
        mover = str(ask.choices.mover)  # type: ignore[attr-defined]
        value = {uid: shot.value * dear(self.setup, state, mover) for uid, shot in shots.items()}
        again = {uid: n for uid, n in value.items() if state.units[uid].fired}
        if not value:
            return "wait"
        best = max(again or value, key=value.__getitem__)
        if again and value[best] < WORTH_ANOTHER:
            best = max(value, key=value.__getitem__)
        if value[best] >= (WORTH_ANOTHER if best in again else WORTH_A_SHOT):
            return {"pieces": [best], "at": mover}
        return "wait"

    # -- cavalry -------------------------------------------------------------------------------

    def on_charge_note(self, ask: Ask, state: State) -> Said:
        """Cavalry is sent at those who stand open to it."""
        best: Choice = PASS
        gain = 0.0
        for choice in ask.choices:
            if choice == PASS:
                continue
            rider, target = words_of(choice, "pieces")[0], word_of(choice, "at")
            if not self.marches.rides_to(state, rider, target):
                continue
            found = self.marches.charges(state, rider, target)
            if found > gain:
                best, gain = choice, found
        return best

    def on_react_cavalry(self, ask: Ask, state: State) -> Said:
        target = ask.subject[0]
        for rider in ask.choices:
            if rider not in state.units or target not in state.units:
                continue
            rides = self.marches.rides_to(state, rider, target)
            if rides and self.marches.charges(state, rider, target) > 0.0:
                return rider
        return PASS

    def on_react_square(self, ask: Ask, state: State) -> Said:
        """In square before a charge that may come to him; else he stands, and is free to move."""
        target, rider = ask.subject[:2]
        return "square" if self._comes(state, rider, target) else "stand"

    def _comes(self, state: State, rider: str, target: str) -> bool:
        """Whether a charge may come to its target, as it looked when that was first asked.

        Once it comes on, who cannot imagine a world does not know what it has ridden.
        """
        one = (state.turn, rider, target)
        if one not in self.coming:
            self.coming[one] = may_arrive(self.setup, state, rider, target)
        return self.coming[one]

    def on_react_artillery(self, ask: Ask, state: State) -> Said:
        """Away from horse that may come to him, but neither off the table nor through friends, whom that would carry along."""
        uid, rider = ask.subject[:2]
        pose, back = state.units[uid].pose, home(self.setup, uid)
        if pose is None:
            return "evade"
        if not self._comes(state, rider, uid):
            return "stand"
        end = pose.moved(figure("room_behind") * column_move(self.setup, uid), back)
        stand, mates = base(self.setup, state.units[uid]), friends(self.setup, state, uid)
        way = sweep_leg(stand, stand.at(pose.moved(column_move(self.setup, uid), back)))
        free = not len(mates) or not len(mates.tree.query(way, predicate="intersects"))
        return "evade" if free and on_board(self.setup, end) else "stand"

    on_react_light = on_react_artillery

    def on_guns_fire(self, ask: Ask, state: State) -> Said:
        return "fire"

    def on_recall(self, ask: Ask, state: State) -> Said:
        """Onto the bayonets only where that may go well."""
        rider, foe = ask.subject[:2]
        gain = prospects(self.setup, state, rider, foe, state.units[rider].formation).gain
        return "go_on" if gain > 0.0 else "recall"

    def on_react_zoc(self, ask: Ask, state: State) -> Said:
        """At infantry that comes too near if that looks good, else out of its fire."""
        rider, foe = ask.subject[:2]
        if "charge" in ask.choices and self.marches.charges(state, rider, foe) > 0.0:
            return "charge"
        return next((one for one in ask.choices if str(one).startswith("retire:")), "stand")

    def on_next_charge(self, ask: Ask, state: State) -> Said:
        """The charge that promises most goes first."""
        notes = dict(state.notes)

        def gain(rider: str) -> float:
            formation = state.units[rider].formation
            return prospects(self.setup, state, rider, notes[rider], formation).gain

        return max((one for one in ask.choices if one in notes), key=gain, default=None)

    def on_charge_path(self, ask: Ask, state: State) -> Said:
        """Straight at it: the first way of the list."""
        return next(iter(ask.choices))

    def on_charge_return(self, ask: Ask, state: State) -> Said:
        """As far back as it may, to come to order out of the fire."""
        return max(ask.choices, key=number_of)

    def on_advance(self, ask: Ask, state: State) -> Said:
        """Horse in hand turns back to its own, away from whoever is near."""
        foes = enemies(self.setup, state, self.setup.types[ask.subject[0]].side)
        pose = state.units[ask.subject[0]].pose
        if pose is None or not len(foes):
            return PASS
        best: tuple[float, Said] = (
            float(_gaps(foes.centres, pose).min()) + figure("rides_off"),
            PASS,
        )
        for choice in ask.choices:
            if choice == PASS:
                continue
            turn, run = read_ride(choice) or (0, 0)
            way = pose.turned(turn / 100)
            gap = float(_gaps(foes.centres, way.moved(run / 1000, way.heading)).min())
            if gap > best[0]:
                best = (gap, choice)
        return best[1]

    on_recall_move = on_advance

    def on_rally_facing(self, ask: Ask, state: State) -> Said:
        """Towards the nearest enemy."""
        unit = state.units[ask.subject[0]]
        foes = enemies(self.setup, state, self.setup.types[unit.id].side)
        if unit.pose is None or not len(foes):
            return None
        near = foes.items[int(_gaps(foes.centres, unit.pose).argmin())]
        return round(bearing(unit.pose.centre, near.centre) * 100) % 36000

    def on_village_retreat(self, ask: Ask, state: State) -> Said:
        """To the place that is farthest from the enemy."""
        foes = enemies(self.setup, state, self.setup.types[ask.subject[0]].side)

        def far(choice: Said) -> float:
            name, slot = str(choice).split("/")
            place = sectors.sector(self.setup, name)
            return (
                0.0
                if place is None
                else float(_gaps(foes.centres, sectors.slot_pose(place, slot)).min())
            )

        return max(ask.choices, key=far) if len(foes) else None

    # -- moves ---------------------------------------------------------------------------------

    def on_bonus(self, ask: Ask, state: State) -> Said:
        return self.on_formation(ask, state)

    def on_formation(self, ask: Ask, state: State) -> Said:
        """Horse and guns before the foot, that nobody is in another's way; then who is nearest."""

        def rank(name: str) -> tuple[bool, float]:
            own = [uid for uid in self.setup.formations[name] if on_table(state.units[uid])]
            foot = any(self.setup.types[uid].arm == "infantry" for uid in own)
            return (foot, min((self._gap(state, uid) for uid in own), default=999.0))

        names = [str(name) for name in ask.choices if name in self.setup.formations]
        return min(names, key=rank) if names else next(iter(ask.choices))

    def on_unit(self, ask: Ask, state: State) -> Said:
        """Horse and guns, then who is nearest to the enemy, commanders last.

        Guns for which there may be room in a village wait for its garrison.
        """
        units = [uid for uid in ask.choices if uid in state.units]
        if not units:
            return next(iter(ask.choices))

        def rank(uid: str) -> tuple[int, float]:
            after = 2 * self.marches.waits(state, uid)
            return (after or int(self.setup.types[uid].arm == "infantry"), self._gap(state, uid))

        return min(units, key=rank)

    def _gap(self, state: State, uid: str) -> float:
        mover = Mover(self.setup, state, uid)
        return float(mover.foes.distances(mover.stand).min()) if len(mover.foes) else 999.0

    def on_zoc_option(self, ask: Ask, state: State) -> Said:
        return self.marches.in_zoc(state, list(ask.choices))

    def on_withdraw(self, ask: Ask, state: State) -> Said:
        """Out of a melee in the open that goes badly, rather than be driven out of it."""
        uid = ask.subject[0]
        foes = contacts(self.setup, state).get(uid, ())
        if not foes or state.units[uid].sector:
            return PASS
        formation = state.units[uid].formation
        gain = max(prospects(self.setup, state, uid, foe, formation).gain for foe in foes)
        return "withdraw" if gain < -figure("hopeless") else PASS

    def on_manoeuvre(self, ask: Ask, state: State) -> Said:
        uid = state.mover
        if uid not in state.units:
            return Chief(self.setup, state, uid).order()
        return self.marches.order(state, uid)

    # -- melee ---------------------------------------------------------------------------------

    def on_village_hold(self, ask: Ask, state: State) -> Said:
        """A battalion that has suffered, or lost heart, leaves; a good one pays for its place, the last of a garrison sooner."""
        uid = ask.subject[0]
        unit, kind = state.units[uid], self.setup.types[uid]
        mates = sectors.garrison(state, unit.sector).values()
        foot = any(self.setup.types[mate].arm == "infantry" and mate != uid for mate in mates)
        sound = (
            unit.halves >= figure("holds_on") * kind.halves and unit.vm - 2 >= kind.vm // 2 + foot
        )
        return "hold" if sound else "leave"

    def on_melee_turn(self, ask: Ask, state: State) -> Said:
        return "turn"


def _gaps(centres: Floats, pose: Pose) -> Floats:
    """How far some places are from a pose, in cm."""
    found: Floats = np.hypot(*(centres - pose.centre).T)
    return found
