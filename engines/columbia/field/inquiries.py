"""[5.1] [3.33.area] What one area is: its ground, who holds it, who stands there as far as seen."""

from __future__ import annotations

from grognard.engines.columbia.field.arguments import Ground
from grognard.engines.columbia.field.fog_of_war import sees
from grognard.engines.columbia.field.position import holder
from grognard.engines.columbia.map.ground import Area, Border
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import Side, State
from grognard.engines.columbia.tables import TERRAIN_EFFECTS, crossing_limit, stacking_limit
from grognard.engines.core.data.text import Text, all_of, counted, named, text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer, Overlay

HOLDS = {
    "friendly": (text("{area} is friendly."), "5.1.friendly"),
    "enemy": (text("{area} is held by the enemy."), "5.1.enemy"),
    "contested": (
        text("{area} is contested: friendly to neither side."),
        "5.1.contested",
    ),
    "vacant": (text("{area} is vacant."), "5.1.vacant"),
}
LINE_SIDES = {
    "french": text("It lies on the French side of the start line."),
    "russian": text("It lies on the Russian side of the start line."),
}


def area(setup: Setup, state: State, seat: str | None, at: Ground) -> Answer:
    """[5.1.instant] Of one area: ground, holder as the seat meets it, own blocks, number of hidden."""
    side = setup.side_of(seat)
    status = _status(holder(setup, state, at.id), side)
    here = state.areas.get(at.id, ())
    open_to = [uid for uid in here if sees(setup, state, seat, uid)]
    hidden = len(here) - len(open_to)
    words, rules = _ground(at)
    slopes = _slopes(setup, at)
    if slopes:
        words += slopes
        rules.append("3.2.slope")
    if status in HOLDS:
        phrase, rule = HOLDS[status]
        words.append(phrase.fill(area=at.name))
        # It follows from where the blocks stand at this moment and is kept nowhere.
        rules += [rule, "5.1.instant"]
    if hidden:
        words.append(
            counted(
                "{n} block whose face is hidden",
                "{n} blocks whose faces are hidden",
                n=hidden,
            )
        )
        rules.append("0.fog")
    value: dict[str, object] = {
        "terrain": at.terrain,
        "village": at.village,
        "redoubt": at.redoubt,
        "stacking": stacking_limit(at.terrain),
        "limit": crossing_limit(at.terrain),
        "line": at.line,
        "status": status,
        "blocks": open_to,
        "hidden": hidden,
    }
    return Answer(value, tuple(rules), tuple(words), (Overlay("spaces", "legal", (at.id,)),))


def _status(held: str, side: Side | None) -> str:
    """[5.1.friendly] [5.1.enemy] Return how a side meets an area; the public learns who holds it."""
    if not held:
        return "vacant"
    if held == "contested" or side is None:
        return held
    return "friendly" if held == side else "enemy"


def _ground(ground: Area) -> tuple[list[Text], list[str]]:
    """[3.33.area] [3.2.clear] Say what the predominant terrain gives, and a village or redoubt besides."""
    words = [
        text(
            "{area}: {terrain}, {n} blocks of each side, crossing limit {limit}",
            area=ground.name,
            terrain=named("term", TERRAIN_EFFECTS[ground.terrain]["name"]),
            n=stacking_limit(ground.terrain),
            limit=crossing_limit(ground.terrain),
        ),
    ]
    rules = ["3.33.area", f"3.2.{ground.terrain}"]
    if ground.village:
        words.append(text("Village: attackers fire less effectively here in round 1."))
        rules.append("3.2.village")
    if ground.redoubt:
        words.append(text("Redoubt: Russians who defend here have D2."))
        rules += ["3.2.redoubt", "6.51.who"]
    if ground.line in LINE_SIDES:
        words.append(LINE_SIDES[ground.line])
        rules.append("3.1.line")
    return words, rules


SLOPES = {
    "slope_up": text("Slope up into {areas}: crossing limit {limit}, bombardment {fire}"),
    "slope_down": text("Slope down into {areas}: crossing limit {limit}, bombardment {fire}"),
    "both": text("Slope both ways at {areas}: crossing limit {limit}, bombardment as on the level"),
}


def _inclined(border: Border, into: str) -> str:
    """[3.2.slope] Return how a slope is met by who goes into an area."""
    if border.uphill == "both":
        return "both"
    return "slope_up" if border.uphill == into else "slope_down"


def _slopes(setup: Setup, ground: Area) -> list[Text]:
    """[3.2.slope] Name the areas into which a slope leads up or down from here, and what that costs."""
    borders = [one for one in setup.ground.borders.values() if ground.id in (one.a, one.b)]
    found = []
    for kind, phrase in SLOPES.items():
        into = [
            setup.ground.areas[beyond].name
            for one in borders
            for beyond in (one.other(ground.id),)
            if one.uphill and kind == _inclined(one, beyond)
        ]
        row = TERRAIN_EFFECTS["slope_up" if kind == "both" else kind]
        limit, fire = row["crossing"], f"{int(row['bombard']):+d}"
        if into:
            found.append(phrase.fill(areas=all_of(into, "place"), limit=limit, fire=fire))
    return found


INQUIRIES = inquiries(area)
