"""What of ours a picture shows: the places of our map, the names of our counters, and where both meet."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import hypot, log

from attrs import evolve

from pbem.games import registry
from pbem.home.owner import copies
from pbem.home.owner.pictures import laying
from pbem.home.owner.pictures.album import Album, Match, Sheet
from pbem.home.owner.pictures.laying import Laid, Pair
from pbem.port.scene import Ground, Point

_NUMBER = re.compile(r"([A-Za-z]*)([0-9]+)")
_FIT = 0.35
"""Hexes that a place of a board may lie beside ours, so that the board is taken to be that part of the map."""
_LEAST = 12
_UNITS = ("units.", "forces.units")
_PART = re.compile(r"\.[0-9]+$")


@lru_cache(maxsize=2)
def ground(game: str) -> Ground:
    """The largest map that a scenario of the game is played on."""
    return registry.ground(registry.load(game))


@lru_cache(maxsize=2)
def centres(game: str) -> Mapping[str, Point]:
    """The middle of every place of the map, in map units."""
    return {cell.name: cell.centre for cell in ground(game).cells}


@lru_cache(maxsize=2)
def pitch(game: str) -> float:
    """How far the nearest two places lie from each other, in map units."""
    (x, y), *rest = centres(game).values()
    return min(hypot(a - x, b - y) for a, b in rest)


@lru_cache(maxsize=2)
def counters(game: str) -> tuple[str, ...]:
    """The names of all counters: those of the lists of units, and those that lie anywhere as a scenario begins."""
    rules, found = registry.load(game).rules, dict[str, None]()
    for form in copies.blank(game):
        if form.id.startswith(_UNITS) and form.id not in (
            "units.types",
            "units.formations",
            "units.marker_groups",
        ):
            found.update(dict.fromkeys(cell.row for cell in form.cells))
    for scenario in registry.info(game).scenarios:
        for pile in rules.scene(rules.setup(scenario, {}), None).piles:
            found.update(dict.fromkeys(_PART.sub("", each.name) for each in pile.counters))
    return tuple(found)


def with_matches(game: str, album: Album) -> Album:
    """An album in which every counter that can be told has its picture; what its owner has said stays."""
    keys = {each.key for each in album.faces}
    sure = {name: each for name, each in album.matches.items() if each.sure and each.face in {"", *keys}}
    taken = {each.face for each in sure.values()}
    free = {each.key: each.name for each in album.faces if each.key not in taken}
    told = matched([name for name in counters(game) if name not in sure], free)
    return evolve(album, matches={**{name: Match(key) for name, key in told.items()}, **sure})


# --- maps ---------------------------------------------------------------------------------------------------------------


def named(game: str, places: Mapping[str, Point], board: str) -> list[tuple[str, Point]]:
    """A few places of ours on a board, far from each other, by the names that its grid gives; none where they do not fit.

    A board may leave out the letter of its part of the map. Where several letters fit, the one in the board's name counts.
    """
    known, fitting = centres(game), list[tuple[int, str, list[tuple[str, Point]]]]()
    for prefix in dict.fromkeys(["", *(_letters(name) for name in known)]):
        found = [(prefix + name, at) for name, at in places.items() if prefix + name in known]
        pairs = [(at, known[name]) for name, at in found]
        if len(found) < min(_LEAST, len(known)):
            continue
        fit = laying.laid(_far(pairs))
        if fit is not None and laying.worst(fit, pairs) <= _FIT * pitch(game):
            fitting.append((len(found), prefix, found))
    words = {word.upper() for word in re.findall(r"[A-Za-z]+", board)}
    said = [each for each in fitting if each[1] in words or {w[:1] for w in words if len(w) > 3} & {each[1]}]
    chosen = fitting if len(fitting) == 1 else said if len(said) == 1 else []
    return _far_named(chosen[0][2]) if chosen else []


def _letters(name: str) -> str:
    found = _NUMBER.fullmatch(name)
    return found[1] if found is not None else ""


def _far_named(found: Sequence[tuple[str, Point]]) -> list[tuple[str, Point]]:
    by = {at: name for name, at in found}
    return [(by[at], at) for at, _ in _far([(at, at) for _, at in found])]


def _far(pairs: Sequence[Pair]) -> list[Pair]:
    """Those at the ends in eight directions, which say most, and one in the middle."""
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    ends = [
        best(pairs, key=lambda pair: a * pair[0][0] + b * pair[0][1]) for a, b in ways for best in (min, max)
    ]
    return list(dict.fromkeys((*ends, pairs[len(pairs) // 2])))


def laid(game: str, sheet: Sheet) -> Laid | None:
    """From the pixels of a sheet to map units; None while too few places are known."""
    known = centres(game)
    return laying.laid([((a.x, a.y), known[a.place]) for a in sheet.anchors if a.place in known])


def off(game: str, sheet: Sheet) -> float:
    """How many hexes the worst of its known places lies off."""
    found, known = laid(game, sheet), centres(game)
    pairs = [((a.x, a.y), known[a.place]) for a in sheet.anchors if a.place in known]
    return laying.worst(found, pairs) / pitch(game) if found is not None else 0.0


def seen(game: str, sheet: Sheet) -> Laid | None:
    """From map units to the pixels of a sheet."""
    known = centres(game)
    return laying.laid([(known[a.place], (a.x, a.y)) for a in sheet.anchors if a.place in known])


def place_at(game: str, sheet: Sheet, x: int, y: int) -> str:
    """The place that a pixel of a sheet lies in; "" where it is none."""
    found = laid(game, sheet)
    if found is None:
        return ""
    a, b = found.at((x, y))
    name, (c, d) = min(centres(game).items(), key=lambda each: hypot(each[1][0] - a, each[1][1] - b))
    return name if hypot(c - a, d - b) <= pitch(game) else ""


def beginnings(game: str, album: Album) -> Mapping[str, Mapping[str, str]]:
    """By name of a beginning that a module has: our counters, and the places of ours where they lie then."""
    sheets = {each.picture: each for each in album.sheets}
    unit = {each.face: name for name, each in album.matches.items() if each.face}
    found: dict[str, dict[str, str]] = {}
    for start in album.starts:
        for key, (sha, x, y) in start.laid.items():
            place = place_at(game, sheets[sha], x, y) if key in unit and sha in sheets else ""
            if place:
                found.setdefault(start.name, {})[unit[key]] = place
    return found


# --- the counters of both ---------------------------------------------------------------------------------------------


_WORD = re.compile(r"[a-z]+|[0-9]+")
_LEAST_ALIKE = 0.55
_CLEARLY = 0.06
_COMMON = 250
"""A word that more of theirs have finds nobody; it still counts between those whom another word has brought together."""


def words_of(name: str) -> tuple[str, ...]:
    """The words and numbers of a name, without accents."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return tuple(_WORD.findall("".join(c for c in plain if not unicodedata.combining(c))))


