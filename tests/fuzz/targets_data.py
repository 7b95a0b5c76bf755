"""Targets: TOML, data packs, tables laid over tables."""

import json
from collections.abc import Callable, Iterator

from pbem.bytes import toml_lines
from pbem.bytes.errors import DataError
from pbem.games import lint, overlay, registry
from pbem.games.packs import reading
from pbem.games.packs.pack import HEADER, Pack, PackFile
from pbem.games.toml import parse_toml
from tests.fuzz import fixtures, mutators
from tests.fuzz.harness import Target, WrongError
from tests.fuzz.listed import target


def _toml(data: bytes) -> None:
    """What is read has a line for each key; what the reader of lines finds is what the library finds."""
    table = parse_toml(data, "fuzz.toml")
    lines = toml_lines.lines_of(data.decode())
    last = data.count(b"\n") + 1
    if any(not 1 <= line <= last for line in lines.values()):
        raise WrongError("a line that there is not")
    for key in table:
        if (key,) not in lines:
            raise WrongError(f"no line for the key {key!r}")


def _tables() -> list[bytes]:
    places = sorted((fixtures.ROOT / "rules/pbem_rules").glob("*/data/*.toml"))
    return [place.read_bytes()[:3000].rpartition(b"\n[")[0] for place in places] + [
        b'a.b."c d" = [1, {x = 2}]\n[[t]]\nk = """\nx\n"""\n[t.u]\nv = \'\'\'a\'\'\'\n'
    ]


def _pack(game: str) -> Callable[[bytes], None]:
    """A pack laid over a game: every fault has a place, and a pack without one makes a game, or is refused by name."""

    def run(data: bytes) -> None:
        tables = parse_toml(data, "fuzz.toml")
        file = PackFile(name="fuzz.toml", data=data, tables=tables, lines=toml_lines.lines_of(data.decode()))
        if HEADER in tables:
            reading._header(file)
        pack = Pack(name="fuzz", game=game, by="", source="", files=(file,))
        pack.stored()
        laid = registry.lay(game, pack)
        if any(not str(each) or not each.text for each in laid.faults):
            raise WrongError("a fault without words")
        if not laid.faults and laid.entries:
            try:
                registry.build(registry.info(game), laid.tables)
            except DataError:
                lint.lint(pack, game)

    return run


def _pack_seeds(game: str) -> Callable[[], list[bytes]]:
    def seeds() -> list[bytes]:
        found: list[bytes] = []
        if game == "june6":
            for place in sorted((fixtures.ROOT / "examples/packs/june6-example").glob("*.toml")):
                text = place.read_bytes()[:2500].rpartition(b"\n[")[0]
                found.append(text if place.stem == "pack" else _under(place.stem, text))
        for name, table in registry.load(game).tables.items():
            if isinstance(table, dict):
                for key, value in list(table.items())[:4]:
                    text = mutators.toml_of({name: {key: value}})
                    found.append(text if len(text) < 3000 else mutators.toml_of({name: {key: {}}}))
        return found

    return seeds


def _under(stem: str, text: bytes) -> bytes:
    return (
        text.replace(b"\n[[", b"\n[[" + stem.encode() + b".")
        .replace(b"\n[", b"\n[" + stem.encode() + b".")
        .replace(f"[{stem}.[".encode(), b"[[")
    )


def _overlay(data: bytes) -> None:
    """Any tables over any tables: two JSON values on two lines."""
    one, _, two = data.partition(b"\n")
    try:
        ours, theirs = json.loads(one), json.loads(two)
    except (ValueError, RecursionError):
        return
    if not isinstance(ours, dict) or not isinstance(theirs, dict):
        return
    file = PackFile(name="x.toml", data=b"", tables={"t": theirs}, lines={})
    pack = Pack(name="x", game="", by="", source="", files=(file,))
    shape = overlay.Shape(open=(("t",), ("t", "*")), alike=(("t", "*"),))
    before = json.dumps(ours)
    overlay.overlay({"t": ours}, pack, shape)
    if json.dumps(ours) != before:
        raise WrongError("the tables of the game were changed")


def _overlay_seeds() -> list[bytes]:
    ours = {
        "a": {"x": 1, "y": [1, 2], "provenance": "own", "source": "s"},
        "rows": [{"n": 1, "v": 2}, {"n": 2, "v": 3}],
    }
    theirs = {
        "a": {"x": 2, "y": {"remove": [1], "add": [3]}},
        "b": {"new": True, "x": 3},
        "rows": [{"n": 2, "v": 9}],
    }
    more = {"rows": [{"where": {"v": 3}, "n": 4}], "remove": ["a"], "whole": True}
    return [json.dumps(ours).encode() + b"\n" + json.dumps(each).encode() for each in (theirs, more)]


def targets() -> Iterator[Target]:
    """In the order of the README."""
    yield target("toml", _toml, _tables, mutators.toml, tokens=mutators.TOML_TOKENS, largest=8192)
    for game in fixtures.GAMES:
        yield target(
            f"pack-{game}", _pack(game), _pack_seeds(game), mutators.toml, tokens=mutators.TOML_TOKENS,
            slowest=4.0 if game == "june6" else 1.0, largest=8192
        )  # fmt: skip
    yield target("overlay", _overlay, _overlay_seeds, mutators.json_lines, largest=4096)
