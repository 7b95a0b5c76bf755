"""A whole module: read into plain values, with what could not be taken."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError, TreeBuilder  # defusedxml reads

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from pbem.bytes.errors import DataError
from pbem.bytes.records import frozen
from pbem.home.owner.vassal import saves, traits
from pbem.home.owner.vassal import work as costs
from pbem.home.owner.vassal.archive import Archive
from pbem.home.owner.vassal.grids import kind
from pbem.home.owner.vassal.saves import Laid
from pbem.home.owner.vassal.traits import Piece, Prototypes, split
from pbem.home.owner.vassal.work import Work

_PLANS = ("buildFile.xml", "buildFile")
_MOST_PLAN, _MOST_TAG, _CHUNK, _DEPTH = 16 * 1024 * 1024, 4 * 1024 * 1024, 256 * 1024, 100
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
    """The module in an archive. Raises DataError ``module-plan`` and ``module-work``."""
    plan, work = next(filter(None, (archive.read(each, _MOST_PLAN) for each in _PLANS)), b""), archive.work
    try:
        root = _parsed(plan, work)
    except (ParseError, DefusedXmlException, ValueError, LookupError, RecursionError):
        raise DataError.of(
            "module-plan",
            "The plan of this module (buildFile.xml) is missing or cannot be read.",
            hint="Save it once more with VASSAL.",
        ) from None
    common = {
        each.get("name", ""): _type(each.text or "", work) for each in _all(root, "PrototypeDefinition")
    }
    prototypes = Prototypes(common, work)
    slots = [each for name in _SLOTS for each in _all(root, name)]
    found = [
        traits.piece_of(each.text or "", each.get("gpid", ""), each.get("entryName", ""), prototypes)
        for each in slots[:MOST_PIECES]
    ]
    pieces = {each.gpid or each.name: each for each in found if each is not None}
    return Module(
        name=root.get("name", "")[:120],
        version=root.get("version", "")[:40],
        boards=tuple(_boards(root, work)),
        pieces=tuple(pieces.values()),
        charts=tuple(_charts(root)),
        setups=(*_stacks(root, work), *_saved(root, archive)),
        left=tuple(_left(root, len(slots) - sum(each is not None for each in found))),
    )


class _Plan(TreeBuilder):
    """The tree of a plan, each element of which costs, and lies only so deep."""

    def __init__(self, work: Work) -> None:
        super().__init__()
        self.work, self.depth, self.seen = work, 0, 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        """An element begins."""
        self.work.spend(costs.ELEMENTS, 1 + len(attrs) // 4)
        self.depth, self.seen = self.depth + 1, self.seen + 1
        if self.depth > _DEPTH:
            raise ValueError(tag)
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        """An element ends."""
        self.depth, self.seen = self.depth - 1, self.seen + 1
        return super().end(tag)

    def data(self, data: str, /) -> None:
        """Text in an element."""
        self.seen += 1
        super().data(data)


def _parsed(plan: bytes, work: Work) -> Element:
    """The tree of a plan, read in pieces: a tag without end is left before it fills the memory. Raises ValueError too."""
    target = _Plan(work)
    parser, silent, seen = DefusedXMLParser(target=target, forbid_dtd=True), 0, 0
    for at in range(0, len(plan), _CHUNK):
        parser.feed(plan[at : at + _CHUNK])
        silent, seen = (0 if target.seen > seen else silent + _CHUNK), target.seen
        if silent > _MOST_TAG:
            raise ValueError(at)
    root = parser.close()
    if not isinstance(root, Element):
        raise ValueError("no element")
    return root


def _all(root: Element, name: str) -> Iterator[Element]:
    return (each for each in root.iter() if kind(each) == name)


def _type(text: str, work: Work) -> str:
    parts = split(text, "/", work)
    return parts[2] if len(parts) > 2 else ""


def _boards(root: Element, work: Work) -> Iterator[Board]:
    """Each board once, with the map that it lies in."""
    waiting: list[tuple[Element, Element | None]] = [(root, None)]
    while waiting:
        element, chart = waiting.pop()
        chart = element if kind(element).endswith("Map") else chart
        if chart is not None and kind(element) == "Board" and element.get("image"):
            work.spend(costs.BOARDS)
            yield Board(
                name=element.get("name", "")[:120],
                image=element.get("image", ""),
                element=element,
                map=chart.get("mapName", ""),
                edge=(_whole(chart.get("edgeWidth", "")), _whole(chart.get("edgeHeight", ""))),
            )
        waiting.extend((each, chart) for each in reversed(element))


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0


def _charts(root: Element) -> Iterator[tuple[str, str]]:
    for each in _all(root, "Chart"):
        if each.get("fileName"):
            yield each.get("chartName", "")[:120] or each.get("fileName", "")[:120], each.get("fileName", "")


def _stacks(root: Element, work: Work) -> Iterator[Setup]:
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
    work.spend(costs.PIECES, len(laid))
    if laid:
        yield Setup(name="", laid=laid, boards=True)


def _saved(root: Element, archive: Archive) -> Iterator[Setup]:
    """The beginnings that are saved games; of those with one file the first."""
    named = {each.get("file", ""): each for each in reversed([*_all(root, "PredefinedSetup")])}
    for file, each in reversed(named.items()):
        archive.work.spend(costs.SAVES)
        data = archive.read(file, saves.MOST)
        laid = tuple(saves.pieces_in(data, archive.work)) if data else ()
        if laid:
            yield Setup(name=each.get("name", "")[:120], laid=laid, boards=False)


def _left(root: Element, pieces: int) -> Iterator[str]:
    """What does not come along, in one word each."""
    if pieces:
        yield f"counters {pieces}"
    seen = {kind(each) for each in root.iter()}
    yield from dict.fromkeys(word for name, word in _NOT_TAKEN.items() if name in seen)
    yield from _NEVER
