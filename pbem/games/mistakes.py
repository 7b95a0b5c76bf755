"""Slips of the pen in a data pack that the game's own reader takes: it knows what can be read, not what can be printed.

What is looked for stands in the game's ``packs.toml`` under ``[slips]``, so that one check serves every game:

- ``hexes``: whose keys and elements are hexes, and ``grid``: those that say how far the map goes;
- ``backs``: the ratings of a full and a reduced counter, of which the second is seldom the better;
- ``courses``: numbers or results that rise or fall along ``#``: a column typed upside down, a cell in the wrong place;
- ``upon``: sides that lie on others, as a bridge does on a river;
- ``within``: turns that the longest scenario must reach, ``track``: turns that the turn track must have;
- ``once``: names of which none stands there twice, ``spans``: the keys of a beginning and an end, row after row;
- ``rivers``: sides that run on; ``alone``: the ground that lies beside its like, or has a name in another table.

A modifier with the other sign than ours, and a column that is ours moved by a row, are looked for in every game.

Only what the pack brings is told: what our own tables have in the same way is not a slip of the person who types.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.toml_lines import Path
from pbem.games import registry
from pbem.games.mistake import Mistake, names_at, rules_of, values_at
from pbem.games.mistakes_on_map import off_grid, on_map, upon
from pbem.games.overlay import Entry, Fault, written
from pbem.games.overlay.shape import matches, numbers_in, patterns
from pbem.games.overlay.words import short, texts
from pbem.games.packs.pack import Pack
from pbem.port.messages import Message

_ODDS = re.compile(r"([0-9]{1,3}):([1-9][0-9]{0,2})")


def found(game: registry.Game, pack: Pack) -> tuple[tuple[Fault, ...], tuple[Fault, ...]]:
    """What cannot be (faults) and what should be looked at again (warnings) in the pack that a game was loaded with."""
    manifest = registry.manifest_of(game.info.package)
    own = registry.own_tables(game.info.package)
    before = {(each.path, str(each.text)) for each in _slips(manifest, own, own)}
    slips = [
        *_fixed(manifest, game.entries), *_signs(game.entries), *_slips(manifest, own, game.tables),
        *on_map(_of(manifest), game, dict(own)),
    ]  # fmt: skip
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


def _of(manifest: Mapping[str, Json]) -> dict[str, Json]:
    rules = manifest.get("slips")
    return rules if isinstance(rules, dict) else {}


def _slips(
    manifest: Mapping[str, Json], own: Mapping[str, Json], tables: Mapping[str, Json]
) -> Iterator[Mistake]:
    rules, value = _of(manifest), dict(tables)
    yield from off_grid(rules, dict(own), value)
    for key, pair in rules_of(rules, "backs"):
        yield from _backs(value, key, texts(pair))
    for key, order in rules_of(rules, "courses"):
        yield from _unordered(dict(own), value, key, order)
    for key, under in rules_of(rules, "upon"):
        yield from upon(value, key, patterns(under))
    for key, last in rules_of(rules, "within"):
        for path, most in _beyond(value, key, last):
            yield Mistake(
                path=path,
                text=Message("no scenario goes beyond turn {last}: it would never come.", last=most),
            )
    for key, last in rules_of(rules, "track"):
        for path, most in _beyond(value, key, last):
            yield Mistake(path=path, text=Message("the turn track ends with turn {last}.", last=most))
    for key in patterns(rules.get("once")):
        yield from _once(value, key)
    for key, ends in rules_of(rules, "spans"):
        yield from _overlapping(value, key, texts(ends))


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


# --- counters ---------------------------------------------------------------------------------------------------------


def _backs(value: Json, pattern: Path, pair: tuple[str, ...]) -> Iterator[Mistake]:
    """Reduced sides with a rating above that of the full side."""
    for path, each in values_at(value, pattern):
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
    """Columns that go the wrong way more often than ours do, and those that are ours, a row lower or higher."""
    ours = _lines(own, pattern)
    for key, each in _lines(value, pattern).items():
        wrong = _wrong(each, order)
        if (path := _moved(ours.get(key, []), each)) is not None:
            yield Mistake(
                path=path,
                text=Message("from here on stands what ours has in the next row: is all of it a row off?"),
            )
        elif len(wrong) > len(_wrong(ours.get(key, []), order)):
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


def _moved(ours: list[tuple[Path, Json]], theirs: list[tuple[Path, Json]]) -> Path | None:
    """Where a line begins to be ours moved by one; None where it is not, or where one value alone would say so."""
    before, after = ([each for _, each in line] for line in (ours, theirs))
    if len(before) != len(after):
        return None
    changed = [n for n, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    for by in (-1, 1):
        held = [n for n in changed if 0 <= n + by < len(before)]
        if len(held) > 1 and all(
            after[n] == before[n + by] for n in range(held[0], held[-1] + 1) if 0 <= n + by < len(before)
        ):
            return theirs[held[0]][0]
    return None


def _lines(value: Json, pattern: Path) -> dict[Path, list[tuple[Path, Json]]]:
    """The values along ``#``, by the rest of their paths; a key that a row has not counts as empty."""
    axis = pattern.index("#")
    lines: dict[Path, list[tuple[Path, Json]]] = {}
    for path, each in values_at(value, pattern):
        lines.setdefault((*path[:axis], "#", *path[axis + 1 :]), []).append((path, each))
    if pattern[-1] in ("#", "*"):
        return lines
    for path, each in values_at(value, pattern[:-1]):  # a row without the key
        if isinstance(each, dict) and pattern[-1] not in each:
            where = (*path, pattern[-1])
            lines.setdefault((*path[:axis], "#", *where[axis + 1 :]), []).append((where, ""))
    place = {path: n for n, (path, _) in enumerate(values_at(value, pattern[: axis + 1]))}
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
    """How far along its order a value is: a number itself, odds by their quotient, a word by the last that it holds."""
    if not isinstance(order, list):
        if isinstance(value, str) and (odds := _ODDS.fullmatch(value)):
            return int(odds[1]) / int(odds[2])
        return value if isinstance(value, int | float) else 0 if value == "" else None
    words = [each for each in texts(order) if each not in ("up", "down")]
    if not isinstance(value, str):
        return None
    if value in words:
        return words.index(value)
    held = [n for n, each in enumerate(words) if each and each in value]
    return max(held, default=None)


