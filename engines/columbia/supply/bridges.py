"""[7.4] Burning bridges at the end of the Supply Phase."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.columbia.field.choice_shapes import unlisted
from grognard.engines.columbia.field.position import enemy_of, holders
from grognard.engines.columbia.map.ground import Border
from grognard.engines.columbia.setup import Board, Setup
from grognard.engines.columbia.state import Side, State
from grognard.engines.columbia.tables import TABLES, number
from grognard.engines.core.data.text import Text, text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Choices, Procedure, Reaction
from grognard.engines.core.show.choices import word_of
from grognard.engines.core.show.explain import Refusal


def stands(state: State, border: Border) -> bool:
    """[7.4.effect] [9.1.bridge] Whether a bridge is there now: built and not burnt."""
    if border.crossing != "bridge" or border.key in state.burnt:
        return False
    return not border.optional_bridge or border.key in state.built


class Bridges(Choices):
    """[7.4.burn] The bridges a side may try to burn; "pass" lets them stand."""

    def __init__(self, setup: Setup, state: State, side: Side) -> None:
        self.setup, self.state, self.side = setup, state, side
        self.held = holders(setup, state)

    def ends(self, border: Border) -> int:
        """Return how many of the two areas at a bridge are friendly to the side."""
        return sum(self.held.get(area) == self.side for area in (border.a, border.b))

    def __iter__(self) -> Iterator[Choice]:
        for border in self.setup.ground.borders.values():
            if stands(self.state, border) and self.ends(border):
                yield border.key
        yield PASS

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice == PASS:
            return None
        border = self.setup.ground.borders.get(choice) if isinstance(choice, str) else None
        return unlisted("7.4.burn") if border is None else self._why_not_border(border)

    def _why_not_border(self, border: Border) -> Refusal | None:
        where = (border.key,)
        if border.crossing in ("dam", "ford"):
            return Refusal("7.4.effect", text("Dams and fords cannot be destroyed."), where)
        if border.key in self.state.burnt:
            return Refusal("7.4.effect", text("That bridge is already burnt."), where)
        if border.optional_bridge and border.key not in self.state.built:
            return Refusal("9.1.bridge", text("There is no bridge here today."), where)
        if border.crossing != "bridge":
            return Refusal("7.4.burn", text("There is no bridge here."), where)
        if not self.ends(border):
            words = text("Neither end of that bridge is in a friendly area.")
            return Refusal("7.4.burn", words, (border.key, border.a, border.b))
        return None

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for border in self.setup.ground.borders.values():
            why = self._why_not_border(border) if border.crossing else None
            if why is not None:
                yield border.key, why

    def label(self, choice: Choice) -> Text:
        if choice == PASS:
            return text("Burn no bridge")
        names = _names(self.setup, self.setup.ground.borders[word_of(choice)])
        if self.ends(self.setup.ground.borders[word_of(choice)]) == 2:
            return text("Burn the bridge {a} - {b}", a=names[0], b=names[1])
        return text("Try to burn the bridge {a} - {b}", a=names[0], b=names[1])


def _names(setup: Setup, border: Border) -> tuple[str, str]:
    areas = setup.ground.areas
    return areas[border.a].name, areas[border.b].name


def burning(table: Board) -> Procedure[None]:
    """[7.4.burn] Each player may try to burn one bridge, Player 1 first."""
    for side in (table.state.first, enemy_of(table.state.first)):
        if side in table.state.done:
            continue
        choices = Bridges(table.setup, table.state, side)
        if next(iter(choices)) != PASS:
            seat = table.setup.seat_of(side)
            table.update(active=side)
            answer = yield Ask(
                seat,
                "burn_bridge",
                text("Burn a bridge?"),
                ("7.4.burn",),
                choices,
                form="place",
                resting=True,
                reaction=Reaction(text("the burning of bridges")),
                odds="bridge_odds",
            )
            choice = word_of(answer)
            if choice != PASS:
                burn(table, side, choice)
        table.update(done=(*table.state.done, side))


def burn(table: Board, side: Side, key: str) -> None:
    """[7.4.roll] Burn a bridge: at once between own areas, else with a roll of 1 to 3."""
    setup = table.setup
    border = setup.ground.borders[key]
    seat, (a, b) = setup.seat_of(side), _names(setup, border)
    if Bridges(setup, table.state, side).ends(border) < 2:
        roll = table.roll(
            seat=seat,
            rule="7.4.roll",
            purpose="burn_bridge",
            subject=key,
            sides=number("dice_sides"),
            first=1,
            result=_outcome,
            read_in=("bridge_roll", ""),
            says=text("Burning the bridge {a} - {b}", a=a, b=b),
        )
        if roll.result != "burnt":
            return
    table.update(burnt=(*table.state.burnt, key))
    words = text("The bridge {a} - {b} is burnt.", a=a, b=b)
    table.log("result", words, "7.4.effect", seat=seat, where=(key,))


def _outcome(total: int) -> str:
    rows = TABLES.rows("bridge_roll")
    row = next(row for row in rows if int(row["min"]) <= total <= int(row["max"]))
    return "burnt" if row["burns"] == "yes" else "stands"
