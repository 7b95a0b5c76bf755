"""Which counter of a module is which of ours, by their names, one to one.

A word that many names have says little, one that few have says much (weights as in K. Sparck Jones, *A statistical
interpretation of term specificity*, 1972). Two names belong together when each is the other's best, and clearly so.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

_WORD = re.compile(r"[a-z]+|[0-9]+")
_LEAST = 0.55
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
    return first[0] if first[1] >= _LEAST and first[1] - second[1] >= _CLEARLY else None
