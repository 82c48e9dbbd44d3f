"""Why a question passes a piece by, by its kind (and the arm of the piece), with the rule."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.passing import Passing

PASSED_BY: Passing = {
    "written_order": (
        "A.2.orders",
        text("This is not about {piece}: the order is for another unit."),
    ),
    "change_order": ("A.2.change", text("{piece} has no order that may be changed now.")),
    "courier": ("A.3.couriers", text("{piece} is nobody to whom a courier may ride now.")),
    "charge_note": (
        "C.1.notes",
        text(
            "{piece} may not be noted for a charge: it is disordered, routed, green, or sees no enemy."
        ),
    ),
    "charge_note:infantry": (
        "C.1.notes",
        text("{piece} is infantry: only cavalry is noted for a charge."),
    ),
    "charge_note:artillery": (
        "C.1.notes",
        text("{piece} is artillery: only cavalry is noted for a charge."),
    ),
    "charge_note:leader": (
        "C.1.notes",
        text("{piece} is a commander: only cavalry is noted for a charge."),
    ),
    "artillery_fire": (
        "D.phase",
        text("{piece} has fired, is limbered, in contact or routed, or has no target."),
    ),
    "artillery_fire:infantry": (
        "D.phase",
        text("{piece} is infantry: only unlimbered guns fire in this phase."),
    ),
    "artillery_fire:cavalry": (
        "D.phase",
        text("{piece} is cavalry: only unlimbered guns fire in this phase."),
    ),
    "artillery_fire:leader": (
        "D.phase",
        text("{piece} is a commander: only unlimbered guns fire in this phase."),
    ),
    "fire": (
        "F.phase",
        text("{piece} has fired, is in contact, routed or has reacted, or has no target."),
    ),
    "fire:cavalry": (
        "F.phase",
        text("{piece} is cavalry: it does not fire unless a scenario lets it dismount."),
    ),
    "fire:leader": ("F.phase", text("{piece} is a commander: he does not fire.")),
    "next_charge": ("E.1.timing", text("{piece} is noted for no charge that is left to ride.")),
    "charge_path": ("E.1.allowance", text("{piece} does not ride now: another charge is ridden.")),
    "react_cavalry": (
        "E.2.1.conditions",
        text(
            "{piece} may not react to this enemy: it is out of reach, has moved, is disordered or routed, or has no clear line."
        ),
    ),
    "react_zoc": (
        "E.2.1.infantry_in_zoc",
        text("{piece} is not the cavalry whose zone the infantry has entered."),
    ),
    "react_square": ("E.2.2.square", text("{piece} is not the infantry under this charge.")),
    "react_light": (
        "E.2.2.light_evade",
        text("{piece} is not the light infantry under this charge."),
    ),
    "react_artillery": ("E.2.3.evade", text("{piece} is not the battery under this charge.")),
    "guns_fire": ("E.2.3.test", text("{piece} is not the battery under this charge.")),
    "recall": ("E.2.2.recall", text("{piece} is not the cavalry that meets a square.")),
    "recall_move": ("E.2.2.recall", text("{piece} is not the cavalry that has pulled up.")),
    "advance": ("G.4.advance", text("{piece} has not won the melee that was just fought.")),
    "charge_return": ("E.1.inconclusive", text("{piece} is not the cavalry that falls back.")),
    "bonus": ("C.2.use", text("{piece} is moved with its formation: choose a formation.")),
    "formation": (
        "E.phase.order",
        text(
            "{piece} is moved with its formation: choose a formation that has not been activated."
        ),
    ),
    "unit": ("E.phase.individual", text("{piece} is not of the active formation, or has moved.")),
    "manoeuvre": (
        "E.phase.individual",
        text("{piece} waits: another unit of the formation moves."),
    ),
    "zoc_option": ("E.6.stop", text("{piece} is not the unit that has entered a zone.")),
    "withdraw": ("E.8.voluntary", text("{piece} is not the unit that may leave its melee.")),
    "opportunity_fire": (
        "E.9.who",
        text("{piece} does not have this enemy in its field of fire, or has fired at it."),
    ),
    "melee_next": ("G.3.order", text("{piece} is not of a brigade with a melee to fight.")),
    "melee_turn": ("G.2.turn", text("{piece} is not the unit that may turn to face.")),
    "village_hold": ("G.5.hold", text("{piece} is not the defender that has failed its test.")),
    "village_retreat": (
        "G.5.retreat",
        text("{piece} is not the defender that is driven from its side."),
    ),
    "rally_facing": ("H.4.test", text("{piece} has not just rallied.")),
}
