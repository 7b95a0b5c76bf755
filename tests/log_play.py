"""The little game the log vectors are made of: two players with fixed keys, four bundles."""

from __future__ import annotations

from attrs import evolve, frozen

from pbem.bytes import canon
from pbem.bytes.canon import tagged_hash
from pbem.crypto import dice
from pbem.crypto.keys import Keypair
from pbem.log import Bundle, Header, Log, Seal, Seat, head_after, sign_accept, sign_bundle, sign_invite

RULES = "5a" * 32


@frozen(kw_only=True)
class Player:
    """Fixed keys, so that every run writes the same files."""

    identity: Keypair
    key: Keypair
    seat: Seat

    @classmethod
    def of(cls, who: str, number: int) -> Player:
        identity = Keypair.from_seed(bytes([number]) * 32)
        key = Keypair.from_seed(bytes([number + 1]) * 32)
        tip = dice.chain(key.public, bytes([number + 2]) * 32, 16).tip
        vault = dice.vault_tip(bytes([number + 3]) * 32)
        seat = Seat(who=who, identity=identity.public, key=key.public, tip=tip, length=16, vault=vault)
        return cls(identity=identity, key=key, seat=seat)


@frozen(kw_only=True)
class Table:
    """Two players and a game of four bundles, three entries each, A and B by turns."""

    a: Player
    b: Player
    log: Log

    def sign(self, by: str, n: int, prev: bytes, lines: list[bytes], rules: str = RULES) -> Bundle:
        key = (self.a if by == "A" else self.b).key
        return sign_bundle(
            key, by=by, gid=self.log.gid, n=n, prev=prev, lines=lines, rules=rules, state=f"{n:064x}"
        )

    def resign(self, bundle: Bundle, key: Keypair, **changes: str | int | bytes) -> Bundle:
        """The bundle with other header fields, signed again."""
        fields: dict[str, str | int | bytes] = {
            name: getattr(bundle.header, name)
            for name in ("by", "n", "first", "last", "gid", "prev", "head", "rules", "state")
        }
        header = Header(**{**fields, **changes})
        message = tagged_hash("bundle", header.gid, header.line)
        return evolve(bundle, header=header, seal=Seal.of(key, message))

    def lines(self) -> list[bytes]:
        return self.log.encode().split(b"\n")[:-1]


def entries(first: int, word: str = "move") -> list[bytes]:
    """Three entry lines numbered from ``first``."""
    return [
        canon.encode({"i": first + step, "k": word, "path": ["W3522", "W3523"], "unit": f"{505 + step}/82"})
        for step in range(3)
    ]


def deal() -> Table:
    """The untouched game."""
    a, b = Player.of("Ana", 1), Player.of("B\u00e9la", 11)
    invite = sign_invite(
        a.identity,
        a.key,
        a.seat,
        game="june6",
        scenario="landings",
        sides=("allied", "german"),
        options={"deadline": 7},
        digests=(RULES, "da" * 32, "5e" * 32),
    )
    table = Table(a=a, b=b, log=Log(invite=invite, accept=sign_accept(b.identity, b.key, b.seat, invite)))
    head, bundles = table.log.gid, []
    for n in range(1, 5):
        bundle = table.sign("AB"[(n - 1) % 2], n, head, entries(3 * (n - 1)))
        head = head_after(head, bundle.lines)
        bundles.append(bundle)
    return evolve(table, log=evolve(table.log, bundles=tuple(bundles)))
