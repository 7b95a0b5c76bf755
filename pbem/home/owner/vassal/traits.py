"""A counter as a module writes it: traits one in another, down to the piece with its picture and name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.records import define, field, frozen
from pbem.home.owner.vassal import work as costs
from pbem.home.owner.vassal.work import Work

_DEEP = 200
_IMAGES = 16
_PIECE = 4
_FACES = 30
_NUMBER = 60
_FAST, _CALL = 64, 8
"""Letters that are looked through in the time that a sign takes, and the signs in that of one call."""


@frozen(kw_only=True)
class Piece:
    """A counter: its number in the module, its name, the pictures of its faces ("": none), in the module's own names."""

    gpid: str
    name: str
    front: str
    back: str = ""


def split(text: str, sign: str, work: Work, most: int = 0) -> list[str]:
    """The parts between signs; a backslash before one keeps it, and goes; ``'…'`` around a part goes, too.

    ``most``: so many parts, the last of them with all the rest (0: no end). It costs the signs in it, and its length.
    """
    work.spend(costs.STEPS, text.count(sign) + len(text) // _FAST + _CALL)
    parts, start, look = list[str](), 0, 0
    while (not most or len(parts) < most - 1) and (at := text.find(sign, look)) >= 0:
        look = at + 1
        if at == 0 or text[at - 1] != "\\":
            parts.append(text[start:at])
            start = look
    parts.append(text[start:])
    return [_plain(each.replace("\\" + sign, sign)) for each in parts]


def _plain(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == "'" else text


@frozen(kw_only=True)
class Trait:
    """What is taken of a trait: the picture and name of a ``piece``, the faces of an ``emb2`` (the last of very many), or
    the name of a ``prototype``."""

    kind: str
    words: tuple[str, ...]


@define
class Prototypes:
    """What counters have in common, by name. Each is taken apart once, when the first counter names it."""

    _texts: Mapping[str, str]
    work: Work
    _known: dict[str, tuple[Trait, ...]] = field(factory=dict, init=False)

    def named(self, name: str) -> tuple[Trait, ...]:
        """The traits of a prototype, none where there is none of that name."""
        if name not in self._known:
            self._known[name] = _traits(self._texts.get(name, ""), self.work)
        return self._known[name]

    def of(self, text: str) -> Iterator[Trait]:
        """The traits of a piece from the outermost on, those of its prototypes where they are named."""
        waiting, seen, n = [*reversed(_traits(text, self.work))], set[str](), 0
        while waiting and n < _DEEP:
            n += 1
            self.work.spend(costs.STEPS)
            trait = waiting.pop()
            if trait.kind != "prototype":
                yield trait
            elif trait.words[0] not in seen:
                seen.add(trait.words[0])
                waiting.extend(reversed(self.named(trait.words[0])))


def piece_of(text: str, gpid: str, entry: str, prototypes: Prototypes) -> Piece | None:
    """The counter in the text of a slot (``+/id/type/state``); None when it has no picture or is none."""
    parts = split(text, "/", prototypes.work)
    if len(parts) < _PIECE or parts[0] != "+":
        return None
    front, name, faces = "", "", list[tuple[str, ...]]()
    for trait in prototypes.of(parts[2]):
        if trait.kind == "piece":
            front, name = front or trait.words[0], name or trait.words[1]
        else:
            faces.append(trait.words)
    two = next((each for each in faces if len(each) > 1), None)
    if two is not None and (not front or front in two):
        front, back = two[0], two[1]
    elif two is not None:
        back = two[-1]
    else:
        back = ""
    front = front or next((each[0] for each in faces if each), "")
    if not front:
        return None
    return Piece(gpid=gpid[:_NUMBER], name=(name or entry)[:120], front=front, back=back)


def _traits(text: str, work: Work) -> tuple[Trait, ...]:
    """The traits of a type, each in the one before; those of which nothing is taken are left out."""
    found, rest = list[Trait](), [text]
    for _ in range(_DEEP):
        if not rest:
            break
        outer, *rest = split(rest[0], "\t", work, 2)
        trait = _trait(outer, work)
        if trait is not None:
            found.append(trait)
    return tuple(found)


def _trait(text: str, work: Work) -> Trait | None:
    kind = text.partition(";")[0]
    if kind == "prototype":
        return Trait(kind=kind, words=(text.removeprefix("prototype;"),))
    if kind not in ("piece", "emb2"):
        return None
    fields = split(text, ";", work)
    if kind == "piece":
        return Trait(kind=kind, words=(fields[3], fields[_PIECE])) if len(fields) > _PIECE else None
    if len(fields) <= _IMAGES:
        return None
    images = [each for each in split(fields[_IMAGES], ",", work) if each]
    return Trait(kind=kind, words=(*images[:_FACES], *images[_FACES:][-1:]))
