"""Bundles as strangers may send them: each is broken in one of many ways, by chance."""

from __future__ import annotations

import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

SCENARIO = b"scenario: x\ngame: gmt\ntitle: X\n"
Files = dict[str, bytes]
OUTSIDE = (
    "../scenario.yaml",
    "maps/../../x.yaml",
    "/etc/x.yaml",
    "..\\x.yaml",
    "C:\\x.yaml",
    "maps/x.yaml/../../../y.yaml",
    "scenario.yaml ",
    "maps/.yaml",
    "forces/a b.yaml",
    "pictures/x.svg/../../a.yaml",
    "run.py",
    ".history.jsonl",
    "maps/\u0435vil.yaml",
)


def zipped(files: Files, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip of some files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


def png(wide: int, high: int) -> bytes:
    """Return the head of a picture so large, with nothing in it."""
    head = struct.pack(">IIBBBBB", wide, high, 8, 6, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 100)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def _noise(rng: Random) -> bytes:
    return rng.randbytes(rng.randrange(3000))


def _cut(rng: Random) -> bytes:
    whole = zipped({"scenario.yaml": SCENARIO * 9, "maps/m.yaml": b"a: b\n" * 50})
    return whole[: rng.randrange(len(whole))]


def _flipped(rng: Random) -> bytes:
    whole = bytearray(zipped({"scenario.yaml": SCENARIO + rng.randbytes(400).hex().encode()}))
    for _ in range(rng.randint(1, 6)):
        whole[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
    # Whatever is still sound says what is no scenario.
    return bytes(whole).replace(b"scenario.yaml", b"scenario.yamI", rng.randint(0, 2))


def _outside(rng: Random) -> bytes:
    return zipped({"scenario.yaml": SCENARIO, rng.choice(OUTSIDE): b"a: b"})


def _link(rng: Random) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("scenario.yaml", SCENARIO)
        link = zipfile.ZipInfo(rng.choice(["maps/x.yaml", "pictures/tracing.png", "maps"]))
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(link, rng.choice(["/etc/passwd", "../../..", "/"]))
    return out.getvalue()


def _bomb(rng: Random) -> bytes:
    files = {f"maps/m{n}.yaml": b"#" * 15_000_000 for n in range(rng.randint(3, 4))}
    return zipped({"scenario.yaml": SCENARIO, **files})


def _liar(rng: Random) -> bytes:
    """The sizes and hashes in the directory are not those of the files."""
    whole = bytearray(zipped({"scenario.yaml": SCENARIO * 30}))
    at = whole.index(b"PK\x01\x02")
    field = at + rng.choice([16, 20])  # the hash, the packed size
    whole[field : field + 4] = struct.pack("<I", rng.randrange(1, 90))
    return bytes(whole)


def _picture(rng: Random) -> bytes:
    kinds: list[tuple[str, bytes]] = [
        ("tracing.png", png(60_000, 60_000)),
        ("tracing.png", png(0, 5)),
        ("tracing.png", b"\xff\xd8\xff" + rng.randbytes(99)),
        ("tracing.jpg", png(5, 5)),
        ("tracing.png", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ("tracing.svg", b"<svg><image href='file:///etc/passwd'/></svg>"),
        ("tracing.svg", b"<svg><script>x()</script></svg>"),
        ("tracing.svg", b"<!DOCTYPE svg [<!ENTITY a 'aaaa'>]><svg>&a;</svg>"),
        ("tracing.svg", b"<svg style='fill:url(http://x/y)'/>"),
        ("tracing.svg", b"MZ" + rng.randbytes(99)),
        ("tracing.json", b"[" * 9000),
    ]
    name, data = rng.choice(kinds)
    return zipped({"scenario.yaml": SCENARIO, f"pictures/{name}": data})


def _words(rng: Random) -> bytes:
    """What stands in the scenario is none, or does something."""
    return zipped(
        {
            "scenario.yaml": rng.choice(
                [
                    b"",
                    b"- a\n- b\n",
                    b"game: chess\n",
                    b"\xff\xfe\x00",
                    b"[" * 5000,
                    b"a: &a [x, x]\nb: [*a, *a]\ngame: gmt\n",
                    b"game: gmt\nx: !!python/object/apply:os.system ['touch owned']\n",
                    b"game: gmt\ngame: gmt\n",
                    b"game: [gmt]\n",
                    b"game: gmt\x00\n",
                ]
            )
        }
    )


def _without(rng: Random) -> bytes:
    files: Files = {f"maps/m{n}.yaml": b"a: b" for n in range(rng.randint(1, 5))}
    return zipped(files)


def _many(rng: Random) -> bytes:
    files: Files = {f"maps/m{n}.yaml": b"a: b" for n in range(rng.randint(60, 90))}
    return zipped({"scenario.yaml": SCENARIO, **files})


def _twice(rng: Random) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name in rng.sample(["Scenario", "sCenario", "scEnario"], rng.randint(2, 3)):
            made.writestr(f"{name}.yaml", SCENARIO)
    return re.sub(b"scenario", b"scenario", out.getvalue(), flags=re.IGNORECASE)


def _locked(rng: Random) -> bytes:
    """The flags say that it needs a password, or is packed in a way that nobody knows."""
    whole = bytearray(zipped({"scenario.yaml": SCENARIO}))
    for mark, flags, method in ((b"PK\x03\x04", 6, 8), (b"PK\x01\x02", 8, 10)):
        at = whole.index(mark)
        if rng.random() < 0.5:
            whole[at + flags] |= 1
        whole[at + method] = rng.choice([14, 97, 99])
    return bytes(whole)


WAYS: tuple[Callable[[Random], bytes], ...] = (
    _noise,
    _cut,
    _flipped,
    _outside,
    _link,
    _liar,
    _picture,
    _words,
    _without,
    _many,
    _twice,
    _locked,
)


def broken(count: int, folder: Path) -> Iterator[tuple[str, Path]]:
    """Give so many broken bundles, each with how it is broken; a bomb now and then."""
    rng = Random(15)
    for n in range(count):
        way = _bomb if n % 60 == 59 else WAYS[n % len(WAYS)]
        path = folder / f"b{n}.battle"
        path.write_bytes(way(rng))
        yield way.__name__, path
        path.unlink()
