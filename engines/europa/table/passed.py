"""Why a question passes a piece by, by its kind (and the arm of the piece), and what a place lacks."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.passing import Passing

PASSED_BY: Passing = {
    "deploy": ("14.1.order", text("{piece} has no other place to go in this set-up.")),
    "reinforcements": (
        "13.2",
        text("{piece} is on the map already: only reinforcements of this turn are placed."),
    ),
    "winter_quarters": (
        "16.13.quarters",
        text("{piece} has no other place to go in winter quarters."),
    ),
    "first_depot": (
        "14.1.french-depots",
        text("This is not about {piece}: choose a city for a Depot."),
    ),
    "convert": ("7.1", text("{piece} is with no Depot that may be turned back into a train.")),
    "depot": ("7.6", text("{piece} is with no train that may establish a Depot here.")),
    "rally": (
        "8.1",
        text(
            "{piece} is in no stack that may rally: that takes supply, a train, a Commander and a disrupted unit."
        ),
    ),
    "march": (
        "8.4.2",
        text(
            "{piece} is in no stack that may march: that takes a train, a Commander who has not moved, and good order."
        ),
    ),
    "discard": ("8.2", text("This is not about {piece}: choose a Supply Train to discard.")),
    "escape": ("11.19", text("{piece} is not within 3 hexes of the Commander who gets away.")),
    "retreat": ("11.11", text("{piece} does not have to retreat now.")),
    "withdraw": ("11.1.withdraw", text("{piece} is not the cavalry that may withdraw.")),
    "train": ("7.4", text("This is not about {piece}: choose a stack or a city for a train.")),
    "remove_depots": (
        "7.2.negative",
        text("This is not about {piece}: choose a Depot to take off the map."),
    ),
    "rallied": ("8.1", text("{piece} is not disrupted, or not in the stack that rallies.")),
    "marchers": ("8.4.3", text("{piece} is not in the hex where this march begins.")),
    "leaders": ("8.4.2", text("{piece} is no Commander who may go with this march.")),
    "attrition_lost": ("8.5", text("{piece} has not made this march, or is artillery.")),
    "attrition_disrupted": ("8.5", text("{piece} has not made this march, or is artillery.")),
    "call_support": (
        "10.3",
        text(
            "{piece} is in no stack that may be called on: it must be adjacent to the defender and have a unit in good order."
        ),
    ),
    "advance": (
        "11.12.note",
        text("{piece} may not advance: units in good order of the attack may."),
    ),
    "route": ("8.4.3", text("{piece} is not of the stack that marches.")),
    "alight": ("8.4.2", text("{piece} is no Commander on this march.")),
    "pin": ("8.4.7", text("{piece} is not the unit that is counted on against enemy cavalry.")),
    "hit": ("11.17.apply", text("{piece} has no part in this combat, or takes no hit.")),
    "extra_hit": ("11.17.odd", text("{piece} is not a disrupted unit of this combat.")),
    "pursued": ("11.16", text("{piece} is not a disrupted unit of the stack that retreats.")),
    "attack": (
        "10.1",
        text(
            "{piece} is in no stack that may attack: it must be in good order, without a Forage marker, and next to the enemy."
        ),
    ),
    "commit": ("10.2.test", text("This is not about {piece}: choose a number of Combat Commands.")),
    "commit_defence": (
        "10.6",
        text("This is not about {piece}: choose a number of Combat Commands."),
    ),
    "commander": ("12.1", text("{piece} does not move now: only Commanders do in this phase.")),
    "commander:leader": ("12.1", text("{piece} has moved in this phase, or has nowhere to go.")),
    "heights": ("15.1", text("{piece} is in a hex where no dummy may lie.")),
    "event": ("16.1.draw", text("This is not about {piece}: choose a card to play.")),
    "card_target": ("16.1.timing", text("{piece} is nothing that the card speaks of.")),
    "quarters": (
        "16.13.trigger",
        text("This is not about {piece}: decide whether the army goes into winter quarters."),
    ),
    "source": ("16.13.f-uss", text("This is not about {piece}: choose a city as a source.")),
    "independence": (
        "16.9.declare",
        text("This is not about {piece}: decide whether to declare independence."),
    ),
    "desert": ("16.11", text("{piece} is not of a contingent.")),
    "waste": ("16.7.losses", text("{piece} is not cavalry that wastes away.")),
    "winter_losses": ("16.13.f-loss", text("{piece} may not be removed before others.")),
    "recover": ("16.13.r-recover", text("{piece} is on the map: what was lost returns.")),
    "napoleon": ("16.13.napoleon", text("{piece} is not Napoleon.")),
}

CLOSED: Passing = {
    "card_target": ("16.1.timing", text("{place} is nothing that the card speaks of.")),
    "retreat": ("11.11", text("{place} is not next to the hex that is left.")),
    "withdraw": ("11.1.withdraw", text("{place} is not next to the hex that is left.")),
    "source": ("16.13.f-uss", text("{place} is no city that may become a source of supply.")),
    "recover": ("16.13.r-recover", text("What returns may not be placed in {place}.")),
    "napoleon": ("16.13.napoleon", text("No French stack is in {place}.")),
    "convert": ("7.1", text("No Depot of yours lies under your units in {place}.")),
    "discard": ("8.2", text("No Supply Train of yours that is left is in {place}.")),
    "escape": (
        "11.19",
        text("No stack of his side is in {place}, or it is more than 3 hexes off."),
    ),
    "alight": ("8.4.2", text("{place} is not on the way of this march.")),
}