def matched(ours: Sequence[str], theirs: Mapping[str, str]) -> dict[str, str]:
    """By our name the key of theirs, for those that can be told; ``theirs`` has names by key."""
    left = {each: words_of(each) for each in dict.fromkeys(ours)}
    right = {key: words_of(name) for key, name in theirs.items()}
    found = _same(left, right)
    left = {name: words for name, words in left.items() if name not in found}
    right = {key: words for key, words in right.items() if key not in {*found.values()}}
    found.update(_nearest(left, right))
    return found


def _same(left: Mapping[str, tuple[str, ...]], right: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Those that have the same words, whatever their order, where there is one of each."""
    one, other = _alone(left), _alone(right)
    return {one[words]: other[words] for words in one if words in other}


def _alone(names: Mapping[str, tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    by: dict[tuple[str, ...], list[str]] = {}
    for name, words in names.items():
        by.setdefault(tuple(sorted(words)), []).append(name)
    return {words: each[0] for words, each in by.items() if len(each) == 1 and words}


def _nearest(left: Mapping[str, tuple[str, ...]], right: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    weight = _weights([*left.values(), *right.values()])
    by_word: dict[str, set[str]] = {}
    for key, words in right.items():
        for word in words:
            by_word.setdefault(word, set()).add(key)
    scores = {
        name: {
            key: _alike(words, right[key], weight)
            for key in set().union(
                *(by_word[w] for w in words if len(by_word.get(w, ())) in range(1, _COMMON))
            )
        }
        for name, words in left.items()
    }
    back: dict[str, dict[str, float]] = {}
    for name, some in scores.items():
        for key, score in some.items():
            back.setdefault(key, {})[name] = score
    found: dict[str, str] = {}
    for name, some in scores.items():
        best = _clearest(some)
        if best is not None and _clearest(back[best]) == name:
            found[name] = best
    return found


def _weights(names: Sequence[tuple[str, ...]]) -> Mapping[str, float]:
    seen = Counter(word for words in names for word in set(words))
    return {word: log(1 + len(names) / count) for word, count in seen.items()}


def _alike(left: Sequence[str], right: Sequence[str], weight: Mapping[str, float]) -> float:
    """The weight of the words that both have, as a share of that of all."""
    one, other = Counter(left), Counter(right)
    both = sum(weight[word] * count for word, count in (one & other).items())
    return both / (sum(weight[word] * count for word, count in (one | other).items()) or 1.0)


def _clearest(scores: Mapping[str, float]) -> str | None:
    """The best, where it is good enough and no other comes near."""
    first, second = (*sorted(scores.items(), key=lambda each: (-each[1], each[0])), ("", 0.0), ("", 0.0))[:2]
    return first[0] if first[1] >= _LEAST_ALIKE and first[1] - second[1] >= _CLEARLY else None
