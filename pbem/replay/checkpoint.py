"""A place in a log written down, so that a later fold can begin there (``schemas/checkpoint.md``).

A private file: it never leaves its home, and a verdict for others never rests on one. It is data and nothing else:
five lines of canonical JSON, read by the same strict converters as the log and the states of games, and taken only where
writing it again gives the same bytes. Whatever is wrong with one, it is as if there were none.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import TypeVar, cast, get_args, get_origin

import cattrs

from pbem.bytes.canon import Json, encode_value, parse_json
from pbem.bytes.codec import strict_converter
from pbem.bytes.records import AttrsInstance, evolve, field, frozen
from pbem.crypto.keys import subkey
from pbem.games import boundary, editions
from pbem.games.registry import Game
from pbem.log import ChainEnd, Header, Log, scan_vouched, start_of
from pbem.replay.fold import Mark, fold_log
from pbem.replay.history import Earlier, History
from pbem.replay.labels import Labels
from pbem.replay.table import Commitments, Decks, Position, Table, state_digest

T = TypeVar("T")
N = TypeVar("N")

MAX_CHECKPOINT = 16 * 1024 * 1024
"""Bytes of a checkpoint. That of the longest recorded game has a fiftieth of it."""

_KIND, _VERSION, _LINES = "checkpoint", 1, 5
_PURPOSE = "checkpoint"


@frozen(kw_only=True)
class Place:
    """What a checkpoint belongs to, its first line.

    ``made`` names the program that wrote it, ``log`` is the SHA-256 of the log's first ``size`` bytes: all up to the place.
    ``rules`` and ``data`` are the digests in force there; ``past`` counts the positions that a take-back could name.
    """

    made: str
    log: str
    size: int
    rules: str
    data: str
    count: int
    past: int
    started: bool


def write(mark: Mark[object], log: Log, made: str, key: bytes | None = None) -> bytes:
    """The bytes of a checkpoint; empty where there is nothing to write, or too much.

    ``made`` names the program, ``key`` (32 bytes) authenticates the file to its holder. Raises GameFault.
    """
    position, end = mark.position, mark.end
    if not end.bundles:
        return b""
    before = evolve(log, bundles=log.bundles[: end.bundles]).encode()
    place = Place(
        made=made,
        log=hashlib.sha256(before).hexdigest(),
        size=len(before),
        rules=position.ruling.info.digest,
        data=position.ruling.data_digest,
        count=position.count,
        past=len(position.past),
        started=position.started,
    )
    body = b"".join(
        line + b"\n"
        for line in (
            _first(place),
            encode_value(_plain(end)),
            encode_value(_plain(evolve(position.table, seals=Labels(position.table.shut)))),
            boundary.write(position.rules, position.game),
        )
    )
    data = body + _sums(body, key)
    return data if len(data) <= MAX_CHECKPOINT else b""


@frozen(kw_only=True)
class Believed:
    """A checkpoint that belongs to a stored log, and that log: what stands before the place is not decoded again.

    ``bundles`` counts those before the place, ``before`` is its bytes as far as there. ``lines`` are the second to the
    fourth: they are read with the rules at hand (:meth:`mark`).
    """

    log: Log
    bundles: int
    before: bytes = field(repr=False)
    place: Place
    lines: tuple[bytes, ...]

    def mark(self, game: Game) -> Mark[object] | None:
        """The mark that it holds; None where ``game``, the version that the invitation pins, cannot go on from it."""
        try:
            return _mark(self, game)
        except Exception:  # whatever somebody has made of the file: the log says all that it says
            return None


def read(data: bytes, stored: bytes, made: str, key: bytes | None = None) -> Believed | None:
    """A checkpoint with the log to which it belongs, of the bytes ``stored``.

    None for one that is damaged, of another log or program, or not ``key``'s.
    """
    try:
        return _read(data, stored, made, key)
    except (
        Exception
    ):  # whatever somebody has made of the file: it is no checkpoint, and the log says all that it says
        return None


def authentic(data: bytes, key: bytes) -> bool:
    """Whether a checkpoint is whole, and was written with this key."""
    body, _, sums = data.rstrip(b"\n").rpartition(b"\n")
    return hmac.compare_digest(_sums(body + b"\n", key), sums + b"\n")


def _read(data: bytes, stored: bytes, made: str, key: bytes | None) -> Believed | None:
    if len(data) > MAX_CHECKPOINT or data.count(b"\n") != _LINES:
        return None
    first, second, third, state, sums, _ = data.split(b"\n")
    body = data[: len(data) - len(sums) - 1]
    # Without the key only damage is found; with it, every change by anybody else.
    if key is not None and not authentic(data, key):
        return None
    if sums[:64] != _sums(body, None)[:64]:
        return None
    place = _structured({name: each for name, each in _object(first).items() if name not in "kv"}, Place)
    if (
        _first(place) != first
        or place.made != made
        or place.log != hashlib.sha256(before := stored[: place.size]).hexdigest()
    ):
        return None
    found = scan_vouched(stored, place.size)
    if found is None:
        return None
    return Believed(log=found[0], bundles=found[1], before=before, place=place, lines=(second, third, state))


def _mark(found: Believed, game: Game) -> Mark[object] | None:
    place, log = found.place, found.log
    second, third, state = found.lines
    end = _exactly(second, ChainEnd)
    table = _exactly(third, Table)
    ruling = editions.version_of(game, place.rules, place.data)
    position: Position[object] = Position(
        game=ruling.rules.load(parse_json(state)),
        table=_with_log(table, found),
        count=place.count,
        started=place.started,
        ruling=ruling,
        past=History(earlier=Earlier(place.past, _folding(game, log, end.bundles))),
    )
    fits = (table.rules, table.data) == (place.rules, place.data) and table.gid == log.gid
    fits = fits and end.bundles == found.bundles and _of_two(table, log) and table.seals == table.shut
    return Mark(position=position, end=end) if fits and _signed(position, end, log) else None


def _first(place: Place) -> bytes:
    """The first line."""
    return encode_value({"k": _KIND, "v": _VERSION, **cast("dict[str, Json]", _plain(place))})


def _signed(position: Position[object], end: ChainEnd, log: Log) -> bool:
    """Whether the chain ends there with a bundle of the log, and the state is the one whose digest its header signs."""
    if not 1 <= end.bundles <= len(log.bundles):
        return False
    header: Header = log.bundles[end.bundles - 1].header
    return (
        (header.n, header.head, header.last + 1) == (end.bundles, end.head, end.entries)
        and position.count == end.entries
        and state_digest(position) == header.state
    )


def _of_two(table: Table, log: Log) -> bool:
    """Whether a table is one of the two seats that the first mails of the log name, wherever it names seats.

    Nothing else holds it against the log where only somebody looks, and who can write the file can write its sum.
    """
    first = dict(zip("AB", log.invite.sides, strict=True))
    sealed = [*table.seals.here.values(), *table.withdrawn_seals.values()]
    named = {each.by for each in (table.pending, table.offer, *sealed) if each is not None}
    return (
        {by: seat.side for by, seat in table.seats.items()} == first
        and {*table.seeds} == {*first}
        and {table.last, *named, *table.audited, *table.refused} <= {*first}
        and table.challenge == bool(log.invite.challenge)
    )


def _with_log(table: Table, found: Believed) -> Table:
    """The table of a checkpoint with what it leaves to the log: as a rule, nobody asks for a label that was used before."""
    bundles, log = found.log.bundles[: found.bundles], found.before

    @cache
    def asked() -> Mapping[str, int]:
        from pbem.replay import labels_in_log  # noqa: PLC0415

        return labels_in_log.asked(bundles)

    @cache
    def seals() -> Mapping[str, Commitments]:
        from pbem.replay import labels_in_log  # noqa: PLC0415

        return labels_in_log.seals(bundles)

    return evolve(table, asked=Labels({}, log, asked), seals=Labels(table.seals.here, log, seals))


def _folding(game: Game, log: Log, bundles: int) -> Callable[[], History[Position[object]]]:
    """What folds the log as far as a checkpoint, for the positions before it."""

    def fold() -> History[Position[object]]:
        before = evolve(log, bundles=log.bundles[:bundles])
        folded = fold_log(game, before, start_of(before))
        if folded.error is not None:
            raise folded.error
        return folded.position.past

    return fold


def _sums(body: bytes, key: bytes | None) -> bytes:
    """The last line: the SHA-256 of what stands before it, and with a key the HMAC-SHA-256 as well."""
    plain = hashlib.sha256(body).hexdigest()
    signed = hmac.digest(subkey(key, _PURPOSE), body, "sha256").hex() if key is not None else ""
    return f"{plain}{signed}\n".encode()


# --- values as JSON ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _converter() -> cattrs.Converter:
    """The strict converter of the wire that also knows bytes (hex), sets (sorted) and mappings (pairs in their order)."""
    made = strict_converter()
    made.register_unstructure_hook(bytes, bytes.hex)
    made.register_structure_hook(bytes, _octets)
    made.register_unstructure_hook_factory(_is(frozenset), lambda kind: _listed(made, get_args(kind)[0]))
    made.register_structure_hook_func(
        _is(frozenset),
        lambda value, kind: frozenset(made.structure(each, get_args(kind)[0]) for each in _list(value)),
    )
    made.register_unstructure_hook_factory(_is(Mapping), lambda kind: _paired(made, *get_args(kind)))
    made.register_structure_hook_func(_is(Mapping), lambda value, of: _mapping(made, value, *get_args(of)))
    made.register_unstructure_hook_factory(_is(Labels), lambda kind: _paired(made, str, *get_args(kind)))
    made.register_structure_hook_func(
        _is(Labels), lambda value, of: Labels(_mapping(made, value, str, *get_args(of)))
    )
    made.register_unstructure_hook_func(
        lambda kind: kind is Decks, lambda value: made.unstructure(value, _decks())
    )
    made.register_structure_hook_func(
        lambda kind: kind is Decks, lambda value, _: made.structure(value, _decks())
    )
    return made


def _is(kind: object) -> Callable[[object], bool]:
    """A test for annotations such as ``frozenset[str]``: whether they are of this kind."""
    origin = get_origin(Mapping[str, str]) if kind is Mapping else kind
    return lambda annotation: get_origin(annotation) is origin


def _decks() -> type[Mapping[str, object]]:
    from pbem.replay import decks  # noqa: PLC0415  # few games have a shared deck, and a table without one leaves it out

    return cast("type[Mapping[str, object]]", decks.Decks)


def _listed(made: cattrs.Converter, kind: type) -> Callable[[Iterable[object]], list[object]]:
    hook = made.get_unstructure_hook(kind)
    return lambda value: sorted(map(hook, value))


def _paired(
    made: cattrs.Converter, name: type, kind: type
) -> Callable[[Mapping[object, object]], list[object]]:
    left, right = made.get_unstructure_hook(name), made.get_unstructure_hook(kind)
    return lambda value: [[left(key), right(each)] for key, each in value.items()]


def _mapping(made: cattrs.Converter, value: object, name: type[N], kind: type[T]) -> dict[N, T]:
    return {made.structure(key, name): made.structure(each, kind) for key, each in map(_list, _list(value))}


def _octets(value: object, _: object) -> bytes:
    if not isinstance(value, str):
        raise ValueError(f"expected bytes in hex, found {value!r}")
    return bytes.fromhex(value)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"expected a list, found {value!r}")
    return value


def _plain(value: AttrsInstance) -> Json:
    return cast("Json", _converter().unstructure(value))


def _structured(value: Mapping[str, Json], kind: type[T]) -> T:
    return _converter().structure(value, kind)


def _exactly(line: bytes, kind: type[T]) -> T:
    """The value on a line. ValueError when it is not written in its one proper form."""
    value = _structured(_object(line), kind)
    if encode_value(_plain(cast("AttrsInstance", value))) != line:
        raise ValueError("not in its one proper form")
    return value


def _object(line: bytes) -> dict[str, Json]:
    value = parse_json(line)
    if not isinstance(value, dict):
        raise ValueError("expected an object")
    return value


__all__ = ["MAX_CHECKPOINT", "Believed", "Mark", "authentic", "read", "write"]
