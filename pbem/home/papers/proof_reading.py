"""What the other papers mean for the game here: an appointment, proofs of two versions, of a step and of a refusal, claims
about a debt, and the keys of those whom this home knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from pbem.crypto.keys import fingerprint
from pbem.home.disputes.silence import Claim, after
from pbem.home.disputes.versions import held
from pbem.home.keys import succession
from pbem.home.papers.reading import NOTHING, Here, Reading, general, signed
from pbem.log import Bundle, Log
from pbem.papers.appointment import Appointed
from pbem.papers.capsule import Capsule
from pbem.papers.equivocation import TWO_REQUESTS, Evidence
from pbem.papers.false_refusal import FalseRefusal
from pbem.papers.paper import Finding
from pbem.papers.succession import Succession
from pbem.view.markup import clean


def _made(here: Here, log: Log, finding: Finding, kind: str, what: str) -> Reading:
    return Reading(
        kind=kind,
        what=what,
        signed="",
        means=(),
        next="",
        finding=finding,
        gid=log.gid.hex(),
        here=here.folder is not None,
    )


def appointment(here: Here, log: Log, made: Appointed, finding: Finding, ref: str) -> Reading:
    """Who is to be the referee of a game, and who has signed for them."""
    name = clean(made.name, 64)
    have = made.sheet.signers({seat: log.key_of(seat) for seat in ("A", "B")})
    read = _made(here, log, finding, "appointment", f"The appointment of {name} as referee of a game.")
    read = evolve(read, signed=signed(here, log, have, ("A", "B")), holds=bool(have))
    both = len(have) == 2
    if here.key == made.key:
        step = f"pbem referee open LOG {ref}, with the log that they send you"
        text = "You are the referee: both players accept what you rule on this game."
        if not both:
            text, step = (
                "You are to be the referee, when both have signed.",
                "wait for the paper that both have signed",
            )
        return evolve(read, means=(text,), next=step)
    if not read.here:
        return general(here, read, ref)
    if both:
        text = f"Both of you accept what {name} rules on {here.label}."
        return evolve(
            read,
            means=(text,),
            next=f"send it and the whole log to {name}, who types: pbem referee open LOG {ref}",
        )
    text = f"It binds nobody before both have signed: then {name} can rule on {here.label}."
    if here.seat in have:
        other = here.name(log, "B" if here.seat == "A" else "A")
        return evolve(read, means=(text,), next=f"send it to {other}, who types: pbem referee appoint FILE")
    return evolve(read, means=(text,), next=f"pbem referee appoint {ref}, if you want {name} as referee")


def two_versions(here: Here, proof: Evidence, finding: Finding, ref: str) -> Reading:
    """Two things that one seat signed, of which only one can be true."""
    log, seat = proof.log, proof.seat
    name, does = here.name(log, seat), here.does(log, seat, "signed", yours="signed")
    thing = (
        f"asked for roll {proof.about} twice"
        if proof.what == TWO_REQUESTS
        else f"signed two versions of turn file {proof.start}"
    )
    read = _made(here, log, finding, "evidence", f"Evidence that {name} {thing}.")
    programs = "" if proof.by_players else " One of the two is a responder's: it convicts nobody."
    read = evolve(
        read,
        signed=f"{does} both; whoever made the file does not matter.{programs}",
        bundles=(*proof.support, *proof.one, *proof.other),
    )
    if not read.here:
        return general(here, read, ref)
    if here.mine(seat):
        text = (
            "It says that you signed two; a home put back from an old copy does that. Only one of them can stand in "
            f"{here.label}: both of you go on from the same."
        )
    else:
        text = f"Only one of the two can stand in {here.label}: both of you go on from the same. Keep it, to show it."
    if _all_here(here, (*proof.one, *proof.other)):
        return evolve(read, means=(text, "Both versions are in this home."), next="pbem settle")
    return evolve(
        read, means=(text,), next=f"pbem import {ref}, which brings in both versions; then pbem settle"
    )


def step(here: Here, capsule: Capsule, finding: Finding, ref: str) -> Reading:
    """One disputed step, played again."""
    log, header = capsule.log, capsule.disputed.header
    fails = finding.proved and bool(finding.code)
    what = f"A capsule: the step at entry {capsule.at} of {here.name(log, header.by)}, played again. "
    if finding.proved:
        what += "It breaks the rules." if fails else "It holds."
    else:
        what += "What it shows cannot be told yet."
    read = _made(here, log, finding, "capsule", what)
    names = here.names(log, dict.fromkeys(each.header.by for each in (capsule.pin, *capsule.window)))
    read = evolve(read, signed=f"The turn files in it are signed by {names}, as they have to be.")
    if not read.here or not finding.proved:
        return general(here, read, ref)
    if not fails:
        text = f"The step stands in {here.label}, and the game goes on from it."
        return evolve(read, means=(text,), next="pbem status")
    if here.mine(header.by):
        text = f"It is your turn file {header.n}. Your opponent may refuse it; then you write that turn anew."
        return evolve(read, means=(text,), next="pbem status, which tells when the refusal is here")
    text = f"Turn file {header.n} does not belong to {here.label}: you refuse it, and it is written anew."
    return evolve(read, means=(text,), next="pbem refuse")


def refusal(here: Here, paper: FalseRefusal, finding: Finding, ref: str) -> Reading:
    """A refusal, and the turn file that it refuses."""
    log, turn = paper.log, paper.refused.header
    author, refuser = here.name(log, turn.by), here.name(log, paper.refusal.header.by)
    if finding.proved:
        what = f"Proof that the turn file {turn.n} of {author} is legal, though {refuser} refused it."
    elif finding.code == "proves-nothing":
        what = f"The refusal of turn file {turn.n} of {author}: it was right."
    else:
        what = f"The refusal of turn file {turn.n} of {author}; whether it was right cannot be told yet."
    read = _made(here, log, finding, "false-refusal", what)
    read = evolve(
        read,
        signed=f"The turn is signed by {author}, the refusal by {refuser}, as they have to be.",
        bundles=(*paper.step.bundles, paper.refusal) if paper.whole else (paper.refused, paper.refusal),
    )
    if not read.here:
        return general(here, read, ref)
    if not finding.proved and finding.code == "proves-nothing":
        step = "pbem status" if here.mine(turn.by) else NOTHING
        return evolve(read, means=(f"The refusal stands in {here.label}.",), next=step)
    if not finding.proved:
        return general(here, read, ref)
    if here.mine(turn.by):
        text = f"Your turn stands, if {refuser} takes it after all, or a referee says so."
        return evolve(
            read, means=(text,), next=f"send it to {refuser}; then to a referee (pbem referee appoint)"
        )
    text = f"You refused a legal turn in {here.label}. Go back to it as long as nobody has played on."
    return evolve(read, means=(text,), next="pbem settle")


def debt(here: Here, log: Log, found: Claim, finding: Finding, ref: str) -> Reading:
    """A claim that somebody has owed something for too long."""
    other = "B" if found.against == "A" else "A"
    owes = here.does(log, found.against, "owes")
    owes = f"{owes[0].lower()}{owes[1:]}" if owes.startswith("You ") else owes
    read = _made(here, log, finding, "claim", f"A claim: {owes} {found.thing}, {after(found.entry)}.")
    by = here.name(log, other)
    read = evolve(
        read,
        signed=f"Signed by {by}, as it has to be; the log in it holds.",
        bundles=log.bundles,
    )
    day = f"Owed since {found.since}, agreed were {found.days} days: those days are the word of {by}, said on {found.made}."
    if not read.here or here.log is None:
        rule = f"A referee whom both have named or appointed can rule on it: pbem referee open {ref}"
        read = evolve(read, means=(day, "It does not prove that no answer was sent since.", rule))
        return evolve(
            read,
            next=f"ask {here.name(log, found.against)} for a later turn file, and verify that: pbem verify FILE",
        )
    later = [each for each in here.log.bundles[len(log.bundles) :] if each.header.by == found.against]
    if later:
        n = later[0].header.n
        text = f"It is answered: turn file {n} of {here.name(log, found.against)} is in {here.label}."
        step = "pbem send, which sends your last turn again" if here.mine(found.against) else NOTHING
        return evolve(read, means=(day, text), next=step)
    if here.mine(found.against):
        text = f"You can still answer: with your turn the claim is answered. A referee can rule on {here.label} by it."
        return evolve(read, means=(day, text), next="pbem orders, then pbem send")
    text = f"It is yours; a referee whom both have appointed can rule on {here.label} by it."
    return evolve(read, means=(day, text), next="send it to the referee (pbem referee appoint names one)")


def new_key(here: Here, made: Succession, finding: Finding, ref: str) -> Reading:
    """One identity key after another."""
    name = clean(made.who, 64)
    read = Reading(
        kind="succession",
        what=f"A new identity key of {name}: {fingerprint(made.new)}.",
        signed="Signed with the old key and with the new one, as it has to be.",
        means=(),
        next="",
        finding=finding,
    )
    if made.new == here.key:
        return evolve(
            read, means=("It is yours.",), next="send it to your friends: pbem identity follow FILE"
        )
    friends = succession.friends(here.home) if here.home.path.is_dir() else ()
    friend = next((each for each in friends if made.old in (each.key, *each.before)), None)
    if friend is None:
        text = "Nobody whom this home has met has the old key: it means nothing here."
        return evolve(read, means=(text,), next="nothing; keep it if you expect to play with them")
    if made.new in (friend.key, *friend.before):
        return evolve(read, means=("It is followed already.",), next="nothing; pbem people shows it")
    text = (
        f"You know {clean(friend.name, 64)} by the old key. Their running games are not touched; new invitations come with "
        "the new one. Let the new code be read to you by voice."
    )
    return evolve(read, means=(text,), next=f"pbem identity follow {ref}")


def _all_here(here: Here, bundles: Iterable[Bundle]) -> bool:
    if here.log is None or here.folder is None:
        return False
    lying: Sequence[Bundle] = [each.bundle for each in held(here.folder)]
    known = {each.hash() for each in (*here.log.bundles, *lying)}
    return all(each.hash() in known for each in bundles)
