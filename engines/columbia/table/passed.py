"""Why a question passes a piece by, by its kind (and the arm of the piece), and what a place lacks."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.passing import Passing

PASSED_BY: Passing = {
    "bid": (
        "8.opt.bid",
        text("This is not about {piece}: offer points for the choice of sides."),
    ),
    "attach": (
        "9.2.attach",
        text("{piece} keeps its corps: only the 1st and 3rd Divisions may be put under another."),
    ),
    "set_up": ("1.2.units", text("{piece} has no other place to go in this set-up.")),
    "redeploy": ("9.3.russian", text("{piece} is not of a corps whose HQ was shifted.")),
    "arrive": (
        "9.1.arrive",
        text("{piece} is on the map: a corps that has not arrived is placed now."),
    ),
    "pin": (
        "5.5.choice",
        text("{piece} is in another area: the pinned blocks of one area are chosen."),
    ),
    "activate_hq": ("5.2.activate", text("{piece} is no HQ: only HQs are activated.")),
    "activate_hq:leader": (
        "5.2.activate",
        text("{piece} cannot be activated: it is at strength 0, pinned, or active already."),
    ),
    "command_role": (
        "6.93.dual",
        text("{piece} is not the HQ that commands both a corps and an army."),
    ),
    "bombard": ("5.3.who", text("{piece} has no order to bombard, or nothing to fire at.")),
    "bombard:infantry": ("5.3.who", text("{piece} is infantry: only artillery bombards.")),
    "bombard:cavalry": ("5.3.who", text("{piece} is cavalry: only artillery bombards.")),
    "bombard:leader": ("5.3.who", text("{piece} is an HQ: only artillery bombards.")),
    "bombard_loss": (
        "5.3.hits",
        text("{piece} is not one of the strongest blocks in the area that was hit."),
    ),
    "hit": (
        "6.5.strongest",
        text("{piece} is not one of the strongest blocks that the hit may fall on."),
    ),
    "move": (
        "5.4.who",
        text("{piece} has no order of an active HQ, has moved, has bombarded, or is pinned."),
    ),
    "move_hq": (
        "5.2.after",
        text("{piece} does not move now: HQs whose orders are carried out do."),
    ),
    "move_hq:leader": (
        "5.2.after",
        text("{piece} was not activated in this turn: only active HQs move at its end."),
    ),
    "straggle": (
        "5.7.who",
        text("{piece} may not move as a straggler: it has moved, is pinned, or has nowhere to go."),
    ),
    "displace": ("3.31.when", text("{piece} is in an area that holds no more than it may.")),
    "displaced": ("3.31.when", text("{piece} is in an area that holds no more than it may.")),
    "main_attack": (
        "flank.main",
        text("This is not about {piece}: choose the border of the Main Attack."),
    ),
    "battle_next": (
        "6.2.order",
        text("This is not about {piece}: choose the area of the next battle."),
    ),
    "square": ("6.6.form", text("{piece} is not infantry in the battle that is fought.")),
    "shelter": (
        "6.61.shelter",
        text(
            "{piece} may not shelter in this square: it is infantry, stronger than the square, or in another battle."
        ),
    ),
    "battle_turn": ("6.31.turn", text("{piece} does not have its battle turn now.")),
    "regroup": (
        "6.8.who",
        text("{piece} has not fought in the battle that was won, or has regrouped."),
    ),
    "supply_spend": (
        "7.2.cost",
        text(
            "{piece} cannot be restored: it is at full strength, out of supply, or in an area where a step was restored before."
        ),
    ),
    "supply_capture": (
        "7.33.capture",
        text(
            "{piece} cannot be restored: it is at full strength, out of supply, or in an area where a step was restored before."
        ),
    ),
    "burn_bridge": ("7.4.burn", text("This is not about {piece}: choose a bridge.")),
    "redeploy_hq": ("9.3.russian", text("{piece} is no HQ that may be shifted on 6 September.")),
}

CLOSED: Passing = {
    "main_attack": (
        "flank.main",
        text("{place} is an area: choose a border for the Main Attack."),
    ),
    "battle_next": ("6.2.order", text("No battle is left to fight in {place}.")),
    "displaced": ("6.75.penalty", text("{place} is not next to the full area.")),
    "burn_bridge": ("7.4.burn", text("{place} is an area: choose a bridge between two areas.")),
}
