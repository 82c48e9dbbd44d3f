"""What the commands of the menus do at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from grognard.app.table.page import TablePage

Act: TypeAlias = "Callable[[TablePage, bool], object]"
"""What a command does, told whether it was switched on or off."""
MILLIMETRE = 0.1


def _nudge(ahead: int, aside: int) -> Act:
    """Return a command that moves the base under the hand by so many millimetres."""
    return lambda table, _on: table.table_hand.nudge(ahead * MILLIMETRE, aside * MILLIMETRE)


def _unfold(part: str) -> Act:
    """Return a command that shows a part of the map's key, or folds it away."""
    return lambda table, on: table.settings.fold(part, on=not on)


def _tell_standing(table: TablePage, _on: bool) -> None:
    from grognard.app.table.panels.standing import StandingList  # what a table needs, menus do not

    StandingList(table.model, table).exec()


def _ask_seating(table: TablePage, _on: bool) -> None:
    from grognard.app.table.prompt.seating import Seating

    Seating(table.model, table).exec()


TABLE_ACTS: dict[str, Act] = {
    "undo": lambda t, _: t.recalling.undo(),
    "redo": lambda t, _: t.recalling.redo(),
    "standing": _tell_standing,
    "done": lambda t, _: t.closing.finish(),
    "hint": lambda t, _: t.advising.hint(),
    "judge": lambda t, _: t.advising.judge(),
    "thinking": lambda t, _: t.advising.thinking(),
    "move_now": lambda t, _: t.computer.hurry(),
    "answers": lambda t, _: t.prompt.take_keyboard(),
    "to_board": lambda t, _: t.canvas.setFocus(),
    "seats": _ask_seating,
    "next_piece": lambda t, _: t.hands.next_piece(1),
    "previous_piece": lambda t, _: t.hands.next_piece(-1),
    "turn_left": lambda t, _: t.model.turn(-1),
    "turn_right": lambda t, _: t.model.turn(1),
    "ahead_mm": _nudge(1, 0),
    "back_mm": _nudge(-1, 0),
    "left_mm": _nudge(0, 1),
    "right_mm": _nudge(0, -1),
    "ahead_cm": _nudge(10, 0),
    "back_cm": _nudge(-10, 0),
    "left_cm": _nudge(0, 10),
    "right_cm": _nudge(0, -10),
    "find": lambda t, _: t.hands.find(),
    "deselect": lambda t, _: t.escape(),
    "zoom_in": lambda t, _: t.board.zoom_in(),
    "zoom_out": lambda t, _: t.board.zoom_out(),
    "fit": lambda t, _: t.board.fit(),
    "fit_pieces": lambda t, _: t.show_all(),
    "grid": lambda t, on: t.board.set_grid(on),
    "minimap": lambda t, on: t.minimap.setVisible(on),
    **{part: _unfold(part) for part in ("cartouche", "legend", "compass", "scale_bar")},
    "los": lambda t, on: t.overlays.see(on=on),
    "ruler": lambda t, on: t.table_hand.measure(on),
    "zoc": lambda t, on: t.zones(on),
    "fold_left": lambda t, on: t.prompt.setVisible(on),
    "fold_right": lambda t, on: t.tabs.setVisible(on),
    "fold_bottom": lambda t, on: t.bottom.setVisible(on),
    "wide": lambda t, on: t.widen(on),
    "tab_unit": lambda t, _: t.reading.show_tab("unit"),
    "tab_log": lambda t, _: t.reading.show_tab("log"),
    "tab_roster": lambda t, _: t.reading.show_tab("roster"),
    "tab_dice": lambda t, _: t.reading.show_tab("dice"),
    "tab_rules": lambda t, _: t.reading.show_tab("rules"),
    "log_back": lambda t, _: t.recalling.step(-1),
    "log_forward": lambda t, _: t.recalling.step(1),
    "log_live": lambda t, _: t.model.show_present(),
    "since": lambda t, _: t.recalling.show_since(),
    "replay": lambda t, _: t.replaying.toggle(),
    "report": lambda t, _: t.keepsakes.report(),
    "film": lambda t, _: t.keepsakes.film(),
    "rule": lambda t, _: t.reading.rule_of_prompt(),
    "why": lambda t, _: t.reading.why(),
    "read": lambda t, _: t.reading.read(),
    "gestures": lambda t, _: t.show_gestures(),
    "example": lambda t, _: t.reading.example_of_prompt(),
    "rule_search": lambda t, _: t.reading.search(),
}
