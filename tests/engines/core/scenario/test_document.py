"""Files edited by path: nothing is lost, every edit reads back, every inverse restores the bytes."""

from __future__ import annotations

import json
import os
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from grognard.engines.core.data.yamlio import MAX_BYTES, load_bytes
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.scenario.document import Change, Document

SHIPPED = sorted(Path(str(files("grognard.scenarios"))).rglob("*.yaml"))
ODD = {
    "windows": 'a: 1\r\nb:\r\n- x # c\r\n# d\r\n- {q: "1",\r\n  r: 2}\r\n',
    "no end": "a: 1",
    "no end, rows": "a:\n  b:\n    c: 1\n    d: 2 # x\n  e: 3",
    "empty": "a: []\nb: {}\nc:\n",
    "empty mapping": "{}",
    "empty list": "[]",
    "dashes": "- - a\n  - b\n- c: 1\n  d:\n    - 2\n-\n-   - e\n    - f",
    "bare keys": "{a: 1, b: [x, y,], c}\n",
    "pairs": '[a: b, "q":c, {"x":1}]',
    "blocks": "a: >-\n  one\n  two\n\n# c\nb: |+\n  keep\n\n\nc: |2\n    ind\nd: # e\n  - f\n",
    "question marks": "? a\n: b\n? c\n",
    "one document": "---\n# top\na: 'it''s'  # c\n\n\nb:    spaced   \n...\n",
    "byte order": "\ufeffa: é # ü\nж: [я]\n",
    "long text": "a: one\n  two\n\n  three\nb: \"x\\\n  y\"\nc: 'd\n  e'\n",
    "comments": 'rows: # head\n# more\n\n- {u: a, at: "1"}   # one\n\n# of b\n- {u: b}\n  # tail\n'
    "last: [ # c\n  x, # d\n  y # e\n  ]\n",
    "text": "text",
    "quoted": '"q"',
    "nested": "a: [[1, 2], [3, 4]]\nb: [{x: [{}]}]\n",
    "indented": "a:\n    - b\n    - c: d\n      e: f\ng: h",
    "tabs": "a:\tb\n\"k k\": 'v'\n",
    "old lines": "a: 1\rb: [2,\r  3]\r",
    "other lines": 'a: "x\u2028y"\nb: c\x85d: e\n',
}
WORDS = (
    *(
        "x",
        "yes",
        "4308",
        "6.4",
        "14:30",
        "0600",
        "",
        "~",
        "null",
        "=",
        "<<",
        "a b",
        "a: b",
        "a, b",
    ),
    *("it's", 'say "x"', "é ø Ж", "😀", "- a", "# no", "a #b", " lead", "trail ", "l1\nl2", "\t"),
    *(
        "{a}",
        "[",
        "@x",
        "%",
        "!t",
        "&a",
        "*a",
        "|",
        ">",
        "?",
        "---",
        "...",
        "\x07",
        "\u2028",
        "\x85",
    ),
    "several words " * 30 + "in the end",
)


