"""What can be done to a recorded game (:mod:`tests.tape`), by whoever holds a key or carries the mail."""

from __future__ import annotations

from collections.abc import Callable

from pbem import canon
from pbem.canon import Json
from tests.tape import Entry, Part, Tape, vault_of

Edit = Callable[[Tape], bytes]
OTHER = "5a" * 32
REJECT: Entry = {"k": "reject", "n": 1, "head": OTHER, "entry": 0, "code": "x", "j": 0}


# --- what can be done to a game -----------------------------------------------------------------------------------------


def _signed(change: Callable[[Tape], object]) -> Edit:
    def edit(tape: Tape) -> bytes:
        change(tape)
        return tape.sign()

    return edit


def put(kind: str, nth: int = 0, /, **fields: Json) -> Edit:
    """Other fields in an entry of a kind."""
    return _signed(lambda tape: tape.entry(kind, nth).update(fields))


def but(kind: str, nth: int = 0, /, **fields: Callable[[Json], Json]) -> Edit:
    """Fields made from what they are."""
    return _signed(
        lambda tape: tape.entry(kind, nth).update({k: f(tape.entry(kind, nth)[k]) for k, f in fields.items()})
    )


def cut(kind: str, name: str) -> Edit:
    """An entry without one of its fields."""
    return _signed(lambda tape: tape.entry(kind).pop(name))


def seed(kind: str, seat: str, j: int) -> Edit:
    """A true seed of a seat, in a wrong place."""
    return _signed(lambda tape: tape.entry(kind).update(x=tape.seeds[seat](j)))


def _spliced(kind: str, nth: int, new: Callable[[Entry], list[Entry]]) -> Edit:
    def change(tape: Tape) -> None:
        part, at = tape.find(kind, nth)
        entries = tape.parts[part].entries
        entries[at : at + 1] = new(entries[at])
        if not entries:
            del tape.parts[part]

    return _signed(change)


def gone(kind: str, nth: int = 0) -> Edit:
    """An entry left out."""
    return _spliced(kind, nth, lambda entry: [])


def again(kind: str) -> Edit:
    """An entry written twice."""
    return _spliced(kind, 0, lambda entry: [entry, entry])


def swap(kind: str, nth: int, other: Entry) -> Edit:
    """Another entry in its place."""
    return _spliced(kind, nth, lambda entry: [other])


def before(kind: str, other: Entry) -> Edit:
    """Another entry before it."""
    return _spliced(kind, 0, lambda entry: [other, entry])


def behind(kind: str, other: Entry) -> Edit:
    """Another entry behind it."""
    return _spliced(kind, 0, lambda entry: [entry, other])


def turned(kind: str) -> Edit:
    """An entry before the one that it follows."""

    def change(tape: Tape) -> None:
        part, at = tape.find(kind)
        entries = tape.parts[part].entries
        entries[at - 1 : at + 1] = entries[at], entries[at - 1]

    return _signed(change)


def into(place: int, entry: Entry, by: str = "A") -> Edit:
    """A bundle of this entry alone, by a seat, before the bundle at a place (from 0)."""
    return _signed(lambda tape: tape.parts.insert(place, Part(by=by, key=by, entries=[entry], state=OTHER)))


def key(number: int, name: str) -> Edit:
    """A bundle signed with another key."""
    return _signed(lambda tape: setattr(tape.parts[number - 1], "key", name))


def says(number: int, **fields: Json) -> Edit:
    """A bundle whose header says something else, and is signed so."""
    return _signed(lambda tape: tape.parts[number - 1].says.update(fields))


def _blocks(data: bytes) -> tuple[bytes, list[list[bytes]]]:
    lines = data.splitlines(keepends=True)
    blocks: list[list[bytes]] = []
    for line in lines[4:]:
        if line.startswith(b'{"by"'):
            blocks.append([])
        blocks[-1].append(line)
    return b"".join(lines[:4]), blocks


def turns(change: Callable[[list[list[bytes]]], list[list[bytes]]]) -> Edit:
    """Whole bundles moved about as they are signed."""

    def edit(tape: Tape) -> bytes:
        top, blocks = _blocks(tape.sign())
        return top + b"".join(line for block in change(blocks) for line in block)

    return edit


def line(number: int, change: Callable[[list[bytes]], list[bytes]]) -> Edit:
    """The lines of one signed bundle changed without signing it anew."""
    return turns(lambda blocks: [*blocks[: number - 1], change(blocks[number - 1]), *blocks[number:]])


def whole(change: Callable[[bytes], bytes]) -> Edit:
    """The bytes of the file."""
    return lambda tape: change(tape.sign())


def flipped(sig: bytes) -> bytes:
    """A signature line with one digit of the signature changed."""
    value = canon.decode(sig[:-1])
    text = str(value["sig"])
    return canon.encode({**value, "sig": text[:9] + ("0" if text[9] != "0" else "1") + text[10:]}) + b"\n"


def renamed(sig: bytes) -> bytes:
    """A signature line that names another key."""
    return canon.encode({**canon.decode(sig[:-1]), "key": "00" * 8}) + b"\n"


def invites(**fields: Json) -> Edit:
    """An invitation that says something else, signed and accepted."""

    def change(tape: Tape) -> None:
        tape.genesis[0].update(fields)
        tape.sign_genesis()

    return _signed(change)


def answers(**fields: Json) -> Edit:
    """An acceptance that says something else, signed."""

    def change(tape: Tape) -> None:
        tape.genesis[2].update(fields)
        tape.sign_acceptance()

    return _signed(change)


def copies(name: str) -> Edit:
    """An acceptance that brings what the invitation brought."""

    def change(tape: Tape) -> None:
        tape.genesis[2][name] = tape.genesis[0][name]
        tape.sign_acceptance()

    return _signed(change)


def edits(place: int, **fields: Json) -> Edit:
    """A line of the first two mails changed without signing it anew."""
    return _signed(lambda tape: tape.genesis[place].update(fields))


A_KEY = vault_of("a").keypair.public.hex()
