"""Slips of the pen in a data pack that the game's own reader takes: it knows what can be read, not what can be printed.

What is looked for stands in the game's ``packs.toml`` under ``[slips]``, so that one check serves every game:

- ``hexes``: whose keys and elements are hexes, and ``grid``: those that say how far the map goes;
- ``backs``: the ratings of a full and a reduced counter, of which the second is seldom the better;
- ``courses``: numbers or results that rise or fall along ``#``: a column typed upside down, a cell in the wrong place;
- ``upon``: sides that lie on others, as a bridge does on a river;
- ``within``: turns that the longest scenario must reach.

Only what the pack brings is told: what our own tables have in the same way is not a slip of the person who types.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping

from attrs import frozen

from pbem.bytes.canon import Json
from pbem.bytes.toml_lines import Path
from pbem.games import registry
from pbem.games.overlay import Entry, Fault, written
from pbem.games.overlay.shape import matches, numbers_in, patterns
from pbem.games.overlay.words import LABELS, short, texts
from pbem.games.packs.pack import Pack
from pbem.port.messages import Message

_HEX = re.compile(r"([A-Z]*)([0-9]{2})([0-9]{2})")
_LOOK = Message("Look at the printed one again; if it is so, leave it.")


@frozen(kw_only=True)
class Mistake:
    """One place of the merged tables that looks wrong. ``bad``: it cannot be printed so, and the pack is not used."""

    path: Path
    text: str
    hint: str = _LOOK
    bad: bool = False


def found(game: registry.Game, pack: Pack) -> tuple[tuple[Fault, ...], tuple[Fault, ...]]:
    """What cannot be (faults) and what should be looked at again (warnings) in the pack that a game was loaded with."""
    manifest = registry.manifest_of(game.info.package)
    own = registry.own_tables(game.info.package)
    before = {(each.path, str(each.text)) for each in _slips(manifest, own, own)}
    slips = [*_fixed(manifest, game.entries), *_slips(manifest, own, game.tables)]
    told: tuple[list[Fault], list[Fault]] = ([], [])
    for each in slips:
        if (each.path, str(each.text)) not in before:
            told[0 if each.bad else 1].append(_fault(each, game.entries, pack))
    return tuple(dict.fromkeys(told[0])), tuple(dict.fromkeys(told[1]))


def _fault(slip: Mistake, entries: tuple[Entry, ...], pack: Pack) -> Fault:
    """The slip with the line on which the pack has it: the entry that shares most of its path."""
    near = max(entries, key=lambda each: (_shared(each.path, slip.path), -len(each.path)), default=None)
    at = f"{pack.files[0].name}:1"
    if near is not None:
        deeper = slip.path[len(near.path) :] if slip.path[: len(near.path)] == near.path else ()
        file = next(each for each in pack.files if each.name == near.file)
        at = file.at((*near.source, *deeper))
    return Fault(at=at, path=written(slip.path), text=slip.text, hint=slip.hint)


def _shared(one: Path, two: Path) -> int:
    count = 0
    for a, b in zip(one, two, strict=False):
        if a != b:
            break
        count += 1
    return count


def _slips(
    manifest: Mapping[str, Json], own: Mapping[str, Json], tables: Mapping[str, Json]
) -> Iterator[Mistake]:
    rules = manifest.get("slips")
    if not isinstance(rules, dict):
        return
    value: Json = dict(tables)
    yield from _off_grid(rules, dict(own), value)
    for key, pair in _rules(rules, "backs"):
        yield from _backs(value, key, texts(pair))
    for key, order in _rules(rules, "courses"):
        yield from _unordered(dict(own), value, key, order)
    for key, under in _rules(rules, "upon"):
        yield from _upon(value, key, patterns(under))
    for key, last in _rules(rules, "within"):
        yield from _within(value, key, last)


def _rules(rules: Mapping[str, Json], word: str) -> Iterator[tuple[Path, Json]]:
    table = rules.get(word)
    for key, each in table.items() if isinstance(table, dict) else ():
        yield tuple(key.split(".")), each


def _at(value: Json, pattern: Path, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Everything at a pattern with its path; ``*`` and ``#`` stand for any key or index."""
    if not pattern:
        yield path, value
        return
    head, rest = pattern[0], pattern[1:]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        if (head in ("*", "#") or head == key) and key not in LABELS:
            yield from _at(each, rest, (*path, key))


