"""Judging a log: the longest prefix that holds, and beside it the first thing that does not."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.errors import VerifyError
from pbem.bytes.records import field, frozen
from pbem.crypto.keys import key_id, verify
from pbem.log.bundle import REFEREE, Bundle, verify_bundle
from pbem.log.files import Log
from pbem.log.genesis import check_accept, check_invite
from pbem.log.referees import MAX_BUNDLE, RULING, check_ruler, first_referees, referees_after
from pbem.log.refusals import check_refusal
from pbem.log.renewals import Renewed, given_up, renewed_after
from pbem.port.messages import Message

MAX_SHARE = 4 * 1024 * 1024
"""The bytes that all bundles of one seat may have: a seat fills its own share and never the other's."""

RESERVE = 512 * 1024
"""The last part of a share, for answers alone: what is owed to the other side always finds room."""

ANSWERING = frozenset(
    {"audit", "deck-key", "deck-mask", "deck-show", "note", "open", "reject", "reply", "rsp", "show"}
)
"""What a seat may write into its reserve."""


@frozen(kw_only=True)
class ChainEnd:
    """How far a log holds: bundles and entries so far, the chained hash (the game id at first), and the game keys that have
    taken the place of the first ones.

    ``rules`` is the digest of the ruleset in force (64 hex digits), ``offered`` that of an upgrade that waits for its
    reply, "" when there is none. ``shares`` are the bytes of the bundles of each seat so far, ``referees`` the
    keys of the referees so far, of whom the last is in force.
    """

    bundles: int
    entries: int
    head: bytes
    renewed: Renewed = field(factory=dict)
    rules: str = ""
    offered: str = ""
    shares: Mapping[str, int] = field(factory=dict)
    referees: tuple[bytes, ...] = ()

    def keys_of(self, log: Log, by: str) -> tuple[bytes, ...]:
        """Every game key that a seat has had so far, in order; the last is in force."""
        return (log.first_key_of(by), *self.renewed.get(by, ()))


@frozen(kw_only=True)
class ChainReport:
    """``valid_bundles`` from the start hold; ``end`` is where they end (None when the genesis fails)."""

    valid_bundles: int
    end: ChainEnd | None
    error: VerifyError | None


def check_genesis(log: Log) -> None:
    """Signatures of invitation and acceptance; VerifyError with the first that fails."""
    check_invite(log.invite)
    if log.accept is not None:
        check_accept(log.invite, log.accept)


def start_of(log: Log) -> ChainEnd:
    """The end of the chain before the first bundle: ``head`` is the game id."""
    return ChainEnd(
        bundles=0, entries=0, head=log.gid, rules=log.invite.rules, referees=first_referees(log.invite)
    )


def check_chain(log: Log) -> ChainReport:
    """Every signature, number and hash of the log in order; never raises for what somebody has signed."""
    end: ChainEnd | None = None
    try:
        check_genesis(log)
        if log.accept is None:
            return ChainReport(valid_bundles=0, end=None, error=None)
        end = start_of(log)
        for bundle in log.bundles:
            end = extend(log, end, bundle)
    except VerifyError as error:
        return ChainReport(valid_bundles=end.bundles if end else 0, end=end, error=error)
    return ChainReport(valid_bundles=end.bundles, end=end, error=None)


def extend(log: Log, end: ChainEnd, bundle: Bundle) -> ChainEnd:
    """The end of the chain after one more bundle, or VerifyError saying why it cannot follow.

    Codes besides those of ``verify_bundle``: spoofed-author (the other side signed it), old-key (its seat has given
    that key up), replay (it stands in the log already), fork (it continues another history), order
    and gap (its place is not here), downgraded-rules.
    """
    header, ruled = bundle.header, bundle.header.by == REFEREE
    if ruled:
        _check_ruler(log, end, bundle)
    else:
        _check_author(log, end, bundle)
    if header.n != end.bundles + 1:
        raise _misplaced(log, end, bundle)
    if header.rules != end.rules[:16]:
        raise VerifyError.of(
            "downgraded-rules",
            "Bundle {n} follows the ruleset {rules}, the game {rules_b}.",
            n=header.n,
            rules=header.rules,
            rules_b=end.rules[:16],
            entry=header.first,
        )
    if header.first != end.entries:
        code = "gap" if header.first > end.entries else "order"
        raise VerifyError.of(
            code,
            "Bundle {n} starts with entry {first}, not {entries}.",
            n=header.n,
            first=header.first,
            entries=end.entries,
            entry=end.entries,
        )
    if header.prev != end.head:
        raise VerifyError.of("fork", "Bundle {n} continues another history.", n=header.n, entry=header.first)
    if not ruled:
        opposite = "B" if header.by == "A" else "A"
        check_refusal(bundle, end.keys_of(log, opposite)[-1])
    check_share(end, bundle)
    return after(end, bundle)


