"""Keys of members that were handed over: by which papers, and which of them hang together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from pbem.club.folder import Club
from pbem.papers import succession
from pbem.port.messages import Message


def heirs_of(
    club: Club, found: Sequence[succession.Succession]
) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Old keys with the one they were handed over to. The first stays that the club has noted; what was noted without a
    paper, and two heirs of one key of which none was noted, are named and not followed.
    """
    papers = {(each.old.hex(), each.new.hex()) for each in found}
    noted = {pair: each for each in club.members for pair in pairwise(each.keys)}
    heirs = {old: new for old, new in sorted(noted) if (old, new) in papers}
    said: list[tuple[str, str]] = [
        (old[:12], Message("no paper hands this key of {name} over as the club says", name=member.name))
        for (old, new), member in noted.items()
        if (old, new) not in papers
    ]
    for old in sorted({old for old, _ in papers}):
        new = sorted(each for one, each in papers if one == old)
        if old in heirs and len(new) > 1:
            said.append(
                (old[:12], Message("this key was handed over twice; the first that was taken in stays"))
            )
        elif old not in heirs and len(new) > 1:
            said.append((old[:12], Message("this key was handed over twice; neither is followed")))
        elif old not in heirs and _is_free(club, new[0]):
            heirs[old] = new[0]
    return heirs, said


def families(heirs: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """The keys that hang together, by each of them: found once for all, however long the chains are."""
    beside: dict[str, set[str]] = {}
    for old, new in heirs.items():
        beside.setdefault(old, set()).add(new)
        beside.setdefault(new, set()).add(old)
    found: dict[str, frozenset[str]] = {}
    for key in beside:
        if key in found:
            continue
        whole, todo = {key}, [key]
        while todo:
            more = beside[todo.pop()] - whole
            whole |= more
            todo += more
        found.update(dict.fromkeys(whole, frozenset(whole)))
    return found


def _is_free(club: Club, key: str) -> bool:
    return not any(key in each.keys for each in club.members)
