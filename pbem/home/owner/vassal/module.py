"""A whole module: read into plain values, with what could not be taken."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError  # only types: defusedxml reads

from attrs import frozen
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from pbem.bytes.errors import DataError
from pbem.home.owner.vassal import saves, traits
from pbem.home.owner.vassal.archive import Archive
from pbem.home.owner.vassal.grids import kind
from pbem.home.owner.vassal.saves import Laid
from pbem.home.owner.vassal.traits import Piece, split
from pbem.port.messages import Message

_PLANS = ("buildFile.xml", "buildFile")
_MOST_PLAN = 32 * 1024 * 1024
MOST_PIECES = 6_000
_SLOTS = ("PieceSlot", "CardSlot")
_NOT_TAKEN = {
    "SquareGrid": "squares",
    "DiceButton": "dice",
    "SpecialDiceButton": "dice",
    "Inventory": "lists",
    "TurnTracker": "turns",
}
_NEVER = ("terrain", "ratings")
"""What is only pixels in a module."""


@frozen(kw_only=True)
class Board:
    """A board: its name, the picture of it, and the element with its grids; its map, and how far from its edge it lies."""

    name: str
    image: str
    element: Element
    map: str
    edge: tuple[int, int]


@frozen(kw_only=True)
class Setup:
    """Where counters begin: the name of the beginning, and each counter at its place on a board (or map)."""

    name: str
    laid: tuple[Laid, ...]
    boards: bool


@frozen(kw_only=True)
class Module:
    """What a module holds that can be shown; ``left`` are words for what does not come along."""

    name: str
    version: str
    boards: tuple[Board, ...]
    pieces: tuple[Piece, ...]
    charts: tuple[tuple[str, str], ...]
    setups: tuple[Setup, ...]
    left: tuple[str, ...]


def read(archive: Archive) -> Module:
    """The module in an archive. Raises DataError ``module-plan``."""
    plan = next(filter(None, (archive.read(each, _MOST_PLAN) for each in _PLANS)), b"")
    try:
        root = fromstring(plan, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError, RecursionError):
        raise DataError(
            "module-plan",
            Message("The plan of this module (buildFile.xml) is missing or cannot be read."),
            hint=Message("Save it once more with VASSAL."),
        ) from None
    prototypes = {each.get("name", ""): _type(each.text or "") for each in _all(root, "PrototypeDefinition")}
    slots = [each for name in _SLOTS for each in _all(root, name)]
    found = [
        traits.piece_of(each.text or "", each.get("gpid", ""), each.get("entryName", ""), prototypes)
        for each in slots
    ]
    pieces = {each.gpid or each.name: each for each in found[:MOST_PIECES] if each is not None}
    return Module(
        name=root.get("name", "")[:120],
        version=root.get("version", "")[:40],
        boards=tuple(_boards(root)),
        pieces=tuple(pieces.values()),
        charts=tuple(_charts(root)),
        setups=(*_stacks(root), *_saved(root, archive)),
        left=tuple(_left(root, sum(each is None for each in found))),
    )


def _all(root: Element, name: str) -> Iterator[Element]:
    return (each for each in root.iter() if kind(each) == name)


def _type(text: str) -> str:
    parts = split(text, "/")
    return parts[2] if len(parts) > 2 else ""


def _boards(root: Element) -> Iterator[Board]:
    for chart in root.iter():
        if not kind(chart).endswith("Map"):
            continue
        edge = (_whole(chart.get("edgeWidth", "")), _whole(chart.get("edgeHeight", "")))
        for each in _all(chart, "Board"):
            if each.get("image"):
                name = each.get("name", "")[:120]
                yield Board(
                    name=name,
                    image=each.get("image", ""),
                    element=each,
                    map=chart.get("mapName", ""),
                    edge=edge,
                )


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0


def _charts(root: Element) -> Iterator[tuple[str, str]]:
    for each in _all(root, "Chart"):
        if each.get("fileName"):
            yield each.get("chartName", "")[:120] or each.get("fileName", "")[:120], each.get("fileName", "")


def _stacks(root: Element) -> Iterator[Setup]:
    laid = tuple(
        Laid(
            gpid=slot.get("gpid", ""),
            on=stack.get("owningBoard", ""),
            x=_whole(stack.get("x", "")),
            y=_whole(stack.get("y", "")),
        )
        for stack in _all(root, "SetupStack")
        for slot in stack
        if kind(slot) in _SLOTS
    )
    if laid:
        yield Setup(name="", laid=laid, boards=True)


def _saved(root: Element, archive: Archive) -> Iterator[Setup]:
    for each in _all(root, "PredefinedSetup"):
        data = archive.read(each.get("file", ""), saves.MOST) if each.get("file") else None
        laid = tuple(saves.pieces_in(data)) if data else ()
        if laid:
            yield Setup(name=each.get("name", "")[:120], laid=laid, boards=False)


def _left(root: Element, pieces: int) -> Iterator[str]:
    """What does not come along, in one word each."""
    if pieces:
        yield f"counters {pieces}"
    seen = {kind(each) for each in root.iter()}
    yield from dict.fromkeys(word for name, word in _NOT_TAKEN.items() if name in seen)
    yield from _NEVER
