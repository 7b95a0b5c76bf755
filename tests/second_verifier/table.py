"""What the entries settle: the pen, rolls, secrets, decks, agents (log.md, entries; dice.md; deck.md)."""

import hmac
from collections.abc import Mapping
from typing import NamedTuple

from second_deck import Deck

from second_verifier.agents import agent_kinds
from second_verifier.crypto import Dice, chain_back, check_key, faces
from second_verifier.fields import FIELDS, check_entry, num, raw, words
from second_verifier.lines import Object, canonical, need, th


class _Roll(NamedTuple):
    number: int
    asker: str
    why: str
    request: bytes
    open_form: bool
    seeds: dict[str, bytes]


class Table:
    """What the entries so far have settled (log.md, entries; dice.md)."""

    def __init__(self, gid: bytes, heads: dict[str, Object], dice: Mapping[str, Dice]) -> None:
        self.gid, self.heads, self.dice = gid, dict(heads), dice
        self.disclosed = {seat: (0, raw(head, "tip")) for seat, head in heads.items()}
        self.started, self.audits, self.next, self.refusals = False, 0, 1, 0
        self.roll: _Roll | None = None
        self.names: set[str] = set()
        self.sealed: dict[str, tuple[str, bytes]] = {}
        self.decks: dict[str, Deck] = {}
        self.shown: list[tuple[str, str, bytes, int]] = []
        self.offer, self.offers = ("", 0), 0
        self.version = self.offered = (heads["A"]["rules"], heads["A"]["data"]) if "A" in heads else None
        self.agents: dict[str, int] = {}
        self.keys = {head.get(name) for head in heads.values() for name in ("id", "key", "agent")}
        self.vaults = {seat: [raw(head, "vault")] for seat, head in heads.items()}
        self.worn = {head[name] for head in heads.values() for name in ("tip", "vault")}
        self.eras: dict[str, int] = {}
        self.renewed = False

    def take(self, entry: Object, head: Object, chained: bytes) -> None:
        """One entry of the bundle with this header; `chained` is its hash."""
        kind, by = str(entry["k"]), str(head["by"])
        need(kind != "renew" or head["first"] == head["last"], "not-now")
        if kind in FIELDS:
            check_entry(entry, kind)
        if kind != "reject":
            self._pen(kind, by)
        self.started |= kind == "start"
        if kind == "req":
            self._req(entry, by, chained)
        elif kind in ("rsp", "open") and self.roll:
            self._answer(entry, by, kind, self.roll)
        elif kind in ("seal", "show"):
            self._secret(entry, by, f"{entry['at']}/{entry.get('n', 1)}")
        elif kind.startswith("deck-") and kind in FIELDS:
            self._deck(entry, by, kind)
        elif kind == "audit":
            self._audit(entry, by)
        elif kind == "agent":
            self._agent(entry, by)
        elif kind == "renew":
            self._renew(entry, by)
        elif kind == "reject":
            need(entry["i"] == head["first"], "not-now")
            need(not self.started or self.audits < 2, "out-of-turn")
            need(self.refusals < 4, "refused-often")
            need(max(len(str(entry["code"])), len(str(entry.get("par", "")))) <= 64, "bad-fields")
            need(0 <= num(entry, "j") <= self.next, "burnt-chain")
            self.next = max(self.next, num(entry, "j") + 1)
        elif kind in ("back", "reply", "upgrade"):
            self._offer(entry, by)
        self.renewed &= kind in ("renew", "agent", "reject")
        self.refusals = self.refusals + 1 if kind == "reject" else 0
        self.offers = self.offers if kind in ("back", "reply", "upgrade") else 0

    def _offer(self, entry: Object, by: str) -> None:
        (self._upgrade if entry["k"] == "upgrade" else self._take_back)(entry, by)

    def _upgrade(self, entry: Object, by: str) -> None:
        need("challenge" not in self.heads["A"], "no-upgrade")
        need(self.offers < 3, "offered-often")
        self.offered = (entry["rules"], entry["data"])
        need(self.offered != self.version, "same-rules")
        self.offer, self.offers = (by, -1), self.offers + 1

    def _take_back(self, entry: Object, by: str) -> None:
        if entry["k"] == "back":
            need("challenge" not in self.heads["A"], "no-takeback")
            need(self.offers < 3, "offered-often")
            need(0 <= num(entry, "to") < num(entry, "i") - 1, "bad-back")
            self.offer, self.offers = (by, num(entry, "to")), self.offers + 1
            return
        if entry["yes"] and self.offer[1] < 0:
            self.version, self.offers = self.offered, 0
        elif entry["yes"]:
            for owner, label, _, at in self.shown:
                if at > self.offer[1]:
                    self.sealed[label] = (owner, self.sealed[label][1])
            self.offers = 0
        self.offer = ("", 0)

    def _pen(self, kind: str, by: str) -> None:
        roll = self.roll
        if not self.started:
            holder, due = "A", kind == "start"
        elif self.offer[0]:
            holder, due = "B" if self.offer[0] == "A" else "A", kind == "reply"
        elif self.audits:
            holder, due = "B", kind == "audit" and self.audits == 1
        elif roll is None:
            holder, due = ("A" if kind == "audit" else by), kind not in ("start", "rsp", "open", "reply")
        elif len(roll.seeds) < (2 if roll.open_form else 1):
            holder = "B" if roll.asker == "A" else "A"
            due = kind == "rsp" or ((kind not in FIELDS or kind == "deck-show") and not roll.open_form)
        else:
            holder, due = roll.asker, kind in ("show", "deck-show", "open")
        need(by == holder, "out-of-turn")
        need(due or (kind == "agent" and self.started and not self.audits and not self.offer[0]), "not-now")

    def _audit(self, entry: Object, by: str) -> None:
        need(entry.get("before") != [], "two-forms")
        opened = [bytes.fromhex(vault) for vault in (*words(entry.get("before")), str(entry["vault"]))]
        need([th("K", vault) for vault in opened] == self.vaults[by], "other-vault")
        for owner, label, salt, _ in self.shown:
            if owner == by:
                message = th("salt", self.gid, label.encode())
                need(hmac.digest(opened[self.eras[label]], message, "sha256") == salt, "other-salt")
        for deck in self.decks.values():
            deck.audit(by, *opened)
        self.audits += 1

    def _agent(self, entry: Object, by: str) -> None:
        self.agents[by] = self.agents.get(by, 0) + 1
        need(self.agents[by] <= 100, "agents-often")
        need(agent_kinds(entry) is not None and ("key" in entry or "may" not in entry), "bad-fields")
        if "key" in entry:
            check_key(raw(entry, "key"))
            need(entry["key"] not in self.keys, "reused-key")
            self.keys.add(entry["key"])

    def _renew(self, entry: Object, by: str) -> None:
        need("challenge" not in self.heads["A"] or by == "A", "referee-plays")
        need(not self.renewed, "renewed-often")
        check_key(raw(entry, "key"))
        brought = {entry["tip"], entry["vault"]}
        need(entry["key"] not in self.keys and len(brought - self.worn) == 2, "reused-key")
        need(num(entry, "n") >= num(self.heads[by], "n"), "chain-end")
        self.heads[by] = self.heads[by] | {name: entry[name] for name in ("key", "tip", "n", "vault")}
        self.disclosed[by] = (0, raw(entry, "tip"))
        self.vaults[by].append(raw(entry, "vault"))
        self.keys.add(entry["key"])
        self.worn |= brought
        self.renewed = True

    def _disclose(self, roll: _Roll, by: str, x: bytes) -> None:
        index, seed = self.disclosed[by]
        need(chain_back(raw(self.heads[by], "key"), x, roll.number, index) == seed, "wrong-seed")
        self.disclosed[by], roll.seeds[by] = (roll.number, x), x

    def _req(self, entry: Object, by: str, chained: bytes) -> None:
        roll = _Roll(num(entry, "j"), by, str(entry["why"]), chained, "x" in entry, {})
        need(roll.number >= self.next, "roll-again")
        need(roll.number == self.next, "skipped-seed")
        need(all(roll.number <= num(head, "n") for head in self.heads.values()), "chain-end")
        need(roll.why not in self.names, "wrong-roll")
        if roll.open_form:
            self._disclose(roll, by, raw(entry, "x"))
        self.roll, self.next = roll, roll.number + 1
        self.names.add(roll.why)

    def _answer(self, entry: Object, by: str, kind: str, roll: _Roll) -> None:
        need(entry["j"] == roll.number, "skipped-answer" if kind == "rsp" else "skipped-open")
        need(kind == "open" or ("dice" in entry) == roll.open_form, "bad-fields")
        self._disclose(roll, by, raw(entry, "x"))
        if "dice" in entry:
            index, why, dice = roll.number.to_bytes(8, "big"), roll.why.encode(), self.dice.get(roll.why)
            ctx, seeds = th("roll", self.gid, index, roll.request, why), roll.seeds["A"] + roll.seeds["B"]
            label = roll.why
            if "challenge" in self.heads["A"]:
                tip, none = raw(self.heads["B"], "tip"), bytes(32)
                ctx, seeds = th("roll", tip, index, none, b"challenge"), none + roll.seeds["B"]
                label = "challenge"
            need(dice is None or entry["dice"] == faces(ctx, seeds, label, dice), "better-dice")
            self.roll = None

    def _deck(self, entry: Object, by: str, kind: str) -> None:
        label = str(entry["at"])
        lists = {name: words(entry.get(name, [])) for name in ("cards", "p", "u", "pf")}
        if kind == "deck-mask":
            need(bool(lists["cards"]) == (label not in self.decks), "wrong-label")
            deck = self.decks.setdefault(label, Deck(self.gid, label, lists["cards"]))
            mix = [int(word) for word in words(entry.get("mix", []))]
            deck.mask(
                by,
                str(entry["q"]),
                lists["p"],
                (str(entry["bits"]), str(entry["z"])),
                mix,
                len(self.vaults[by]) - 1,
            )
            return
        need(label in self.decks, "wrong-label")
        if kind == "deck-key":
            self.decks[label].keys(by, [int(n) for n in words(entry["n"])], lists["u"], lists["pf"])
        else:
            n, number = num(entry, "n"), num(entry, "card")
            self.decks[label].show(by, n, number, str(entry["v"]), str(entry["pf"]))

    def _secret(self, entry: Object, by: str, label: str) -> None:
        if entry["k"] == "show":
            owner, sealed = self.sealed.get(label, ("", b""))
            need(owner == by, "never-sealed")
            found = th("commit", self.gid, label.encode(), raw(entry, "salt"), canonical(entry["v"]))
            need(found == sealed, "other-value")
            self.sealed[label] = ("", sealed)
            self.shown.append((by, label, raw(entry, "salt"), num(entry, "i")))
        elif isinstance(entry["c"], list):
            need(f"{entry['at']}/" not in self.sealed, "sealed-twice")
            self.sealed[f"{entry['at']}/"] = ("", b"")
            for n, sealed_as in enumerate(entry["c"], 1):
                self.sealed[f"{entry['at']}/{n}"] = (by, bytes.fromhex(str(sealed_as)))
                self.eras[f"{entry['at']}/{n}"] = len(self.vaults[by]) - 1
