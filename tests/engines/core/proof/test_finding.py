"""Finding: numbers and titles first, words as they are meant, the open book before all others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grognard.app.rulebook.shelf import finder, forget_words, shelf
from grognard.app.spoken import begin
from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.examples import Examples
from grognard.engines.core.proof.finding import Finder, Index, entries
from grognard.engines.core.proof.questions import Answered, answer, load_questions
from grognard.engines.core.proof.rulebook import Rulebook
from grognard.engines.core.proof.wording import Wording, common, load_wording, stem
from tests.app.test_cli import grognard
from tests.engines.core.proof.test_rulebook import RULES, package

GAMES = ("columbia", "eagle", "europa", "gmt", "risorgimento")
QUESTIONS = Path(__file__).parents[3] / "questions"


@pytest.fixture
def book(tmp_path: Path) -> Index:
    found, problems = Rulebook.load(package(tmp_path))
    assert problems == []
    assert found is not None
    return Index(entries("tiny", [found], (), Examples({})))


def rules(index: Index, typed: str, limit: int = 40) -> list[str]:
    return [hit.entry.id for hit in index.find(typed, limit, ("rule",))]


def test_a_rule_number_finds_that_rule_first(book: Index) -> None:
    assert rules(book, "9.42")[:2] == ["9.42", "9.42.fire"]
    assert rules(book, " 9.42.FIRE ")[0] == "9.42.fire"
    assert rules(book, "9.4") == ["9.42", "9.42.fire"]


def test_words_match_from_their_beginnings_without_accents(book: Index) -> None:
    assert rules(book, "cav") == ["M.1"]
    assert rules(book, "cafe hoo") == ["M.1"]
    assert rules(book, "tie holds")[0] == "9.42"


def test_any_word_will_do_when_not_all_are_found(book: Index) -> None:
    assert rules(book, "zebra hooves") == ["M.1"]
    assert rules(book, "zebra") == []


def test_the_limit_is_kept(book: Index) -> None:
    assert rules(book, "9.42", 1) == ["9.42"]
    assert rules(book, "9.42", 0) == []


@pytest.mark.parametrize("query", ["", " ", '"', "*", "^", "-", "(", "_", "\0", "…", "' ; --"])
def test_signs_alone_find_nothing(book: Index, query: str) -> None:
    assert rules(book, query) == []


@pytest.mark.parametrize(
    "query",
    ['"cavalry', "cavalry*", "(cavalry", "^cavalry -", "NOT cavalry", "cavalry\0"],
)
def test_signs_that_mean_something_to_the_index_are_harmless(book: Index, query: str) -> None:
    assert rules(book, query)[0] == "M.1"


def test_long_texts_are_shortened_around_the_match(tmp_path: Path) -> None:
    text = "word " * 40 + "needle " + "word " * 40
    found, _ = Rulebook.load(package(tmp_path, RULES.replace("The attacker rolls.", text)))
    assert found is not None
    (hit,) = Index(entries("tiny", [found], (), Examples({}))).find("needle")
    assert "needle" in hit.context
    assert len(hit.context) < 100


# -- the words of players ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "rule"),
    [("horsemen", "M.1"), ("cavalleria", "M.1"), ("кавалерия", "M.1"), ("fall back", "M.1")],
)
def test_a_word_finds_what_means_the_same(book: Index, typed: str, rule: str) -> None:
    assert rules(book, typed)[:1] == [rule]


def test_words_without_weight_are_left_out(book: Index) -> None:
    assert rules(book, "what is the cavalry of a") == rules(book, "cavalry")


def test_every_way_to_say_it_has_letters_and_no_star_but_at_an_end() -> None:
    for group in common()[1]:
        assert len(group.ways) > 1
        assert all(
            word.rstrip("*").isalnum() and "*" not in word[:-1] for w in group.ways for word in w
        )


def test_what_is_typed_is_never_taken_for_the_sign_of_a_meaning(book: Index) -> None:
    for typed in ("z", "zz", "zzall", "zzall1"):
        assert rules(book, typed) == []


def test_a_meaning_is_known_by_all_its_words() -> None:
    wording = Wording(*common())
    (one,) = {t for at, length, t in wording.meant(["line", "of", "sight"]) if length == 3}
    assert one in {token for _, _, token in wording.meant(["los"])}


# -- the books of the games --------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_questions_of_players_find_an_answer_among_the_first_three(game: str) -> None:
    here = shelf(game)
    assert here.book is not None
    questions, problems = load_questions(QUESTIONS / f"{game}.yaml", dict(here.book.rules))
    assert problems == []
    assert len(questions) >= 30
    assert sum(one.language != "en" for one in questions) * 3 >= len(questions) - 3
    told = [answer(here.index(), question) for question in questions]
    wrong = [(one.question.ask, one.found[:3]) for one in told if not one.right]
    assert len(wrong) * 10 <= len(questions), "\n".join(map(str, wrong))


@pytest.mark.parametrize("language", ["it", "ru"])
def test_questions_are_answered_whatever_the_program_speaks(language: str) -> None:
    forget_words()
    try:
        assert begin(language) == ""
        for game in GAMES:
            here = shelf(game)
            assert here.book is not None
            questions, _ = load_questions(QUESTIONS / f"{game}.yaml", dict(here.book.rules))
            told = [answer(here.index(), question) for question in questions]
            wrong = [(one.question.ask, one.found[:3]) for one in told if not one.right]
            assert len(wrong) * 10 <= len(questions), "\n".join(map(str, wrong))
    finally:
        begin("en")
        forget_words()


def test_a_rule_is_found_by_what_it_is_called_in_another_language() -> None:
    asked = {"отступление кавалерии перед ударом": "9.31", "quadrato formato": "9.85"}
    for typed, rule in asked.items():
        assert rule in rules(shelf("gmt").index(), typed, 3), typed


@pytest.mark.parametrize(
    ("forms", "same"),
    [
        (("отступить", "отступает"), "отступ"),
        (("кавалерия", "кавалерией"), "кавалер"),
        (("attraversare", "attraversato"), "attravers"),
        (("ponte", "ponti"), "pont"),
        (("лес", "il"), ""),
    ],
)
def test_the_forms_of_a_word_begin_alike(forms: tuple[str, ...], same: str) -> None:
    assert all(stem(word).startswith(same) and word.startswith(stem(word)) for word in forms)
    assert not same or len({stem(word) for word in forms}) == 1


def test_a_letter_that_is_begun_does_not_change_what_is_found(book: Index) -> None:
    assert rules(book, "cavalry h") == rules(book, "cavalry")


def test_the_open_book_comes_first_whatever_is_typed() -> None:
    for typed in ("retreat", "can artillery move and fire", "stragglers", "controcarica"):
        for game in GAMES:
            games = [hit.entry.game for hit in finder().find(typed, 40, game)]
            own = [at for at, one in enumerate(games) if one == game]
            assert own == [*range(len(own))]


def test_a_very_title_comes_first() -> None:
    for game in GAMES:
        book = shelf(game).book
        assert book is not None
        titles = [rule.title.casefold() for rule in book.rules.values()]
        for rule in book.rules.values():
            if titles.count(rule.title.casefold()) == 1:
                first = finder().find(rule.title, 1, game)[0].entry
                assert first.id == rule.id, (game, rule.title, first.title)


def test_what_is_decided_comes_before_what_is_defined() -> None:
    first = [hit.entry.id for hit in shelf("gmt").index().find("infantry", 5, ("rule",))]
    assert "2.2.inf" not in first[:1]


# -- files with faults -------------------------------------------------------------------------


def test_faulty_files_are_refused_with_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = tmp_path / "asked.yaml"
    asked.write_text('game: gmt\nquestions:\n- {ask: "who wins", rules: ["9.42x"]}\n', "utf-8")
    for words in (("rules", "gmt", "--questions", str(asked)), ("validate", str(asked))):
        code, _, err = grognard(capsys, *words)
        assert code != 0
        assert f"{asked}:3:" in err
        assert "no rule is called 9.42x" in err
    words = tmp_path / "synonyms.yaml"
    words.write_text(
        'game: gmt\nsynonyms:\n- [fire, "*"]\nindex:\n- {words: [x], rules: ["8.z"]}\n', "utf-8"
    )
    code, _, err = grognard(capsys, "validate", str(words))
    assert code != 0
    assert f"{words}:3:" in err
    assert f"{words}:5:" in err
    _, problems = load_wording(registry["gmt"].data(), {}, words)
    assert len(problems) == 2


def test_the_command_ranks_hits(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = grognard(capsys, "rules", "gmt", "can", "guns", "shoot", "back", "--json")
    first = [json.loads(line)["id"] for line in out.splitlines()][:3]
    assert (code, "8.7" in first) == (0, True)


def test_where_an_answer_stands() -> None:
    questions, _ = load_questions(QUESTIONS / "gmt.yaml", dict(shelf("gmt").book.rules))  # type: ignore[union-attr]
    one = questions[0]
    assert Answered(one, ("x", one.rules[0])).place == 2
    assert not Answered(one, ("x", "y", "z", one.rules[0])).right
    assert Answered(one, ()).place == 0


def test_no_game_has_two_finders() -> None:
    assert isinstance(finder(), Finder)
    assert finder().books["gmt"] is shelf("gmt").index()
