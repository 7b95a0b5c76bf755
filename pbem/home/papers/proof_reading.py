"""What the other papers mean for the game here: an appointment, a pace, proofs of two versions, claims
about a debt, and the keys of those whom this home knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.bytes.records import evolve
from pbem.crypto.keys import fingerprint
from pbem.home import succession
from pbem.home.disputes.silence import Claim, after
from pbem.home.kept_papers import pacing
from pbem.home.kept_papers.reading import NOTHING, Here, Reading, general, of_paper, signed
from pbem.home.turns.versions import files_beside
from pbem.log import Bundle, Log
from pbem.papers.appointment import Appointed, players
from pbem.papers.equivocation import TWO_REQUESTS, Evidence
from pbem.papers.pace import Pace
from pbem.papers.paper import Finding
from pbem.papers.succession import Succession
from pbem.port.messages import Message, counted
from pbem.view.markup import clean


def appointment(here: Here, made: Appointed, finding: Finding, ref: str) -> Reading:
    """Who is to be the referee of a game, and who has signed for them."""
    log = made.log
    name = clean(made.name, 64)
    have = made.sheet.signers(players(log))
    read = of_paper(
        here,
        log,
        finding,
        "appointment",
        Message("The appointment of {name} as referee of a game.", name=name),
    )
    read = evolve(read, signed=signed(here, log, have, ("A", "B")), holds=bool(have))
    both = len(have) == 2
    if here.key == made.key:
        step = Message("pbem referee open LOG {ref}, with the log that they send you", ref=ref)
        text = Message("You are the referee: both players accept what you rule on this game.")
        if not both:
            text, step = (
                Message("You are to be the referee, when both have signed."),
                Message("wait for the paper that both have signed"),
            )
        return read.saying(step, text)
    if not read.here:
        return general(here, read, ref)
    if both:
        text = Message("Both of you accept what {name} rules on {label}.", name=name, label=here.label)
        return read.saying(
            Message(
                "send it and the whole log to {name}, who types: pbem referee open LOG {ref}",
                name=name,
                ref=ref,
            ),
            text,
        )
    text = Message(
        "It binds nobody before both have signed: then {name} can rule on {label}.",
        name=name,
        label=here.label,
    )
    if here.seat in have:
        other = here.name(log, "B" if here.seat == "A" else "A")
        return read.saying(
            Message("send it to {other}, who types: pbem referee appoint FILE", other=other), text
        )
    return read.saying(
        Message("pbem referee appoint {ref}, if you want {name} as referee", ref=ref, name=name), text
    )


def two_versions(here: Here, proof: Evidence, finding: Finding, ref: str) -> Reading:
    """Two things that one seat signed, of which only one can be true."""
    log, seat = proof.log, proof.seat
    name = here.name(log, seat)
    what = (
        Message("Evidence that {name} asked for roll {roll} twice.", name=name, roll=proof.about)
        if proof.what == TWO_REQUESTS
        else Message("Evidence that {name} signed two versions of turn file {n}.", name=name, n=proof.start)
    )
    read = of_paper(here, log, finding, "evidence", what)
    both = (
        Message("You signed both; whoever made the file does not matter.")
        if here.mine(seat)
        else Message("{name} signed both; whoever made the file does not matter.", name=name)
    )
    read = evolve(read, signed=both, bundles=(*proof.support, *proof.one, *proof.other))
    if not read.here:
        return general(here, read, ref)
    if here.mine(seat):
        text = Message(
            "It says that you signed two; a home put back from an old copy does that. Only one of "
            "them can stand in {label}: both of you go on from the same.",
            label=here.label,
        )
    else:
        text = Message(
            "Only one of the two can stand in {label}: both of you go on from the same. Keep it, to show it.",
            label=here.label,
        )
    if _all_here(here, (*proof.one, *proof.other)):
        return read.saying("pbem dispute settle", text, Message("Both versions are in this home."))
    return read.saying(
        Message("pbem import {ref}, which brings in both versions; then pbem dispute settle", ref=ref), text
    )


def debt(here: Here, log: Log, found: Claim, finding: Finding, ref: str) -> Reading:
    """A claim that somebody has owed something for too long."""
    other = "B" if found.against == "A" else "A"
    about = {"thing": found.thing, "after": after(found.entry)}
    what = (
        Message("A claim: you owe {thing}, {after}.", **about)
        if here.mine(found.against)
        else Message("A claim: {name} owes {thing}, {after}.", name=here.name(log, found.against), **about)
    )
    read = of_paper(here, log, finding, "claim", what)
    by = here.name(log, other)
    read = evolve(
        read,
        signed=Message("Signed by {by}, as it has to be; the log in it holds.", by=by),
        bundles=log.bundles,
    )
    day = counted(
        found.days,
        "Owed since {since}; {n} day was agreed. That is the word of {by}, given on {made}.",
        "Owed since {since}; {n} days were agreed. That is the word of {by}, given on {made}.",
        since=found.since,
        by=by,
        made=found.made,
    )
    if not read.here or here.log is None:
        rule = Message(
            "A referee whom both have named or appointed can rule on it: pbem referee open {ref}", ref=ref
        )
        read = evolve(read, means=(day, Message("It does not prove that no answer was sent since."), rule))
        return read.saying(
            Message(
                "ask {name} for a later turn file, and verify that: pbem verify FILE",
                name=here.name(log, found.against),
            )
        )
    later = [each for each in here.log.bundles[len(log.bundles) :] if each.header.by == found.against]
    if later:
        n = later[0].header.n
        text = Message(
            "It is answered: turn file {n} of {name} is in {label}.",
            n=n,
            name=here.name(log, found.against),
            label=here.label,
        )
        step = Message("pbem send, which sends your last turn again") if here.mine(found.against) else NOTHING
        return read.saying(step, day, text)
    if here.mine(found.against):
        text = Message(
            "You can still answer: with your turn the claim is answered. A referee can rule on "
            "{label} by it.",
            label=here.label,
        )
        return read.saying(Message("pbem orders, then pbem send"), day, text)
    text = Message(
        "It is yours; a referee whom both have appointed can rule on {label} by it.", label=here.label
    )
    return read.saying(Message("send it to the referee (pbem referee appoint names one)"), day, text)


def new_key(here: Here, made: Succession, finding: Finding, ref: str) -> Reading:
    """One identity key after another."""
    name = clean(made.who, 64)
    read = Reading(
        kind="succession",
        what=Message("A new identity key of {name}: {code}.", name=name, code=fingerprint(made.new)),
        signed=Message("Signed with the old key and with the new one, as it has to be."),
        finding=finding,
    )
    if made.new == here.key:
        return read.saying(Message("send it to your friends: pbem seat follow FILE"), Message("It is yours."))
    friends = succession.friends(here.home) if here.home.path.is_dir() else ()
    friend = next((each for each in friends if made.old in (each.key, *each.before)), None)
    if friend is None:
        text = Message("Nobody whom this home has met has the old key: it means nothing here.")
        return read.saying(Message("nothing; keep it if you expect to play with them"), text)
    if made.new in (friend.key, *friend.before):
        return read.saying(
            Message("nothing; pbem identity people shows it"), Message("It is followed already.")
        )
    text = Message(
        "You know {name} by the old key. Their running games are not touched; new invitations "
        "come with the new one. Let the new code be read to you by voice.",
        name=clean(friend.name, 64),
    )
    return read.saying(f"pbem seat follow {ref}", text)


def _all_here(here: Here, bundles: Iterable[Bundle]) -> bool:
    if here.log is None or here.folder is None:
        return False
    lying: Sequence[Bundle] = [each.bundle for each in files_beside(here.folder)]
    known = {each.hash() for each in (*here.log.bundles, *lying)}
    return all(each.hash() in known for each in bundles)


def offered_pace(here: Here, paper: Pace, finding: Finding, ref: str) -> Reading:
    """The reading of a paper for one home."""
    said = signed(here, paper.log, paper.signers, ("A", "B"))
    told = evolve(finding, lines=(finding.lines[0], *finding.lines[2:]))
    read = of_paper(here, paper.log, told, finding.paper, finding.lines[0], said)
    read = evolve(read, holds=bool(paper.signers))
    if not read.here:
        return general(here, read, ref)
    agreed = pacing.in_force(here.folder) if here.folder is not None else None
    if agreed is not None and agreed.terms.no > paper.terms.no:
        text = Message("Number {no} has taken its place.", no=agreed.terms.no)
        return read.saying(NOTHING, text)
    if paper.agreed:
        return read.saying(NOTHING, Message("pbem pace says who is late."))
    if here.seat in paper.signers:
        return read.saying(
            Message("send it to your opponent, who types: pbem import FILE, then pbem offer pace --accept")
        )
    return read.saying(
        Message("{command}, if you agree", command=here.command("pbem offer pace --accept")),
        Message("It counts when both have signed; nothing ever happens by itself."),
    )
