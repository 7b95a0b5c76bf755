"""Logs and papers that hold again after a change: chained and signed anew with the keys of the small games."""

from collections.abc import Callable
from functools import cache
from random import Random

from attrs import define, field

from pbem.bytes import canon
from pbem.bytes.canon import Json, tagged_hash
from pbem.bytes.errors import PbemError
from pbem.crypto.keys import Keypair, key_id
from pbem.log import FirstSeal, Seal, head_after
from tests.fuzz import beside, fixtures, mutators
from tests.fuzz.harness import Mutate
from tests.protocol.conftest import entropy

_MENDED = 0.94
"""How often each thing is mended: one in sixteen is left as it is."""
_PURPOSES = {
    "invite": "invite", "accept": "accept", "hdr": "bundle", "appoint": "referee", "vaults": "vaults",
}  # fmt: skip
"""What a signature under a line is for, by the kind of the line (``schemas/log.md``, ``schemas/trust.md``)."""
Object = dict[str, Json]


@cache
def keys() -> dict[str, Keypair]:
    """The keys of both seats of the small games, of their owners, and of a referee, by key id."""
    pair = fixtures.tiny_game()
    owners = [Keypair.from_seed(entropy(f"fuzz/id/{who}")(32)) for who in "ab"]
    known = (pair.a.vault.keypair, pair.b.vault.keypair, *owners, referee(), *beside.keys())
    return {each.id: each for each in known}


@cache
def referee() -> Keypair:
    """The key of somebody whom both players may appoint."""
    return Keypair.from_seed(entropy("referee")(32))


@define
class _Row:
    """A line, and the object in it (None: there is none)."""

    line: bytes
    value: Object | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.read(self.line)

    @property
    def kind(self) -> str:
        """What the line is; of a first line of a paper, what paper."""
        return str((self.value or {}).get("k", (self.value or {}).get("a", "")))

    def read(self, line: bytes) -> None:
        """Another line in its place."""
        self.line = line
        try:
            self.value = canon.decode(line)
        except PbemError:
            self.value = None

    def write(self, **fields: Json) -> None:
        """Other fields, where the line is an object and stays one."""
        if self.value is None:
            return
        try:
            self.read(canon.encode_value({**self.value, **fields}))
        except PbemError:
            return


def resigned(data: bytes, rng: Random) -> bytes:
    """Lines with every header made to fit its entries and what it ran on from, every refusal what it refuses, and every
    signature made to hold, as far as that can be done.
    """
    rows = [_Row(line) for line in data.split(b"\n")]
    return b"\n".join(row.line for row in _Mending(rows, rng).done())


@define
class _Mending:
    rows: list[_Row]
    rng: Random
    gid: bytes = b""
    heads: dict[Json, str] = field(factory=dict)
    """Chained hashes as they are now, by what they were."""
    refused: dict[Json, Object] = field(factory=dict)
    """Headers as they are now, by what their chained hash was."""

    def done(self) -> list[_Row]:
        """The rows mended, in their order."""
        self._name_the_game()
        above: tuple[str, tuple[bytes, ...]] = ("", ())
        paper = b""
        for at, row in enumerate(self.rows):
            kind = row.kind
            if kind == "sig":
                self._sign(row, *above)
                continue
            if kind == "hdr":
                self._mend(at)
            elif kind in ("result", "vaults", "appoint") and self._may():
                row.write(gid=self.gid.hex())
            if kind == "result":
                paper, above = row.line, ("result", (self.gid, row.line))
            elif kind == "vaults":
                above = ("vaults", (self.gid, paper, row.line))
            elif kind in ("invite", "accept"):
                above = (kind, (row.line,))
            elif kind in _PURPOSES:
                above = (_PURPOSES[kind], (self.gid, row.line))
        return self.rows

    def _may(self) -> bool:
        return self.rng.random() < _MENDED

    def _name_the_game(self) -> None:
        """The game's name as the first two mails now give it."""
        invite = next((row for row in self.rows if row.kind == "invite"), None)
        accept = next((row for row in self.rows if row.kind == "accept"), None)
        if invite is None or accept is None:
            return
        was = next((row.value["g"] for row in self.rows if row.value is not None and "g" in row.value), None)
        if self._may():
            accept.write(invite=tagged_hash("invite-line", invite.line).hex())
        self.gid = tagged_hash("game", invite.line, accept.line)
        if isinstance(was, str):
            self.heads[was] = self.gid.hex()

    def _mend(self, at: int) -> None:
        """A header, and the refusal behind it."""
        row, lines = self.rows[at], []
        for below in self.rows[at + 1 :]:
            if below.kind in ("sig", "hdr"):
                break
            lines.append(below)
        assert row.value is not None
        was = row.value.get("head")
        if self.gid and self._may():
            row.write(g=self.gid.hex())
        prev = row.value.get("prev")
        if isinstance(prev, str) and prev in self.heads and self._may():
            row.write(prev=self.heads[prev])
        if lines and lines[0].kind == "reject" and self._may():
            self._refuse(row.value, lines[0])
        first = row.value.get("first")
        if isinstance(first, int) and self._may():
            row.write(last=first + len(lines) - 1)
        try:
            start = bytes.fromhex(str(row.value.get("prev")))
        except ValueError:
            return
        row.write(head=head_after(start, [each.line for each in lines]).hex())
        if isinstance(was, str):
            self.heads[was] = str(row.value["head"])
            self.refused[was] = row.value

    def _refuse(self, header: Object, entry: _Row) -> None:
        """The refused header's parts as they are now, and a signature under them by the key that the refusal names."""
        assert entry.value is not None
        head = entry.value.get("head")
        gone = self.refused.get(head, {}) if isinstance(head, str) else {}
        if gone:
            entry.write(**{name: gone[name] for name in ("head", "last", "rules", "state") if name in gone})
        says = entry.value
        line = {name: says.get(name) for name in ("head", "last", "rules", "state")}
        line |= {name: header.get(name) for name in ("first", "g", "n", "prev")}
        line |= {"by": "B" if header.get("by") == "A" else "A", "k": "hdr", "v": 1}
        key = keys().get(str(says.get("key")))
        if key is None:
            return
        try:
            message = tagged_hash("bundle", self.gid, canon.encode_value(line))
        except PbemError:
            return
        entry.write(sig=key.sign(message).hex())

    def _sign(self, row: _Row, purpose: str, parts: tuple[bytes, ...]) -> None:
        assert row.value is not None
        key = keys().get(str(row.value.get("key")))
        if key is None or not purpose or not self._may():
            return
        if purpose not in ("invite", "accept"):
            row.read(Seal.of(key, tagged_hash(purpose, *parts)).line)
            return
        try:
            named = keys().get(key_id(bytes.fromhex(str(canon.decode(parts[0]).get("key")))), key)
        except (PbemError, ValueError):
            named = key
        row.read(FirstSeal.made(key, named, purpose, parts[0]).line)


def signed_lines(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """Lines changed and, most times, signed anew."""
    return signing(mutators.json_lines)(data, seed, mutate)


def signing(change: Callable[[bytes, int, Mutate], bytes]) -> Callable[[bytes, int, Mutate], bytes]:
    """A change after which lines are, most times, signed anew."""

    def changed(data: bytes, seed: int, mutate: Mutate) -> bytes:
        rng = Random(seed)
        found = change(data, rng.randrange(2**31), mutate)
        return resigned(found, rng) if rng.random() < 0.85 else found

    return changed
