"""What a paper about a pace means for its reader: who offers it, who may sign it, or anybody else."""

from __future__ import annotations

from pbem.bytes.records import evolve
from pbem.home.kept_papers import pacing
from pbem.home.kept_papers.reading import NOTHING, Here, Reading, general, of_paper, signed
from pbem.papers.pace import Pace
from pbem.papers.paper import Finding
from pbem.port.messages import Message


def read(here: Here, paper: Pace, finding: Finding, ref: str) -> Reading:
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
