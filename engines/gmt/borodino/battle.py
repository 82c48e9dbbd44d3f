"""[3.0] The battle of 7 September: Orders, Initiative, activations, reserves, morale, commanders."""

from __future__ import annotations

from grognard.engines.core.data.frozen import evolve
from grognard.engines.core.data.text import text
from grognard.engines.core.play.turn import Step, Turn
from grognard.engines.core.show.asks import Procedure
from grognard.engines.gmt.activation.individual_orders import individual_step
from grognard.engines.gmt.activation.reserve import end_reserve, order_of_play, reserve_step, to_act
from grognard.engines.gmt.borodino.destruction import destruction_step
from grognard.engines.gmt.borodino.flanking import departures, flank_step, plan_step
from grognard.engines.gmt.borodino.victory import verdict
from grognard.engines.gmt.day import BARRAGE, DESTRUCTION, FLANKING
from grognard.engines.gmt.field.features import standing
from grognard.engines.gmt.fire.barrage import barrage_step
from grognard.engines.gmt.morale.phase import group_morale
from grognard.engines.gmt.movement.extended import end_window
from grognard.engines.gmt.movement.overstack import still_loose
from grognard.engines.gmt.orders.initiative import (
    draw_step,
    first_am_step,
    initiative_step,
    special_ams_step,
)
from grognard.engines.gmt.orders.ordering import assign_step, begin_turn, delay_step, remember
from grognard.engines.gmt.orders.overall import overall_step, watched
from grognard.engines.gmt.setup import Board
from grognard.engines.gmt.turn.deployment import deployments
from grognard.engines.gmt.turn.sequence import activation


class GreatBattle(Turn[Board]):
    """[3.0] [bor.5] [5.63] A turn over changing ground, whose commanders are watched step by step."""

    def play(self, table: Board) -> Procedure[None]:
        """[3.0] [bor.length] Set up, then twelve turns of phases A to F."""
        base = table.setup
        while True:
            table.setup = standing(base, table.state.features)
            yield from watched(table, self._watched_step(table))

    def _watched_step(self, table: Board) -> Procedure[None]:
        """[5.63] What commanders are watched through as one: a step, or all of a Shock phase."""
        shock = self.within(table.state, "shock")
        yield from self.play_step(table)
        while shock and self.within(table.state, "shock"):
            yield from self.play_step(table)


def am_played(table: Board) -> str | None:
    """[5.43] What an AM has its owner do; None where none is played."""
    am = table.state.day.am
    if am == DESTRUCTION:
        return "destruction"
    if am.startswith(BARRAGE):
        return "barrage"
    if am.startswith(FLANKING):
        return "flank"
    return "individual" if am else None


def after_draw(table: Board) -> str:
    """[5.44] Once the Pool is empty the Reserve Phase begins."""
    return am_played(table) or "reserves"


def after_flank(table: Board) -> str:
    """[bor.14.enter] The Flanking Command acts where it has come in."""
    return "activation" if table.state.day.am else "draw"


def close_activation(table: Board) -> str:
    """[5.44] [5.28.success] The AM is set aside; Individual Orders end with the activation."""
    end_window(table)
    if table.state.reserve_activation:
        end_reserve(table)
        return "reserve"
    remember(table, am="", tried=())
    table.update(began={}, done=(), orders={})
    return "draw"


def after_reserve(table: Board) -> str | None:
    """[5.51] The command that was chosen acts; then the other side has its turn."""
    if table.state.reserve_activation:
        return "activation"
    return "reserve" if to_act(table) else None


def after_morale(table: Board) -> None:
    """[5.62] What the Reserve Phase left is forgotten before commanders move."""
    table.update(done=(), orders={})


def after_commander(table: Board) -> str | None:
    """[5.62] The Overall Commander of the other side moves after the first."""
    return "overall" if to_act(table) else None


def end_turn(table: Board) -> None:
    """[bor.length] [bor.14.leave] The next turn, or after the last one the verdict."""
    departures(table)
    table.update(day=evolve(table.state.day, loose=still_loose(table.setup, table.state)))
    if table.state.turn >= table.setup.turns:
        table.end(verdict(table.setup, table.state))
    table.update(turn=table.state.turn + 1)


SETUP = Step(
    "setup",
    part=text("Set-up"),
    rule="setup.facing",
    steps=(
        *deployments(),
        Step("setup.flank", text("Plan of a Flanking Manoeuvre"), "bor.14.declare", plan_step),
    ),
)
ORDERS = Step(
    "orders",
    text("Orders"),
    "5.21",
    box=text("Orders"),
    steps=(
        Step("orders.delay", text("Orders: Delay"), "5.29", delay_step),
        Step("orders.assign", text("Orders: commands are put Under Orders"), "5.21", assign_step),
    ),
)
INITIATIVE = Step(
    "initiatives",
    part=text("Initiative"),
    rule="4.0.roll",
    box=text("Initiative"),
    steps=(
        Step("initiative", text("Initiative"), "4.0.roll", initiative_step),
        Step(
            "special_ams",
            text("Activation Markers of the Artillery Barrage"),
            "5.35",
            special_ams_step,
        ),
        Step(
            "first_am",
            text("The first Activation Marker"),
            "4.0.choice",
            first_am_step,
            then=am_played,
        ),
    ),
)
ACTIVATIONS = Step(
    "activations",
    text("Activations"),
    "5.42",
    box=text("Activations"),
    steps=(
        Step("draw", text("An Activation Marker is drawn"), "5.42", draw_step, then=after_draw),
        Step(
            "individual",
            text("Individual Orders"),
            "5.28.attempt",
            individual_step,
            then="activation",
        ),
        Step("barrage", text("Artillery Barrage"), "8.2.barrage", barrage_step, then="draw"),
        Step("destruction", text("Destruction"), "bor.5.am", destruction_step, then="draw"),
        Step("flank", text("Flanking Command"), "bor.14.enter", flank_step, then=after_flank),
        activation(close_activation),
    ),
)
RESERVES = Step(
    "reserves",
    part=text("Reserve"),
    rule="5.51",
    box=text("Reserve"),
    steps=(
        Step(
            "reserve.order",
            text("Reserve: who goes first"),
            "5.51",
            lambda table: order_of_play(table, "reserve_order", "5.51"),
        ),
        Step("reserve", text("Reserve"), "5.51", reserve_step, then=after_reserve),
    ),
)
COMMANDERS = Step(
    "commanders",
    part=text("Commanders"),
    rule="5.62",
    box=text("Commanders"),
    steps=(
        Step(
            "overall.order",
            text("Commanders: who goes first"),
            "5.62",
            lambda table: order_of_play(table, "leader_order", "5.62"),
        ),
        Step("overall", text("Commanders move"), "5.62", overall_step, then=after_commander),
        Step("end", text("End of the turn"), "bor.length", end_turn),
    ),
)
BORODINO = GreatBattle(
    text("The turn at Borodino"),
    SETUP,
    Step(
        "turn",
        part=text("Twelve turns"),
        rule="3.0",
        enter=begin_turn,
        then="turn",
        steps=(ORDERS, INITIATIVE, ACTIVATIONS, RESERVES, group_morale(after_morale), COMMANDERS),
    ),
)
"""[3.0] [bor.length] Set-up, then turns of phases A to F; `State.phase` names the step."""
