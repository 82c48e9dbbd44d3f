"""Where brigades are sent when two of them meet and nobody holds anything yet."""

from collections import Counter

from grognard.engines.core.data.frozen import evolve
from grognard.engines.risorgimento.game import Risorgimento
from grognard.engines.risorgimento.opponent.generalship import General
from grognard.engines.risorgimento.state import State
from tests.engines.risorgimento.shipped import shipped

GAME = Risorgimento()
SETUP = shipped("crossroads")


def meant(state: State, side: str) -> Counter[str]:
    """How many battalions of a side are meant for each place."""
    general = General(SETUP, side, attacks=True)
    tasks = [
        general.task_of(state, uid)
        for uid, kind in SETUP.types.items()
        if kind.side == side and kind.arm == "infantry"
    ]
    return Counter(task.place for task in tasks if task is not None)


def test_one_brigade_is_divided_among_places_that_nobody_holds() -> None:
    state: State = GAME.initial(SETUP, "1")
    allied, austrian = meant(state, "allied"), meant(state, "austrian")
    assert allied == {"ca-rossa": 3, "mill-hill": 2, "brickworks": 2}
    assert austrian == {"ca-rossa": 3, "mill-hill": 2, "brickworks": 1}


def test_a_place_that_was_taken_keeps_battalions_while_the_enemy_is_near() -> None:
    state: State = GAME.initial(SETUP, "1")
    taken = evolve(state, held={**state.held, "mill-hill": "allied"})
    assert meant(taken, "allied")["mill-hill"] == 2


def test_places_of_the_enemy_from_the_start_are_attacked_together() -> None:
    setup = shipped("montebello")
    state: State = GAME.initial(setup, "1")
    general = General(setup, "allied", attacks=True)
    tasks = [general.task_of(state, uid) for uid in setup.formations["beuret"]]
    assert len({task.place for task in tasks if task is not None}) == 1
