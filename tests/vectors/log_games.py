"""Everything that can be done to the little game of the log vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve
from log_play import RULES, Table, deal, entries
from log_upgrades import upgrades

from pbem import canon
from pbem.canon import Json, tagged_hash
from pbem.crypto import Keypair
from pbem.log import Seal, head_after, sign_accept, sign_bundle, sign_invite

ORDER = 2**252 + 27742317777372353535851937790883648493
Mutation = Callable[[Table], bytes]


def _join(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def _swap(lines: list[bytes], one: int, two: int) -> bytes:
    lines[one], lines[two] = lines[two], lines[one]
    return _join(lines)


def _line(number: int, old: bytes, new: bytes) -> Mutation:
    """One replacement on one line (4 genesis lines, then 5 a bundle)."""

    def change(table: Table) -> bytes:
        lines = table.lines()
        assert old in lines[number], (old, lines[number])
        lines[number] = lines[number].replace(old, new, 1)
        return _join(lines)

    return change


def _plus_order(table: Table) -> bytes:
    bundle = table.log.bundles[1]
    number = int.from_bytes(bundle.seal.signature[32:], "little") + ORDER
    signature = bundle.seal.signature[:32] + number.to_bytes(32, "little")
    twisted = evolve(bundle, seal=evolve(bundle.seal, signature=signature))
    return table.with_bundles(table.log.bundles[0], twisted)


def _flipped(table: Table) -> bytes:
    lines = table.lines()
    digit = lines[13][-10:-9]
    lines[13] = lines[13][:-10] + (b"0" if digit != b"0" else b"1") + lines[13][-9:]
    return _join(lines)


def _fork(table: Table) -> bytes:
    first, second = table.log.bundles[:2]
    other = table.sign("B", 2, second.header.prev, entries(3, "hold"))
    return table.with_bundles(first, second, other)


def _other_history(table: Table) -> bytes:
    one, two, three, _ = table.log.bundles
    other = table.sign("B", 2, two.header.prev, entries(3, "hold"))
    return table.with_bundles(one, other, three)


def _other_game(table: Table) -> bytes:
    one, two = table.log.bundles[:2]
    gid = tagged_hash("game", b"another")
    head = head_after(one.header.head, two.lines)
    return table.with_bundles(one, table.resign(two, table.b.key, gid=gid, head=head))


def _foreign_accept(table: Table) -> bytes:
    other = sign_invite(
        table.a.identity,
        table.a.seat,
        game="june6",
        scenario="landings",
        sides=("german", "allied"),
        options={},
        digests=(RULES, "da" * 32, "5e" * 32),
    )
    accept = sign_accept(table.b.identity, table.b.seat, other)
    return evolve(table.log, accept=accept, bundles=()).encode()


def _same_key(table: Table) -> bytes:
    seat = evolve(table.b.seat, key=table.a.key.public)
    accept = sign_accept(table.b.identity, seat, table.log.invite)
    return evolve(table.log, accept=accept, bundles=()).encode()


def _renumbered(table: Table) -> bytes:
    one, two = table.log.bundles[:2]
    lines = [*entries(3)[:2], canon.encode({"i": 9, "k": "move"})]
    skipped = evolve(two, lines=tuple(lines), entries=tuple(canon.decode(line) for line in lines))
    head = head_after(one.header.head, lines)
    return table.with_bundles(one, table.resign(skipped, table.b.key, head=head))


def _late_first(table: Table) -> bytes:
    one = table.log.bundles[0]
    return table.with_bundles(one, table.sign("B", 2, one.header.head, entries(4)))


def _big(table: Table) -> bytes:
    lines = [canon.encode({"i": number, "k": "x"}) for number in range(2001)]
    header = table.log.bundles[0].header.line
    return _join([*table.lines()[:4], header, *lines, table.lines()[8]])


def _wrong_rules(table: Table) -> bytes:
    one = table.log.bundles[0]
    return table.with_bundles(one, table.sign("B", 2, one.header.head, entries(3), rules="0" * 64))


def _small_key(table: Table) -> bytes:
    lines = table.lines()
    small = b"01" + b"00" * 31
    lines[0] = lines[0].replace(table.a.key.public.hex().encode(), small)
    return _join(lines)


AGENT = Keypair.from_seed(bytes([21]) * 32)


def _with_agent(table: Table, agent: bytes = AGENT.public) -> Table:
    """The game of four bundles again, but B has an agent since the acceptance."""
    seat = evolve(table.b.seat, agent=agent)
    accept = sign_accept(table.b.identity, seat, table.log.invite)
    return evolve(table, log=evolve(table.log, accept=accept, bundles=()))


def _played(table: Table, *bundles: tuple[str, Keypair, list[dict[str, Json]]]) -> bytes:
    """Bundles of these entries, each signed with the key that is named."""
    log, head, first = evolve(table.log, bundles=()), table.log.gid, 0
    for n, (by, key, written) in enumerate(bundles, 1):
        lines = [canon.encode({**entry, "i": first + step}) for step, entry in enumerate(written)]
        bundle = sign_bundle(
            key, by=by, gid=log.gid, n=n, prev=head, lines=lines, rules=RULES, state=f"{n:064x}"
        )
        log, head, first = evolve(log, bundles=(*log.bundles, bundle)), bundle.header.head, first + len(lines)
    return log.encode()


_MOVE: dict[str, Json] = {"k": "move"}
_RSP: dict[str, Json] = {"k": "rsp", "j": 1, "x": "00" * 32}
_GIVE: dict[str, Json] = {"k": "agent", "key": AGENT.public.hex(), "may": ["move"]}


def _agents() -> list[tuple[str, str, int, Mutation]]:
    """What an agent may and may not sign."""
    other = Keypair.from_seed(bytes([22]) * 32)

    def after_move(*more: tuple[str, Keypair, list[dict[str, Json]]]) -> Mutation:
        return lambda t: _played(_with_agent(t), ("A", t.a.key, [_MOVE]), *more)

    def given(*more: tuple[str, Keypair, list[dict[str, Json]]]) -> Mutation:
        return lambda t: _played(t, ("B", t.b.key, [_GIVE]), *more)

    taken: dict[str, Json] = {"k": "agent"}
    return [
        ("ok-agent-answers", "ok", 2, after_move(("B", AGENT, [_RSP]))),
        ("ok-agent-refuses", "ok", 2, after_move(("B", AGENT, [{"k": "reject", "n": 2}]))),
        ("ok-agent-given", "ok", 2, given(("B", AGENT, [_MOVE, _RSP]))),
        ("ok-agent-exchanged", "ok", 3, lambda t: _played(
            _with_agent(t), ("B", AGENT, [_RSP]), ("B", t.b.key, [{"k": "agent", "key": other.public.hex()}]),
            ("B", other, [_RSP]))),
        ("agent-moves", "beyond-agent", 1, after_move(("B", AGENT, [_RSP, _MOVE]))),
        ("agent-asks", "beyond-agent", 1, after_move(("B", AGENT, [{"k": "req", "j": 1, "why": "x"}]))),
        ("agent-beyond-its-kinds", "beyond-agent", 1, given(("B", AGENT, [_MOVE, {"k": "hold"}]))),
        ("agent-makes-agent", "beyond-agent", 1, after_move(("B", AGENT, [_GIVE]))),
        ("agent-before-it-is-given", "wrong-key", 0, lambda t: _played(t, ("B", AGENT, [_RSP]))),
        ("agent-in-its-own-bundle", "wrong-key", 0, lambda t: _played(t, ("B", AGENT, [_GIVE]))),
        ("agent-taken-away", "wrong-key", 2, lambda t: _played(
            _with_agent(t), ("B", AGENT, [_RSP]), ("B", t.b.key, [taken]), ("B", AGENT, [_RSP]))),
        ("agent-exchanged-for-good", "wrong-key", 1, lambda t: _played(
            _with_agent(t), ("B", t.b.key, [{"k": "agent", "key": other.public.hex()}]), ("B", AGENT, [_RSP]))),
        ("agent-not-usable", "wrong-key", 1, lambda t: _played(
            t, ("B", t.b.key, [_GIVE | {"may": ["move", "move"]}]), ("B", AGENT, [_RSP]))),
        ("agent-for-the-other-seat", "spoofed-author", 1, after_move(("A", AGENT, [_RSP]))),
        ("agent-signs-badly", "bad-signature", 1, _bad_agent),
        ("agent-is-the-game-key", "reused-key", 0, lambda t: _with_agent(t, t.b.key.public).log.encode()),
        ("agent-is-the-other-key", "reused-key", 0, lambda t: _with_agent(t, t.a.key.public).log.encode()),
        ("agent-of-small-order", "small-order-key", 0, lambda t: _with_agent(t).log.encode().replace(
            AGENT.public.hex().encode(), b"01" + b"00" * 31)),
    ]  # fmt: skip


def _renew(key: bytes, **more: Json) -> dict[str, Json]:
    return {"k": "renew", "key": key.hex(), "n": 16, "tip": "a7" * 32, "vault": "b7" * 32, **more}


def _renewals() -> list[tuple[str, str, int, Mutation]]:
    """Which key signs what, when a seat has given one up."""
    second, third = (Keypair.from_seed(bytes([number]) * 32) for number in (23, 24))
    new, newest = _renew(second.public), _renew(third.public, tip="a8" * 32, vault="b8" * 32)
    small = _renew(bytes([1]) + bytes(31))

    def renewed(*more: tuple[str, Keypair, list[dict[str, Json]]]) -> Mutation:
        return lambda t: _played(t, ("A", t.a.key, [_MOVE]), ("A", t.a.key, [new]), *more)

    def played(*more: Callable[[Table], tuple[str, Keypair, list[dict[str, Json]]]]) -> Mutation:
        return lambda t: _played(_with_agent(t), *(each(t) for each in more))

    return [
        ("ok-renewed", "ok", 3, renewed(("A", second, [_MOVE, _MOVE]))),
        ("ok-renewed-twice", "ok", 5, renewed(
            ("A", second, [_MOVE]), ("A", second, [newest]), ("A", third, [_MOVE]))),
        ("ok-renewed-and-agent-again", "ok", 4, played(
            lambda t: ("B", t.b.key, [new]), lambda t: ("B", second, [_GIVE | {"key": third.public.hex()}]),
            lambda t: ("B", third, [_RSP]), lambda t: ("A", t.a.key, [_MOVE]))),
        ("renewed-old-key", "old-key", 2, played(
            lambda t: ("A", t.a.key, [_MOVE]), lambda t: ("A", t.a.key, [new]), lambda t: ("A", t.a.key, [_MOVE]))),
        ("renewed-older-key", "old-key", 4, played(
            lambda t: ("A", t.a.key, [new]), lambda t: ("A", second, [_MOVE]), lambda t: ("A", second, [newest]),
            lambda t: ("A", third, [_MOVE]), lambda t: ("A", t.a.key, [_MOVE]))),
        ("renewed-too-soon", "wrong-key", 0, lambda t: _played(t, ("A", second, [new]))),
        ("renewed-with-more", "wrong-key", 1, played(
            lambda t: ("A", t.a.key, [new, _MOVE]), lambda t: ("A", second, [_MOVE]))),
        ("renewed-by-an-agent", "beyond-agent", 1, played(
            lambda t: ("A", t.a.key, [_MOVE]), lambda t: ("B", AGENT, [new]))),
        ("renewed-ends-the-agent", "wrong-key", 2, played(
            lambda t: ("A", t.a.key, [_MOVE]), lambda t: ("B", t.b.key, [new]), lambda t: ("B", AGENT, [_RSP]))),
        ("renewed-by-the-other-seat", "spoofed-author", 1, played(
            lambda t: ("A", t.a.key, [_MOVE]), lambda t: ("A", t.b.key, [new]))),
        ("renewed-signed-for-the-other", "spoofed-author", 1, played(
            lambda t: ("A", t.a.key, [new]), lambda t: ("B", second, [_MOVE]))),
        ("renewed-with-a-small-key", "wrong-key", 1, played(
            lambda t: ("A", t.a.key, [small]), lambda t: ("A", second, [_MOVE]))),
    ]  # fmt: skip


def _bad_agent(table: Table) -> bytes:
    """A bundle that names the agent's key and is signed with another."""
    seen = _with_agent(table)
    whole = _played(seen, ("A", table.a.key, [_MOVE]), ("B", table.a.identity, [_RSP]))
    return whole.replace(table.a.identity.id.encode(), AGENT.id.encode()).replace(
        AGENT.id.encode(), table.a.identity.id.encode(), 1
    )


