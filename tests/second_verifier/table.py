"""What the entries settle without any rules: the pen, rolls, secrets, decks, offers (log.md, entries; dice.md; deck.md)."""

import hmac
from typing import NamedTuple

from second_deck import Deck

from second_verifier.crypto import faces
from second_verifier.fields import ASIDE, PROTOCOL, WAYS, check_entry, num, raw, words
from second_verifier.keys import Chain, Keys
from second_verifier.lines import Object, canonical, need, th


class _Roll(NamedTuple):
    number: int
    asker: str
    why: str
    request: bytes  # chained hash of the request
    dice: list[tuple[int, int]]
    open_form: bool
    chains: dict[str, Chain]
    seeds: dict[str, bytes]


class _Sealed(NamedTuple):
    owner: str
    commitment: bytes
    at: int  # the entry
    before: bytes  # chained hash before it
    era: int  # which of the seat's vaults was in force


def other_of(seat: str) -> str:
    return "B" if seat == "A" else "A"


class Table:
    """What the entries so far have settled."""

    def __init__(self, gid: bytes, heads: dict[str, Object], keys: Keys) -> None:
        self.gid, self.keys, self.challenge = gid, keys, "challenge" in heads.get("A", {})
        self.tip = raw(heads["B"], "tip") if "B" in heads else b""
        self.started: int | None = None  # the entry `start`
        self.audited: list[str] = []
        self.rulings, self.over = 0, False  # over: a ruling has ended the game
        self.sides = heads.get("A", {}).get("sides", [])
        self.last_play, self.opening = (
            "",
            "",
        )  # seat of the last entry of play; kind of the bundle's first entry
        self.next_roll, self.refusals, self.refused = 1, 0, {"A": 0, "B": 0}
        self.roll: _Roll | None = None
        self.names: set[str] = set()
        self.sealed: dict[str, _Sealed] = {}
        self.labels: set[str] = set()
        self.shut: set[str] = set()  # commitments that can be opened
        self.shown: list[tuple[str, bytes, int]] = []  # label, salt, entry
        self.decks: dict[str, Deck] = {}
        self.offer: tuple[str, Object] | None = None
        self.offers, self.backs = 0, 0  # backs: take-backs agreed to
        self.version = tuple(heads["A"][name] for name in ("rules", "data")) if heads else ()
        self.quiet: list[
            bool
        ] = []  # of each entry, whether no roll was under way after it, and no offer open
        self.undone: set[int] = set()
        self.wall = 0  # no take-back to before this entry

    def take(self, entry: Object, head: Object, before: bytes, chained: bytes) -> None:
        """One entry of the bundle with this header, and the chained hashes before and after it."""
        kind, by, i = str(entry["k"]), str(head["by"]), num(entry, "i")
        self.opening = kind if i == head["first"] else self.opening
        if kind in PROTOCOL:
            check_entry(entry, kind)
        need(kind not in ("renew", "audit") or head["first"] == head["last"], "not-now")
        need(self.opening != "reject" or i == head["first"] or kind == "note", "not-now")
        if kind in ("ruling", "appoint"):
            self._rules(entry, head)
        elif kind == "note":
            need(self.started is not None and i == head["last"] and i != head["first"], "not-now")
        elif kind == "reject":
            self._reject(entry, by, head)
        else:
            self._pen(kind, by)
            plays = kind in ("req", "seal") or kind not in PROTOCOL or kind.startswith("deck-")
            need(not (self.challenge and by == "B" and plays), "referee-plays")
        self.keys.take(entry, by)
        self._settle(entry, by, before, chained)
        if kind not in ASIDE:
            self.refusals, self.offers, self.last_play = 0, 0, by
        self.quiet.append(self.roll is None and self.offer is None)

    def _settle(self, entry: Object, by: str, before: bytes, chained: bytes) -> None:
        kind = str(entry["k"])
        if kind == "start":
            self.started = self.wall = num(entry, "i")
        elif kind == "req":
            self._req(entry, by, chained)
        elif kind in ("rsp", "open") and self.roll:
            self._answer(entry, by, kind, self.roll)
        elif kind == "seal":
            self._seal(entry, by, before)
        elif kind == "show":
            self._show(entry, by)
        elif kind in PROTOCOL and kind.startswith("deck-"):
            self._deck(entry, by, kind)
            self.wall = num(entry, "i")
        elif kind == "audit":
            self._audit(entry, by)
        elif kind in ("back", "upgrade"):
            self._offer(entry, by, kind)
        elif kind == "reply" and self.offer:
            self._reply(entry, self.offer[1])
        elif kind == "ruling":
            self._ruling(entry)

    def _holder(self) -> tuple[str, str]:
        """Who holds the pen, as far as that can be told without rules, and what for."""
        if self.started is None:
            return "A", "start"
        if self.offer:
            return other_of(self.offer[0]), "reply"
        if self.audited:
            return other_of(self.audited[0]), "audit"
        if self.over:
            return other_of(self.last_play or "B"), "audit"
        if self.roll and self.roll.seeds.keys() - {self.roll.asker}:
            return self.roll.asker, "open"
        return (other_of(self.roll.asker), "rsp") if self.roll else ("", "")

    def _pen(self, kind: str, by: str) -> None:
        holder, due = self._holder()
        need(len(self.audited) < 2, "out-of-turn")
        if not holder:
            need(kind != "audit" or by != self.last_play, "out-of-turn")
            need(kind not in ("start", "rsp", "open", "reply"), "not-now")
            return
        need(by == holder, "out-of-turn")
        more = {"show"} if due == "open" else set()
        choice = due == "rsp" and self.roll and not self.roll.open_form
        need(
            kind == due or kind in more or (choice and (kind not in PROTOCOL or kind == "deck-show")),
            "not-now",
        )

    def _reject(self, entry: Object, by: str, head: Object) -> None:
        first, last = num(head, "first"), num(entry, "last")
        need(entry["i"] == first, "not-now")
        need(not self.audited and not self.over and by != self._holder()[0], "out-of-turn")
        need(self.refusals < 4 and self.refused[by] < 100, "refused-often")
        need(first <= num(entry, "entry") <= last, "bad-fields")
        self.refusals += 1
        self.refused[by] += 1
        self.next_roll += 1

    def _labelled(self, label: object) -> bool:
        """Whether a new label tells how many take-backs were agreed to before it."""
        return not self.backs or str(label).endswith(f"~{self.backs}")

    def _offer(self, entry: Object, by: str, kind: str) -> None:
        need(not self.challenge, "no-takeback" if kind == "back" else "no-upgrade")
        need(self.offers < 3, "offered-often")
        if kind == "back":
            to = num(entry, "to")
            need(self._stood(to, num(entry, "i")), "bad-back")
        else:
            need((entry["rules"], entry["data"]) != self.version, "same-rules")
        self.offer, self.offers = (by, entry), self.offers + 1

    def _stood(self, to: int, i: int) -> bool:
        """Whether entry `i` may go back to behind entry `to`."""
        return self.wall <= to < i - 1 and to not in self.undone and self.quiet[to]

    def _rules(self, entry: Object, head: Object) -> None:
        """Whether the referee may write this here."""
        if entry["k"] == "ruling":
            must, may = WAYS[str(entry["how"])]
            have = entry.keys() - {"days", "how", "i", "k", "text"}
            need(must <= have <= must | may, "bad-fields")
            need("winner" not in entry or entry["winner"] in self.sides, "bad-fields")
        after = self.opening == "appoint" and entry["k"] == "ruling"
        first, last, i = (num(each, name) for each, name in ((head, "first"), (head, "last"), (entry, "i")))
        need((first, last) == (i - after, i + (entry["k"] == "appoint")), "not-now")
        need(head["by"] == "R", "out-of-turn")
        need(self.started is not None and not self.audited and not self.over, "not-now")

    def _ruling(self, entry: Object) -> None:
        self.rulings += 1
        need(self.rulings <= 16, "ruled-often")
        if "j" in entry:
            number = num(entry, "j")
            need(self.next_roll < number <= self.next_roll + 100, "bad-ruling")
            need(all(number <= seat.chain.length for seat in self.keys.seats.values()), "chain-end")
            self.next_roll = number
        if entry["how"] == "void":
            to, i = num(entry, "to"), num(entry, "i")
            need(self._stood(to, i), "bad-ruling")
            self.offers = 0
            self._back_to(to, i)
        if entry["how"] != "stands":
            self.roll, self.offer, self.over = None, None, entry["how"] == "over"

    def _reply(self, entry: Object, offer: Object) -> None:
        self.offer = None
        if not entry["yes"]:
            return
        self.offers, i = 0, num(entry, "i")
        if offer["k"] == "upgrade":
            self.version, self.wall = (offer["rules"], offer["data"]), i
            return
        self._back_to(num(offer, "to"), i)

    def _back_to(self, to: int, i: int) -> None:
        """The game goes back to behind entry `to`, by entry `i`."""
        self.backs += 1
        self.undone |= set(range(to + 1, i))
        self.shut |= {label for label, _, at in self.shown if at > to}
        self.shut -= {label for label, sealed in self.sealed.items() if sealed.at > to}

    def _req(self, entry: Object, by: str, chained: bytes) -> None:
        number = num(entry, "j")
        need(number >= self.next_roll, "roll-again")
        need(number == self.next_roll, "skipped-seed")
        need(all(number <= seat.chain.length for seat in self.keys.seats.values()), "chain-end")
        need(entry["why"] not in self.names and self._labelled(entry["why"]), "wrong-roll")
        chains = {name: seat.chain for name, seat in self.keys.seats.items()}
        listed = entry["dice"] if isinstance(entry["dice"], list) else []
        dice = [(int(str(die[0])), int(str(die[1]))) for die in listed if isinstance(die, list)]
        self.roll = _Roll(number, by, str(entry["why"]), chained, dice, "x" in entry, chains, {})
        if "x" in entry:
            self._disclose(self.roll, by, raw(entry, "x"))
        self.next_roll += 1
        self.names.add(self.roll.why)

    def _disclose(self, roll: _Roll, by: str, x: bytes) -> None:
        roll.chains[by].disclose(roll.number, x)
        roll.seeds[by] = x

    def _answer(self, entry: Object, by: str, kind: str, roll: _Roll) -> None:
        need(entry["j"] == roll.number, "skipped-answer" if kind == "rsp" else "skipped-open")
        need(kind == "open" or ("dice" in entry) == roll.open_form, "better-dice")
        self._disclose(roll, by, raw(entry, "x"))
        if "dice" in entry:
            index, label = roll.number.to_bytes(8, "big"), roll.why
            ctx, seeds = (
                th("roll", self.gid, index, roll.request, label.encode()),
                roll.seeds["A"] + roll.seeds["B"],
            )
            if self.challenge:
                label, nothing = "challenge", bytes(32)
                ctx, seeds = th("roll", self.tip, index, nothing, b"challenge"), nothing + roll.seeds["B"]
            need(entry["dice"] == faces(ctx, seeds, label, roll.dice), "better-dice")
            self.roll = None

    def _seal(self, entry: Object, by: str, before: bytes) -> None:
        need(entry["at"] not in self.labels, "sealed-twice")
        need(self._labelled(entry["at"]), "wrong-label")
        self.labels.add(str(entry["at"]))
        era = len(self.keys.seats[by].vaults) - 1
        for n, commitment in enumerate(words(entry["c"]), 1):
            label = f"{entry['at']}/{n}"
            self.sealed[label] = _Sealed(by, bytes.fromhex(commitment), num(entry, "i"), before, era)
            self.shut.add(label)

    def _show(self, entry: Object, by: str) -> None:
        label, salt = f"{entry['at']}/{entry['n']}", raw(entry, "salt")
        need(label in self.shut and self.sealed[label].owner == by, "never-sealed")
        found = th("commit", self.gid, label.encode(), salt, canonical(entry["v"]))
        need(found == self.sealed[label].commitment, "other-value")
        self.shut.remove(label)
        self.shown.append((label, salt, num(entry, "i")))

    def _audit(self, entry: Object, by: str) -> None:
        opened = [bytes.fromhex(vault) for vault in (*words(entry.get("before")), str(entry["vault"]))]
        need([th("K", vault) for vault in opened] == self.keys.seats[by].vaults, "other-vault")
        for label, salt, _ in self.shown:
            sealed = self.sealed[label]
            made = th("salt", self.gid, label.encode(), sealed.before)
            fits = sealed.owner != by or hmac.digest(opened[sealed.era], made, "sha256") == salt
            need(fits, "other-salt")
        for deck in self.decks.values():
            deck.audit(by, *opened)
        self.audited.append(by)

    def _deck(self, entry: Object, by: str, kind: str) -> None:
        label = str(entry["at"])
        lists = {name: words(entry.get(name, [])) for name in ("cards", "p", "u", "pf", "mix")}
        if kind == "deck-mask":
            need(bool(lists["cards"]) == (label not in self.decks), "wrong-label")
            deck = self.decks.setdefault(label, Deck(self.gid, label, lists["cards"]))
            proof, mix = (str(entry["bits"]), str(entry["z"])), [int(n) for n in lists["mix"]]
            deck.mask(by, str(entry["q"]), lists["p"], proof, mix, len(self.keys.seats[by].vaults) - 1)
            return
        need(label in self.decks, "wrong-label")
        if kind == "deck-key":
            self.decks[label].keys(by, [int(n) for n in words(entry["n"])], lists["u"], lists["pf"])
        else:
            n, number = num(entry, "n"), num(entry, "card")
            self.decks[label].show(by, n, number, str(entry["v"]), str(entry["pf"]))