# --- what no printed game corrects ------------------------------------------------------------------------------------


def _fixed(manifest: Mapping[str, Json], entries: tuple[Entry, ...]) -> Iterator[Mistake]:
    fixed = patterns(manifest.get("fixed"))
    for each in entries:
        typed = each.before != each.after  # a value that is ours and typed again changes nothing
        if typed and any(matches(pattern, each.path[: len(pattern)]) for pattern in fixed):
            yield Mistake(
                path=each.path,
                text=Message("no printed game corrects this: it says how our own map and tables are drawn."),
                hint=Message("Take the line out."),
                bad=True,
            )


# --- the grid ---------------------------------------------------------------------------------------------------------


def _off_grid(rules: Mapping[str, Json], own: Json, value: Json) -> Iterator[Mistake]:
    reach: dict[str, tuple[int, int, int, int]] = {}
    for pattern in patterns(rules.get("grid")):
        for _, name in _names(own, pattern):
            if one := _HEX.fullmatch(name):
                a, b = int(one[2]), int(one[3])
                low, high, left, right = reach.get(one[1], (a, a, b, b))
                reach[one[1]] = (min(low, a), max(high, a), min(left, b), max(right, b))
    for pattern in patterns(rules.get("hexes")):
        for path, text in _names(value, pattern):
            for name in re.split(r"[/\- ]", text):
                one = _HEX.fullmatch(name)
                inside = one and one[1] in reach
                if one and inside:
                    low, high, left, right = reach[one[1]]
                    inside = low <= int(one[2]) <= high and left <= int(one[3]) <= right
                if not inside:
                    ends = ", ".join(f"{k}{a:02}{c:02}-{k}{b:02}{d:02}" for k, (a, b, c, d) in reach.items())
                    yield Mistake(
                        path=path,
                        text=Message("{name} is not a hex of this map.", name=short(name)),
                        hint=Message("The map goes {ends}.", ends=ends),
                        bad=True,
                    )


def _names(value: Json, pattern: Path) -> Iterator[tuple[Path, str]]:
    """The names at a pattern: keys of a table, elements of a list, or a text."""
    for path, each in _at(value, pattern):
        if isinstance(each, dict):
            yield from (((*path, key), key) for key in each if key not in LABELS)
        elif isinstance(each, list):
            yield from (((*path, n), one) for n, one in enumerate(each) if isinstance(one, str))
        elif isinstance(each, str):
            yield path, each


# --- counters ---------------------------------------------------------------------------------------------------------


def _backs(value: Json, pattern: Path, pair: tuple[str, ...]) -> Iterator[Mistake]:
    """Reduced sides with a rating above that of the full side."""
    for path, each in _at(value, pattern):
        sides = _sides(each, pair)
        for (_, full), (key, reduced) in itertools.pairwise(sides):
            better = [(a, b) for a, b in _both(full, reduced) if b > a]
            if better:
                yield Mistake(
                    path=(*path, *key),
                    text=Message(
                        "the reduced side is stronger than the full one: {b} against {a}.",
                        a=better[0][0],
                        b=better[0][1],
                    ),
                )


def _sides(value: Json, pair: tuple[str, ...]) -> list[tuple[Path, Json]]:
    if isinstance(value, list):
        return [((n,), each) for n, each in enumerate(value)]
    if not isinstance(value, dict) or pair[-1] not in value:
        return []
    front: Json = value.get(pair[0]) if len(pair) > 1 else value
    return [((), front), ((pair[-1],), value[pair[-1]])]


def _both(full: Json, reduced: Json) -> list[tuple[float, float]]:
    """The numbers of two sides that stand for the same rating."""
    if isinstance(full, dict) and isinstance(reduced, dict):
        pairs = [(full.get(key, 0), each) for key, each in reduced.items()]
        return [(a, b) for a, b in pairs if isinstance(a, int | float) and isinstance(b, int | float)]
    one, two = ([n for _, n in numbers_in(each, ())] for each in (full, reduced))
    return list(zip(one, two, strict=False))


