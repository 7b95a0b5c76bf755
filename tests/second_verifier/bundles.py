"""Signatures, numbers and hashes of the first two mails and of each bundle (log.md, verifying, steps 2 and 3)."""

from collections.abc import Sequence
from itertools import accumulate

from second_deck import Refused

from second_verifier.crypto import check_key, holds
from second_verifier.fields import check_entry, check_line, num, raw
from second_verifier.keys import Keys
from second_verifier.lines import Object, canonical, need, th
from second_verifier.parts import Part

SHARE, RESERVE = 4_194_304, 524_288
ANSWERS = ["rsp", "open", "show", "reply", "reject", "audit", "note", "deck-mask", "deck-key", "deck-show"]


def check_genesis(parts: Sequence[Part]) -> Keys:
    for part in parts[:2]:
        identity, kind = raw(part.head, "id"), str(part.head["k"])
        check_key(identity)
        check_key(raw(part.head, "key"))
        if isinstance(referee := part.head.get("referee"), dict):
            check_key(raw(referee, "key"))
        need(raw(part.sig, "key") == th("key", identity)[:8], "wrong-key")
        need(holds(identity, raw(part.sig, "sig"), th(kind, part.line)), "bad-signature")
        need(holds(raw(part.head, "key"), raw(part.sig, "own"), th(f"{kind}-key", part.line)), "unproven-key")
        need(kind == "invite" or raw(part.head, "invite") == th("invite-line", parts[0].line), "other-game")
    keys = Keys.of({seat: part.head for seat, part in zip("AB", parts, strict=False)})
    wanted = parts[0].head.get("challenge") if parts else None
    need(wanted is None or len(parts) < 2 or parts[1].head["tip"] == wanted, "other-challenge")
    return keys


