"""Handing a game to somebody from the page: the paper they sent is looked at, and answered by one press."""

from __future__ import annotations

import base64
import os

from pbem.bytes.canon import Json
from pbem.home.beside import rooms
from pbem.home.beside.seat import stands_still
from pbem.home.exchange import sending
from pbem.home.exchange.sending import Outgoing
from pbem.home.papers import asking, handing
from pbem.home.papers.handing import keep
from pbem.home.papers.results import Made
from pbem.papers import seat as papers
from pbem.papers.reader import opposite
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import GameFolder
from pbem.table.open_home import Room

GIVE, AGREE, RECEIVE = "give", "agree", "receive"


def answer(session: Session, lines: bytes) -> str:
    """What the player can answer a paper about a seat of this game by; "" for nothing."""
    paper = papers.read(lines)
    by, log = paper.ask.by, session.log
    if paper.log.gid != log.gid or paper.box or papers.standing(paper, log)[0] != papers.OFFERED:
        return ""
    if session.seat == by:
        return RECEIVE if paper.received else GIVE
    open_ = by in paper.signers or paper.place is not None
    return AGREE if open_ and opposite(by) not in paper.signers else ""


def answered(room: Room, lines: bytes) -> Made | Outgoing:
    """The paper that answers, kept with the game; or, behind a receipt, the turn file that hands over."""
    paper, folder, identity = papers.read(lines), room.folder(), room.identity
    with room.home.lock():
        match answer(room.session(), lines):
            case "agree":
                made = asking.agreed(folder, identity, paper)
                asking.keep_paper(folder, papers.read(made.data))
                return made
            case "receive":
                asking.keep_paper(folder, paper)
                if handing.finish(folder, identity):
                    sending.leaves(folder)
                    return sending.last(folder, room.session())
        return handing.give(folder, identity, paper, os.urandom)


def told(out: Outgoing) -> dict[str, Json]:
    """The turn file that hands over, as the page saves it."""
    said = Message(
        "The receipt is here, and the seat is handed over: turn file {n} puts their keys in force.", n=out.n
    )
    step = Message("send it to your opponent and to who has the seat now. Nothing else is left to do here")
    return {
        "name": out.name,
        "file": base64.b64encode(out.file).decode("ascii"),
        "lines": [said],
        "next": step,
    }


def still(folder: GameFolder, session: Session) -> bool:
    """Whether the game stands still here, because it was given and no receipt has come."""
    return stands_still(rooms.case_of(folder, session))


__all__ = ["answer", "answered", "keep", "still", "told"]
