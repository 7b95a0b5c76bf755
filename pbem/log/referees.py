"""The referee of a game: whose key signs rulings where, as far as it follows from bytes and signatures (``schemas/log.md``,
rulings). What a ruling does to the game is for the floors above.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.bytes import canon
from pbem.bytes.canon import Json, tagged_hash
from pbem.bytes.errors import FormatError, VerifyError
from pbem.bytes.records import frozen
from pbem.crypto.keys import check_public_key, key_id, verify
from pbem.log.bundle import REFEREE, Bundle, verify_bundle
from pbem.log.clause import MAX_DAYS
from pbem.log.fields import Fields, is_words
from pbem.log.genesis import MAX_WHO, Invite
from pbem.port.messages import Message

APPOINT, RULING = "appoint", "ruling"
MAX_BUNDLE = 4096
"""Bytes of a bundle of the referee: it counts for nobody's share."""

_FIELDS = ("a", "b", "i", "k", "key", "who")


@frozen(kw_only=True)
class Appointment:
    """What an ``appoint`` entry says: the referee's public identity key, their name, the days of silence (0: none), and the
    signatures of both seats.
    """

    key: bytes
    who: str
    days: int
    a: bytes
    b: bytes


def appointment_line(gid: bytes, key: bytes, who: str, days: int = 0) -> bytes:
    """What both players sign to appoint a referee: the line of an appointment, on paper as on the log."""
    value: dict[str, Json] = {"gid": gid.hex(), "k": APPOINT, "key": key.hex(), "v": 1, "who": who}
    return canon.encode({**value, **({"days": days} if days else {})})


def appointment_of(bundle: Bundle) -> Appointment | None:
    """The appointment that a bundle of the referee begins with, no matter who signed it; None when it begins with none.

    Raises VerifyError ``unsigned-appointment`` for one that is not of the form that it must have.
    """
    entry = bundle.entries[0]
    if bundle.header.by != REFEREE or entry["k"] != APPOINT:
        return None
    try:
        return _read(entry)
    except (FormatError, VerifyError) as error:
        raise _unsigned(bundle, Message("is not as it should be: {message}", message=error.message)) from None


def _read(entry: Mapping[str, Json]) -> Appointment:
    fields = Fields(entry, (*_FIELDS, *(("days",) if "days" in entry else ())))
    who = entry["who"]
    if not is_words(who, MAX_WHO):
        raise FormatError.of("bad-field", "'who' must be a name.")
    return Appointment(
        key=check_public_key(fields.octets("key", 32)),
        who=str(who),
        days=fields.number("days", 1, MAX_DAYS) if "days" in entry else 0,
        a=fields.octets("a", 64),
        b=fields.octets("b", 64),
    )


def _unsigned(bundle: Bundle, why: str) -> VerifyError:
    return VerifyError.of(
        "unsigned-appointment",
        "The referee's appointment in bundle {n} {why}",
        n=bundle.header.n,
        why=why,
        entry=bundle.header.first,
    )


def check_appointment(bundle: Bundle, gid: bytes, keys: Mapping[str, bytes]) -> Appointment | None:
    """The appointment that a bundle begins with, signed with ``keys``, the game keys of both seats in force there.

    None when it begins with none. Raises VerifyError ``unsigned-appointment``.
    """
    made = appointment_of(bundle)
    if made is None:
        return None
    message = tagged_hash("referee", gid, appointment_line(gid, made.key, made.who, made.days))
    for seat, signature in (("A", made.a), ("B", made.b)):
        if not verify(keys[seat], message, signature):
            raise _unsigned(bundle, Message("is not signed by seat {seat} with its key in force.", seat=seat))
    return made


def first_referees(invite: Invite) -> tuple[bytes, ...]:
    """The keys of the referees before the first bundle, the last in force: that of the clause, if there is one."""
    return (invite.referee.key,) if invite.referee is not None else ()


def referees_after(referees: tuple[bytes, ...], bundle: Bundle) -> tuple[bytes, ...]:
    """The keys of all referees so far behind a bundle that holds; the last is in force."""
    made = appointment_of(bundle)
    return referees if made is None else (*referees, made.key)


def check_ruler(
    bundle: Bundle, invite: Invite, gid: bytes, referees: tuple[bytes, ...], keys: Mapping[str, bytes]
) -> None:
    """Author, signature, count, hash and kinds of a bundle whose author is the referee.

    ``referees`` are those so far, the last in force; ``keys`` the game keys of the seats in force.
    Raises VerifyError: other-game, no-referee, unsigned-appointment, spoofed-author, old-key, wrong-key,
    bad-signature, bad-count, order, gap, bad-head, beyond-referee.
    """
    header, named = bundle.header, bundle.seal.key
    if header.gid != gid:
        raise VerifyError.of(
            "other-game", "Bundle {n} belongs to another game.", n=header.n, entry=header.first
        )
    made = None if invite.challenge else check_appointment(bundle, gid, keys)
    if invite.challenge or not (referees or made):
        raise VerifyError.of(
            "no-referee", "Bundle {n} is a referee's, and the game has none.", n=header.n, entry=header.first
        )
    key = made.key if made is not None else referees[-1]
    if named != key_id(key):
        if named in map(key_id, keys.values()):
            raise VerifyError.of(
                "spoofed-author",
                "Bundle {n} names the referee, a player signed it.",
                n=header.n,
                entry=header.first,
            )
        if named in map(key_id, referees):
            raise VerifyError.of(
                "old-key",
                "Bundle {n} is signed by a referee who is in force no more.",
                n=header.n,
                entry=header.first,
            )
    verify_bundle(bundle, key, gid)
    _check_kinds(bundle)


def _check_kinds(bundle: Bundle) -> None:
    for number, entry in enumerate(bundle.entries, bundle.header.first):
        if entry["k"] not in (APPOINT, RULING):
            raise VerifyError(
                "beyond-referee",
                Message(
                    "Bundle {n} is the referee's, who rules and does nothing else, and holds {entry!r}.",
                    n=bundle.header.n,
                    entry=entry["k"],
                ),
                entry=number,
            )


def rulings_in(bundles: Iterable[Bundle]) -> tuple[Bundle, ...]:
    """The referee's bundles among some, in the order given."""
    return tuple(each for each in bundles if each.header.by == REFEREE)