class Course:
    """The bundles that hold so far, and what has to come next."""

    def __init__(self, gid: bytes, rules: str, keys: Keys) -> None:
        self.gid, self.rules, self.keys, self.head = gid, rules, keys, gid
        self.number, self.entries, self.sizes = 0, 0, dict.fromkeys("AB", 0)
        self.lines: set[bytes] = set()
        self.offered = ""

    def check(self, part: Part, later: Sequence[Part]) -> list[bytes]:
        """One bundle, before `later`; gives the chained hashes before and after its entries."""
        head, by, prev = part.head, str(part.head["by"]), raw(part.head, "prev")
        first, last, number = (num(head, name) for name in ("first", "last", "n"))
        self._signature(part)
        need(last - first + 1 == len(part.entries), "bad-count")
        for due, (_, entry) in enumerate(part.entries, first):
            need(entry["i"] == due, "order" if first <= num(entry, "i") <= last else "gap")
        lines = (line for line, _ in part.entries)
        hashes = list(accumulate(lines, lambda h, line: th("event", h, line), initial=prev))
        need(hashes[-1] == raw(head, "head"), "bad-head")
        for _, entry in part.entries if by == "R" else ():
            if entry["k"] not in ("ruling", "appoint"):
                raise Refused("beyond-referee", num(entry, "i"))
        if number <= self.number:
            raise Refused("replay" if part.line in self.lines else "fork")
        if number > self.number + 1:
            raise Refused("order" if self.number + 1 in [new.head["n"] for new in later] else "gap")
        need(head["rules"] == self.rules[:16], "downgraded-rules")
        need(first == self.entries, "order" if first < self.entries else "gap")
        need(prev == self.head, "fork")
        if by == "R":
            need(part.size <= 4_096, "too-large")
            return hashes
        if part.entries[0][1]["k"] == "reject":
            self._refusal(part.entries[0][1], head)
        size = self.sizes[by] + part.size
        answers = all(entry["k"] in ANSWERS for _, entry in part.entries)
        need(size <= (SHARE if answers else SHARE - RESERVE), "too-large")
        return hashes

    def _signature(self, part: Part) -> None:
        by = str(part.head["by"])
        if by == "R":
            self._ruler(part)
            return
        mine, other = (self.keys.seats[seat] for seat in ("AB" if by == "A" else "BA"))
        need(raw(part.head, "g") == self.gid, "other-game")
        named, sig, message = raw(part.sig, "key"), raw(part.sig, "sig"), th("bundle", self.gid, part.line)
        if not mine.signs(named):
            old = named in [th("key", given)[:8] for given in mine.keys[:-1]]
            raise Refused("spoofed-author" if other.signs(named) else "old-key" if old else "wrong-key")
        if not holds(mine.keys[-1], sig, message):
            raise Refused("spoofed-author" if holds(other.keys[-1], sig, message) else "bad-signature")

    def _ruler(self, part: Part) -> None:
        """That the referee in force has signed, or one whom this very bundle appoints (log.md, rulings)."""
        need(raw(part.head, "g") == self.gid, "other-game")
        known, named = [*self.keys.referees], raw(part.sig, "key")
        first, sig, message = part.entries[0][1], raw(part.sig, "sig"), th("bundle", self.gid, part.line)
        if first["k"] == "appoint" and not self.keys.challenge:
            known.append(self._appointed(first))
        need(known and not self.keys.challenge, "no-referee")
        if th("key", known[-1])[:8] != named:
            theirs = any(seat.signs(named) for seat in self.keys.seats.values())
            old = named in [th("key", each)[:8] for each in known]
            raise Refused("spoofed-author" if theirs else "old-key" if old else "wrong-key")
        need(holds(known[-1], sig, message), "bad-signature")

    def _appointed(self, entry: Object) -> bytes:
        """The key of a referee for whom both seats have signed."""
        try:
            check_entry(entry, "appoint")
            check_key(raw(entry, "key"))
        except Refused:
            raise Refused("unsigned-appointment", num(entry, "i")) from None
        line: Object = {
            "gid": self.gid.hex(),
            "k": "appoint",
            "key": entry["key"],
            "v": 1,
            "who": entry["who"],
        }
        line |= {"days": entry["days"]} if "days" in entry else {}
        message = th("referee", self.gid, canonical(line))
        for seat, name in (("A", "a"), ("B", "b")):
            if not holds(self.keys.seats[seat].keys[-1], raw(entry, name), message):
                raise Refused("unsigned-appointment", num(entry, "i"))
        return raw(entry, "key")

    def _refusal(self, entry: Object, head: Object) -> None:
        """That the other seat did sign what is refused, in this place (log.md, refusing)."""
        other = "B" if head["by"] == "A" else "A"
        refused = {name: head[name] for name in ("first", "g", "k", "n", "prev", "v")}
        refused |= {"by": other} | {name: entry.get(name) for name in ("head", "last", "rules", "state")}
        sig: Object = {"k": "sig", "key": entry.get("key"), "sig": entry.get("sig")}
        try:
            check_line(refused, "hdr")
            check_line(sig, "sig")
        except Refused:
            raise Refused("unsigned-refusal") from None
        seat, message = self.keys.seats[other], th("bundle", self.gid, canonical(refused))
        held = seat.signs(raw(sig, "key")) and holds(seat.keys[-1], raw(sig, "sig"), message)
        need(held, "unsigned-refusal")

    def goes_on(self, part: Part) -> None:
        """The bundle holds."""
        self.number, self.entries, self.head = (
            self.number + 1,
            self.entries + len(part.entries),
            raw(part.head, "head"),
        )
        if part.head["by"] == "R":
            self.keys.referees += [raw(entry, "key") for _, entry in part.entries if entry["k"] == "appoint"]
        else:
            self.sizes[str(part.head["by"])] += part.size
        self.lines.add(part.line)
        for _, entry in part.entries:
            if entry["k"] in ("upgrade", "back"):
                self.offered = str(entry.get("rules")) if entry["k"] == "upgrade" else ""
            elif entry["k"] == "ruling" and entry.get("how") != "stands":
                self.offered = ""
            elif entry["k"] == "reply":
                if self.offered and entry.get("yes") is True:
                    self.rules = self.offered
                self.offered = ""
