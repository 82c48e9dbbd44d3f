"""The rulebook: loading, faults, references."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engines.core.proof.rulebook import Chapter, Rule, Rulebook, RuleTable

RULES = """\
rulebook: Tiny War
edition: second
chapters:
  - {id: "9", title: Shock}
  - {id: M, title: Movement}
rules:
  - {id: "9.42", chapter: "9", title: Commitment, kind: procedure, text: The attacker rolls.,
     ruling: A tie holds., see: [M.1, "9.42.fire"], tables: [drm]}
  - {id: 9.42.fire, chapter: "9", title: Fire modifier, kind: modifier, text: See 9.42 first., see: [M.1]}
  - {id: M.1, chapter: M, title: Cavalry, kind: limit, text: "Café and hooves: cavalry may retreat.",
     used: "no", optional: "yes"}
"""

TABLES = """\
tables:
  drm: {title: Modifiers, rule: "9.42", provenance: known, columns: [code, value],
        rows: [{code: a, value: "1"}, {code: b, marks: [j]}], notes: {j: Just so.}, codes: {D: dead}}
  plain: {title: Plain, rule: M.1, provenance: derived, columns: [n], rows: [], notes: One note., optional: "yes"}
  listed: {title: Listed, rule: M.1, provenance: derived, columns: [n], rows: [], notes: [first, second]}
"""


def package(folder: Path, rules: str = RULES, tables: str = TABLES) -> Path:
    """A game's folder with its two files."""
    (folder / "rules.yaml").write_text(rules, encoding="utf-8")
    (folder / "tables.yaml").write_text(tables, encoding="utf-8")
    return folder


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    """The rulebook of the two files above."""
    found, problems = Rulebook.load(package(tmp_path))
    assert problems == []
    assert found is not None
    return found


def faults(folder: Path, rules: str = RULES, tables: str = TABLES) -> list[str]:
    """The problems of two files, by file name alone; no book must come of them."""
    found, problems = Rulebook.load(package(folder, rules, tables))
    assert found is None
    return [str(problem).removeprefix(f"{folder}/") for problem in problems]


def test_rules_and_chapters(book: Rulebook) -> None:
    assert (book.title, book.edition) == ("Tiny War", "second")
    assert book.chapters == (Chapter("9", "Shock"), Chapter("M", "Movement"))
    assert book.rule("9.42") == Rule(
        "9.42",
        "9",
        "Commitment",
        "procedure",
        "The attacker rolls.",
        "A tie holds.",
        ("M.1", "9.42.fire"),
        ("drm",),
    )
    assert book.rule("M.1") == Rule(
        "M.1",
        "M",
        "Cavalry",
        "limit",
        "Café and hooves: cavalry may retreat.",
        used=False,
        optional=True,
    )
    assert [rule.id for rule in book.in_chapter("9")] == ["9.42", "9.42.fire"]
    assert book.in_chapter("none") == ()
    with pytest.raises(KeyError):
        book.rule("none")


def test_tables(book: Rulebook) -> None:
    assert book.table("drm") == RuleTable(
        "drm",
        "Modifiers",
        "9.42",
        "known",
        ("code", "value"),
        ({"code": "a", "value": "1"}, {"code": "b", "marks": ["j"]}),
        {"j": "Just so."},
        False,
        {"codes": {"D": "dead"}},
    )
    assert (book.table("plain").notes, book.table("plain").optional) == ({"": "One note."}, True)
    assert book.table("listed").notes == {"1": "first", "2": "second"}


def test_who_cites_a_rule(book: Rulebook) -> None:
    assert book.cited_by("M.1") == ("9.42", "9.42.fire")
    assert book.cited_by("9.42.fire") == ("9.42",)
    assert book.cited_by("9.42") == ()


def test_references_that_lead_nowhere_and_doubled_ids_are_told_at_once(tmp_path: Path) -> None:
    rules = RULES.replace("see: [M.1]", "see: [M.2]").replace("tables: [drm]", "tables: [dmr]")
    rules = rules.replace("chapter: M,", "chapter: X,").replace("id: M,", 'id: "9",')
    rules += '  - {id: M.1, chapter: "9", title: Again, kind: limit, text: Again.}\n'
    tables = TABLES.replace('rule: "9.42"', "rule: 9.43")
    assert faults(tmp_path, rules, tables) == [
        "rules.yaml:5: the id 9 is already on line 4 (ids must differ)",
        "rules.yaml:12: the id M.1 is already on line 10 (ids must differ)",
        "rules.yaml:8: there is no table dmr (did you mean drm?)",
        "rules.yaml:9: there is no rule M.2 (did you mean M.1?)",
        "rules.yaml:10: there is no chapter X",
        "tables.yaml:2: no rule is called 9.43 (did you mean 9.42?)",
    ]


def test_faults_of_both_files_are_told_at_once(tmp_path: Path) -> None:
    rules = RULES.replace("kind: limit, ", "").replace("edition:", "editon:")
    tables = TABLES.replace("columns: [code, value]", "columns: []")
    assert faults(tmp_path, rules, tables) == [
        "rules.yaml:1: rules.yaml lacks edition (add edition)",
        "rules.yaml:2: unknown key editon (did you mean edition?)",
        "rules.yaml:10: an item of rules lacks kind (add kind)",
        "tables.yaml:2: columns must have at least 1 items, not 0",
    ]


def test_missing_files_are_problems(tmp_path: Path) -> None:
    found, problems = Rulebook.load(tmp_path)
    assert found is None
    assert [str(problem).removeprefix(f"{tmp_path}/") for problem in problems] == [
        "rules.yaml: the file cannot be read: No such file or directory",
        "tables.yaml: the file cannot be read: No such file or directory",
    ]


@pytest.mark.parametrize("game", ["gmt"])
def test_the_rulebooks_of_the_games_are_sound(game: str) -> None:
    found, problems = Rulebook.load(Path(__file__).parents[4] / "engines" / game)
    assert [str(problem) for problem in problems] == []
    assert found is not None
    assert found.title != ""