# --- charts -----------------------------------------------------------------------------------------------------------


def _unordered(own: Json, value: Json, pattern: Path, order: Json) -> Iterator[Mistake]:
    """Columns that go the wrong way more often than ours do."""
    ours = {key: _wrong(each, order) for key, each in _lines(own, pattern).items()}
    for key, each in _lines(value, pattern).items():
        wrong = _wrong(each, order)
        if len(wrong) > len(ours.get(key, [])):
            before, after, path = wrong[0]
            yield Mistake(
                path=path,
                text=Message(
                    "{after} stands after {before}: the other way round than along the rest of the chart.",
                    after=short(after),
                    before=short(before),
                ),
                hint=Message("Is the row or column upside down? If it is printed so, leave it."),
            )


def _lines(value: Json, pattern: Path) -> dict[Path, list[tuple[Path, Json]]]:
    """The values along ``#``, by the rest of their paths; a key that a row has not counts as empty."""
    axis = pattern.index("#")
    lines: dict[Path, list[tuple[Path, Json]]] = {}
    for path, each in _at(value, pattern):
        lines.setdefault((*path[:axis], "#", *path[axis + 1 :]), []).append((path, each))
    if pattern[-1] in ("#", "*"):
        return lines
    for path, each in _at(value, pattern[:-1]):  # a row without the key
        if isinstance(each, dict) and pattern[-1] not in each:
            where = (*path, pattern[-1])
            lines.setdefault((*path[:axis], "#", *where[axis + 1 :]), []).append((where, ""))
    place = {path: n for n, (path, _) in enumerate(_at(value, pattern[: axis + 1]))}
    return {key: sorted(each, key=lambda one: place[one[0][: axis + 1]]) for key, each in lines.items()}


def _wrong(line: list[tuple[Path, Json]], order: Json) -> list[tuple[Json, Json, Path]]:
    """Each place at which a line goes the other way: what stands before it, and what there."""
    ranked = [(_rank(each, order), each, path) for path, each in line]
    down = order == "down" or (isinstance(order, list) and order[:1] == ["down"])
    found_: list[tuple[Json, Json, Path]] = []
    for (a, one, _), (b, two, path) in itertools.pairwise(ranked):
        if a is not None and b is not None and (b > a if down else b < a):
            found_.append((one, two, path))
    return found_


def _rank(value: Json, order: Json) -> float | None:
    """How far along its order a value is: a number itself, a word by its place in the list, the last that it holds."""
    if not isinstance(order, list):
        return value if isinstance(value, int | float) else 0 if value == "" else None
    words = [each for each in texts(order) if each not in ("up", "down")]
    if not isinstance(value, str):
        return None
    if value in words:
        return words.index(value)
    held = [n for n, each in enumerate(words) if each and each in value]
    return max(held, default=None)


# --- bridges, turns ---------------------------------------------------------------------------------------------------


def _upon(value: Json, pattern: Path, under: tuple[Path, ...]) -> Iterator[Mistake]:
    water = {_side(name) for each in under for _, name in _names(value, each)}
    for path, name in _names(value, pattern):
        if _side(name) not in water:
            yield Mistake(
                path=path,
                text=Message("no river runs along {name}: there is nothing to cross.", name=short(name)),
                hint=Message("Is it another hexside, or is the river still to be typed?"),
            )


def _side(name: str) -> tuple[str, ...]:
    return tuple(sorted(name.split("/")))


def _within(value: Json, pattern: Path, last: Json) -> Iterator[Mistake]:
    turns = [
        n for each in patterns([last]) for _, n in _at(value, each) if isinstance(n, int) and n is not True
    ]
    for path, turn in _at(value, pattern):
        if isinstance(turn, int) and turns and turn > max(turns):
            yield Mistake(
                path=path,
                text=Message("no scenario goes beyond turn {last}: it would never come.", last=max(turns)),
            )
