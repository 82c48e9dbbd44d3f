"""Why a question passes a piece by, by its kind (and the arm of the piece), and what a place lacks."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.passing import Passing

PASSED_BY: Passing = {
    "activate_command": (
        "sch.activate",
        text("{piece} belongs to no command that may be roused now."),
    ),
    "stack_order": (
        "6.24",
        text(
            "{piece} shares its hex with no other active unit, or stands in an enemy ZOC: its order in the stack stays."
        ),
    ),
    "fire": (
        "8.1",
        text("{piece} does not fire now: guns of the active group do, and each one once."),
    ),
    "fire:infantry": ("8.1", text("{piece} is infantry: only artillery fires.")),
    "fire:cavalry": ("8.1", text("{piece} is cavalry: only artillery fires.")),
    "fire:leader": ("2.4", text("{piece} is a commander, and no combat unit: he does not fire.")),
    "fire_hexside": (
        "tec.fire",
        text(
            "This is not about {piece}: the target's owner chooses the hexside that the shot crosses."
        ),
    ),
    "counter_battery": (
        "8.7",
        text("{piece} was not fired at, or cannot reach the guns that fired: it does not answer."),
    ),
    "counter_battery:infantry": (
        "8.7",
        text("{piece} is infantry: only guns answer the fire of guns."),
    ),
    "counter_battery:cavalry": (
        "8.7",
        text("{piece} is cavalry: only guns answer the fire of guns."),
    ),
    "move_piece": (
        "5.11",
        text("{piece} is not in the group that is active, or has moved: it does not move now."),
    ),
    "route": ("7.31", text("{piece} waits: one unit completes its move before another sets out.")),
    "movement_type": (
        "7.13.one",
        text("{piece} is not of the command that is asked how it moves."),
    ),
    "reinforcement_orders": (
        "7.42",
        text("{piece} is on the map: only arriving reinforcements are asked about."),
    ),
    "leave_square": ("9.85.leave", text("{piece} is not in the Square that may be left now.")),
    "reaction_retreat": (
        "7.39",
        text("{piece} has no enemy infantry stepping into its ZOC: it does not react."),
    ),
    "declare_shock": (
        "9.21.who",
        text("{piece} has no enemy that it may attack, is not active, or is Disordered."),
    ),
    "declare_shock:artillery": (
        "9.25",
        text("{piece} is artillery: guns take no part in a Shock as attackers."),
    ),
    "declare_shock:leader": (
        "2.4",
        text("{piece} is a commander, and no combat unit: he does not attack."),
    ),
    "cavalry_against_infantry": (
        "9.86.inf",
        text("{piece} is not the cavalry that infantry attacks."),
    ),
    "retreat_before_shock": (
        "9.31",
        text("{piece} is not attacked now, or may not draw back before a Shock."),
    ),
    "advance_optional": ("9.72", text("{piece} has not attacked the hex that was given up.")),
    "command_drm": ("9.42.command", text("{piece} does not roll for Commitment now.")),
    "reaction_fire": (
        "8.6",
        text("{piece} has no attacker in its front, or is no battery in the hex that is attacked."),
    ),
    "shock_order": ("9.1", text("{piece} is in none of the Shocks that are left to resolve.")),
    "counter_shock": (
        "9.73.counter",
        text("{piece} has not beaten off the Shock that was just fought."),
    ),
    "form_square": ("9.85", text("{piece} is not the infantry under this Charge.")),
    "counter_charge": ("9.86", text("{piece} is not the cavalry under this Charge.")),
    "recall": ("9.82", text("{piece} is not the cavalry that may be recalled.")),
    "terrain_drm": (
        "9.53",
        text("This is not about {piece}: choose one of the terrain modifiers of the attack."),
    ),
    "retreat": ("9.62", text("{piece} does not have to retreat now.")),
    "advance_hex": ("9.71", text("{piece} has not cleared the hex that is advanced into.")),
    "advance_tie": ("9.71.tie", text("{piece} is not of the stacks that may advance.")),
    "advance_facing": ("9.71", text("{piece} does not advance now: the stack that does may turn.")),
    "breakthrough": ("9.73.break", text("{piece} has not advanced after this Shock.")),
    "pursuit": ("9.87", text("{piece} is not the cavalry that pursues.")),
    "rally": (
        "10.1.elig",
        text(
            "{piece} is not Disordered, or has moved, turned, fired or fought in this activation, or has an enemy adjacent."
        ),
    ),
    "reface": ("10.1", text("{piece} has not just Rallied: it keeps its facing.")),
    "recovery_place": ("10.3", text("{piece} is on the map: a Recovered unit is placed now.")),
    "setup_leader": (
        "setup.facing",
        text("{piece} has its place: only the commander is placed now."),
    ),
    "deploy": ("setup.facing", text("{piece} has no other place to go in this set-up.")),
    "flank_turn": (
        "bor.14.declare",
        text("{piece} is asked about when the turn of the Flanking Manoeuvre is chosen."),
    ),
    "flank_units": ("bor.14.declare", text("{piece} may not be sent on the Flanking Manoeuvre.")),
    "orders_delay": (
        "5.29",
        text("This is not about {piece}: choose when the roll for new Orders is made."),
    ),
    "kutuzov_army": ("bor.1.options", text("This is not about {piece}: choose an army.")),
    "orders_assign": ("5.21", text("{piece} gets its Orders with its command: choose a command.")),
    "orders_murat": (
        "bor.2.transmit",
        text("{piece} is not of a cavalry command that Murat may order now."),
    ),
    "orders_split": ("5.24.split", text("{piece} is not of the command that has split.")),
    "orders_merge": ("5.24.merge", text("{piece} is not of the commands that have merged.")),
    "barrage_am": ("5.35", text("This is not about {piece}: decide about the Barrage marker.")),
    "first_am": (
        "5.41",
        text("{piece} is activated with its whole group: choose the marker of a group."),
    ),
    "individual_orders": (
        "5.28.attempt",
        text("{piece} is not of the command that tries for Individual Orders."),
    ),
    "destruction": (
        "bor.5.am",
        text("This is not about {piece}: choose a village or a bridge."),
    ),
    "destruction_exit": ("bor.5.village", text("{piece} is not in the village that burns.")),
    "flank_recall": ("bor.14.enter", text("{piece} is not of the Flanking Command.")),
    "flank_entry": ("bor.14.enter", text("{piece} is not of the Flanking Command.")),
    "reserve_order": ("4.0.order", text("This is not about {piece}: decide who acts first.")),
    "leader_order": ("4.0.order", text("This is not about {piece}: decide who acts first.")),
    "reserve": ("5.52", text("{piece} is of no command that may be activated as a reserve.")),
    "leader_move": (
        "5.62",
        text("{piece} does not move now: only Overall Commanders do in this phase."),
    ),
    "leader_displaced": (
        "5.63",
        text("{piece} is not the closest unit that the commander may join."),
    ),
}

CLOSED: Passing = {
    "counter_shock.targets": (
        "9.73.counter",
        text("{place} holds no enemy that the stack may attack from there."),
    ),
    "reaction_fire": (
        "8.6",
        text("No attacker that this gun may fire at stands in {place}."),
    ),
    "counter_charge": ("9.86", text("No Charge that may be met comes from {place}.")),
    "leader_displaced": ("5.63", text("No unit nearest to the commander stands in {place}.")),
    "terrain_drm": ("9.53", text("No attack on this hex comes from {place}.")),
    "counter_shock": (
        "9.73.counter",
        text("{place} was not left by an attacker whom this stack beat off."),
    ),
    "advance_hex": (
        "9.71",
        text("{place} was not emptied by this Shock: one advances into a hex that it cleared."),
    ),
    "advance_facing": (
        "9.71",
        text("{place} is not the hex that was entered: only the facing there is chosen."),
    ),
    "advance_facing:facing": ("9.71", text("That facing is not possible in {place}.")),
}
