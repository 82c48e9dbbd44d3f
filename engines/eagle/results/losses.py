"""[result.remove.infantry] Figures lost, cadres, and units that are gone."""

from __future__ import annotations

from grognard.engines.core.data.text import Text, named, text
from grognard.engines.core.show.asks import Ask, Choice, Listed, Procedure
from grognard.engines.eagle.command.chiefs import called
from grognard.engines.eagle.command.commanders import commander_dies
from grognard.engines.eagle.field.effects import change
from grognard.engines.eagle.field.position import commanders_with, is_cadre, rifles_of
from grognard.engines.eagle.field.telling import is_interrupt, log_of
from grognard.engines.eagle.setup import Board, Setup
from grognard.engines.eagle.state import ELIMINATED, Unit
from grognard.engines.eagle.tables import named_row

DETACHED, RIFLES, PLAIN = "detached", "rifles", "line"
OF_ARM = {
    "infantry": "result.remove.infantry",
    "cavalry": "result.remove.cavalry",
    "artillery": "result.remove.artillery",
}


def lose_figure(table: Board, uid: str, rule: str, *, by_fire: bool = False) -> Procedure[None]:
    """[result.icons] A unit loses a figure: of which kind its owner says, where there are kinds."""
    if not table.state.units[uid].on_map:
        return
    fallen = yield from _who_falls(table, uid, by_fire=by_fire)
    if fallen.startswith(RIFLES):
        _lose_rifles(table, fallen.removeprefix(f"{RIFLES} "))
        return
    unit, kind = table.state.units[uid], table.setup.units[uid]
    change(table, uid, figures=unit.figures - 1, **_troops_without(table, uid, fallen))
    words = text("{unit} loses a figure.", unit=kind.name)
    log_of(table, "loss", words, uid, rule, OF_ARM[kind.arm])
    if unit.figures == 1:
        yield from eliminate(table, uid, OF_ARM[kind.arm])
    elif is_cadre(table.setup, table.state.units[uid]):
        _become_cadre(table, uid)


def _become_cadre(table: Board, uid: str) -> None:
    """[result.cadre.formation] A cadre counts as a column; squares and open order stay.

    [opt.skirm.detach] Nobody is out in front of a single figure: he is the unit.
    """
    unit = table.state.units[uid]
    formation = "column" if unit.formation == "line" else unit.formation
    change(table, uid, formation=formation, skirmisher=False)
    words = text("{unit} is reduced to cadre.", unit=table.setup.units[uid].name)
    log_of(table, "result", words, uid, "result.cadre.formation", "result.cadre.limits")


def eliminate(table: Board, uid: str, *rules: str) -> Procedure[None]:
    """[result.eliminated_commander] A unit is gone, and with it whoever is in its hex."""
    unit = table.state.units[uid]
    lost = commanders_with(table.setup, table.state, uid)
    words = text("{unit} is eliminated.", unit=table.setup.units[uid].name)
    log_of(table, "loss", words, uid, *rules)
    for figure in rifles_of(table.setup, table.state, uid):
        change(table, figure, at=ELIMINATED, figures=0)
        log_of(table, "loss", _gone(table, figure), figure, "opt.rifles.forced")
    if unit.skirmisher:
        log_of(table, "result", text("Its skirmisher goes with it."), uid, "opt.skirm.fate")
    change(table, uid, at=ELIMINATED, figures=0, skirmisher=False)
    for cid in lost:
        fate = text("{leader} is lost with it.", leader=called(table.setup, table.state, cid))
        fates = ("result.eliminated_commander", "result.commander.only_card")
        table.log("loss", fate, *fates, pieces=(cid,), where=(unit.at,))
    yield from commander_dies(table, *lost)


def _gone(table: Board, uid: str) -> Text:
    return text("{unit} is eliminated.", unit=table.setup.units[uid].name)


# -- whose figure it is ------------------------------------------------------------------------


def _who_falls(table: Board, uid: str, *, by_fire: bool) -> Procedure[str]:
    """[opt.composition.losses] [opt.skirm.absorb] [opt.rifles.target] The owner says who falls."""
    options = _fallen(table, uid, by_fire=by_fire)
    if len(options) < 2:
        return str(options[0][0]) if options else PLAIN
    kind = table.setup.units[uid]
    seat = table.setup.seat_of(kind.side)
    choice = yield Ask(
        seat,
        "loss",
        text("{unit} loses a figure: which?", unit=kind.name),
        ("result.remove.infantry", *_loss_rules(options)),
        Listed(options),
        subject=(uid,),
        where=(table.state.units[uid].at,),
        interrupt=is_interrupt(table, kind.side),
    )
    return str(choice)


def _fallen(table: Board, uid: str, *, by_fire: bool) -> list[tuple[Choice, Text]]:
    """Return the figures among which the owner may choose, none where all are alike."""
    setup, unit = table.setup, table.state.units[uid]
    ranks = in_ranks(unit)
    found: list[tuple[Choice, Text]] = []
    if setup.uses("composition"):
        found = [(kind, named_row("troop_types", kind)) for kind in ranks]
    others: list[tuple[Choice, Text]] = []
    if by_fire and unit.skirmisher:
        others.append((DETACHED, text("The detached skirmisher")))
    figures = rifles_of(setup, table.state, uid) if by_fire else ()
    others += [(f"{RIFLES} {one}", named("unit", setup.units[one].name)) for one in figures]
    if others and not found:
        found.append((PLAIN, text("A figure of the unit")))
    return [*found, *others]


def in_ranks(unit: Unit) -> dict[str, int]:
    """[opt.composition] Return the figures of each kind in the ranks of a unit, without who is out before it."""
    out = {"skirmisher": 1} if unit.skirmisher else {}
    left = {kind: n - out.get(kind, 0) for kind, n in unit.troops}
    return {kind: n for kind, n in left.items() if n > 0}


def first_to_fall(setup: Setup, unit: Unit) -> str:
    """[opt.composition.losses] Where nobody chooses the kind, it is one that nothing hangs on if there is one."""
    kinds = in_ranks(unit)
    serve = [("skirmisher", setup.uses("skirmishers")), ("grenadier", setup.uses("grenadiers"))]
    useful = [kind for kind, counts in serve if counts and kind in kinds]
    plain = sorted((kind for kind in kinds if kind not in useful), key=lambda kind: kind != PLAIN)
    return next(iter((*plain, *useful)), "")


def _loss_rules(options: list[tuple[Choice, Text]]) -> tuple[str, ...]:
    words = [str(choice) for choice, _ in options]
    found = ["opt.composition.losses"] if len(words) > 1 else []
    if DETACHED in words:
        found.append("opt.skirm.absorb")
    if any(word.startswith(RIFLES) for word in words):
        found.append("opt.rifles.target")
    return tuple(found)


def _troops_without(table: Board, uid: str, fallen: str) -> dict[str, object]:
    """[opt.composition.losses] Take one of a kind from what the unit is made of."""
    unit, kind = table.state.units[uid], "skirmisher" if fallen == DETACHED else fallen
    if fallen == PLAIN and not table.setup.uses("composition"):
        kind = first_to_fall(table.setup, unit)
    left = tuple((one, n - (one == kind)) for one, n in unit.troops)
    return {"troops": left, **({"skirmisher": False} if fallen == DETACHED else {})}


def _lose_rifles(table: Board, figure: str) -> None:
    """[opt.rifles.target] The Rifles figure falls in place of one of its parent."""
    log_of(table, "loss", _gone(table, figure), figure, "opt.rifles.target")
    change(table, figure, at=ELIMINATED, figures=0)
