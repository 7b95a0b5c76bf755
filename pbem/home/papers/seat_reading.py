"""What a paper about a seat means for its reader: who asked, who has it, the player across, or anybody else."""

from __future__ import annotations

from pbem.bytes.records import evolve
from pbem.home.kept_papers.reading import NOTHING, Here, Reading, general, of_paper
from pbem.papers import seat as papers
from pbem.papers.paper import Finding
from pbem.papers.paper import who as named
from pbem.papers.reader import opposite
from pbem.papers.seat import HANDED, SeatPaper
from pbem.port.messages import Message
from pbem.view.markup import clean


def read(here: Here, paper: SeatPaper, finding: Finding, ref: str) -> Reading:
    """The reading of a paper, or of a box, for one home."""
    asked = paper.ask
    told = evolve(finding, lines=(finding.lines[0], *finding.lines[2:]))
    read = of_paper(here, paper.log, told, finding.paper, *finding.lines[:2])
    read = evolve(read, holds=not paper.box)
    if finding.code == papers.LAPSED:
        return read.saying(NOTHING) if read.here else general(here, read, ref)
    if finding.word == HANDED:
        return read.saying(_behind(here, paper))
    if asked.to == here.key and not (here.mine(asked.by) and paper.place is None):
        return read.saying(_asker(paper, ref))
    if here.mine(asked.by):
        return evolve(read, means=_known(here, paper, own=True), next=_giver(paper, ref, finding))
    if here.mine(opposite(asked.by)):
        return evolve(read, means=_known(here, paper, own=False), next=_across(here, paper, ref))
    if paper.box:
        name = clean(asked.who, 64)
        return read.saying(Message("give it to {name}: nobody else can open it", name=name))
    return general(here, read, ref)


def _behind(here: Here, paper: SeatPaper) -> str:
    if here.mine(opposite(paper.ask.by)):
        return Message("write to {name} from now on: pbem send --to ADDRESS", name=clean(paper.ask.who, 64))
    return NOTHING


def _asker(paper: SeatPaper, ref: str) -> str:
    if paper.box:
        return f"pbem seat take {ref}"
    who = clean(named(paper.log, paper.ask.by), 100)
    if paper.received:
        return Message("send it to {who}, who types: pbem import FILE", who=who)
    if paper.place is not None:
        return Message("wait for the box of {who}", who=who)
    return Message("send it to {who}, who types: pbem seat give FILE. Nobody is bound yet", who=who)


def _giver(paper: SeatPaper, ref: str, finding: Finding) -> str:
    name = clean(paper.ask.who, 64)
    if paper.received:
        return Message("pbem seat give {ref}, which signs it or makes the box anew", ref=ref)
    if paper.place is not None:
        return Message(
            "send the box to {name} (pbem seat give {ref} writes it again), then import their receipt",
            name=name,
            ref=ref,
        )
    if finding.code:
        return Message(
            "pbem seat give {ref}; or pbem seat offer {ref}, to let your opponent agree first", ref=ref
        )
    return f"pbem seat give {ref}"


def _across(here: Here, paper: SeatPaper, ref: str) -> str:
    if opposite(paper.ask.by) in paper.signers:
        return Message(
            "send it back to {who}; it shows that you agreed", who=here.name(paper.log, paper.ask.by)
        )
    return Message("pbem seat agree {ref}, if you agree; it needs no answer", ref=ref)


def _known(here: Here, paper: SeatPaper, *, own: bool) -> tuple[str, ...]:
    """What who had the seat goes on knowing."""
    log = here.log or paper.log
    if own:
        sealed = Message(
            "What you have sealed or been dealt, you know as well afterwards: hand over where nothing of yours is sealed."
        )
        cards = Message(
            "Warning: you can read cards that are dealt later from a deck masked before; a new shuffle ends it."
        )
    else:
        who = here.name(paper.log, paper.ask.by)
        sealed = Message("What was sealed or dealt before, {who} knows as well afterwards.", who=who)
        cards = Message(
            "Warning: {who} can read cards that are dealt later from a deck masked before; a new shuffle ends it.",
            who=who,
        )
    return (sealed, cards) if papers.dealt(log) else (sealed,)
