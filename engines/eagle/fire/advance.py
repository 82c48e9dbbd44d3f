"""[fire.advance] Advances into the hexes that fire has emptied."""

from __future__ import annotations

from grognard.engines.core.data.text import text
from grognard.engines.core.show.asks import PASS, Ask, Choice, Listed, Procedure
from grognard.engines.core.show.choices import number_of, word_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.eagle.cards import moments as cards
from grognard.engines.eagle.field.position import enemy_zoc, is_cadre, side_at, unit_at
from grognard.engines.eagle.field.telling import told
from grognard.engines.eagle.field.terrain import is_open, why_not_enter
from grognard.engines.eagle.results.coming import advance
from grognard.engines.eagle.setup import Board, Setup, enemy_of
from grognard.engines.eagle.state import LINE, OPEN_ORDER, SQUARE, State
from grognard.engines.eagle.tables import rows

FACINGS = range(6)
_FACES = text("A cadre does not bring an enemy into its front hexes.")


def advances(table: Board) -> Procedure[None]:
    """[fire.advance] Each unit whose fire emptied a hex may go there, when the group has acted."""
    for uid in dict.fromkeys(by for by, _ in table.state.vacated):
        if table.setup.units[uid].group == table.state.active:
            yield from _advance(table, uid)
    table.update(vacated=())


def _advance(table: Board, uid: str) -> Procedure[None]:
    setup = table.setup
    if not poses(setup, table.state, uid):
        return
    yield from cards.moment(table, "advance", advancing=(uid,))
    options = poses(setup, table.state, uid)
    refusals: list[tuple[Choice, Refusal]] = [
        ({"at": at, "facing": table.state.units[uid].facing}, why)
        for at in empty_hexes(setup, table.state, uid)
        if (why := why_not_advance(setup, table.state, uid, at)) is not None
    ]
    refusals += [
        ({"at": at, "facing": facing}, Refusal("move.cadre", _FACES, (at,)))
        for at in empty_hexes(setup, table.state, uid)
        for facing in FACINGS
        if is_cadre(setup, table.state.units[uid])
        and _faces_enemy(setup, table.state, uid, at, facing)
    ]
    if not options:
        return
    choice = yield Ask(
        setup.seat_of(setup.units[uid].side),
        "advance_fire",
        text("{unit} may advance.", unit=setup.units[uid].name),
        ("fire.advance", "fire.advance.limits"),
        Listed([PASS, *told(options)], refusals=lambda: refusals),
        form="pose",
        subject=(uid,),
    )
    if choice != PASS:
        yield from _follow_up(table, uid, choice)


def empty_hexes(setup: Setup, state: State, uid: str) -> list[str]:
    """Return the hexes that the attacks of a unit have left empty."""
    return [at for by, at in state.vacated if by == uid and unit_at(setup, state, at) is None]


def poses(setup: Setup, state: State, uid: str) -> list[Choice]:
    """[fire.advance] Return the hexes with facings that a unit may advance to."""
    return [
        {"at": at, "facing": facing}
        for at in empty_hexes(setup, state, uid)
        if why_not_advance(setup, state, uid, at) is None
        for facing in facings(setup, state, uid, at)
    ]


def why_not_advance(setup: Setup, state: State, uid: str, at: str) -> Refusal | None:  # noqa: PLR0911 - a line a rule
    """[fire.advance.limits] Return what keeps a unit from advancing after its fire, or None."""
    unit, kind = state.units[uid], setup.units[uid]
    limits = "fire.advance.limits"
    if not kind.is_infantry or kind.rifles:
        return Refusal("fire.advance", text("Only infantry advances after fire."), (uid,))
    if unit.formation == SQUARE:
        return Refusal(limits, text("A square does not advance."), (uid,))
    if not unit.on_map or unit.is_routed or setup.map.grid.distance(unit.at, at) > 1:
        return Refusal(limits, text("{unit} cannot advance.", unit=kind.name), (uid,))
    if unit.ooc or state.groups[kind.group].order != "attack":
        words = text("{unit} is out of command or has no Attack order.", unit=kind.name)
        return Refusal(limits, words, (uid,))
    if cards.marked(setup, state, "forbid", "advance", uid):
        return Refusal("cards.reaction", text("A card keeps {unit} back.", unit=kind.name), (uid,))
    if is_cadre(setup, state.units[uid]) and at in enemy_zoc(setup, state, kind.side):
        return Refusal("zoc.cadre", text("A cadre does not enter an enemy zone of control."), (at,))
    return why_not_enter(setup, state, uid, unit.at, at)


def facings(setup: Setup, state: State, uid: str, at: str) -> list[int]:
    """[move.wheel] [move.difficult.leaving] One vertex to either side; out of open order, any."""
    unit = state.units[uid]
    if setup.units[uid].is_infantry and not is_open(setup, at):
        found = [unit.facing]
    elif unit.formation == OPEN_ORDER:
        found = list(FACINGS)
    else:
        turns = next(int(r["after"]) for r in rows("wheeling") if r["action"] == "advance")
        found = [(unit.facing + turn) % len(FACINGS) for turn in range(-turns, turns + 1)]
    if not is_cadre(setup, unit):
        return found
    return [facing for facing in found if not _faces_enemy(setup, state, uid, at, facing)]


def _faces_enemy(setup: Setup, state: State, uid: str, at: str, facing: int) -> bool:
    """[move.cadre] Whether a unit would have an enemy in its front, in difficult terrain all round it."""
    grid = setup.map.grid
    ahead = grid.frontal(at, facing) if is_open(setup, at) else grid.adjacent(at)
    side = enemy_of(setup.units[uid].side)
    return any(side_at(setup, state, one) == side for one in ahead)


def _follow_up(table: Board, uid: str, choice: Choice) -> Procedure[None]:
    """[fire.advance.disorder] Go there; a line, or open order, is disordered by it."""
    loose = table.state.units[uid].formation in (LINE, OPEN_ORDER)
    at, facing = word_of(choice, "at"), number_of(choice, "facing")
    disorders = "fire.advance.disorder" if loose else ""
    yield from go_forward(table, uid, at, facing, "fire.advance", disorders=disorders)


def go_forward(
    table: Board, uid: str, at: str, facing: int, *rules: str, disorders: str = ""
) -> Procedure[None]:
    """[fire.advance.formation] A unit goes into the empty hex; the ground changes its formation."""
    words = text("{unit} advances to {hex}.", unit=table.setup.units[uid].name, hex=at)
    opened = is_open(table.setup, at)
    loose = table.state.units[uid].formation == OPEN_ORDER
    if table.setup.units[uid].is_infantry and loose == opened:
        rules = (*rules, "fire.advance.formation")
    yield from advance(table, uid, at, facing, words, *rules, disorders=disorders)
