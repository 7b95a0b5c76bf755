"""Which keys sign for a seat, and which seeds and vaults are its own (log.md, first mails, keys)."""

from dataclasses import dataclass

from second_deck import Refused

from second_verifier.crypto import chain_back, check_key
from second_verifier.fields import ASIDE, PROTOCOL, check_entry, num, raw
from second_verifier.lines import Object, need, th


def key_id(value: Object, name: str = "key") -> bytes:
    """By which keys are told apart."""
    return th("key", raw(value, name))[:8]


@dataclass
class Chain:
    """A seed chain: its key, its length, and the last seed that was disclosed."""

    key: bytes
    length: int
    seed: bytes
    index: int = 0

    @classmethod
    def of(cls, value: Object) -> "Chain":
        return cls(raw(value, "key"), num(value, "n"), raw(value, "tip"))

    def disclose(self, index: int, seed: bytes) -> None:
        need(chain_back(self.key, seed, index, self.index) == self.seed, "wrong-seed")
        self.index, self.seed = index, seed


@dataclass
class Seat:
    keys: list[bytes]  # its game keys, the last in force
    chain: Chain
    vaults: list[bytes]

    @classmethod
    def of(cls, head: Object) -> "Seat":
        return cls([raw(head, "key")], Chain.of(head), [raw(head, "vault")])

    def signs(self, key_id: bytes) -> bool:
        """Whether the key in force has this id."""
        return th("key", self.keys[-1])[:8] == key_id


@dataclass
class Keys:
    seats: dict[str, Seat]
    used: set[bytes]  # the id of every key of the log
    worn: set[object]  # hex of every tip and vault
    challenge: bool
    referees: list[bytes]  # their keys, the last in force
    renewed: bool = False  # whether keys have been renewed since the last entry of play

    @classmethod
    def of(cls, heads: dict[str, Object]) -> "Keys":
        """From the first mails; refuses what stands there twice."""
        keys = [key_id(head) for head in heads.values()]
        worn = [head[name] for head in heads.values() for name in ("tip", "vault")]
        ids = {raw(head, "id"): key_id(head, "id") for head in heads.values()}
        clause = heads["A"].get("referee") if heads else None
        referees = [raw(clause, "key")] if isinstance(clause, dict) else []
        each_once = [*keys, *ids.values(), *(th("key", key)[:8] for key in referees)]
        need(len({*each_once}) == len(each_once) and len({*worn}) == len(worn), "reused-key")
        seats = {seat: Seat.of(head) for seat, head in heads.items()}
        return cls(seats, {*each_once}, {*worn}, "challenge" in heads.get("A", {}), referees)

    def take(self, entry: Object, by: str) -> None:
        """An entry, for what it does to the keys; Refused when it may not."""
        kind = entry["k"]
        self.renewed &= kind in ASIDE
        if kind == "renew":
            self._renew(entry, by)
        elif kind == "appoint":
            need(key_id(entry) not in self.used, "reused-key")
            self.used.add(key_id(entry))

    def try_entry(self, entry: Object, by: str, alone: bool) -> None:
        """The same for a reader of bytes alone: what may not be puts no key in force."""
        try:
            if entry["k"] in PROTOCOL:
                check_entry(entry, str(entry["k"]))
            if alone or entry["k"] != "renew":
                self.take(entry, by)
        except Refused:
            pass

    def _renew(self, entry: Object, by: str) -> None:
        seat, brought = self.seats[by], {entry["tip"], entry["vault"]}
        need(not self.challenge or by == "A", "referee-plays")
        need(not self.renewed and len(seat.vaults) <= 30, "renewed-often")
        check_key(raw(entry, "key"))
        need(key_id(entry) not in self.used and len(brought - self.worn) == 2, "reused-key")
        need(num(entry, "n") >= seat.chain.length, "chain-end")
        seat.keys.append(raw(entry, "key"))
        seat.vaults.append(raw(entry, "vault"))
        seat.chain = Chain.of(entry)
        self.used.add(key_id(entry))
        self.worn |= brought
        self.renewed = True
