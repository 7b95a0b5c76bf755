"""A second verifier of shared decks, written from schemas/deck.md alone; it imports nothing of pbem.

It knows no game: which slots are dealt or shuffled it takes from the log, and holds everything else against the proofs.
"""

import hashlib
import hmac
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
L = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = 0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296
ROUNDS = 128
Triple = tuple[int, int, int]


class Refused(Exception):
    """Something broke the specification: its first argument is the code, its second, if any, the entry at fault."""


def th(purpose: str, *parts: bytes) -> bytes:
    tag = b"pbem/1/" + purpose.encode()
    head = len(tag).to_bytes(2, "big") + len(parts).to_bytes(2, "big") + tag
    return hashlib.sha256(head + b"".join(len(p).to_bytes(4, "big") + p for p in parts)).digest()


def need(fine: object, code: str) -> None:
    if not fine:
        raise Refused(code)


def y_of(x: int) -> int:
    """One of the two y that go with an x; Refused when there is none."""
    square = (x**3 - 3 * x + B) % P
    y = pow(square, (P + 1) // 4, P)
    need(x < P and y * y % P == square, "bad-point")
    return y


def double(one: Triple) -> Triple:
    x, y, z = one
    yy = y * y % P
    s, m = 4 * x * yy % P, 3 * (x - z * z) * (x + z * z) % P
    x3 = (m * m - 2 * s) % P
    return x3, (m * (s - x3) - 8 * yy * yy) % P, 2 * y * z % P


def plus(one: Triple, two: Triple) -> Triple:
    (x1, y1, z1), (x2, y2, z2) = one, two
    if not z1 or not z2:
        return two if not z1 else one
    zz1, zz2 = z1 * z1 % P, z2 * z2 % P
    u1, s1 = x1 * zz2 % P, y1 * zz2 * z2 % P
    h, r = (x2 * zz1 - u1) % P, (y2 * zz1 * z1 - s1) % P
    if not h:
        return double(one) if not r else (1, 1, 0)
    hh = h * h % P
    hhh, v = h * hh % P, u1 * hh % P
    x3 = (r * r - hhh - 2 * v) % P
    return x3, (r * (v - x3) - s1 * hhh) % P, h * z1 * z2 % P


def multiply(n: int, x: int) -> Triple:
    """n times an element, four bits at a time."""
    table: list[Triple] = [(1, 1, 0), (x, y_of(x), 1)]
    for _ in range(14):
        table.append(plus(table[-1], table[1]))
    found: Triple = (1, 1, 0)
    for shift in range(252, -4, -4):
        for _ in range(4):
            found = double(found)
        found = plus(found, table[n >> shift & 15])
    return found


def x_of(point: Triple) -> bytes:
    return (point[0] * pow(point[2], -2, P) % P).to_bytes(32, "big")


@lru_cache(1024)
def _point(element: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b"\2" + element)


def times_all(n: int, elements: Sequence[bytes]) -> list[bytes]:
    """n times each: the x coordinate of a product is what the library's key agreement gives."""
    key = ec.derive_private_key(n, ec.SECP256R1())
    return [key.exchange(ec.ECDH(), _point(each)) for each in elements]


def times(n: int, element: bytes) -> bytes:
    return times_all(n, [element])[0]


def either(one: Triple, two: Triple) -> list[bytes]:
    """The sum and the difference, or nothing when one of the two does not exist."""
    found = [plus(one, two), plus(one, (two[0], -two[1] % P, two[2]))]
    return [x_of(each) for each in found] if all(each[2] for each in found) else []


def element(text: str) -> bytes:
    need(len(text) == 64 and bytes.fromhex(text).hex() == text, "bad-hex")
    y_of(int(text, 16))
    return bytes.fromhex(text)


def scalar(data: bytes) -> int:
    number = int.from_bytes(data, "big")
    need(0 < number < L, "bad-scalar")
    return number


def secret(vault: bytes, label: bytes) -> int:
    return int.from_bytes(hmac.digest(vault, label, "sha512"), "big") % (L - 1) + 1


def card_point(gid: bytes, label: str, number: int, name: str) -> bytes:
    for t in range(1000):
        found = th(
            "deck-card", gid, label.encode(), number.to_bytes(4, "big"), name.encode(), t.to_bytes(4, "big")
        )
        try:
            return element(found.hex())
        except Refused:
            continue
    raise AssertionError


class Side(NamedTuple):
    base: bytes
    fixed: Sequence[bytes]
    mixed: Sequence[bytes]


def input_digest(gid: bytes, label: str, turn: int, seat: str, side: Side) -> bytes:
    parts = (gid, label.encode(), turn.to_bytes(4, "big"), seat.encode(), side.base)
    return th("deck-input", *parts, b"".join(side.fixed), b"".join(side.mixed))


def one_round(n: int, side: Side) -> bytes:
    base, *points = times_all(n, [side.base, *side.fixed, *side.mixed])
    fixed, mixed = points[: len(side.fixed)], sorted(points[len(side.fixed) :])
    return th("deck-round", base, b"".join(fixed), b"".join(mixed))


def check_mask(digest: bytes, given: Side, made: Side, bits: bytes, numbers: bytes) -> None:
    need(len(bits) == ROUNDS // 8 and len(numbers) == 32 * ROUNDS, "bad-hex")
    scalars = [scalar(numbers[at : at + 32]) for at in range(0, 32 * ROUNDS, 32)]
    need(len(given.fixed) == len(made.fixed) and len(given.mixed) == len(made.mixed), "bad-shuffle")
    which = int.from_bytes(bits, "big")
    rounds = [one_round(n, made if which >> ROUNDS - 1 - r & 1 else given) for r, n in enumerate(scalars)]
    statement = th("deck-mask", digest, made.base, b"".join(made.fixed), b"".join(made.mixed))
    need(th("deck-bits", statement, *rounds)[: ROUNDS // 8] == bits, "bad-shuffle")


class Link(NamedTuple):
    gid: bytes
    label: str
    slot: int
    seat: str
    key: bytes
    inner: bytes
    outer: bytes


def check_link(link: Link, proof: bytes, code: str) -> None:
    need(len(proof) == 64, "bad-hex")
    c, e = scalar(proof[:32]), scalar(proof[32:])
    parts = (link.gid, link.label.encode(), link.slot.to_bytes(4, "big"), link.seat.encode())
    statement = th("deck-link", *parts, link.key, link.inner, link.outer)
    ways = [
        either(multiply(e, int.from_bytes(start, "big")), multiply(c, int.from_bytes(end, "big")))
        for start, end in ((G.to_bytes(32, "big"), link.key), (link.inner, link.outer))
    ]
    found = {
        int.from_bytes(th("deck-challenge", statement, v, w), "big") % (L - 1) + 1
        for v in ways[0]
        for w in ways[1]
    }
    need(c in found, code)


class Deck:
    """One deck, as the entries so far have left it."""

    def __init__(self, gid: bytes, label: str, names: Sequence[str]) -> None:
        self.gid, self.label, self.names = gid, label, list(names)
        self.points = [card_point(gid, label, n, name) for n, name in enumerate(names, 1)]
        self.base = dict.fromkeys("AB", G.to_bytes(32, "big"))
        self.hand: dict[int, tuple[str, bytes]] = {}
        self.dealt: set[int] = set()
        self.masks: list[tuple[str, bytes, Side, Side, int]] = []
        self.mixing: list[int] = []
        self.last = ""

    def mask(self, seat, q, p, proof, mix, era=0):
        if self.last:
            need(seat != self.last and not mix, "wrong-label")
        else:
            self.mixing = list(mix) or list(range(1, len(self.points) + 1))
            slots = range(1, len(self.points) + 1)
            need(self.mixing == [n for n in slots if n in self.mixing], "wrong-label")
            need(bool(mix) == bool(self.masks), "wrong-label")
            self.hand = {n: held for n, held in self.hand.items() if n not in self.mixing}
            self.dealt -= set(self.mixing)
        held = [n for n, (owner, _) in sorted(self.hand.items()) if owner == seat]
        need(len(p) == len(self.points) + len(held), "bad-shuffle")
        stays = [n for n in range(1, len(self.points) + 1) if n not in self.mixing]
        new = [element(text) for text in p]
        given = Side(
            self.base[seat],
            [*(self.points[n - 1] for n in stays), *(self.hand[n][1] for n in held)],
            [self.points[n - 1] for n in self.mixing],
        )
        made = Side(
            element(q),
            [*(new[n - 1] for n in stays), *new[len(self.points) :]],
            [new[n - 1] for n in self.mixing],
        )
        digest = input_digest(self.gid, self.label, len(self.masks) + 1, seat, given)
        check_mask(digest, given, made, *map(bytes.fromhex, proof))
        self.masks.append((seat, digest, given, made, era))
        self.hand |= {n: (seat, new[len(self.points) + at]) for at, n in enumerate(held)}
        self.points, self.base[seat] = new[: len(self.points)], made.base
        self.last = "" if self.last else seat

    def keys(self, seat: str, slots: Sequence[int], u: Sequence[str], proofs: Sequence[str]) -> None:
        need(not self.last and len(slots) == len(u) == len(proofs), "wrong-label")
        for n, text, proof in zip(slots, u, proofs, strict=True):
            need(1 <= n <= len(self.points) and n not in self.dealt, "wrong-label")
            inner = element(text)
            link = Link(self.gid, self.label, n, seat, self.base[seat], inner, self.points[n - 1])
            check_link(link, bytes.fromhex(proof), "wrong-key")
            self.hand[n] = ("B" if seat == "A" else "A", inner)
            self.dealt.add(n)

    def show(self, seat: str, n: int, number: int, name: str, proof: str) -> None:
        owner, outer = self.hand.get(n, ("", b""))
        need(owner == seat, "never-dealt")
        need(1 <= number <= len(self.names) and self.names[number - 1] == name, "other-card")
        inner = card_point(self.gid, self.label, number, name)
        link = Link(self.gid, self.label, n, seat, self.base[seat], inner, outer)
        check_link(link, bytes.fromhex(proof), "other-card")
        del self.hand[n]

    def audit(self, seat: str, *vaults: bytes) -> None:
        for by, digest, given, made, era in self.masks:
            if by == seat:
                k = secret(vaults[era], th("deck-key", digest))
                again = Side(*(
                    times(k, given.base),
                    [times(k, each) for each in given.fixed],
                    sorted(times(k, each) for each in given.mixed),
                ))  # fmt: skip
                need(again == Side(made.base, made.fixed, sorted(made.mixed)), "other-mask")