# --- turns, names ---------------------------------------------------------------------------------------------------


def _beyond(value: Json, pattern: Path, last: Json) -> Iterator[tuple[Path, int]]:
    """The turns behind the last one, and which that is."""
    turns = [
        n
        for each in patterns([last])
        for _, n in values_at(value, each)
        if isinstance(n, int) and n is not True
    ]
    for path, turn in values_at(value, pattern):
        if isinstance(turn, int) and turns and turn > max(turns):
            yield path, max(turns)


def _once(value: Json, pattern: Path) -> Iterator[Mistake]:
    """Names that stand there more than once."""
    seen = set[str]()
    for path, name in names_at(value, pattern):
        if name in seen:
            yield Mistake(path=path, text=Message("{name} stands here twice.", name=short(name)))
        seen.add(name)


def _overlapping(value: Json, pattern: Path, ends: tuple[str, ...]) -> Iterator[Mistake]:
    """Rows that begin before the row above has ended."""
    rows = [
        (path, [each.get(key) for key in ends])
        for path, each in values_at(value, pattern)
        if isinstance(each, dict)
    ]
    for (_, (_, before)), (path, (after, _)) in itertools.pairwise(rows):
        if isinstance(before, int) and isinstance(after, int) and after <= before:
            yield Mistake(
                path=(*path, ends[0]),
                text=Message(
                    "it begins with {after}, and the row above ends with {before}.",
                    after=after,
                    before=before,
                ),
            )


# --- what the pack has otherwise than ours ----------------------------------------------------------------------------


def _signs(entries: tuple[Entry, ...]) -> Iterator[Mistake]:
    """Numbers with the other sign than ours."""
    for each in entries:
        ours, theirs = each.before, each.after
        if isinstance(ours, int | float) and isinstance(theirs, int | float) and ours * theirs < 0:
            yield Mistake(
                path=each.path,
                text=Message(
                    "{theirs} has the other sign than ours, {ours}.", theirs=short(theirs), ours=short(ours)
                ),
            )
