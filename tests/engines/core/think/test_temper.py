"""In a temper a script goes by other numbers, the same ones as long as it lasts, and by no others after."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path

import pytest

from grognard.engines.columbia.opponent.judge import policy
from grognard.engines.core.play.bots import players_of
from grognard.engines.core.play.game import registry
from grognard.engines.core.play.session import Session
from grognard.engines.core.show.asks import Choice
from grognard.engines.core.think.temper import in_temper, temper_of, tempered
from grognard.engines.core.think.terms import judging_of
from grognard.engines.core.think.thinker import Thinker
from grognard.engines.eagle.opponent.strike import weights as of_eagle
from grognard.engines.europa.opponent.marshal import plain_tempers
from grognard.engines.gmt.opponent.position_value import weights as of_gmt
from grognard.engines.risorgimento.opponent.policy import figure, plain_figures

MANY = 60
"""In so many decisions some temper makes a difference."""
PLAIN = {"near": 2.0, "far": -1.0, "never": 0.0}


def test_a_temper_changes_all_numbers_and_no_sign_and_is_the_same_for_the_same_seed() -> None:
    with in_temper(temper_of("bold")):
        bold = dict(tempered(PLAIN))
    assert all(bold[name] != PLAIN[name] for name in ("near", "far"))
    assert bold["near"] > 0 > bold["far"]
    assert bold["never"] == 0
    with in_temper(temper_of("bold")):
        assert tempered(PLAIN) == bold
    with in_temper(temper_of("careful")):
        assert tempered(PLAIN) != bold
    assert tempered(PLAIN) is PLAIN


def test_no_temper_is_the_script_as_it_is_and_one_within_another_ends_first() -> None:
    assert temper_of("") is None
    with in_temper(temper_of("bold")):
        bold = tempered(PLAIN)
        with in_temper(None):
            assert tempered(PLAIN) is PLAIN
        assert tempered(PLAIN) is bold


def test_a_leaning_changes_the_numbers_that_it_names_and_a_temper_comes_on_top() -> None:
    leaning = (("near", 3.0),)
    with in_temper(temper_of("", leaning)):
        assert dict(tempered(PLAIN)) == {"near": 6.0, "far": -1.0, "never": 0.0}
    with in_temper(temper_of("bold")):
        bold = dict(tempered(PLAIN))
    with in_temper(temper_of("bold", leaning)):
        leant = dict(tempered(PLAIN))
    assert leant["near"] == pytest.approx(3 * bold["near"])
    assert leant["far"] == bold["far"]


def test_a_manner_may_say_how_many_times_what_some_numbers_are_and_leaves_the_others() -> None:
    with in_temper(temper_of("= near 0.5, never 3")):
        assert tempered(PLAIN) == {"near": 1.0, "far": -1.0, "never": 0.0}


@pytest.mark.parametrize("numbers", [policy, of_eagle, of_gmt], ids=["columbia", "eagle", "gmt"])
def test_captains_go_by_their_temper(numbers: Callable[[], Mapping[str, float]]) -> None:
    plain = dict(numbers())
    with in_temper(temper_of("bold")):
        assert dict(numbers()) != plain
    assert dict(numbers()) == plain


def test_the_captain_of_risorgimento_too() -> None:
    plain = figure("pull")
    with in_temper(temper_of("bold")):
        assert figure("pull") != plain
    assert figure("pull") == plain


NUMBERS: Mapping[str, Callable[[], Mapping[str, float]]] = {
    "columbia": policy,
    "eagle": of_eagle,
    "europa": plain_tempers,
    "gmt": of_gmt,
    "risorgimento": plain_figures,
}


@pytest.mark.parametrize("game", NUMBERS)
def test_manners_in_the_data_name_numbers_of_the_captain(game: str) -> None:
    manners = judging_of(f"grognard.engines.{game}.opponent").manners
    for manner in manners:
        assert {name for name, _ in manner.times} <= NUMBERS[game]().keys()
        assert all(times > 0 for _, times in manner.times)


@pytest.mark.parametrize("name", NUMBERS)
def test_tempers_change_what_the_captain_behind_a_marshal_chooses(name: str) -> None:
    game = registry[name]
    marshal = players_of(game)["marshal"]
    assert issubclass(marshal, Thinker)
    info = min((one for one in game.scenarios() if one.turns), key=lambda one: one.minutes)
    session = Session(game, game.load(Path(info.path), {}), "1")
    plain = marshal.script("c")
    for _ in range(MANY):
        if session.ask is None:
            break
        if any(
            _chosen(marshal, session, f"t{i}") != _chosen(marshal, session, "") for i in range(3)
        ):
            return
        plain.go_on(session)
    pytest.fail(f"in {MANY} decisions of {info.id} no temper changed anything")


def _chosen(marshal: type[Thinker], session: Session, manner: str) -> Choice:
    future = session.fork()
    voice = marshal.script("c")
    voice.temper = temper_of(manner)
    voice.go_on(future)
    return future.choices[-1]


def test_no_number_of_risorgimento_is_fixed_before_it_is_known_who_asks() -> None:
    room = files("grognard.engines.risorgimento.opponent")
    fixed = [
        f"{one.name}: {line.strip()}"
        for one in room.iterdir()
        if one.name.endswith(".py")
        for line in one.read_text("utf-8").splitlines()
        if re.match(r"\w+(: [^=]+)? = figure\(", line)
    ]
    assert not fixed
