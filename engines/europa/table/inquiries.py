"""[2.2.clear] What the table may ask of the map."""

from __future__ import annotations

from grognard.engines.core.data.text import named, text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer
from grognard.engines.europa.field.asking import Hex, side_of_seat
from grognard.engines.europa.field.position import is_friendly
from grognard.engines.europa.field.telling import called
from grognard.engines.europa.setup import Setup
from grognard.engines.europa.state import State


def ground(setup: Setup, state: State, seat: str | None, at: Hex) -> Answer:
    """[2.2.clear] [2.2.city] What a hex is: ground, territory, city."""
    city = setup.map.cities.get(at)
    value: dict[str, object] = {
        "terrain": setup.map.at(at),
        "territory": setup.map.territory.get(at, ""),
        "city": city.name if city else None,
        "fortified": bool(city and city.fortified),
        "points": setup.goals.get(at, 0),
        "friendly": is_friendly(setup, state, side_of_seat(setup, seat), at),
        "adjacent": sorted(setup.map.grid.adjacent(at)),
    }
    words = [
        text("{place}: {ground}", place=called(setup, at), ground=named("term", setup.map.at(at)))
    ]
    if city and city.today:
        words.append(text("Today {name}", name=named("place", city.today)))
    return Answer(value, ("2.2.clear", "2.2.city", "1.1.friendly", "1.1.adjacent"), tuple(words))


INQUIRIES = inquiries(ground)
