"""Files as they come back from strangers' hands: cut, mistyped, misread, or meant to do harm."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

NUMBER = re.compile(r"-?\b\d+(?:\.\d+)?\b")
KEY = re.compile(r"\b([a-z_]+)(?=:(?:\s|$))", re.MULTILINE)
VALUE = re.compile(r"(?<=: )[^\n,{}\[\]]+")
JUNK = (
    "x",
    "''",
    "null",
    "~",
    "[]",
    "{}",
    "[x, [y, {z: 1}]]",
    "{a: {b: {c: d}}}",
    "nan",
    "-1",
    "1e999",
    "9" * 30,
    "0x10",
    "1_000",
    "²",
    "٣",
    "yes",
    "1.5",
    "-0",
    "village-1.5",
    "french",
    "../../../etc/passwd",
    "/dev/zero",
    "é\u202e",
    '"\\u0000"',
    "'{unit}'",
    "a" * 5000,
)

Spoil = Callable[[str, Random], str]


def _at(words: str, found: re.Match[str], new: str) -> str:
    return words[: found.start()] + new + words[found.end() :]


def _one(pattern: re.Pattern[str], words: str, rng: Random) -> re.Match[str] | None:
    found = list(pattern.finditer(words))
    return rng.choice(found) if found else None


def cut(words: str, rng: Random) -> str:
    """The end is missing."""
    return words[: rng.randrange(len(words) + 1)]


def drop(words: str, rng: Random) -> str:
    """Some lines are missing."""
    lines = words.splitlines(keepends=True)
    for _ in range(rng.randint(1, 4)):
        if lines:
            del lines[rng.randrange(len(lines))]
    return "".join(lines)


def move(words: str, rng: Random) -> str:
    """A line stands elsewhere, or twice."""
    lines = words.splitlines(keepends=True)
    line = lines[rng.randrange(len(lines))]
    if rng.random() < 0.5:
        lines.remove(line)
    lines.insert(rng.randint(0, len(lines)), line)
    return "".join(lines)


def indent(words: str, rng: Random) -> str:
    """A line is set further in or out, or with a tab."""
    lines = words.splitlines(keepends=True)
    number = rng.randrange(len(lines))
    new = rng.choice([" ", "  ", "\t", ""])
    lines[number] = new + (lines[number].lstrip() if rng.random() < 0.5 else lines[number])
    return "".join(lines)


def key(words: str, rng: Random) -> str:
    """A key is in capitals, misspelt, or another one of the file."""
    found = _one(KEY, words, rng)
    if found is None:
        return words
    others = [one[1] for one in KEY.finditer(words)]
    new = rng.choice([found[0].upper(), found[0].title(), found[0][:-1] or "x", rng.choice(others)])
    return _at(words, found, new)


def number(words: str, rng: Random) -> str:
    """A number is a word, huge, negative or broken."""
    found = _one(NUMBER, words, rng)
    small = [str(rng.randint(-3, 30)), f"{found[0]}5" if found else "5"]
    new = rng.choice([*small, "two", "-1", "0", "1e5", "9" * rng.randint(5, 400), "1.5", "x", ""])
    return words if found is None else _at(words, found, new)


def value(words: str, rng: Random) -> str:
    """A value is of another type."""
    found = _one(VALUE, words, rng)
    return words if found is None else _at(words, found, rng.choice(JUNK))


def swap(words: str, rng: Random) -> str:
    """Two values have changed places."""
    values = [one[0] for one in VALUE.finditer(words)]
    found = _one(VALUE, words, rng)
    return words if found is None else _at(words, found, rng.choice(values))


def nest(words: str, rng: Random) -> str:
    """A value holds lists within lists, more than anybody reads."""
    found, deep = _one(VALUE, words, rng), rng.choice([3, 39, 60, 2000])
    new = "[" * deep + "x" + "]" * deep
    return new if found is None else _at(words, found, new)


def alias(words: str, rng: Random) -> str:
    """Anchors and aliases, some of which would grow without end."""
    bomb = ["a0: &a0 [x, x]"]
    bomb += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    head = rng.choice(["\n".join(bomb), "more: &more {<<: *more}", "same: &it 1\nsame: *it"])
    return f"{head}\n{words}" if rng.random() < 0.5 else f"{words}\n{head}\n"


def documents(words: str, rng: Random) -> str:
    """Tags, directives, several documents."""
    head = rng.choice(["--- ", "%YAML 9.9\n---\n", "!!python/object/apply:os.abort []\n", "? "])
    return head + words + rng.choice(["", "\n---\n", "\n...\n"])


SPOILS: tuple[Spoil, ...] = (
    cut,
    drop,
    move,
    indent,
    key,
    key,
    number,
    number,
    number,
    value,
    value,
    value,
    swap,
    swap,
    nest,
    alias,
    documents,
)


def spoilt(words: str, rng: Random) -> bytes:
    """Return a text with one to three things wrong with it, or as bytes that are no text at all."""
    chance = rng.random()
    if chance < 0.03:
        return rng.randbytes(rng.choice([0, 1, 50, 4000]))
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        words = rng.choice(SPOILS)(words, rng) or words[:1]
    if chance < 0.06:
        return words.encode(rng.choice(["utf-16", "utf-32", "utf-8-sig"]))
    if chance < 0.09:
        return words.encode("latin-1", "replace") + b"\xe9"
    data = bytearray(words.encode())
    if chance < 0.12 and data:
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)