def words(rng, depth=0):
    """A value as odd as any."""
    kind = rng.random()
    if kind < 0.6 or depth > 2:
        return rng.choice(WORDS)
    if kind < 0.8:
        return [words(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(WORDS): words(rng, depth + 1) for _ in range(rng.randrange(4))}


def places(plain, at=()):
    """All paths of plain data, with what stands there."""
    yield at, plain
    entries = plain.items() if isinstance(plain, dict) else enumerate(plain)
    for step, below in () if isinstance(plain, str) else entries:
        yield from places(below, (*at, step))


def edit_at_random(document, rng):
    """Do any edit; return its inverse and what the plain data must be, or None if there is none."""
    plain = document.plain()
    kind = rng.choice(("set", "insert", "remove", "move"))
    boxes = [(path, box) for path, box in places(plain) if not isinstance(box, str)]
    if not boxes or (kind == "set" and not rng.randrange(10)):
        value = words(rng)
        return document.set((), value), value
    path, box = rng.choice(boxes)
    rows = list(box.items()) if isinstance(box, dict) else list(enumerate(box))
    index = rng.randrange(len(rows) + (kind == "insert" or not rows))
    value, fresh = words(rng), rng.choice(WORDS)
    if kind == "insert" and not (isinstance(box, dict) and fresh in box):
        before = rows[index][0] if index < len(rows) and isinstance(box, dict) else None
        step = fresh if isinstance(box, dict) else index
        back = document.insert((*path, step), value, before)
        rows.insert(index, (step, value))
    elif kind == "insert" or not rows:
        return None
    elif kind == "set":
        back = document.set((*path, rows[index][0]), value)
        rows[index] = (rows[index][0], value)
    elif kind == "remove":
        back = document.remove((*path, rows.pop(index)[0]))
    else:
        to = rng.randrange(len(rows))
        back = document.move((*path, rows[index][0]), to)
        rows.insert(to, rows.pop(index))
    if isinstance(box, dict):
        box.clear()
        box.update(rows)
    else:
        box[:] = [row for _, row in rows]
    return back, plain


def edited(document, rng, times):
    for _ in range(times):
        before, seen = document.text.encode(), []
        end = document.watch(seen.append)
        done = edit_at_random(document, rng)
        end()
        if done is None:
            continue
        back, wanted = done
        after = document.text.encode()
        node, problems = load_bytes(after, "again")
        assert not problems
        assert json.dumps(node.plain()) == json.dumps(wanted)
        assert [change.inverse() for change in seen] == [back.change]
        forth = document.apply(back)
        assert document.text.encode() == before
        document.apply(forth)
        assert document.text.encode() == after


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_any_edit_of_a_shipped_file_reads_back_and_can_be_undone(path):
    document = Document.open(path)
    assert document.text.encode() == path.read_bytes()
    edited(document, Random(path.name), 1)


@pytest.mark.parametrize("name", ODD)
def test_any_edit_of_an_odd_file_reads_back_and_can_be_undone(name):
    for seed in range(12):
        document = Document(ODD[name])
        assert document.text == ODD[name]
        edited(document, Random(seed), 8)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_value_set_leaves_every_other_character(path):
    document, rng = Document.open(path), Random(path.name)
    whole = document.text
    texts = [row for row in places(document.plain()) if isinstance(row[1], str)]
    for place, old in rng.sample(texts, 1):
        back = document.set(place, "another")
        assert len(back.after.split()) == len(old.split()) or back.after.startswith(">-")
        head, tail = whole[: back.start], whole[back.start + len(back.after) :]
        assert document.text == head + back.before + tail
        document.apply(back)
        assert document.text == whole


ROWS = """\
# The armies.
units:  # as they stand
- {unit: a, at: "4307"}
# Compans
- {unit: b, at: "4308"}   # his guns

- {unit: c, at: "4309"}
seats: [{id: one}, {id: two}]
hexes: ["1310", "1315-1316",
  "1324", "1325",
  "1410"]
"""


def test_a_row_taken_away_takes_its_line_alone():
    document = Document(ROWS)
    back = document.remove(("units", 1))
    assert document.text == ROWS.replace('- {unit: b, at: "4308"}   # his guns\n', "")
    document.apply(back)
    document.remove(("hexes", 2))
    assert document.text == ROWS.replace('"1324", ', "")
    document.remove(("hexes", 1))
    assert document.text == ROWS.replace('"1324", ', "").replace(' "1315-1316",', "")


def test_a_new_row_is_quoted_as_its_neighbours_and_comes_before_comments_of_the_next():
    document = Document(ROWS)
    document.insert(("units", 1), {"unit": "new", "at": "4400", "facing": "1", "name": "no"})
    new = '- {unit: new, at: "4400", facing: "1", name: "no"}\n'
    assert document.text == ROWS.replace("# Compans\n", new + "# Compans\n")
    assert Document("at:\n- [6.4, 23.6]\n").set(("at", 0), ["1", "2.5"]).before == "[1, 2.5]"


def test_rows_change_places_with_their_own_comments():
    document = Document(ROWS)
    document.move(("units", 1), 0)
    lines = document.text.splitlines()
    assert lines[2:5] == [
        '- {unit: b, at: "4308"}   # his guns',
        "# Compans",
        '- {unit: a, at: "4307"}',
    ]
    document.move(("hexes", 4), 0)
    assert document.text.splitlines()[-3:] == [
        'hexes: ["1410", "1310",',
        '  "1315-1316", "1324",',
        '  "1325"]',
    ]


def test_the_last_row_leaves_an_empty_list_and_its_comment():
    document = Document("units:  # none yet\n- {unit: a}\nend: x\n")
    document.remove(("units", 0))
    assert document.text == "units: []  # none yet\nend: x\n"
    document.insert(("units", 0), {"unit": "b"})
    assert document.text == "units:  # none yet\n- {unit: b}\nend: x\n"


def test_a_new_file_grows_in_lines():
    document = Document("{}")
    document.set(("scenario",), "new")
    document.set(("forces",), ["forces/french.yaml"])
    document.set(("setup",), [{"unit": "a", "at": ["1", "2.5"]}])
    document.set(("clock",), {"turns": "6"})
    assert document.text == (
        "scenario: new\nforces: [forces/french.yaml]\n"
        'setup:\n- {unit: a, at: ["1", "2.5"]}\nclock: {turns: "6"}'
    )


def test_folded_text_stays_folded_and_a_long_list_is_broken_over_lines():
    document = Document("summary: >-\n  one\n  two\nhexes: []\n")
    text = " ".join(f"word{number}" for number in range(60))
    document.set(("summary",), text)
    document.set(("hexes",), [f"hex-{number}" for number in range(60)])
    assert document.text.startswith("summary: >-\n  word0 word1")
    assert max(map(len, document.text.splitlines())) <= 150
    assert document.plain(("summary",)) == text
    document.set(("summary",), "two  blanks: and\na line")
    assert document.text.startswith('summary: "two  blanks: and\\na line"\n')


def test_watchers_are_told_what_changed():
    document, seen = Document("a: [1, 2]\nb: {}\n"), []
    document.watch(seen.append)
    document.set(("a", 0), "3")
    document.set(("b", "c"), "4")
    back = document.move(("a", 0), 1)
    document.apply(back)
    document.remove(("a", 1))
    assert seen == [
        Change("set", ("a", 0)),
        Change("insert", ("b", "c")),
        Change("move", ("a", 0), 0, 1),
        Change("move", ("a", 1), 1, 0),
        Change("remove", ("a", 1)),
    ]


@pytest.mark.parametrize(
    ("edit", "line", "told"),
    [
        (lambda it: it.set(("units", 3, "at"), "1"), 3, "there is no units/3"),
        (lambda it: it.set(("seats", "x"), "1"), 8, "there is no seats/x"),
        (lambda it: it.insert(("units", 9), "1"), 3, "no place 9 in a list of 3"),
        (lambda it: it.insert(("units", 0, "at"), "1"), 3, "there already"),
        (lambda it: it.insert(("units", 0, "x"), "1", "nobody"), 3, "no key nobody"),
        (lambda it: it.insert(("units", 0, "at", 0), "1"), 3, "neither a list nor a mapping"),
        (lambda it: it.insert((), "1"), 2, "beside the whole"),
        (lambda it: it.remove(("nothing",)), 2, "there is no nothing"),
        (lambda it: it.remove(()), 2, "no place of its own"),
        (lambda it: it.move(("units", 0), 3), 3, "no place 3"),
        (lambda it: it.set(("units", 0, "at"), 4307), 3, "only text"),
        (lambda it: it.set(("units", 0, "at"), {1: "x"}), 3, "only text"),
        (lambda it: it.set(("units", 0, "at"), "\ud800"), 3, "cannot be written"),
        (lambda it: it.insert(("units", 0, "k" * 2000), "x"), 3, "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_told_with_its_line(edit, line, told):
    document = Document(ROWS, "rows.yaml")
    with pytest.raises(ScenarioError) as refused:
        edit(document)
    (problem,) = refused.value.problems
    assert told in problem.message
    assert (problem.file, document.text) == ("rows.yaml", ROWS)
    assert problem.line == line


def test_an_edit_is_taken_back_only_where_the_text_is_as_it_left_it():
    document = Document(ROWS)
    back = document.set(("units", 2, "at"), "4444")
    document.remove(("units", 2))
    with pytest.raises(ScenarioError, match="edited there since"):
        document.apply(back)


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        (b"a: &x 1\nb: *x\n", 1, "anchor"),
        (b"a: 1\na: 2\n", 2, "already on line 1"),
        (b"a: [1\n", 2, "not YAML"),
        (b"a: \xff\n", 1, "not UTF-8"),
        (b"", 0, "empty"),
        (b"a" * (MAX_BYTES + 1), 0, "longer than"),
    ],
)
def test_what_the_reader_refuses_is_not_opened(tmp_path, text, line, told):
    path = tmp_path / "bad.yaml"
    path.write_bytes(text)
    with pytest.raises(ScenarioError) as refused:
        Document.open(path)
    assert told in refused.value.problems[0].message
    assert refused.value.problems[0].line == line
    with pytest.raises(ScenarioError, match="cannot be read"):
        Document.open(tmp_path / "none.yaml")


def test_a_file_is_saved_whole_and_byte_for_byte(tmp_path):
    path = tmp_path / "scenario.yaml"
    path.write_bytes("\ufeffa: 1\r\nb: é # ü\r\n".encode())
    document = Document.open(path)
    document.save()
    assert path.read_bytes() == "\ufeffa: 1\r\nb: é # ü\r\n".encode()
    document.set(("a",), "2")
    assert document.changed
    path.chmod(0o600)
    document.save()
    assert path.stat().st_mode & 0o777 == 0o600 or os.name != "posix"
    assert path.read_bytes() == "\ufeffa: 2\r\nb: é # ü\r\n".encode()
    assert not document.changed
    assert [entry.name for entry in tmp_path.iterdir()] == ["scenario.yaml"]


def test_shipped_files_and_those_changed_by_others_are_not_overwritten(tmp_path):
    shipped = SHIPPED[0]
    before = shipped.read_bytes()
    document = Document.open(shipped)
    document.set(("game",), "another")
    for target in (None, shipped, shipped.parent / "new.yaml"):
        with pytest.raises(ScenarioError, match="shipped files are never overwritten"):
            document.save(target)
    assert shipped.read_bytes() == before
    mine = tmp_path / "mine.yaml"
    document.save(mine)
    mine.write_text("other: 1\n", "utf-8")
    with pytest.raises(ScenarioError, match="another program has changed the file"):
        document.save()
    assert mine.read_text("utf-8") == "other: 1\n"
    with pytest.raises(ScenarioError, match="cannot be written"):
        document.save(tmp_path / "no" / "folder.yaml")
    with pytest.raises(ScenarioError, match="no file yet"):
        Document("a: 1").save()
