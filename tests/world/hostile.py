"""Mails of strangers: turns of other games, turns that were changed, signed anew by others, floods, first mails again."""

from collections.abc import Callable, Mapping
from random import Random

from pbem.bytes import container
from tests.fuzz import fixtures, mutators, resigning

from . import hand
from .post import Letter, a_byte_changed
from .seat import Doing, Seat

_FLOOD = 40


def hostile(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Take in what a stranger sends."""
    known = world.post.everything[seat.who] or [Letter(file=world.first[seat.who])]
    name, makes = chance.choice(tuple(POOL.items()))
    letters = tuple(Letter(file=b"", arrives=data, spoilt=name) for data in makes(known, world, chance))
    doing.stranger = True
    said = hand.taken(seat, doing, letters)
    doing.letters.clear()  # they bring no turn that anybody is owed
    return said


def _another_game(_known: list[Letter], _world, chance: Random) -> list[bytes]:
    log = fixtures.tiny_game().a.log
    return [container.pack(chance.choice(log.bundles).encode())]


def _changed(known: list[Letter], _world, chance: Random) -> list[bytes]:
    change = mutators.packed(mutators.json_lines)
    return [change(chance.choice(known).file, chance.randrange(2**31), _bits(chance))]


def _signed_anew(known: list[Letter], _world, chance: Random) -> list[bytes]:
    lines = container.unpack(chance.choice(known).file)
    changed = mutators.json_lines(lines, chance.randrange(2**31), _bits(chance))
    return [container.pack(resigning.resigned(changed, chance))]


def _a_change_of_the_vectors(_known: list[Letter], _world, chance: Random) -> list[bytes]:
    vector = chance.choice(_changes())
    lines = vector["lines"]
    data = "".join(f"{line}\n" for line in lines).encode()
    return [container.pack(data), container.pack(resigning.resigned(data, chance))]


def _a_mail_taken_apart(known: list[Letter], _world, chance: Random) -> list[bytes]:
    mails = [each.mail for each in known if each.mail] or [b"Subject: hello\r\n\r\nhello\r\n"]
    return [mutators.mail(chance.choice(mails), chance.randrange(2**31), _bits(chance))]


def _a_flood(known: list[Letter], _world, chance: Random) -> list[bytes]:
    file = chance.choice(known).file
    return [a_byte_changed(file, chance) for _ in range(_FLOOD)]


def _a_first_mail_again(_known: list[Letter], world, chance: Random) -> list[bytes]:
    return [chance.choice(tuple(world.first.values()))]


def _a_paper(_known: list[Letter], _world, chance: Random) -> list[bytes]:
    """A file that calls itself a paper, of a game that is not this one."""
    kind = chance.choice(("evidence", "result", "claim", "verdict", "receipt"))
    return [container.pack(f'{{"a":"{kind}","gid":"{"00" * 32}","v":1}}\n'.encode())]


def _changes() -> tuple[dict[str, object], ...]:
    if not _CHANGES:
        _CHANGES.extend(each for _, each in fixtures.vectors("changes") if "lines" in each)
    return tuple(_CHANGES)


_CHANGES: list[dict[str, object]] = []


def _bits(chance: Random) -> Callable[[bytes, int], bytes]:
    def bits(data: bytes, most: int) -> bytes:
        return a_byte_changed(data or b"\n", chance)[:most]

    return bits


POOL: Mapping[str, Callable[..., list[bytes]]] = {
    each.__name__.strip("_").replace("_", " "): each
    for each in (
        _another_game, _changed, _signed_anew, _a_change_of_the_vectors, _a_mail_taken_apart, _a_flood,
        _a_first_mail_again, _a_paper,
    )
}  # fmt: skip

VERBS: Mapping[str, Callable[..., str]] = {"hostile": hostile}