CASES: list[tuple[str, str, int, Mutation]] = [
    ("ok-whole", "ok", 4, lambda t: t.log.encode()),
    ("ok-genesis", "ok", 0, lambda t: t.with_bundles()),
    ("ok-invitation", "ok", 0, lambda t: evolve(t.log, accept=None, bundles=()).encode()),
    ("truncated-empty", "truncated", 0, lambda _: b""),
    ("truncated-line", "truncated", 3, lambda t: t.log.encode()[:-20]),
    ("truncated-newline", "truncated", 3, lambda t: t.log.encode()[:-1]),
    ("truncated-signature", "truncated", 3, lambda t: _join(t.lines()[:-1])),
    ("truncated-entries", "truncated", 3, lambda t: _join(t.lines()[:-3])),
    ("truncated-invitation", "truncated", 0, lambda t: _join(t.lines()[:1])),
    ("truncated-acceptance", "truncated", 0, lambda t: _join(t.lines()[:3])),
    ("truncated-middle", "truncated", 0, lambda t: _join(t.lines()[:8] + t.lines()[9:])),
    ("carriage-return", "newline", 0, lambda t: t.log.encode().replace(b"\n", b"\r\n")),
    ("blank-line", "not-json", 1, lambda t: _join([*t.lines()[:9], b"", *t.lines()[9:]])),
    ("reordered-bundles", "order", 1, lambda t: t.with_bundles(*(t.log.bundles[i] for i in (0, 2, 1, 3)))),
    ("reordered-entries", "order", 1, lambda t: _swap(t.lines(), 10, 11)),
    ("dropped-bundle", "gap", 1, lambda t: t.with_bundles(*(t.log.bundles[i] for i in (0, 2, 3)))),
    ("dropped-first-bundle", "gap", 0, lambda t: t.with_bundles(*t.log.bundles[1:])),
    ("dropped-entry", "bad-count", 1, lambda t: _join(t.lines()[:11] + t.lines()[12:])),
    ("added-entry", "bad-count", 1, lambda t: _join([*t.lines()[:13], entries(6)[0], *t.lines()[13:]])),
    ("skipped-number", "gap", 1, _renumbered),
    ("skipped-first", "gap", 1, _late_first),
    ("replayed-bundle", "replay", 2, lambda t: t.with_bundles(*t.log.bundles[:2], t.log.bundles[1])),
    ("fork-same-number", "fork", 2, _fork),
    ("fork-other-history", "fork", 2, _other_history),
    ("swapped-entry", "bad-head", 1, _line(10, b"505/82", b"507/82")),
    ("changed-kind", "bad-head", 1, _line(10, b'"move"', b'"hold"')),
    ("changed-state", "bad-signature", 1, _line(9, b'"state":"0', b'"state":"1')),
    ("changed-author", "spoofed-author", 1, _line(9, b'"by":"B"', b'"by":"A"')),
    ("changed-signature", "bad-signature", 1, _flipped),
    ("signature-plus-order", "bad-signature", 1, _plus_order),
    ("other-game", "other-game", 1, _other_game),
    ("other-invitation", "other-game", 0, _foreign_accept),
    ("reused-key", "reused-key", 0, _same_key),
    (
        "unknown-signer",
        "wrong-key",
        1,
        lambda t: t.with_bundles(t.log.bundles[0], t.resign(t.log.bundles[1], t.b.identity)),
    ),
    (
        "spoofed-author",
        "spoofed-author",
        1,
        lambda t: t.with_bundles(t.log.bundles[0], t.resign(t.log.bundles[1], t.a.key)),
    ),
    (
        "spoofed-key-id",
        "spoofed-author",
        1,
        lambda t: t.with_bundles(
            t.log.bundles[0],
            evolve(
                t.resign(t.log.bundles[1], t.a.key),
                seal=Seal(key=t.b.key.id, signature=t.resign(t.log.bundles[1], t.a.key).seal.signature),
            ),
        ),
    ),
    (
        "bad-head",
        "bad-head",
        1,
        lambda t: t.with_bundles(t.log.bundles[0], t.resign(t.log.bundles[1], t.b.key, head=bytes(32))),
    ),
    (
        "announced-count",
        "bad-count",
        1,
        lambda t: t.with_bundles(t.log.bundles[0], t.resign(t.log.bundles[1], t.b.key, last=6)),
    ),
    ("too-many-announced", "bad-field", 1, _line(9, b'"last":5', b'"last":2003')),
    ("too-many-entries", "bad-count", 0, _big),
    ("downgraded-rules", "downgraded-rules", 1, _wrong_rules),
    ("small-order-key", "small-order-key", 0, _small_key),
    ("invitation-changed", "bad-signature", 0, _line(0, b'"deadline":7', b'"deadline":9')),
    ("acceptance-changed", "bad-signature", 0, _line(2, "B\u00e9la".encode(), b"Bela")),
    ("unknown-first-line", "unknown-line", 0, lambda t: _join(t.lines()[2:])),
    (
        "unknown-line-between",
        "unknown-line",
        1,
        lambda t: _join([*t.lines()[:9], b'{"k":"note"}', *t.lines()[9:]]),
    ),
    ("entry-without-kind", "unknown-line", 1, _line(10, b',"k":"move"', b"")),
    ("entry-without-number", "bad-field", 1, _line(10, b'"i":3,', b"")),
    ("entry-number-text", "bad-field", 1, _line(10, b'"i":3,', b'"i":"3",')),
    ("genesis-inside", "unknown-line", 1, lambda t: _join([*t.lines()[:11], t.lines()[0], *t.lines()[11:]])),
    ("header-extra-field", "extra-field", 1, _line(9, b'"v":1}', b'"v":1,"x":1}')),
    ("header-missing-field", "missing-field", 1, _line(9, b',"v":1}', b"}")),
    ("header-version", "version", 1, _line(9, b'"v":1}', b'"v":2}')),
    ("header-seat", "bad-field", 1, _line(9, b'"by":"B"', b'"by":"C"')),
    ("entry-not-canonical", "white-space", 1, _line(10, b'"i":3', b'"i": 3')),
    ("entry-duplicate-key", "duplicate-key", 1, _line(10, b'"i":3', b'"i":3,"i":3')),
]


def log_vectors() -> Iterator[tuple[str, dict[str, Json]]]:
    """Name and content of every file in ``log/``."""
    table = deal()
    for name, expect, valid, change in (*CASES, *_agents(), *_renewals(), *upgrades()):
        data = change(table)
        value: dict[str, Json] = {"expect": expect, "valid_bundles": valid}
        text = data.decode()
        pieces = text.split("\n")
        if "\r" not in text and pieces.pop() == "" and data:
            value["lines"] = list(pieces)
        else:
            value["input_hex"] = data.hex()
        yield name, value
