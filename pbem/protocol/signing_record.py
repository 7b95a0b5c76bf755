"""What a seat has signed and disclosed: asked before anything more leaves.

A log can be put back from an older copy, go over to another version, or lie in two homes. The record stays: it is kept with
the secrets, and two records become one (:meth:`Record.merged`), never less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import TypeAlias, TypeVar, cast

from pbem.bytes.canon import Json
from pbem.bytes.errors import ConflictError
from pbem.bytes.records import evolve, field, frozen
from pbem.log import Bundle, Log, head_after
from pbem.log.fields import KEY
from pbem.port.messages import Message
from pbem.replay.fold import AppliedEntry
from pbem.replay.table import Position, Seat

_K = TypeVar("_K")
_ROLLS = frozenset({"req", "rsp", "open"})
Place: TypeAlias = tuple[int, bytes]
"""Where a bundle stands: its number, and the chained hash before it."""

Sets: TypeAlias = "Mapping[_K, frozenset[bytes]]"

UNKNOWN = b""
"""In place of the hash of a request: a seed that has left, nobody here knows for what."""


Seed: TypeAlias = tuple[bytes, int]
"""A seed: the public key that its chain belongs to, and its roll."""


@frozen(kw_only=True)
class Disclosures:
    """What entries of a seat disclose: ``seeds``, each with the hash of the request that it is given under, and ``decks`` of
    which they hand over or show a card, by :func:`deck_name`, with the digest of how the cards lay. ``asked`` are requests
    that hide their seed.
    """

    seeds: tuple[tuple[Seed, bytes], ...] = ()
    decks: tuple[tuple[bytes, bytes], ...] = ()
    asked: tuple[tuple[Seed, bytes], ...] = ()


@frozen(kw_only=True)
class Record:
    """``signed``: for each place the hashes of the bundles that this seat has signed there; ``given_up``: those of them
    that settling has taken out of the log. ``seeds``: for each seed that has left the requests it was given under.
    ``decks``: how a deck lay when its keys left.
    """

    signed: Sets[Place] = field(factory=dict)
    given_up: frozenset[bytes] = frozenset()
    seeds: Sets[Seed] = field(factory=dict)
    decks: Sets[bytes] = field(factory=dict)

    # --- asking -------------------------------------------------------------------------------------------------------

    def check_place(self, place: Place, bundle: bytes = UNKNOWN) -> None:
        """Raises ConflictError ``signed-already`` when a bundle with another hash has been signed in this place."""
        known = self.signed.get(place, frozenset())
        if known and known != {bundle}:
            raise signed_already(place[0])

    def check(self, leaving: Disclosures) -> None:
        """Raises ConflictError ``answered-already`` when a seed or a card key has left before, for something else.

        A seed tells every lower one of its chain: what was never given and can be computed has left too.
        """
        for (chain, j), request in (*leaving.seeds, *leaving.asked):
            known = self.seeds.get((chain, j), frozenset())
            foretold = not known and any(key == chain and roll > j for key, roll in self.seeds)
            if foretold or known - {request}:
                raise ConflictError(
                    "answered-already",
                    Message(
                        "Your half of roll {j} has been given for another request. It is never given again; that "
                        "roll is burnt for us.",
                        j=j,
                    ),
                    hint=_TWO_HISTORIES,
                )
        for deck, lay in leaving.decks:
            if self.decks.get(deck, frozenset()) - {lay}:
                raise ConflictError(
                    "answered-already",
                    Message(
                        "Cards of this deck were handed over when it lay in another order: your opponent signed "
                        "two shuffles. The keys are not given for both."
                    ),
                    hint=_TWO_HISTORIES,
                )

    def missing(self, log: Log) -> int | None:
        """The lowest number of a bundle of this seat that the log lacks and nobody has given up; None when there is none."""
        here = {each.hash() for each in log.bundles}
        lacking = (n for (n, _), known in self.signed.items() if known - here - self.given_up)
        return min(lacking, default=None)

    # --- keeping ------------------------------------------------------------------------------------------------------

    def with_bundle(self, bundle: Bundle, leaving: Disclosures | None = None) -> Record:
        """The record with one more bundle of this seat, and what left with it."""
        noted = evolve(self, signed=_added(self.signed, [(place_of(bundle), bundle.hash())]))
        return noted if leaving is None else noted.with_leaving(leaving)

    def with_leaving(self, leaving: Disclosures) -> Record:
        """The record with what has left."""
        told = Record(seeds=_added({}, leaving.seeds))
        return evolve(self.merged(told), decks=_added(self.decks, leaving.decks))

    def without(self, bundles: Iterable[Bundle]) -> Record:
        """The record after these bundles of the seat were given up: they stay signed, and the log need not have them."""
        return evolve(self, given_up=self.given_up | {each.hash() for each in bundles})

    def merged(self, other: Record) -> Record:
        """Both records as one."""
        known = _union(self.seeds, other.seeds)
        return Record(
            signed=_union(self.signed, other.signed),
            given_up=self.given_up | other.given_up,
            # Once it is known for what a seed was given, that takes the place of not knowing it.
            seeds={seed: requests - {UNKNOWN} or requests for seed, requests in known.items()},
            decks=_union(self.decks, other.decks),
        )

    # --- as bytes -----------------------------------------------------------------------------------------------------

    def dump(self) -> dict[str, Json]:
        """As it is kept in a vault."""
        return {
            "signed": [[n, prev.hex(), *_hex(known)] for (n, prev), known in sorted(self.signed.items())],
            "given_up": list(_hex(self.given_up)),
            "seeds": [[chain.hex(), j, *_hex(known)] for (chain, j), known in sorted(self.seeds.items())],
            "decks": [[name.hex(), *_hex(known)] for name, known in sorted(self.decks.items())],
        }

    @classmethod
    def load(cls, value: Json) -> Record:
        """The record again. Raises KeyError, TypeError, ValueError for what :meth:`dump` never gives."""
        found = cast("dict[str, list[list[str]]]", value)
        return cls(
            signed={(int(n), bytes.fromhex(prev)): _set(known) for n, prev, *known in found["signed"]},
            given_up=_set(cast("list[str]", found["given_up"])),
            seeds={(bytes.fromhex(chain), int(j)): _set(known) for chain, j, *known in found["seeds"]},
            decks={bytes.fromhex(name): _set(known) for name, *known in found["decks"]},
        )


# --- what leaves ------------------------------------------------------------------------------------------------------


def place_of(bundle: Bundle) -> Place:
    """Where a bundle stands."""
    return bundle.header.n, bundle.header.prev


def leaving(before: Position[object], happened: Iterable[AppliedEntry[object]], seat: Seat) -> Disclosures:
    """What entries of ``seat`` disclose; ``before`` is the position before the first of them."""
    seeds: list[tuple[Seed, bytes]] = []
    asked: list[tuple[Seed, bytes]] = []
    decks: list[tuple[bytes, bytes]] = []
    for each in happened:
        table, after = before.table, each.position.table
        if each.seat == seat and each.kind in _ROLLS:
            pending = after.pending if each.kind == "req" else table.pending
            assert pending is not None
            chain = table.seeds[seat].key
            found = asked if each.kind == "req" and not pending.x else seeds
            found.append(((chain, pending.j), pending.request))
        if each.seat == seat and each.kind in ("deck-key", "deck-show"):
            deck = table.decks[str(each.obj["at"])]
            lay = sha256(b"".join(deck.points)).digest()
            decks.append((deck_name(deck.label, deck.digests(seat)), lay))
        before = each.position
    return Disclosures(seeds=tuple(seeds), decks=tuple(decks), asked=tuple(asked))


def disclosed_by(
    bundle: Bundle, requests: Mapping[int, bytes], chain_of: Callable[[int, bytes], bytes | None]
) -> Disclosures:
    """The seeds in a bundle of a seat that is not in the log, as far as its lines say.

    ``requests`` are the requests, by roll, of the history that it continues, where that is known; ``chain_of`` gives the
    public key of the chain of that seat on which a seed for a roll lies, None when it lies on none that is known.
    """
    seeds: list[tuple[Seed, bytes]] = []
    asked = dict(requests)
    for head, entry in hashed(bundle):
        j, x = entry.get("j"), entry.get("x")
        if type(j) is not int or entry["k"] not in _ROLLS:
            continue
        if entry["k"] == "req":
            asked[j] = head
        # Nobody has folded it: what stands for a seed may be anything that can be signed.
        if isinstance(x, str) and KEY.fullmatch(x) and (chain := chain_of(j, bytes.fromhex(x))) is not None:
            seeds.append(((chain, j), asked.get(j, UNKNOWN)))
    return Disclosures(seeds=tuple(seeds))


def hashed(bundle: Bundle) -> Iterable[tuple[bytes, Mapping[str, Json]]]:
    """The entries of a bundle, each with the chained hash after it."""
    head = bundle.header.prev
    for line, entry in zip(bundle.lines, bundle.entries, strict=True):
        head = head_after(head, (line,))
        yield head, entry


def deck_name(label: str, masks: Iterable[bytes]) -> bytes:
    """A name for a deck under the masks of one seat, which all follow from these digests: another shuffle is another."""
    return sha256(b"".join((label.encode(), b"\0", *masks))).digest()


# --- errors -----------------------------------------------------------------------------------------------------------

_TWO_HISTORIES = Message(
    "pbem dispute settle shows the two versions; pbem dispute evidence writes down what proves them. Ask "
    "your opponent to go on from the one that was answered, or agree on an end: pbem end agree "
    "--draw"
)


def signed_already(n: int) -> ConflictError:
    """The error for a place in which turn file ``n`` has been signed."""
    return ConflictError.of(
        "signed-already",
        "Turn file {n} has been signed before, and that version is not in the log of this home.",
        n=n,
        hint="Bring it in: pbem import --all, or pbem import PATH... (your sent mails too). Then: pbem status",
    )


# --- helpers ----------------------------------------------------------------------------------------------------------


def _added(known: Sets[_K], more: Iterable[tuple[_K, bytes]]) -> dict[_K, frozenset[bytes]]:
    found = dict(known)
    for key, value in more:
        found[key] = found.get(key, frozenset()) | {value}
    return found


def _union(one: Sets[_K], other: Sets[_K]) -> dict[_K, frozenset[bytes]]:
    return {key: one.get(key, frozenset()) | other.get(key, frozenset()) for key in {**one, **other}}


def _hex(values: Iterable[bytes]) -> tuple[str, ...]:
    return tuple(sorted(each.hex() for each in values))


def _set(values: Iterable[str]) -> frozenset[bytes]:
    return frozenset(bytes.fromhex(each) for each in values)
