"""A position from which somebody acts, and everything the game says of the orders that could be given in it.

Nothing is decided here: what is legal comes from ``options``, what an order would do from ``apply``, and why it may not be
given from ``check``. What a field of an order takes is learnt from the legal orders, not written down game by game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain

from pbem.bytes.canon import Json
from pbem.bytes.codec import Codec
from pbem.bytes.records import AttrsInstance, field, frozen
from pbem.games import registry
from pbem.games.hand import Hand, wrong_card
from pbem.port import listing
from pbem.port.game import Outcome, Side
from pbem.port.scene import Counter, Scene

MOST = 20_000
"""So many legal orders are looked at; a position with more is served with the first of them."""


@frozen(kw_only=True)
class Legal:
    """One legal order: its object as the log would have it, the units and the cells it names, and the place it aims at:
    where a path ends, what is attacked, where the unit of another side lies that it names. Empty: at none."""

    action: AttrsInstance = field(repr=False)
    obj: Mapping[str, Json]
    units: frozenset[str]
    cells: tuple[str, ...]
    target: str

    @property
    def kind(self) -> str:
        """The kind of order."""
        return str(self.obj["k"])


@frozen(kw_only=True, slots=False)
class Stand:
    """A state in which ``side`` acts (with orders of ``kinds``, none when it owes no decision) and ``viewer`` looks on.

    ``hand`` are the cards of ``side``: an order that would play another is not listed.
    """

    game: registry.Game = field(repr=False)
    state: object = field(repr=False)
    side: Side
    viewer: Side
    kinds: tuple[str, ...]
    recent: tuple[Outcome, ...] = field(default=(), repr=False)
    hand: Hand = field(factory=dict, repr=False)
    _of_one: dict[str, tuple[Legal, ...]] = field(factory=dict, init=False, repr=False, eq=False)

    @property
    def codec(self) -> Codec:
        """The orders of the game."""
        return self.game.rules.actions

    @cached_property
    def scene(self) -> Scene:
        """What the viewer may see."""
        return self.game.rules.scene(self.state, self.viewer, recent=self.recent)

    @cached_property
    def places(self) -> Mapping[str, str]:
        """Where each counter lies, by its name."""
        return {counter.name: pile.cell for pile in self.scene.piles for counter in pile.counters}

    @cached_property
    def own(self) -> frozenset[str]:
        """The counters of the acting side."""
        return frozenset(c.name for p in self.scene.piles for c in p.counters if c.side == self.side)

    @cached_property
    def cells(self) -> frozenset[str]:
        """The names of the cells of the map."""
        return frozenset(cell.name for cell in self.scene.ground.cells)

    @cached_property
    def _listing(self) -> tuple[listing.ByUnit[object] | None, Mapping[str, tuple[str, ...]]]:
        rules, found = listing.wide(self.game.rules, self.state, self.side)
        return rules, {kind: units for kind, units in found.items() if kind in self.kinds}

    @property
    def wide(self) -> Mapping[str, tuple[str, ...]]:
        """The kinds with too many orders to list them all, with the units that may have some."""
        return self._listing[1]

    @cached_property
    def legal(self) -> tuple[Legal, ...]:
        """The legal orders of the kinds that are owed and not :attr:`wide`, in the game's order."""
        rules, found = self._listing
        return tuple(self._read(rules.options(self.state, self.side, but=found)) if rules else self.each())

    def each(self) -> Iterator[Legal]:
        """The legal orders of all kinds one by one: for who needs only the first of them."""
        return self._read(self.game.rules.options(self.state, self.side) if self.kinds else ())

    def of_kind(self, kind: str) -> Iterator[Legal]:
        """The legal orders of a kind, one by one."""
        if kind not in self.wide:
            return (each for each in self.legal if each.kind == kind)
        return (each for unit in self.wide[kind] for each in self._of(unit) if each.kind == kind)

    def _of(self, unit: str) -> tuple[Legal, ...]:
        """The legal orders of wide kinds that begin with a unit."""
        rules, found = self._listing
        if unit not in self._of_one and rules is not None:
            actions = (
                rules.options_of(self.state, self.side, kind, unit)
                for kind, units in found.items()
                if unit in units
            )
            self._of_one[unit] = tuple(self._read(chain.from_iterable(actions)))
        return self._of_one.get(unit, ())

    def _read(self, actions: Iterable[AttrsInstance]) -> Iterator[Legal]:
        count = 0
        for action in actions:
            obj = self.codec.dump(action)
            if obj["k"] not in self.kinds or self._not_held(action):
                continue
            words = tuple(tokens(obj))
            yield Legal(
                action=action,
                obj=obj,
                units=frozenset(word for word in words if word in self.places),
                cells=(cells := tuple(word for word in words if word in self.cells)),
                target=cells[-1] if cells else self._at_others(words),
            )
            count += 1
            if count >= MOST:
                return

    def _at_others(self, words: Iterable[str]) -> str:
        others = (word for word in words if word in self.places and word not in self.own)
        return next((self.places[word] for word in others), "")

    def _not_held(self, action: AttrsInstance) -> bool:
        rules = self.game.rules
        return bool(wrong_card(rules, self.state, self.side, action, self.hand))

    def counter(self, name: str) -> Counter | None:
        """The counter of that name, as the viewer sees it."""
        return next((c for p in self.scene.piles for c in p.counters if c.name == name), None)

    def of_units(self, names: Iterable[str]) -> tuple[Legal, ...]:
        """The legal orders that name all these units, those that name no other unit first."""
        wanted = frozenset(names)
        ways = chain(self.legal, *(self._of(name) for name in sorted(wanted)))
        found = [each for each in ways if wanted <= each.units]
        return tuple(sorted(found, key=lambda each: len(each.units)))


def tokens(obj: Mapping[str, Json]) -> Iterator[str]:
    """The words in the fields of an order, in order; ``HQ/82:1`` gives its two parts, too."""
    for name, value in obj.items():
        if name == "k":
            continue
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, str):
                yield item
                if ":" in item:
                    yield from item.split(":")
