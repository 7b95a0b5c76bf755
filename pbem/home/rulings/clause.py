"""The clause of an invitation that names a referee, for people: made from a key or a name, and said in words."""

from __future__ import annotations

import re

from pbem.bytes.errors import PbemError, UsageError
from pbem.crypto.keys import check_public_key, fingerprint
from pbem.home.identity import Card, Identity
from pbem.home.rulings.agreed_days import appointed
from pbem.log import Clause, Log
from pbem.log.clause import LOSES
from pbem.port.messages import Message, Series, counted
from pbem.store.home import Home
from pbem.view.markup import clean

DAYS = 14
"""After so many days of silence the other side may turn to the referee, when the inviter says nothing else."""

_KEY = re.compile(r"[0-9a-fA-F]{64}")


def clause_of(home: Home, identity: Identity, word: str, days: int, then: str) -> Clause:
    """The clause for the referee ``word``: the 64 digits of their key, or the name of somebody this home has met.

    Raises UsageError ``no-person``, ``which-person``, ``bad-referee`` (no key, or the inviter's own).
    """
    if _KEY.fullmatch(word):
        key = bytes.fromhex(word)
    elif re.fullmatch(r"[0-9a-fA-F]{40,}", word):
        raise UsageError(
            "bad-referee",
            Message("A referee's key has 64 digits; this has {len}.", len=len(word)),
            hint="pbem referee key",
        )
    else:
        from pbem.home import people  # noqa: PLC0415  # few games have a referee, and every status asks
        from pbem.home.succession import friends  # noqa: PLC0415  # as above

        try:
            key = people.named_so(friends(home), word).key
        except UsageError as error:
            if error.code != "no-person":
                raise
            raise UsageError(
                error.code,
                error.message,
                hint=Message("Let them type `pbem referee key`, and give the 64 digits: --referee KEY"),
            ) from error
    try:
        check_public_key(key)
    except PbemError as error:
        raise UsageError.of(
            "bad-referee", "That is not a key.", hint="pbem referee key prints it."
        ) from error
    if key in {each.public for each in identity.keypairs}:
        raise UsageError.of(
            "bad-referee", "That is your own key: nobody judges their own game.", hint="Name another person."
        )
    return Clause(key=key, days=days, then=then)


def who(home: Home | None, own: Identity | Card | None, key: bytes) -> str:
    """Who has this key, as far as a home knows: ``Rita``, ``you``, or "" for nobody it has met."""
    if isinstance(own, Identity) and key in {each.public for each in own.keypairs}:
        return Message("you")
    if isinstance(own, Card) and key == own.public:
        return Message("you")
    if home is None:
        return ""
    from pbem.home import people  # noqa: PLC0415  # as above
    from pbem.home.succession import friends  # noqa: PLC0415  # as above

    for each in friends(home):
        if key == each.key:
            return people.named(each)
        if key in each.before:
            return Message("{named}, by a key that they have given up", named=people.named(each))
    return ""


def sentence(clause: Clause, name: str = "", *, known: bool = True) -> str:
    """The clause in words; ``name`` as :func:`who` finds it. ``known``: say that nobody here has met this key."""
    code = Message("code {code}", code=fingerprint(clause.key))
    if name == "you":
        lead = Message("You are the referee ({code}).", code=code)
    elif name:
        lead = Message("{name} ({code}) is the referee.", name=name, code=code)
    else:
        stranger = Message("; you have not met this key") if known else ""
        lead = Message(
            "The referee is whoever has the key with the {code}{stranger}.", code=code, stranger=stranger
        )
    rules = (
        Message("you rule") if name == "you" else Message("{name} rules", name=name or Message("the referee"))
    )
    return Series((lead, _follows(clause, rules)), " ")


def _follows(clause: Clause, rules: str) -> str:
    if clause.then == LOSES:
        return counted(
            clause.days,
            "After {n} day of silence the silent side loses, if {rules} so.",
            "After {n} days of silence the silent side loses, if {rules} so.",
            rules=rules,
        )
    return counted(
        clause.days,
        "After {n} day of silence the other side may turn to the referee, and what {rules} goes.",
        "After {n} days of silence the other side may turn to the referee, and what {rules} goes.",
        rules=rules,
    )


def told(home: Home | None, own: Identity | Card | None, log: Log) -> str:
    """Who the referee of a game is, in words; "" when it has none. The last appointment on the log counts."""
    made = appointed(log)
    if made is not None:
        code = Message("code {code}", code=fingerprint(bytes.fromhex(made.key)))
        lead = Message("{name} ({code}) is the referee.", name=clean(made.who, 64), code=code)
        if not made.days:
            return lead
        then = counted(
            made.days,
            "A player may turn to them after {n} day of silence.",
            "A player may turn to them after {n} days of silence.",
        )
        return Series((lead, then), " ")
    clause = log.invite.referee
    return "" if clause is None else sentence(clause, who(home, own, clause.key), known=False)
