"""[H] Routed units: recovery, flight, and brigades that dissolve."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.board.tabletop import Pose
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import Ask, Choice, Choices, Procedure
from grognard.engines.core.show.choices import number_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.risorgimento.army.units import LIMBERED, MARCH
from grognard.engines.risorgimento.field.effects import change, name_of, tell
from grognard.engines.risorgimento.field.footprint import base_at, everyone, on_table
from grognard.engines.risorgimento.morale.morale import morale_test
from grognard.engines.risorgimento.morale.retreats import bring_commander, column_move, flee
from grognard.engines.risorgimento.setup import Board, Setup
from grognard.engines.risorgimento.state import State
from grognard.engines.risorgimento.tables import number

FACINGS = 16
FULL = 36000


class RallyFacings(Choices):
    """[H.4.test] The heading of a recovered unit, in hundredths of a degree."""

    def __init__(self, setup: Setup, state: State, uid: str) -> None:
        self.setup, self.state, self.uid = setup, state, uid

    def __iter__(self) -> Iterator[Choice]:
        unit = self.state.units[self.uid]
        here = unit.pose.h if unit.pose else 0
        found = {here, *(FULL // FACINGS * n for n in range(FACINGS))}
        yield from (heading for heading in sorted(found) if self.why_not(heading) is None)

    def why_not(self, choice: Choice) -> Refusal | None:
        if type(choice) is not int or not 0 <= choice < FULL:
            words = text("A heading is given in hundredths of a degree, 0 to 35999.")
            return Refusal("H.4.test", words, (self.uid,))
        unit, kind = self.state.units[self.uid], self.setup.types[self.uid]
        if unit.pose is None or choice == unit.pose.h:
            return None
        stand = base_at(kind, unit.formation, Pose(unit.pose.x, unit.pose.y, choice))
        others = everyone(self.setup, self.state, but=(self.uid,))
        met = others.overlapping(stand).tolist() if len(others) else []
        if met:
            words = text("There is no room to face that way.")
            return Refusal("E.7.forbidden", words, (others.ids[met[0]],))
        return None

    def label(self, choice: Choice) -> Text:
        return text("{degrees} degrees", degrees=number_of(choice) // 100)


def rally_phase(table: Board) -> Procedure[None]:
    """[H.phase] Each routed unit tests once: it recovers, or flees on."""
    setup = table.setup
    for side in setup.sides:
        for uid in list(table.state.units):
            if setup.types[uid].side == side and f"rally:{uid}" not in table.state.answered:
                yield from _try(table, uid)


def _try(table: Board, uid: str) -> Procedure[None]:
    """[H.4.test] [H.4.fail] One unit's recovery."""
    setup = table.setup
    unit, kind = table.state.units[uid], setup.types[uid]
    if unit.routed and on_table(unit):
        if morale_test(table, uid, "rally"):
            guns = kind.arm == "artillery"
            change(
                table,
                uid,
                routed=False,
                vm=max(0, kind.vm - number("rally_vm_loss")),
                disorder=0,
                formation=LIMBERED if guns else MARCH,
            )
            tell(
                table,
                text("{unit} rallies.", unit=name_of(table, uid)),
                "H.4.test",
                "H.phase",
                uid=uid,
            )
            table.update(answered=(*table.state.answered, f"facing:{uid}"))
        else:
            tell(
                table,
                text("{unit} flees on.", unit=name_of(table, uid)),
                "H.4.fail",
                "H.phase",
                uid=uid,
            )
            flee(table, uid, column_move(setup, uid), "H.4.fail")
    table.update(answered=(*table.state.answered, f"rally:{uid}"))
    if f"facing:{uid}" in table.state.answered:
        answer = yield Ask(
            setup.seat_of(kind.side),
            "rally_facing",
            text("{unit} has rallied: which way does it face?", unit=kind.name),
            ("H.4.test",),
            RallyFacings(setup, table.state, uid),
            form="heading",
            subject=(uid,),
        )
        heading = number_of(answer)
        pose = table.state.units[uid].pose
        if pose is not None:
            change(table, uid, pose=Pose(pose.x, pose.y, heading))
            bring_commander(table, uid)
