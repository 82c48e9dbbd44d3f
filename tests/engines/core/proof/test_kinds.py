"""What files may hold, told to text editors: they accept what we accept, and little else."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random

import jsonschema
import pytest
import yaml

from grognard.engines.core.data.jsonschema import whole_number
from grognard.engines.core.data.schema import (
    Anything,
    Bool,
    Int,
    Lazy,
    ListOf,
    MapOf,
    Number,
    OneOf,
    Record,
    Schema,
    Str,
)
from grognard.engines.core.data.yamlio import load_file, load_text
from grognard.engines.core.play.game import registry
from grognard.engines.core.proof.kinds import as_json_schema, as_markdown, kinds_of
from tests.contract.spoiling import JUNK

ROOT = Path(str(files("grognard.scenarios"))).parent
SHIPPED = sorted(
    path for game in registry.games() for path in (ROOT / "scenarios" / game).rglob("*.yaml")
)
CASES = sorted((ROOT / "tests" / "cases").rglob("*.yaml"))
KINDS = [(game.id, kind) for game in registry.games().values() for kind in kinds_of(game)]


class Typed(yaml.SafeLoader):
    """What text editors take a value for: YAML 1.2 with its own types."""


Typed.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", "true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", "[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
    ("null", "~|null|Null|NULL|", "~nN\0"),
):
    Typed.add_implicit_resolver(
        f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), [*first]
    )
Typed.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))


def text_keys(data):
    """JSON knows no keys but text."""
    if isinstance(data, dict):
        return {str(key): text_keys(value) for key, value in data.items()}
    return [text_keys(item) for item in data] if isinstance(data, list) else data


def typed(text):
    return text_keys(yaml.load(text, Loader=Typed))  # noqa: S506 - a safe loader with other types


@cache
def checker(game, kind):
    written = as_json_schema(registry[game], kind)
    jsonschema.Draft202012Validator.check_schema(written)
    return jsonschema.Draft202012Validator(written)


def kind_of(path):
    folder = path.parent.name
    if path.name == "tiles.yaml":
        return "tiles"
    return {"maps": "map", "forces": "forces"}.get(folder, "scenario")


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_every_kind_of_file_has_a_schema_and_a_description(game, kind):
    written = checker(game, kind).schema
    assert written["type"] == "object"
    assert written["properties"]
    for name in kinds_of(registry[game])[kind].known:
        assert f"`{name}`" in as_markdown(registry[game], kind)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_shipped_file_fits_its_schema_as_text_and_as_an_editor_takes_it(path):
    check = checker(path.relative_to(ROOT / "scenarios").parts[0], kind_of(path))
    node, _ = load_file(path)
    for data in (node.plain(), typed(path.read_text("utf-8"))):
        assert [error.message for error in check.iter_errors(data)] == []


@pytest.mark.parametrize("game", [game for game, kind in KINDS if kind == "case"])
def test_rulebooks_tables_and_cases_fit_theirs(game):
    package = Path(str(registry[game].data()))
    for kind in ("rules", "tables"):
        data = load_file(package / f"{kind}.yaml")[0].plain()
        assert [error.message for error in checker(game, kind).iter_errors(data)] == []
    cases = [path for path in CASES if path.parts[-2] == game or game in path.parts]
    for path in Random(game).sample(cases, min(len(cases), 12)):
        data = load_file(path)[0].plain()
        assert [error.message for error in checker(game, "case").iter_errors(data)] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("scenario: ", "senario: "),
        ("title: ", "title: []\ntitel: "),
        ("game: ", "game: chess # "),
        ("seats: [{id: ", "seats: [{it: "),
        ("map: ", "map: [] # "),
        ("id: french", "id: "),
        ("id: french", "id: A name"),
    ],
)
def test_a_broken_scenario_does_not_fit(old, new):
    text = (ROOT / "scenarios" / "columbia" / "shevardino.yaml").read_text("utf-8")
    assert old in text
    assert list(checker("columbia", "scenario").iter_errors(typed(text.replace(old, new, 1))))


SCHEMAS = {
    "name": Str(pattern="[a-z0-9][a-z0-9-]{0,59}"),
    "hex": Str(pattern="[0-9]{4}|[0-9]{6}"),
    "text": Str(max_length=20),
    "left open": Str(empty=True),
    "words": Str(choices=("none", "1", "yes", "null")),
    "number": Int(-20, 150),
    "any number": Int(),
    "measure": Number(-5, 7.5),
    "truth": Bool(),
    "list": ListOf(Int(0, 5), 1, 2),
    "one or list": ListOf(Str(choices=("a", "b")), 1, 2, single=True),
    "mapping": MapOf(Int(0, 9), Bool(), 1, 2),
    "record": Record({"a": Int(0, 3)}, {"b": Str()}),
    "open record": Record({"a": Int(0, 3)}, extra=Bool()),
    "either": OneOf(Int(0, 3), Record({"a": Int(0, 3)}), ListOf(Bool())),
    "anything": Anything(),
    "nested": Lazy(Record),
}
VALUES = (
    *JUNK,
    *("0", "5", "-20", "-21", "150", "151", "007", "+3", "'3'", '"150"', '"151"', "6.4", "'6.4'"),
    *("4307", "'4307'", "no", "true", "'true'", "a", "[a]", "[a, b]", "[1]", "['9']", "{1: yes}"),
    *(
        "{'12': no}",
        "{a: 1}",
        "{a: '2', b: x}",
        "{a: 4}",
        "{a: 1, c: yes}",
        "{b: x}",
        "[yes, false]",
    ),
    *("null", "''", "none", "B", "x y", "twenty-one characters", "1812"),
)


@pytest.mark.parametrize("name", SCHEMAS)
def test_an_editor_refuses_nothing_that_the_program_reads(name):
    schema = SCHEMAS[name]
    check = jsonschema.Draft202012Validator(schema.json_schema())
    sharp = 0
    for value in VALUES:
        node, problems = load_text(value, "x")
        schema.read(node, problems)
        try:
            data = typed(value)
        except (ValueError, yaml.YAMLError):
            continue
        if not problems and data is not None:
            assert check.is_valid(node.plain()), value
            assert check.is_valid(data), value
        sharp += bool(problems) and not check.is_valid(node.plain())
    assert sharp > 5 or name in ("anything", "nested", "left open", "text")


@pytest.mark.parametrize(
    ("low", "high"),
    [(0, 5), (1, 99), (-9, 9), (-20, 50), (3, 1234), (0, 1_000_000), (-5, -2), (17, 17)],
)
def test_whole_numbers_in_quotes_are_bounded_too(low, high):
    check = jsonschema.Draft202012Validator(whole_number(low, high))
    for number in {*range(low - 15, low + 15), *range(high - 15, high + 15), 0, 100, 999, 1000}:
        assert check.is_valid(str(number)) == check.is_valid(number) == (low <= number <= high)


def test_every_schema_of_the_program_tells_an_editor_what_it_is():
    mute = [
        kind.__name__
        for kind in subclasses(Schema)
        if kind._json is Schema._json and not getattr(kind, "__abstractmethods__", None)
    ]
    assert mute == []


def subclasses(kind):
    for below in kind.__subclasses__():
        yield below
        yield from subclasses(below)


def test_what_a_key_is_for_is_told_to_editors_and_people():
    side = Str(choices=("red", "blue"))
    told = side.says("who moves first")
    assert told.json_schema() == {"description": "who moves first", "enum": ["red", "blue"]}
    assert "description" not in side.json_schema()
    named = Str(pattern="[a-z]+", wanted="small letters").says("its name").json_schema()
    assert named["description"] == "its name; small letters"


def test_a_case_is_told_what_its_game_lets_it_set():
    keys = checker("fixture", "case").schema["properties"]["set"]["properties"]
    assert {"place", "only", "phase", "active"} <= keys.keys()
