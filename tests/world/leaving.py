"""The laws about what leaves a home: nothing is signed twice, and nothing secret is in it."""

import base64
from collections.abc import Iterator
from email import message_from_bytes

from pbem.bytes import container
from pbem.log import Bundle, read_bundles
from pbem.protocol.signing_record import hashed

from .asides import OWN_NOTE
from .kept import KeptGame
from .outsiders import hidden
from .seat import Doing

_NEW = 8
"""So many bundles at most are new in a log after a step that are its own."""


def nothing_is_signed_twice(world, doing: Doing) -> None:
    """One key, one number, one head before it: one bundle, in all homes and mails; and no seed under two requests."""
    for game in doing.after.games.values():
        asked: dict[object, bytes] | None = None
        for bundle in _signed(world, doing, game.session.seat):
            header = bundle.header
            _one(
                world.signed, (bundle.seal.key, header.n, header.prev), bundle.hash(), f"turn file {header.n}"
            )
            for entry in bundle.entries:
                if entry["k"] in ("req", "rsp", "open") and entry.get("x"):
                    asked = _asked(game) if asked is None else asked
                    request = asked.get(entry["j"], b"")
                    _one(
                        world.signed, (header.by, str(entry["x"])), request, f"the seed of roll {entry['j']}"
                    )


def _asked(game: KeptGame) -> dict[object, bytes]:
    """The requests in a log: the chained hash of each, by the number of its roll."""
    pairs = [pair for each in game.session.log.bundles for pair in hashed(each)]
    return {entry["j"]: head for head, entry in pairs if entry["k"] == "req"}


def _signed(world, doing: Doing, seat: str) -> Iterator[Bundle]:
    """What an honest program has signed in this step: in the files that leave, and what is new in its log."""
    if seat in world.cheats:
        return
    for file in doing.files:
        yield from read_bundles(container.unpack(file))
    for name, game in doing.after.games.items():
        before = doing.before.games.get(name)
        known = before.bundles if before is not None else frozenset()
        for each in game.session.log.bundles[-_NEW:]:
            if each.header.by == seat and seat not in world.robbed and each.hash() not in known:
                yield each


def _one(known: dict[tuple[object, ...], bytes], key: tuple[object, ...], value: bytes, what: str) -> None:
    assert known.setdefault(key, value) == value, f"{what} was signed twice"


def nothing_secret_leaves(world, doing: Doing) -> None:
    """No key, later seed, salt, unopened value or own note in any byte that leaves or line that is printed, in any form."""
    if not (doing.out or doing.printed):
        return
    if doing.step.who in world.cheats:
        return
    known = world.seats[doing.step.who].identity
    secrets = [OWN_NOTE.encode(), *((known.secret, known.keypair.seed) if known is not None else ())]
    secrets += [each for game in doing.after.games.values() for each in hidden(game.session)]
    written = {form for secret in secrets for form in _forms(secret)}
    for data in (*doing.out, "\n".join(doing.printed).encode()):
        for layer in _layers(data):
            assert not any(form in layer for form in written), "a secret leaves"


def _forms(secret: bytes) -> Iterator[bytes]:
    """A secret as bytes, as digits and as letters, wherever in a line of letters it begins."""
    yield secret
    yield secret.hex().encode()
    for before in range(3):
        letters = base64.b64encode(bytes(before) + secret + bytes(-(before + len(secret)) % 3))
        yield letters[-(-before * 8 // 6) : (before + len(secret)) * 8 // 6]


def _layers(data: bytes) -> Iterator[bytes]:
    """Bytes and the parts of a mail in them, each as it is, without ends of lines, and unpacked."""
    parts = [data]
    if b"MIME-Version:" in data.partition(b"\r\n\r\n")[0]:
        payloads = (part.get_payload(decode=True) for part in message_from_bytes(data).walk())
        parts += [each for each in payloads if isinstance(each, bytes)]
    for part in parts:
        yield part
        yield part.translate(None, b"\r\n")
        if part.startswith(container.MAGIC):
            yield container.unpack(part)
