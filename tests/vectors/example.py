"""The example of ``schemas/log.md`` and ``schemas/dice.md``: an invented game called toss, from start to audit.

A seals a number, asks for two dice, B names a number in clear under the roll; then one more die in the open form.
"""

from __future__ import annotations

from attrs import evolve, field, mutable

from pbem import canon, dice
from pbem.canon import Json
from pbem.crypto import Keypair
from pbem.log import Log, Seat, extend, head_after, sign_accept, sign_bundle, sign_invite, start_of

LENGTH = 8192


@mutable(kw_only=True)
class Hand:
    """One seat's secrets: each is 32 times the same byte, so that a reader can type them."""

    who: str
    identity: Keypair
    key: Keypair
    vault: bytes
    chain: dice.Chain = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.chain = dice.chain(self.key.public, bytes([self.vault[0] + 1]) * 32, LENGTH)

    @classmethod
    def of(cls, who: str, byte: int) -> Hand:
        """Identity, game key, vault key and chain root from ``byte`` upwards."""
        keys = [Keypair.from_seed(bytes([byte + step]) * 32) for step in (0, 1)]
        return cls(who=who, identity=keys[0], key=keys[1], vault=bytes([byte + 2]) * 32)

    def seat(self) -> Seat:
        """What goes into the first mail."""
        return Seat(
            who=self.who,
            identity=self.identity.public,
            key=self.key.public,
            tip=self.chain.tip,
            length=LENGTH,
            vault=dice.vault_tip(self.vault),
        )


A = Hand.of("Ana", 0xA0)
B = Hand.of("Bea", 0xB0)
RULES = canon.digest("the rules of toss")


def _genesis() -> Log:
    digests = (RULES, canon.digest({}), canon.digest({"faces": [], "told": []}))
    invite = sign_invite(
        A.identity,
        A.seat(),
        game="toss",
        scenario="twice",
        sides=("heads", "tails"),
        options={"deadline": 7},
        digests=digests,
    )
    return Log(invite=invite, accept=sign_accept(B.identity, B.seat(), invite))


@mutable(kw_only=True)
class Example:
    """The log as it grows, the state after each bundle, and the chained hash at each request."""

    log: Log = field(factory=_genesis)
    states: list[dict[str, Json]] = field(factory=list)
    asked: dict[int, bytes] = field(factory=dict)
    _count: int = 0

    def write(self, by: str, game: dict[str, Json], next_roll: int, *entries: dict[str, Json]) -> None:
        """One bundle more."""
        end = start_of(self.log)
        for bundle in self.log.bundles:
            end = extend(self.log, end, bundle)
        lines = [canon.encode({**entry, "i": self._count + step}) for step, entry in enumerate(entries)]
        for step, entry in enumerate(entries):
            if entry["k"] == "req":
                assert isinstance(entry["j"], int)
                self.asked[entry["j"]] = head_after(end.head, lines[: step + 1])
        self._count += len(entries)
        state: dict[str, Json] = {"game": game, "i": self._count, "j": next_roll}
        bundle = sign_bundle(
            (A if by == "A" else B).key,
            by=by,
            gid=self.log.gid,
            n=end.bundles + 1,
            prev=end.head,
            lines=lines,
            rules=RULES,
            state=canon.digest(state),
        )
        self.states.append(state)
        self.log = evolve(self.log, bundles=(*self.log.bundles, bundle))

    def faces(self, number: int, why: str, count: int) -> list[Json]:
        """What ``count`` d6 of roll ``number`` show."""
        context = dice.roll_context(self.log.gid, number, self.asked[number], why)
        return list(dice.faces(context, A.chain[number], B.chain[number], why, [(6, 1)] * count))


def example() -> Example:
    """The whole game."""
    made = Example()
    gid = made.log.gid
    salt = dice.salt(A.vault, gid, "bet/1")
    bet = dice.commitment(gid, "bet/1", salt, canon.encode_value(7))
    empty: dict[str, Json] = {"faces": [], "told": []}
    made.write(
        "A",
        empty,
        2,
        {"k": "start"},
        {"k": "seal", "at": "bet", "c": [bet.hex()]},
        {"k": "req", "j": 1, "why": "toss/1"},
    )
    told: list[Json] = [5]
    made.write(
        "B",
        {"faces": [], "told": told},
        2,
        {"k": "tell", "number": 5},
        {"k": "rsp", "j": 1, "x": B.chain[1].hex()},
    )
    first = made.faces(1, "toss/1", 2)
    told = [5, 7]
    made.write(
        "A",
        {"faces": first, "told": told},
        3,
        {"k": "show", "at": "bet", "n": 1, "salt": salt.hex(), "v": 7},
        {"k": "open", "dice": first, "j": 1, "x": A.chain[1].hex()},
        {"k": "req", "j": 2, "why": "toss/2", "x": A.chain[2].hex()},
    )
    second = made.faces(2, "toss/2", 1)
    done: dict[str, Json] = {"faces": [*first, *second], "told": told}
    made.write("B", done, 3, {"k": "rsp", "dice": second, "j": 2, "x": B.chain[2].hex()})
    made.write("A", done, 3, {"k": "audit", "vault": A.vault.hex()})
    made.write("B", done, 3, {"k": "audit", "vault": B.vault.hex()})
    return made


if __name__ == "__main__":
    print(example().log.encode().decode(), end="")
