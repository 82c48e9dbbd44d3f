"""A small battle of each game, made from nothing by a hand in the window.

The usual run makes them `small`: some of the ground, and all of the pieces that there must be; the soak
test makes them whole, as the shipped scenarios of their ids began.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.app.editor.window.hand import SETUP, Hand, Point, begun, click

PROVENANCE = "our own, made with the workshop"
Spots = dict[str, tuple[float, float]]


@dataclass(frozen=True)
class Battle:
    """What stands at the head of a battle.

    Attributes:
        like: the scenario that lends forces and seats.
    """

    game: str
    like: str
    id: str
    title: str
    size: tuple[int, int]
    summary: str
    date: str
    minutes: str
    turns: str


def begin(battle: Battle) -> Hand:
    """Begin it in the dialog, and open the editor."""
    path = begun(battle.game, battle.like, battle.title, *battle.size)
    return Hand.on(path, battle.game)


def tell(hand: Hand, battle: Battle) -> None:
    """Write the rest of what a player reads of it, and say how long it lasts."""
    hand.page(3)
    hand.writes("summary", words=battle.summary)
    hand.writes("date", words=battle.date)
    hand.writes("minutes", words=battle.minutes)
    hand.writes("turns", words=battle.turns)
    hand.adds("provenance")
    hand.writes("provenance", 0, "what", words="the whole battle")
    hand.writes("provenance", 0, "kind", words="derived")
    hand.writes("provenance", 0, "source", words=PROVENANCE)


# -- areas -----------------------------------------------------------------------------------------

MILL = Battle(
    "columbia",
    "shevardino",
    "mill-brook",
    "The mill on the brook",
    (5, 3),
    "Davout's corps comes down the high road, and a brook with one bridge and one ford lies across it. Behind the "
    "bridge stands a redoubt with a battery, and a Russian corps in the wood and the fields beside it. Seven turns.",
    "exercise",
    "20",
    "7",
)
MILL_FRENCH = {
    "davout": "a0202",
    "i-1-morand": "a0202",
    "i-2-friant": "a0202",
    "i-4-dessaix": "a0102",
    "i-5-compans": "a0102",
    "i-heavy-artillery": "a0102",
    "cav-1-nansouty": "a0302",
    "i-3-gerard": "a0302",
    "i-light-artillery": "a0202",
}
MILL_RUSSIAN = {
    "borozdin": "a0205",
    "ru-viii-27-neverovsky": "a0304",
    "ru-viii-2-grenadiers": "a0104",
    "ru-4cc-sievers": "a0305",
    "ru-viii-light-artillery": "a0204",
}
MILL_NAMES = {
    "a0101": "North-west wood",
    "a0102": "North field",
    "a0103": "Ford",
    "a0201": "High road (west)",
    "a0202": "Camp",
    "a0203": "Mill",
    "a0204": "Redoubt",
    "a0205": "High road (east)",
}


def area(name: str, across: float = 0, down: float = 0) -> Point:
    """Return the middle of an area of a new map."""
    return 6 * int(name[3:]) - 3 + across, 6 * int(name[1:3]) - 3 + down


def mill(hand: Hand, small: bool) -> None:
    """[columbia] Areas, borders, crossings, sources, a road, blocks with their HQs; the others stay away."""
    hand.draws("areas", "woods")
    hand.clicks(area("a0101"), area("a0304"))
    hand.draws("areas", "village")
    hand.clicks(area("a0203"))
    hand.draws("areas", "redoubt")
    hand.clicks(area("a0204"))
    hand.draws("borders", "stream")
    hand.clicks((18, 3), (18, 9), (18, 15))
    hand.draws("borders", "bridge")
    hand.clicks((18, 9))
    hand.draws("borders", "ford")
    hand.clicks((18, 3))
    hand.draws("marks", "source:french")
    hand.clicks(area("a0201"), area("a0201"))
    hand.draws("marks", "source:russian")
    hand.clicks(area("a0205"), area("a0205"))
    hand.draws("roads", name="High road")
    hand.outlines((0, 9), area("a0202"), area("a0203"), (24, 9), (30, 9))
    if not small:
        for uid, name in MILL_NAMES.items():
            hand.draws("areas", "clear" if uid != "a0101" else "woods", name=name)
            hand.clicks(area(uid))
        hand.draws("areas")
        for corner, to in {
            (18, 6): (18.8, 5.4),
            (18, 12): (17.3, 12.5),
            (12, 6): (11.4, 6.6),
        }.items():
            hand.strokes(corner, to)
        hand.draws("borders", "slope")
        hand.clicks((21, 5.8))
    hand.page(SETUP)
    for uid, at in (MILL_FRENCH | MILL_RUSSIAN).items():
        hand.places(uid, area(at, -1.5))
    click(hand.setup.others)


# -- hexes ------------------------------------------------------------------------------------------

ROAD = Battle(
    "europa",
    "smolensk",
    "two-roads",
    "Two roads",
    (12, 8),
    "Davout and Ney come over a river with five divisions and horse; Barclay covers the town where their roads meet. "
    "Three towns lie between them: who feeds his men best holds two. Four turns.",
    "exercise",
    "30",
    "4",
)
ROAD_FRENCH = {
    "davout": "0203",
    "morand": "0203",
    "friant": "0203",
    "gudin": "0203",
    "ney": "0206",
    "ledru": "0206",
    "razout": "0206",
    "mouriez": "0206",
}
ROAD_RUSSIAN = {
    "barclay": "0904",
    "wurttemberg": "0904",
    "olsufiev": "0904",
    "r1-artillery": "0904",
    "wittgenstein": "1006",
    "berg": "1006",
}
ROAD_DEPOTS = {"french": ("0203", "0206"), "russian": ("0904", "1104")}
ROAD_TRAINS = ("5, 5, 5, 5", "5, 5, 5, 5")


def two_roads(hand: Hand, small: bool) -> None:
    """[europa] Forest, a river with bridges, roads, cities; depots and trains, what a city is worth."""
    hand.draws("terrain", "forest")
    hand.strokes("0501", "0502", "0602")
    if not small:
        hand.draws("terrain", "marsh")
        hand.strokes("0607", "0707")
        hand.draws("terrain", "rough")
        hand.strokes("0903", "1002")
    hand.draws("hexsides", "river")
    seam(hand, 4, range(1, 9))
    hand.draws("hexsides", "bridge")
    hand.clicks(between(hand, "0403", "0504"), between(hand, "0405", "0506"))
    hand.draws("lines", "road")
    hand.strokes(
        "0203", "0304", "0403", "0504", "0603", "0704", "0803", "0904", "1003", "1104", "1203"
    )
    hand.strokes("0206", "0306", "0405", "0506", "0605", "0705", "0804", "0904")
    hand.draws("cities", name="Novy")
    hand.clicks("0904")
    hand.draws("cities", name="Zavod")
    hand.clicks("0704")
    for name, at in (
        ()
        if small
        else (("Borki", "0807"), ("Lipki", "0203"), ("Olshany", "0206"), ("Tolochin", "1104"))
    ):
        hand.draws("cities", name=name)
        hand.clicks(at)
    fed(hand, small)
    hand.page(SETUP)
    for uid, at in (ROAD_FRENCH | ROAD_RUSSIAN).items():
        hand.places(uid, at)


def fed(hand: Hand, small: bool) -> None:
    """Say where the Depots are, how many trains come, and what the cities are worth."""
    hand.page(3)
    for index, (side, at) in enumerate(ROAD_DEPOTS.items()):
        hand.adds("special", rule="depots")
        hand.writes("special", index, "side", words=side)
        hand.points("special", index, "at", at=at)
    if small:
        return
    hand.adds("special", rule="decisive")
    hand.writes("special", 2, "points", words="0")
    for index, side in enumerate(("french", "russian")):
        hand.adds("special", rule="trains")
        hand.writes("special", 3 + index, "side", words=side)
        hand.writes("special", 3 + index, "numbers", words=ROAD_TRAINS[index])
    for index, at in enumerate(("0807", "0904", "0704")):
        hand.adds("victory")
        hand.points("victory", index, "at", at=(at,))
        hand.writes("victory", index, "points", words="1")


def seam(hand: Hand, column: int, rows: range) -> None:
    """Click all hexsides between some hexes of an even column and the next one."""
    for row in rows:
        here = f"{column:02d}{row:02d}"
        for other in (f"{column + 1:02d}{row:02d}", f"{column + 1:02d}{row + 1:02d}"):
            if other in hand.map.grid:  # type: ignore[operator]
                hand.clicks(between(hand, here, other))


def between(hand: Hand, a: str, b: str) -> Point:
    """Return the middle of a hexside."""
    assert hand.map.grid is not None
    (x, y), (u, v) = (hand.map.grid.centre(h) for h in (a, b))
    return (x + u) / 2, (y + v) / 2


HILL = Battle(
    "gmt",
    "first-assault",
    "windmill-hill",
    "The windmill hill",
    (11, 8),
    "A French brigade and a half with a battery climb out of a stream towards a windmill on its hill, where a Russian brigade "
    "waits with its guns. Three turns to take the mill.",
    "exercise",
    "20",
    "3",
)
HILL_FRENCH = {
    "duppelin-a": "0303",
    "duppelin-b": "0303",
    "teste-a": "0305",
    "cm-art-1": "0204",
}
HILL_RUSSIAN = {"gogel-a": "0704", "ryleev-a": "0803", "ryleev-b": "0805", "ru-ii-cav-ha-1": "0904"}


def windmill(hand: Hand, small: bool) -> None:
    """[gmt] Woods, a hill of two heights with its slopes, a stream, a path, a name; who holds the mill wins."""
    hand.draws("terrain", "woods", mode="brush")
    hand.strokes("0501", "0602")
    hand.draws("terrain", "village")
    hand.clicks("0704")
    hand.draws("levels", "up")
    hand.strokes("0704", "0804", "0805", "0903", "0904")
    hand.draws("hexsides", "stream")
    seam(hand, 4, range(2, 7))
    hand.draws("hexsides", "slope")
    for low, high in (("0603", "0704"), ("0604", "0704"), ("0703", "0704"), ("0705", "0704")):
        (x, y), (u, v) = (hand.map.grid.centre(h) for h in (low, high))  # type: ignore[union-attr]
        hand.clicks(((2 * x + 3 * u) / 5, (2 * y + 3 * v) / 5))
    if not small:
        hand.draws("lines", "path", name="Mill lane")
        hand.strokes(
            "0104", "0204", "0304", "0403", "0504", "0604", "0704", "0804", "0904", "1004", "1104"
        )
        hand.draws("places", "height", name="Windmill")
        hand.clicks("0704")
    hand.page(3)
    hand.adds("victory")
    hand.points("victory", 0, "hold", at=("0704",))
    hand.writes("victory", 0, "first_holder", words="russian")
    hand.page(SETUP)
    for rows, group, keys in ((HILL_FRENCH, "assault", "E"), (HILL_RUSSIAN, "defence", "EEEE")):
        for first, (uid, at) in enumerate(rows.items()):
            hand.places(uid, at, "" if first else keys)
            if not first:
                hand.says("command", group)


FARM = Battle(
    "eagle",
    "low-hill",
    "orchard",
    "The orchard",
    (8, 6),
    "A farm with its orchard stands on the road. A British brigade with a battery holds it against a French brigade "
    "and a regiment of chasseurs. Five turns.",
    "exercise",
    "25",
    "5",
)
FARM_FRENCH = {"ligne-1": "0403", "ligne-2": "0304", "ligne-3": "0404", "chasseurs-1": "0405"}
FARM_BRITISH = {"foot-1": "0703", "battery-1": "0803", "foot-2": "0604"}
FARM_LEADERS = {
    "ugc-brigade": "ligne-2",
    "ugc-chasseurs": "chasseurs-1",
    "cc-french": "ligne-2",
    "ugc-foot": "foot-2",
    "cc-british": "foot-2",
}


def orchard(hand: Hand, small: bool) -> None:
    """[eagle] Woods, orchard, a hedge, a road, a name; battalions in column and line, who holds the farm."""
    hand.draws("terrain", "village", mode="brush")
    hand.clicks("0604")
    hand.draws("terrain", "orchard")
    hand.clicks("0504")
    hand.draws("hexsides", "hedge")
    hand.clicks(between(hand, "0503", "0603"), between(hand, "0502", "0602"))
    hand.draws("lines", "road", name="Lane")
    hand.strokes("0104", "0204", "0304", "0404", "0504", "0604", "0704", "0804")
    if not small:
        hand.draws("terrain", "woods")
        hand.strokes("0301", "0402")
        hand.draws("places", "village", name="Farm")
        hand.clicks("0604")
    hand.page(3)
    hand.adds("victory")
    hand.points("victory", 0, "at", at=("0604",))
    for key, words in (("name", "Farm"), ("first_holder", "british"), ("points", "4")):
        hand.writes("victory", 0, key, words=words)
    hand.page(SETUP)
    for uid, at in (FARM_FRENCH | FARM_BRITISH).items():
        hand.places(uid, at)
        if at == "0604":
            hand.says("formation", "open_order")
    for uid, unit in FARM_LEADERS.items():
        hand.sends(uid, "attached", unit)


# -- a table ------------------------------------------------------------------------------------------

BRIDGE = Battle(
    "risorgimento",
    "first-brigade",
    "hamlet-of-bruna",
    "The hamlet of Bruna",
    (60, 45),
    "A French brigade with light horse comes up a road, an Austrian brigade holds the hamlet on it and the farm beside "
    "it. Six turns on a table of 60 by 45 cm.",
    "exercise",
    "30",
    "6",
)
BRIDGE_ALLIED: Spots = {
    "general-beuret": (6, 23),
    "17e-chasseurs": (19, 27),
    "84e-1": (15, 16),
    "84e-2": (13, 24.5),
    "84e-3": (11, 19),
    "battery": (18, 21),
    "novara": (16, 34),
}
BRIDGE_AUSTRIAN: Spots = {
    "general-schaffgotsche": (51, 29),
    "jager-3": (38, 31),
    "ir39-1": (43, 17),
    "ir39-2": (54, 14),
    "austrian-battery": (38, 22),
    "hussars": (53, 38),
}


def cascina(hand: Hand, small: bool) -> None:
    """[risorgimento] A hill, a road, a ditch, a farm, a hamlet in the round; bases at measured places."""

    def cm(x: float, y: float) -> Point:
        return x, -y

    hand.draws("patches", "hill", mode="polygon", name="Vineyard hill")
    hand.outlines(cm(32, 1), cm(31, 9), cm(38, 14), cm(50, 14), cm(57, 8), cm(56, 1))
    hand.draws("patches", "road", mode="strip", name="High road")
    hand.outlines(cm(0.3, 20), cm(16, 21.4), cm(34, 23), cm(47, 24.6), cm(59.7, 27))
    hand.draws("patches", "walled", mode="block", name="Cascina Bruna")
    hand.strokes(cm(31, 33), cm(35, 36))
    if not small:
        hand.draws("patches", "ditch", mode="strip", name="Mill stream")
        hand.outlines(cm(24, 0.3), cm(25.4, 12), cm(25, 22), cm(26.4, 33), cm(25, 44.7))
        hand.draws("patches", "vines", mode="polygon")
        hand.outlines(cm(36, 26), cm(46, 27), cm(46, 31), cm(37, 30))
        hand.draws("patches", "light_woods", mode="circle")
        hand.strokes(cm(14, 40), cm(18, 40))
        hand.draws("labels", "village", name="Bruna")
        hand.clicks(cm(43, 28.6))
    hand.draws("villages", name="Bruna")
    hand.clicks(cm(43.4, 24.2))
    hand.page(3)
    hand.adds("victory")
    hand.points("victory", 0, "point", at=(cm(43.4, 24.2),))
    hand.points("victory", 0, "at", at=(cm(43.4, 24.2),))
    for key, words in (("name", "Bruna"), ("first", "austrian"), ("points", "6")):
        hand.writes("victory", 0, key, words=words)
    hand.page(SETUP)
    for uid, (x, y) in (BRIDGE_ALLIED | BRIDGE_AUSTRIAN).items():
        hand.places(uid, cm(x, y))


BATTLES = {
    MILL: mill,
    ROAD: two_roads,
    HILL: windmill,
    FARM: orchard,
    BRIDGE: cascina,
}
