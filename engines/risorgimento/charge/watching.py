"""[E.2.1.who] What is handed down to the table: reactions to moves, charges after combat, lost units."""

from __future__ import annotations

from grognard.engines.risorgimento.charge.cavalry_reactions import entered_zoc, finish, offer
from grognard.engines.risorgimento.charge.controlled import charges_on
from grognard.engines.risorgimento.field.watchers import Watchers
from grognard.engines.risorgimento.morale.losses import unit_gone
from grognard.engines.risorgimento.ride.crews import crew_test

WATCHERS = Watchers(
    quarter_over=offer,
    entered_zoc=entered_zoc,
    move_over=finish,
    at_guns=crew_test,
    charges_on=charges_on,
    lost=unit_gone,
)
