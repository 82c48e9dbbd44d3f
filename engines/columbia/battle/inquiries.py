"""[6.7] Named questions about battle: where a block may retreat to."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from grognard.engines.columbia.battle.retreat import retreats as retreat_areas
from grognard.engines.columbia.battle.retreat import why_not
from grognard.engines.columbia.field.arguments import Seen, name_of, names_of
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import State
from grognard.engines.core.data.text import text
from grognard.engines.core.play.inquiries import NoAnswer, inquiries
from grognard.engines.core.show.views import Answer, Overlay


def retreats(setup: Setup, state: State, seat: str | None, unit: Seen) -> Answer:
    """[6.7.retreat] Where a block in battle may retreat to now, and what closes the other ways."""
    battle = state.battle
    if battle is None or unit.at != battle.at:
        raise NoAnswer(f"{unit.id} is not in the battle being fought")
    able = retreat_areas(setup, state, unit.id)
    refused: dict[str, str] = {}
    words = [
        text(
            "{block} may retreat to: {areas}",
            block=setup.types[unit.id].name,
            areas=names_of(setup, able),
        )
    ]
    for there in setup.ground.near[battle.at]:
        why = why_not(setup, state, unit.id, there)
        if why is not None:
            refused[there] = why.rule
            words.append(
                text(
                    "{area}: {why} ({rule})",
                    area=name_of(setup, there),
                    why=why.message,
                    rule=why.rule,
                )
            )
    rules = ("6.7.retreat", *dict.fromkeys(refused.values()))
    value: dict[str, object] = {"areas": list(able), "refused": refused}
    overlays = (
        Overlay("spaces", "legal", tuple(a for a in able if a in setup.ground.areas)),
        Overlay("spaces", "illegal", tuple(refused)),
    )
    return Answer(value, rules, tuple(words), overlays)


INQUIRIES = inquiries(retreats)
