"""How many clicks and drags the actions of a game take: a player with a real mouse does each and counts."""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from math import cos, radians, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QPushButton, QWidget

from grognard.app.board.render import application
from grognard.app.main import Window
from grognard.app.settings import Settings
from grognard.app.table.gestures.gesture import Gesture
from grognard.app.table.gestures.manoeuvre import Manoeuvre
from grognard.app.table.model.planning import named_in
from grognard.engines.core.play.bots import RandomBot, play
from grognard.engines.core.play.game import AnyGame, registry
from grognard.engines.core.play.handling import Handling
from grognard.engines.core.play.session import Session
from grognard.engines.core.play.setups import PERSON
from grognard.engines.core.show.asks import PASS, Ask

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
SEEDS, MOST_CHOICES, MOST_GESTURES = 30, 900, 60


class Stuck(RuntimeError):  # noqa: N818 - what the player is
    """An action could not be done."""


class Player:
    """A hand with a mouse at the table; it counts what it does.

    Attributes:
        count: the clicks, drags and confirming keys so far; to turn the wheel or a key costs nothing.
    """

    def __init__(self, window: Window, session: Session) -> None:
        window.seating.seat(session, {seat.id: PERSON for seat in session.setup.info.seats})
        self.window, self.session, self.count = window, session, 0
        page: Any = window.table  # it is there: somebody has sat down
        self.page, self.model = page, page.model
        self.canvas: Any = page.canvas
        self.page.minimap.hide()
        self.settle()

    def settle(self) -> None:
        """Let the window show where it stands; a curtain is lifted, which is no gesture."""
        QApplication.processEvents()
        if self.page.curtain.isVisible():
            self.page.curtain.button.click()
        self.page.since.hide()
        self.page.ending.hide()
        QApplication.processEvents()

    def spot(self, name: str) -> QPoint:
        """Return where a piece or a space is on the screen."""
        placed = self.canvas._by_id.get(name)
        at = QPointF(placed.x, placed.y) if placed else QPointF(*self.model.lookup.spots()[name])
        pixel: QPoint = self.canvas.camera.to_screen(at).toPoint()
        return pixel

    def see(self, *names: str) -> None:
        """Bring things into sight."""
        self.canvas.centre_on(names[0])
        QApplication.processEvents()
        if not all(self.canvas.rect().contains(self.spot(name)) for name in names):
            self.canvas.fit_pieces()
            QApplication.processEvents()
        if not all(self.canvas.rect().contains(self.spot(name)) for name in names):
            self.canvas.fit()
            QApplication.processEvents()

    def point(self, name: str) -> None:
        """Rest the mouse on something."""
        QTest.mouseMove(self.canvas, self.spot(name))
        QApplication.processEvents()

    def click(self, name: str, keys: Qt.KeyboardModifier = NONE) -> None:
        """Click a piece or a space."""
        self.point(name)
        QTest.mouseClick(self.canvas, LEFT, keys, self.spot(name))
        self._counted()

    def drag(self, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
        """Press, pull in steps as a hand does, let go."""
        QTest.mousePress(self.canvas, LEFT, keys, start)
        for at in (QPointF(start + end) / 2, QPointF(end)):
            held = QMouseEvent(
                QEvent.Type.MouseMove,
                at,
                QPointF(self.canvas.mapToGlobal(at)),
                Qt.MouseButton.NoButton,
                LEFT,
                keys,
            )
            QApplication.sendEvent(self.canvas, held)
        QTest.mouseRelease(self.canvas, LEFT, keys, end)
        self._counted()

    def turn(self) -> None:
        """Turn what is placed: no gesture of its own."""
        QTest.keyClick(self.window, Qt.Key.Key_E)
        QApplication.processEvents()

    def press(self, button: QWidget) -> None:
        """Click a button of the prompt."""
        QTest.mouseClick(button, LEFT)
        self._counted()

    def line(self, listed: QListWidget) -> None:
        """Click the first line of a list."""
        at = listed.visualItemRect(listed.item(0)).center()
        QTest.mouseClick(listed.viewport(), LEFT, NONE, at)
        self._counted()

    def done(self) -> None:
        """Click the button that makes the marked choice, or declines."""
        self.press(self.page.prompt.done)

    def buttons(self, words: str = "") -> list[QPushButton]:
        """Return the buttons that answer the question, or those that begin with some words."""
        found = [w for w in self.page.prompt.body.widgets() if isinstance(w, QPushButton)]
        told = [w for w in found if w.text().replace("\n", " ").startswith(words)]
        return [w for w in told if w.isVisibleTo(self.page) and w.isEnabled()]

    def _counted(self) -> None:
        self.count += 1
        self.settle()


def begun(game: AnyGame, handling: Handling) -> Iterator[Session]:
    """Give games played at random to where an action comes up, with pieces enough."""
    info = next(info for info in game.scenarios() if info.id == handling.scenario)
    setup = game.load(Path(info.path), {})
    for seed in range(1, SEEDS + 1):
        session = Session(game, setup, str(seed))
        bots = {seat.id: RandomBot(f"{seed}{seat.id}") for seat in setup.info.seats}
        for _ in range(MOST_CHOICES):
            if session.ask is None:
                break
            if session.ask.kind == handling.ask and _fits(session, handling):
                yield session
                break
            play(session, bots, limit=1)


def _fits(session: Session, handling: Handling) -> bool:
    if session.ask is None:
        return False
    if handling.do == "places":
        return any(choice != PASS for choice in session.ask.choices)
    if handling.do in ("aim", "fight", "order"):
        many = sum(choice != PASS for choice in session.ask.choices)
        return 0 < many <= handling.size if handling.size > 1 else many > 0
    heaps = heaps_of(session)
    if handling.do == "stack":
        return any(len(heap) >= handling.size for at, heap in heaps.items() if at)
    if handling.do == "column":
        return sum(bool(at) for at in heaps) >= handling.size
    return sum(map(len, heaps.values())) >= handling.size


def heaps_of(session: Session) -> dict[str, list[str]]:
    """Return the pieces that may be moved now, by the places where they stand."""
    ask = session.ask
    found: defaultdict[str, list[str]] = defaultdict(list)
    if ask is None:
        return found
    known = {piece.id: piece for piece in session.view(ask.seat).pieces}
    for name in dict.fromkeys(name for choice in ask.choices for name in named_in(choice)):
        if name in known and (known[name].at or known[name].pose):
            found[known[name].at or ""].append(name)
    return found


# -- the actions ---------------------------------------------------------------------------------


def move(player: Player, _handling: Handling) -> None:
    """Choose a piece, point where it goes, turn it, click."""
    model = player.model
    heaps = heaps_of(player.session)
    for at, heap in heaps.items():
        if len(model.lookup.pieces_at(at)) == 1 and (to := _free(player, (heap[0],))):
            player.see(heap[0], to)
            player.click(heap[0])
            player.point(to)
            player.turn()
            player.click(to)
            _expect(player, heap[0], to)
            return
    if not any(_taken_up(player, heap[0]) for heap in heaps.values()):
        raise Stuck("no piece stands alone")


def _taken_up(player: Player, piece: str) -> bool:
    """Take up a piece that is asked for before its place is; return whether it went somewhere."""
    began = len(player.session.choices)
    player.see(piece)
    player.click(piece)
    if len(player.session.choices) == began:
        player.click(piece)
    ask, gesture = player.session.ask, player.model.gesture
    places = sorted(gesture.marks().legal) if gesture is not None else []
    if ask is None or ask.form != "pose" or not places:
        raise Stuck("it is not asked where to")
    now = len(player.session.choices)
    player.see(places[-1], piece)
    player.point(places[-1])
    player.turn()
    player.click(places[-1])
    if len(player.session.choices) == now:
        player.click(places[-1])
    return len(player.session.choices) > now


def stack(player: Player, handling: Handling) -> None:
    """Drag a stack with Ctrl, confirm."""
    for heap in heaps_of(player.session).values():
        units = tuple(heap)
        if len(units) >= handling.size and (to := _free(player, units)):
            top = next(
                n for n in player.model.lookup.pieces_at(_at(player, units[0])) if n in units
            )
            player.see(top, to)
            player.drag(player.spot(top), player.spot(to), CTRL)
            player.done()
            for unit in units:
                _expect(player, unit, to)
            return
    raise Stuck("no such stack")


def column(player: Player, handling: Handling) -> None:
    """Draw a box around stacks, drag the first, ask for a column, confirm."""
    model = player.model
    heaps = {at: heap for at, heap in heaps_of(player.session).items() if at}
    for at, heap in heaps.items():
        near = _nearest(model.lookup.spots(), heaps, at)[: handling.size]
        units = tuple(unit for place in near for unit in heaps[place])
        to = _free(player, (heap[0],))
        corners = _around(player, near) if to else None
        if to and corners:
            before = {unit: _at(player, unit) for unit in units}
            player.drag(*corners)
            lead = next(n for n in model.lookup.pieces_at(at) if n in model.party)
            player.drag(player.spot(lead), player.spot(to))
            player.press(player.buttons("In column")[0])
            player.done()
            if sum(before[unit] != _at(player, unit) for unit in units) > 1:
                return
            raise Stuck("nobody followed")
    raise Stuck("no place for a box")


def body(player: Player, _handling: Handling) -> None:
    """Choose a piece, take its whole command, click where it goes, confirm."""
    model, best = player.model, ("", "", 0)
    for one in (unit for heap in heaps_of(player.session).values() for unit in heap):
        for to in _goals(player, one):
            group = model.body_of(one)
            if len(group) > 1 and model.lead(group, one, to):
                best = max(best, (one, to, len(model.stands)), key=lambda found: found[2])
                model.intend(())
    one, to, many = best
    if many < 2:
        raise Stuck("no command goes together")
    player.see(one, to)
    player.click(one)
    player.press(player.buttons("The whole")[-1])
    player.click(to)
    player.done()
    _expect(player, one, to)


def aim(player: Player, _handling: Handling) -> None:
    """Drag from who acts to whom; what is not plain yet is confirmed."""
    ask = player.session.ask
    choices = [] if ask is None else [c for c in ask.choices if isinstance(c, dict)]
    count = len(player.session.choices)
    pairs = [_ends(player, choice) for choice in choices[:12]] or list(_pulls(player, ask))
    for one, other in pairs:
        if not one or not other:
            continue
        player.see(one, other)
        player.drag(player.spot(one), player.spot(other))
        gesture = player.model.gesture
        if len(player.session.choices) == count and gesture and gesture.chosen() is not None:
            player.done()
        if len(player.session.choices) > count:
            return
    raise Stuck("nobody to aim at")


def _pulls(player: Player, ask: Ask | None) -> Iterator[tuple[str, str]]:
    """Give the pulls of a piece to a place that mean more than one answer."""
    pieces = [] if ask is None else [str(one) for one in ask.choices if one != PASS]
    places = player.model.lookup.spots()
    for one in pieces:
        for to in _nearest(places, places, _at(player, one))[:20]:
            if ask is not None and ask.choices.meant(one, to) is not None:
                yield one, to


def rest(player: Player, handling: Handling) -> None:
    """Say that a whole command does nothing more; what is asked about it all the same is counted."""
    ask = player.session.ask
    closing = ask.choices.closing if ask is not None else ()
    if ask is None or not closing:
        raise Stuck("it cannot be said")
    player.press(player.buttons(str(ask.choices.label(closing[0])))[0])
    while (now := player.session.ask) is not None and now.kind in handling.until:
        player.done()


def fight(player: Player, handling: Handling) -> None:
    """Begin a fight by a drag or a button, then see it through: the first answer to each question."""
    began = len(player.session.choices)
    ask = player.session.ask
    if ask is not None and ask.odds and handling.size == 1:
        aim(player, handling)
    met: set[str] = set()
    while player.count < MOST_GESTURES:
        ask = player.session.ask
        shown = player.model.view.engagement
        if shown is not None and shown.round >= handling.steps:
            return
        if ask is None or (ask.kind in handling.until and len(player.session.choices) > began):
            if handling.through in met:
                return
            raise Stuck("it ended before that")
        met.add(ask.kind)
        answer(player)
    raise Stuck("it does not end")


def answer(player: Player) -> None:
    """Decline more of the same, take what is marked, else give the first answer there is."""
    gesture = player.model.gesture
    found = player.buttons()
    quiet = gesture is not None and gesture.declines and gesture.ask.form in ("target", "route")
    if gesture is not None and _sent(player, gesture):
        return
    if quiet or (gesture is not None and (gesture.chosen() is not None or gesture.editor)):
        player.done()
    elif found:
        player.press(found[0])
    elif lists := [w for w in player.page.prompt.body.widgets() if isinstance(w, QListWidget)]:
        player.line(lists[0])
        player.done()
    elif gesture is not None and gesture.ask.form in ("place", "piece", "pose") and gesture.all:
        name = next(iter(gesture.marks().legal), "")
        if not name or gesture.declines:
            player.done()
            return
        player.see(name)
        player.click(name)
        if player.model.gesture is gesture:
            player.click(name)
    else:
        player.done()


def _sent(player: Player, gesture: Gesture) -> bool:
    """Drag the piece that a question is about to the first place it may go to; whether there is one."""
    piece = next((one for one in gesture.ask.subject if _at(player, one)), "")
    to = next(iter(gesture.marks().legal), "")
    if gesture.ask.form != "place" or not piece or not to or gesture.declines:
        return False
    player.see(to, piece)
    player.drag(player.spot(piece), player.spot(to))
    return True


def shape(player: Player, _handling: Handling) -> None:
    """Drag a base, which chooses it; a word of the game; carry it out."""
    model, canvas = player.model, player.canvas
    for one in (unit for heap in heaps_of(player.session).values() for unit in heap):
        player.see(one)
        count = player.count
        start = player.spot(one)
        heading = (model.lookup.pieces[one].pose or (0, 0, 0))[2]
        run = canvas.camera.scale
        end = start + QPoint(
            round(run * sin(radians(heading))), round(-run * cos(radians(heading)))
        )
        player.drag(start, end)
        words = [w for w in _words(player) if w.isEnabled()]
        if model.trial is not None and words:
            player.press(words[0])
            if model.gesture is not None and model.gesture.chosen() is not None:
                before = len(player.session.choices)
                player.done()
                if len(player.session.choices) > before:
                    return
        model.put_down()
        player.count = count
    raise Stuck("no base changes its form")


def _words(player: Player) -> list[QPushButton]:
    """The buttons of those words of an order that change the form."""
    gesture = player.model.gesture
    said = gesture.words() if isinstance(gesture, Manoeuvre) else []
    told = {words.lower() for action, words, why in said if "form" in action and why is None}
    pads = player.page.prompt.body.widgets()
    found = [b for pad in pads for b in pad.findChildren(QPushButton) if b.isVisibleTo(pad)]
    return [button for button in found if button.toolTip().lower() in told]


def order(player: Player, handling: Handling) -> None:
    """Nothing is to be decided: what the table asks all the same is counted."""
    ask = player.session.ask
    if ask is not None and ask.kind == handling.ask:
        player.done()


def places(player: Player, handling: Handling) -> None:
    """Shift and click gathers places, Done answers for all of them."""
    before, wanted = len(player.session.choices), list(_in_turn(player.session, handling.size))
    for name in wanted:
        player.see(name)
        player.click(name, SHIFT)
    player.done()
    if len(player.session.choices) - before < handling.size:
        raise Stuck("not so many places")


def _in_turn(session: Session, many: int) -> Iterator[str]:
    """Give places that one question after the other may be answered with."""
    tried = session.fork()
    for _ in range(many):
        ask = tried.ask
        place = (
            next((c for c in ask.choices if c != PASS and isinstance(c, str)), "") if ask else ""
        )
        if ask is None or not place:
            return
        yield place
        tried.choose(ask.seat, place)


DO: dict[str, Callable[[Player, Handling], None]] = {
    "move": move,
    "stack": stack,
    "column": column,
    "body": body,
    "aim": aim,
    "fight": fight,
    "shape": shape,
    "order": order,
    "places": places,
    "rest": rest,
}


# -- what they look for ---------------------------------------------------------------------------


def _at(player: Player, piece: str) -> str:
    place: str = player.model.lookup.place_of(piece)
    return place


def _expect(player: Player, piece: str, to: str) -> None:
    seen = {p.id: p.at for p in player.session.view(player.model.viewer).pieces}
    if seen.get(piece, to) != to:
        words = f"{piece} did not reach {to}"
        raise Stuck(words)


def _goals(player: Player, piece: str) -> Iterator[str]:
    """Give the places near a piece, those without pieces first."""
    spots, at = player.model.lookup.spots(), _at(player, piece)
    taken = {p.at for p in player.model.view.pieces}
    near = _nearest(spots, spots, at)[1:13] if at in spots else []
    yield from sorted(
        (name for name in near if name not in player.model.lookup.pieces), key=lambda n: n in taken
    )


def _nearest(spots: Any, names: Any, at: str) -> list[str]:
    x, y = spots[at][:2]
    return sorted(names, key=lambda name: (spots[name][0] - x) ** 2 + (spots[name][1] - y) ** 2)


def _free(player: Player, units: tuple[str, ...]) -> str:
    """Return a place near by that units can reach together, "" for none; it is looked for, not clicked."""
    model = player.model
    for to in _goals(player, units[0]):
        if model.lookup.pieces_at(to) or not model.lead(units, units[0], to):
            continue
        good = len(model.stands) == len(units) == len(model.plan)
        model.intend(())
        if good:
            return to
    return ""


def _ends(player: Player, choice: dict[str, Any]) -> tuple[str, str]:
    """Return who acts in a choice, and on whom."""
    by = choice.get("by") or choice.get("pieces") or choice.get("piece")
    one = by[0] if isinstance(by, list) else by
    found = player.model.lookup
    if isinstance(one, str) and one not in found.pieces:
        one = next(iter(found.pieces_at(one)), "")
    to = choice.get("at") or (choice.get("targets") or [""])[0]
    return str(one or ""), str(to)


def _around(player: Player, places: list[str]) -> tuple[QPoint, QPoint] | None:
    """Return two corners of a box around places, the first on bare ground."""
    player.see(places[0], *places)
    spots = [player.spot(place) for place in places]
    room = round(player.canvas.camera.scale * player.canvas.ground.unit * 0.75)
    xs, ys = [p.x() for p in spots], [p.y() for p in spots]
    pairs = (
        (QPoint(min(xs) - room, min(ys) - room), QPoint(max(xs) + room, max(ys) + room)),
        (QPoint(max(xs) + room, min(ys) - room), QPoint(min(xs) - room, max(ys) + room)),
        (QPoint(min(xs) - room, max(ys) + room), QPoint(max(xs) + room, min(ys) - room)),
    )
    for start, end in pairs:
        inside = player.canvas.rect().contains(start) and player.canvas.rect().contains(end)
        if inside and not player.canvas.piece_at(QPointF(start)):
            return start, end
    return None


def counts_of(games: list[AnyGame]) -> list[dict[str, Any]]:
    """Do every action that the games declare, and return how many gestures each took."""
    application()
    with TemporaryDirectory() as folder:
        os.environ["GROGNARD_HOME"] = str(Path(folder) / "home")
        settings = Settings(QSettings(str(Path(folder) / "set.ini"), QSettings.Format.IniFormat))
        settings.animation, settings.warns = "off", False
        window = Window(settings, {game.id: game for game in games})
        window.resize(1600, 1000)
        window.show()
        found = [_done(window, game, one) for game in games for one in game.handling]
        window.close()
    return found


def _done(window: Window, game: AnyGame, handling: Handling) -> dict[str, Any]:
    line: dict[str, Any] = {"game": game.id, "action": handling.title, "before": handling.before}
    words = "it does not come up"
    for session in begun(game, handling):
        player = Player(window, session)
        try:
            DO[handling.do](player, handling)
        except Stuck as why:
            words = str(why)
        else:
            return line | {"now": player.count, "most": handling.most}
    return line | {"now": None, "most": handling.most, "why": words}


def main(words: list[str]) -> int:
    """Print the counts of all games, or of some, as JSON."""
    games = registry.games()
    print(json.dumps(counts_of([games[word] for word in words or games])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
