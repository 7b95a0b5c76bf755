"""A counter as a module writes it: traits one in another, down to the piece with its picture and name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

_DEEP = 200
_IMAGES = 16
_PIECE = 4


@frozen(kw_only=True)
class Piece:
    """A counter: its number in the module, its name, the pictures of its faces ("": none), in the module's own names."""

    gpid: str
    name: str
    front: str
    back: str = ""


def split(text: str, sign: str, most: int = 0) -> list[str]:
    """The parts between signs; a backslash before one keeps it, and goes; ``'…'`` around a part goes, too.

    ``most``: so many parts, the last of them with all the rest (0: no end).
    """
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


def piece_of(text: str, gpid: str, entry: str, prototypes: Mapping[str, str]) -> Piece | None:
    """The counter in the text of a slot (``+/id/type/state``); None when it has no picture or is none."""
    parts = split(text, "/")
    if len(parts) < _PIECE or parts[0] != "+":
        return None
    front, name, faces = "", "", list[list[str]]()
    for trait in _traits(parts[2], prototypes):
        fields = split(trait, ";")
        if fields[0] == "piece" and len(fields) > _PIECE:
            front, name = front or fields[3], name or fields[_PIECE]
        elif fields[0] == "emb2" and len(fields) > _IMAGES:
            faces.append([each for each in split(fields[_IMAGES], ",") if each])
    two = next((each for each in faces if len(each) > 1), None)
    if two is not None and (not front or front == two[0] or front in two):
        front, back = two[0], two[1]
    elif two is not None:
        back = two[-1]
    else:
        back = ""
    front = front or next((each[0] for each in faces if each), "")
    if not front:
        return None
    return Piece(gpid=gpid, name=(name or entry)[:120], front=front, back=back)


def _traits(text: str, prototypes: Mapping[str, str]) -> Iterator[str]:
    """The traits of a piece from the outermost on, those of its prototypes where they are named."""
    waiting, seen, n = [text], set[str](), 0
    while waiting and n < _DEEP:
        n += 1
        outer, *inner = split(waiting.pop(), "\t", 2)
        waiting.extend(inner)
        known = outer.removeprefix("prototype;")
        if known != outer and known in prototypes and known not in seen:
            seen.add(known)
            waiting.append(prototypes[known])
        else:
            yield outer
