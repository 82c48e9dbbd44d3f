"""[8] Who is winning, as far as a seat knows."""

from __future__ import annotations

from grognard.engines.columbia.field.arguments import Ground, names_of
from grognard.engines.columbia.field.position import SIDE_NAMES, holder
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import FRENCH, RUSSIAN, SIDES, State
from grognard.engines.columbia.victory.known import known_points
from grognard.engines.columbia.victory.victory import for_redoubt
from grognard.engines.core.data.text import text
from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.views import Answer, Overlay


def victory(setup: Setup, state: State, seat: str | None) -> Answer:
    """[8.1.winner] The victory points as far as the seat knows them."""
    words = []
    value: dict[str, object] = {}
    rules: list[str] = ["8.1.winner", "8.2.hidden"]
    held: list[str] = []
    for side in setup.sides:
        points = known_points(setup, state, seat, side)
        value[side] = {
            "vp": points.sure,
            "unseen": points.unseen,
            "redoubts": list(points.redoubts),
        }
        held += points.redoubts
        rules += points.rules
        words.append(
            text(
                "{side}, victory points: {vp}; unseen losses of the enemy: {n}; redoubts: {areas}",
                side=SIDE_NAMES[side],
                vp=points.sure,
                n=points.unseen,
                areas=names_of(setup, points.redoubts),
            )
        )
    words.append(text("A tie is a Russian victory."))
    overlay = Overlay("spaces", "hover", tuple(held))
    return Answer(value, tuple(dict.fromkeys(rules)), tuple(words), (overlay,))


def objective(setup: Setup, state: State, seat: str | None, at: Ground) -> Answer:
    """[8.5] What a redoubt counts at the end, and which side controls it now, "" for neither.

    Raises:
        NoAnswer: there is no redoubt.
    """
    del seat
    if not at.redoubt:
        raise NoAnswer(f"{at.id} has no redoubt")
    held = holder(setup, state, at.id)
    side = held if held in SIDES else ""
    words = text(
        "At the end this redoubt is worth {french} to the French or {russian} to the Russians, in victory points. Held now by: {side}",
        french=for_redoubt(FRENCH),
        russian=for_redoubt(RUSSIAN),
        side=SIDE_NAMES.get(side, text("nobody")),
    )
    return Answer({"holder": side}, ("8.5",), (words,))


INQUIRIES = inquiries(victory, objective)