def check_share(end: ChainEnd, bundle: Bundle) -> None:
    """VerifyError ``too-large`` for a bundle that takes its seat beyond its share of the log; a referee has none."""
    by = bundle.header.by
    if by == REFEREE:
        if bundle.size > MAX_BUNDLE:
            raise VerifyError.of(
                "too-large",
                "Bundle {n} of the referee has {size} bytes; {max_bundle} are allowed.",
                n=bundle.header.n,
                size=bundle.size,
                max_bundle=MAX_BUNDLE,
                entry=bundle.header.first,
            )
        return
    size = end.shares.get(by, 0) + bundle.size
    only_answers = all(entry["k"] in ANSWERING for entry in bundle.entries)
    most = MAX_SHARE if only_answers else MAX_SHARE - RESERVE
    if size > most:
        raise VerifyError.of(
            "too-large",
            "Bundle {n} takes what seat {by} has written to {size} bytes; {most} are allowed{tail}.",
            n=bundle.header.n,
            by=by,
            size=size,
            most=most,
            tail="" if only_answers else Message(" for anything but answers"),
            hint="This side can write no more orders: agree on a result (pbem end agree), or resign (pbem end resign).",
            entry=bundle.header.first,
        )


def after(end: ChainEnd, bundle: Bundle) -> ChainEnd:
    """The end of the chain behind a bundle that extends it."""
    header = bundle.header
    rules, offered = _rules_after(end, bundle)
    return ChainEnd(
        bundles=header.n,
        entries=header.last + 1,
        head=header.head,
        renewed=renewed_after(end.renewed, bundle),
        rules=rules,
        offered=offered,
        shares={**end.shares, header.by: end.shares.get(header.by, 0) + bundle.size},
        referees=referees_after(end.referees, bundle),
    )


def _rules_after(end: ChainEnd, bundle: Bundle) -> tuple[str, str]:
    """The ruleset in force behind a bundle, and the one that is offered and not yet answered for.

    Whether an offer may be made and agreed to is for the fold; a log in which it may not ends there.
    """
    rules, offered = end.rules, end.offered
    for entry in bundle.entries:
        match entry["k"]:
            case "upgrade":
                offered = str(entry.get("rules"))
            case "back":
                offered = ""
            case _ if entry["k"] == RULING and entry.get("how") != "stands":
                offered = ""
            case "reply":
                rules, offered = (offered if offered and entry.get("yes") is True else rules), ""
    return rules, offered


def _check_author(log: Log, end: ChainEnd, bundle: Bundle) -> None:
    header = bundle.header
    opposite = "B" if header.by == "A" else "A"
    other, mine = end.keys_of(log, opposite)[-1], end.keys_of(log, header.by)
    signer = bundle.seal.key
    if header.gid == log.gid and signer == key_id(other):
        raise _spoofed(bundle)
    if header.gid == log.gid and signer != key_id(mine[-1]) and signer in given_up(mine[0], mine[1:]):
        raise VerifyError.of(
            "old-key",
            "Bundle {n} is signed with a key that {by} has given up.",
            n=header.n,
            by=header.by,
            entry=header.first,
        )
    try:
        verify_bundle(bundle, mine[-1], log.gid)
    except VerifyError as error:
        if error.code == "bad-signature" and verify(other, bundle.hash(), bundle.seal.signature):
            raise _spoofed(bundle) from None
        raise


def _spoofed(bundle: Bundle) -> VerifyError:
    header = bundle.header
    return VerifyError.of(
        "spoofed-author",
        "Bundle {n} names {by}, the other side signed it.",
        n=header.n,
        by=header.by,
        entry=header.first,
    )


def _check_ruler(log: Log, end: ChainEnd, bundle: Bundle) -> None:
    keys = {seat: end.keys_of(log, seat)[-1] for seat in ("A", "B")}
    check_ruler(bundle, log.invite, log.gid, end.referees, keys)


def _misplaced(log: Log, end: ChainEnd, bundle: Bundle) -> VerifyError:
    number, wanted = bundle.header.n, end.bundles + 1
    if number < wanted:
        if bundle.header in (other.header for other in log.bundles[: wanted - 1]):
            return VerifyError.of(
                "replay", "Bundle {number} stands in the log already.", number=number, entry=end.entries
            )
        return VerifyError.of(
            "fork", "There are two different bundles {number}.", number=number, entry=bundle.header.first
        )
    if any(other.header.n == wanted for other in log.bundles):
        return VerifyError.of(
            "order",
            "Bundle {number} stands before bundle {wanted}.",
            number=number,
            wanted=wanted,
            entry=end.entries,
        )
    return VerifyError.of(
        "gap",
        "Bundle {wanted} is missing before bundle {number}.",
        wanted=wanted,
        number=number,
        entry=end.entries,
    )
