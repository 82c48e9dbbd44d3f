"""Why a question passes a piece by, by its kind (and the arm of the piece), and what a place lacks."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.passing import Passing

PASSED_BY: Passing = {
    "deploy": ("setup.forces", text("{piece} has no other place to go in this set-up.")),
    "arrival": ("setup.forces", text("{piece} is on the map: a group that arrives is placed now.")),
    "first_order": (
        "command.first_turn.assign",
        text("{piece} gets its order with its group: choose the group's counter."),
    ),
    "courier": (
        "command.dispatch",
        text(
            "{piece} gets no courier now: couriers ride to group commanders and guns in the radius of the commander-in-chief."
        ),
    ),
    "reveal_courier": (
        "command.execute.sequence",
        text("{piece} is not of a group with a courier."),
    ),
    "cc_move": (
        "cmd.cc.move",
        text("{piece} does not move now: only the commander-in-chief does."),
    ),
    "discard": ("cards.discard", text("This is not about {piece}: choose cards to discard.")),
    "next_group": (
        "command.initiative",
        text("{piece} is of a group whose initiative has not come, or that has acted."),
    ),
    "formation": (
        "formchange.who",
        text("{piece} is not of the acting group, or may not change its formation."),
    ),
    "change": ("formchange.who", text("{piece} is not the unit whose formation changes.")),
    "recall": ("recall.instead", text("{piece} is not the cavalry that is recalled.")),
    "flight": ("result.rout.move", text("{piece} does not run now: the unit that routs does.")),
    "ugc_move": (
        "cmd.ugc.move",
        text("{piece} does not move now: the commander of the acting group does."),
    ),
    "rifles_move": ("opt.rifles.move", text("{piece} does not move now: the Rifles do.")),
    "withdraw": ("opt.withdraw.basic", text("{piece} is not the cavalry that may withdraw.")),
    "movement": (
        "move.basic",
        text("{piece} is not of the acting group, is out of command, or may not move."),
    ),
    "move": ("move.basic", text("{piece} waits: another unit of the group moves.")),
    "escort": (
        "cmd.cc.accompany",
        text("{piece} is not in the hex that is left: only commanders there may go along."),
    ),
    "exit": ("result.rout.off_map", text("{piece} is not the unit that may leave the map.")),
    "fire": ("fire.who", text("{piece} is not of the acting group, has acted, or has no target.")),
    "fire:cavalry": (
        "fire.who",
        text("{piece} is cavalry: only infantry and unlimbered artillery fire."),
    ),
    "fire:leader": (
        "fire.who",
        text("{piece} is a commander: only infantry and unlimbered artillery fire."),
    ),
    "melee": (
        "melee.who",
        text("{piece} is not of the acting group, or has no enemy in its ZOC that it may attack."),
    ),
    "melee:artillery": (
        "melee.who",
        text("{piece} is artillery: only infantry and cavalry attack in melee."),
    ),
    "melee:leader": (
        "melee.who",
        text("{piece} is a commander: only infantry and cavalry attack in melee."),
    ),
    "charge": (
        "charge.who",
        text(
            "{piece} may not charge: it has no Attack order, is out of command, disordered, or of another group."
        ),
    ),
    "charge:infantry": ("charge.who", text("{piece} is infantry: only cavalry charges.")),
    "charge:artillery": ("charge.who", text("{piece} is artillery: only cavalry charges.")),
    "charge:leader": ("charge.who", text("{piece} is a commander: only cavalry charges.")),
    "charge_move": ("charge.advance", text("{piece} has not declared the charge that is ridden.")),
    "charge_target": (
        "charge.target",
        text("{piece} has not declared the charge that chooses its target."),
    ),
    "mass_charge": (
        "opt.mass_charge.declare",
        text("{piece} is not beside the cavalry that may charge as a mass."),
    ),
    "mass_move": ("opt.mass_charge.move", text("{piece} has no part in the mass charge.")),
    "square": (
        "charge.square",
        text("{piece} is not infantry that sees the charge, or it has tried before."),
    ),
    "artillery": (
        "charge.artillery_reaction",
        text("{piece} is no battery that is charged from the front."),
    ),
    "shelter": (
        "opt.rifles.target",
        text("This is not about {piece}: choose who takes the loss."),
    ),
    "advance_fire": ("fire.advance", text("{piece} may not advance after this fire.")),
    "advance_melee": ("melee.advance", text("{piece} may not advance after this melee.")),
    "loss": ("result.remove.infantry", text("{piece} has not suffered the loss.")),
    "successor": (
        "cmd.cc.elimination",
        text("{piece} cannot follow the commander-in-chief: only a group commander does."),
    ),
    "replacement": (
        "cmd.replacement.placement",
        text("{piece} is not of the group whose commander fell."),
    ),
    "charge_successor": ("charge.artillery_reaction", text("{piece} has no part in the charge.")),
    "rally": (
        "rally.who",
        text("{piece} is not routed, or no commander who may still rally reaches and sees it."),
    ),
    "cc_order": (
        "command.ccmove.sequence",
        text("This is not about {piece}: decide who moves first."),
    ),
    "execute_order": (
        "command.execute.sequence",
        text("This is not about {piece}: decide who begins."),
    ),
    "rally_order": (
        "rally.sequence",
        text("This is not about {piece}: decide who rallies first."),
    ),
    "push_back": ("result.push_back", text("{piece} is not the unit that is pushed back.")),
    "rout": ("result.rout.move", text("{piece} does not run now: the unit that routs does.")),
    "card_move": ("cards.binding", text("{piece} is not the unit that the card moves.")),
    "carried_away": ("cards.binding", text("{piece} is not the unit that the card carries away.")),
    "merge": ("cards.binding", text("{piece} is no unit that the card lets join another.")),
    "second_wave": ("cards.binding", text("{piece} is not the unit that the card sends on.")),
    "event": ("cards.event", text("{piece} is nothing that a card in hand may be played on now.")),
    "reaction": (
        "cards.reaction",
        text("{piece} is nothing that a card in hand may be played on now."),
    ),
}

CLOSED: Passing = {
    "mass_move": (
        "opt.mass_charge.move",
        text("{place} is not an open hex ahead into which the whole mass may go."),
    ),
    "carried_away": ("cards.binding", text("{place} is not a free hex to the front of the unit.")),
    "flight": (
        "move.displace_commander",
        text("{place} is not next to him, or an enemy is in it or beside it."),
    ),
    "arrival": ("setup.forces", text("The unit does not arrive in {place}.")),
    "rifles_move": (
        "opt.rifles.move",
        text("{place} holds no unit of their own that the Rifles may reach."),
    ),
    "advance_fire": ("fire.advance", text("{place} was not emptied by the fire of this unit.")),
    "advance_fire:facing": ("move.wheel", text("A unit that advances wheels one vertex at most.")),
    "advance_melee": ("melee.advance", text("{place} was not emptied by this melee.")),
    "advance_melee:facing": ("move.wheel", text("A unit that advances wheels one vertex at most.")),
    "second_wave": ("cards.event", text("{place} is not the hex that the card opens.")),
    "second_wave:facing": ("move.wheel", text("A unit that advances wheels one vertex at most.")),
    "withdraw": (
        "opt.withdraw.basic",
        text("{place} is not a free hex to the rear of the cavalry."),
    ),
    "push_back": (
        "result.push_back",
        text("{place} is not a free hex next to it that leads it back, or a better one is free."),
    ),
    "rout": (
        "result.rout.move",
        text("{place} is not a free hex next to it that leads it to its own edge."),
    ),
}
