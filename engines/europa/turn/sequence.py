"""[5.1] The sequence of play. A cursor is its phase and its step: supply.trains."""

from __future__ import annotations

from grognard.engines.core.data.text import all_of, named, text
from grognard.engines.core.play.turn import Step, Turn
from grognard.engines.europa.advanced import events, politics
from grognard.engines.europa.advanced.quarters import QUARTERS, quarters_step
from grognard.engines.europa.advanced.recovery import recovery_step
from grognard.engines.europa.advanced.reserve import reserve_step
from grognard.engines.europa.combat import steps as combat
from grognard.engines.europa.combat.commands import receive
from grognard.engines.europa.combat.fight import FIGHT
from grognard.engines.europa.cossacks.steps import raids_step
from grognard.engines.europa.deployment import steps as deployment
from grognard.engines.europa.field.position import is_winter
from grognard.engines.europa.hidden.heights import begin_heights, heights_step
from grognard.engines.europa.movement import steps as movement
from grognard.engines.europa.rally import steps as rally
from grognard.engines.europa.reinforcements import steps as reinforcements
from grognard.engines.europa.setup import Board
from grognard.engines.europa.staff import steps as staff
from grognard.engines.europa.supply import trains as supply
from grognard.engines.europa.supply.check import check_step, clear_turn
from grognard.engines.europa.tables import number
from grognard.engines.europa.turn.muster import note_muster
from grognard.engines.europa.victory import verdict


def begin_turn(table: Board) -> None:
    """[5.1] [14.3] A new turn begins."""
    turn = table.state.turn + 1
    clear_turn(table)
    table.update(turn=turn, done=(), deciding="")
    rules = ["5.1", "5.2", "5.3", "14.3"]
    if is_winter(table.setup, table.state):
        rules.append("1.1.winter")
    elif turn >= number("winter_from"):
        rules.append("16.13.nowinter")
    if turn == 1:
        _open_campaign(table)
    table.log("phase", text("Turn {turn} begins.", turn=turn), *rules)
    note_muster(table)


def _open_campaign(table: Board) -> None:
    """[16.0] [9.3.cities] The campaign begins, and the log tells by which of the Advanced Rules.

    A capital that the French hold from the beginning was not taken in a turn before.
    """
    info, setup = table.setup.info, table.setup
    held = verdict.capitals_held(setup, table.state)
    table.update(capitals=held, capitals_before=held)
    used = [named("term", o.title) for o in info.options if o.rule and setup.option(o.id)]
    words = text("{campaign} begins.", campaign=named("term", info.title))
    if used:
        words = text(
            "{campaign} begins, with: {rules}.",
            campaign=named("term", info.title),
            rules=all_of(used),
        )
    table.log("phase", words, "16.0", "14.1.order")


SETUP: Step[Board] = Step(
    "setup",
    text("Set-up"),
    "14.1.order",
    steps=(
        Step(
            "setup.russian",
            text("Set-up of the Russians"),
            "14.1.russian",
            deployment.deploy_russians,
        ),
        Step(
            "setup.russian_depots",
            text("Depots of the Russians"),
            "14.1.russian-depots",
            deployment.russian_depots,
        ),
        Step("setup.french", text("Set-up of the French"), "14.1.french", deployment.deploy_french),
        Step(
            "setup.french_depots",
            text("Depots of the French"),
            "14.1.french-depots",
            deployment.french_depots,
        ),
    ),
)
START: Step[Board] = Step(
    "start",
    text("Start of the turn"),
    "9.2",
    box=text("Start"),
    steps=(
        Step("start.commands", rule="9.2", play=receive),
        Step(
            "start.politics",
            rule="16.11",
            play=politics.politics_step,
            cites=("16.9.declare",),
        ),
        Step("start.cards", rule="16.1.draw", play=events.cards_step, enter=events.begin_cards),
        Step("start.heights", rule="15.1", play=heights_step, enter=begin_heights),
    ),
)
GENERAL: Step[Board] = Step(
    "general",
    text("General Supply and Attrition"),
    "6.1",
    box=text("General Supply"),
    steps=(
        Step("general.check", rule="6.5", play=check_step, cites=("6.3", "6.4.a")),
        Step("general.reserve", rule="16.7.losses", play=reserve_step, cites=("6.7",)),
    ),
)
SUPPLY: Step[Board] = Step(
    "supply",
    text("Supply"),
    "7.2",
    enter=supply.begin_supply,
    box=text("Supply"),
    steps=(
        Step("supply.convert", text("Supply: Depots converted"), "7.1", supply.convert_step),
        Step("supply.balance", rule="7.2", play=supply.balance_step, cites=("7.2.negative",)),
        Step(
            "supply.trains",
            text("Supply: placing Supply Trains"),
            "7.4",
            supply.place_step,
            cites=("7.3", "7.5"),
        ),
        Step(
            "supply.depots",
            text("Supply: establishing Depots"),
            "7.6",
            supply.establish_step,
            supply.begin_depots,
            cites=("7.7",),
        ),
    ),
)
RALLY: Step[Board] = Step(
    "rally",
    text("Rally and Movement"),
    "8.1",
    box=text("Rally and Movement"),
    steps=(
        Step("rally.rally", text("Rally"), "8.1", rally.rally_step, rally.begin_rally),
        Step(
            "movement.move",
            text("Movement"),
            "8.2",
            movement.move_step,
            movement.begin_movement,
            cites=("8.5", "8.6"),
        ),
        Step("movement.end", rule="8.7", play=movement.end_movement),
    ),
)
COMBAT: Step[Board] = Step(
    "combat",
    text("Combat"),
    "10.1",
    box=text("Combat"),
    steps=(
        Step(
            "combat.attacks",
            rule="10.7",
            play=combat.attacks_step,
            enter=combat.begin_attacks,
            inner=FIGHT,
            cites=("9.4",),
        ),
    ),
)
STAFF: Step[Board] = Step(
    "commanders",
    text("Commander Movement"),
    "12.1",
    box=text("Commanders"),
    steps=(
        Step("commanders.move", rule="12.2", play=staff.move_step, enter=staff.begin_commanders),
    ),
)
AUTUMN: Step[Board] = Step(
    "autumn",
    text("Cossacks and Reinforcements"),
    "13.1",
    box=text("Cossacks and Reinforcements"),
    steps=(
        Step("cossacks.raids", rule="13.1", play=raids_step),
        Step(
            "reinforcements.place",
            text("Reinforcements"),
            "13.2",
            reinforcements.arrive_step,
            reinforcements.begin_reinforcements,
            cites=("13.3.where", "13.3.limits"),
        ),
    ),
)
END: Step[Board] = Step(
    "end",
    text("End of the turn"),
    "5.2",
    steps=(
        Step("end.cards", rule="16.1.timing", play=events.end_cards),
        Step("end.recovery", rule="16.13.r-1813", play=recovery_step),
        Step("end.verdict", rule="14.4", play=verdict.end_step, cites=("14.7",)),
        Step(
            "end.quarters",
            text("Winter quarters"),
            "16.13.trigger",
            quarters_step,
            inner=QUARTERS,
        ),
    ),
)
TURN: Turn[Board] = Turn(
    text("Sequence of play"),
    SETUP,
    Step(
        "turn",
        text("Turn"),
        "5.1",
        enter=begin_turn,
        then="turn",
        steps=(START, GENERAL, SUPPLY, RALLY, COMBAT, STAFF, AUTUMN, END),
    ),
)
