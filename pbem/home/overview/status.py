"""Where a game stands, in words: who owes what, what waits here, and the command to type next."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from attrs import frozen

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.games import covers
from pbem.home import games, identity, restored_copy, sentences
from pbem.home.acting import account
from pbem.home.disputes import overdue
from pbem.home.exchange import outdated_copy
from pbem.home.games import Seen, home_of
from pbem.home.kept_papers import game_over
from pbem.home.keys import renewal
from pbem.home.overview import since_look
from pbem.home.overview.next_step import beside, next_of
from pbem.home.rulings import clause
from pbem.home.sitting.needed import needed
from pbem.home.turns import versions
from pbem.log import read_bundles
from pbem.log.entries import PROTOCOL
from pbem.port.messages import Message, Series, counted, spelled
from pbem.protocol.session import Session
from pbem.replay.outcome import Ending, ending
from pbem.replay.table import owed
from pbem.store.game import GameFolder

# What one game in a hundred needs - papers, a ruling, a refusal, turn files beside the log - is loaded with it.
if TYPE_CHECKING:
    from pbem.home.kept_papers.reading import Reading


@frozen(kw_only=True)
class Status:
    """A game at a glance. ``orders`` counts those in the draft, ``parked`` names bundles that wait for earlier ones.

    ``over`` says how the game is over on paper, "" when it is not; ``papers`` are those that are kept with it, in words.
    ``since``: when the log came to be as it is (ISO), ``delay`` that in words when a day or more has gone by.
    ``acted`` says what the player's own program has written and sent by itself since their last own turn. ``since_look``:
    what has happened since they last looked; ``needed``: when they are needed again, "" while they are.
    """

    game: str
    title: str
    scenario: str
    gid: str
    side: str
    opponent: str
    moment: str
    turn: int
    phase: str
    entries: int
    owed_by: str
    owed: str
    mine: bool
    orders: int
    unsent: int
    parked: tuple[str, ...]
    refused: int
    result: str
    over: str
    papers: tuple[str, ...]
    since: str
    delay: str
    next: str
    acted: tuple[str, ...] = ()
    since_look: tuple[str, ...] = ()
    needed: str = ""
    pack: str = ""
    referee: str = ""
    standing: int = 0
    """How many lines of orders in advance there are."""
    waiting: int = 0
    """How many orders wait for a roll or an answer."""
    called: str = ""
    """The title of the scenario, "" where the game gives it none."""

    def json(self) -> dict[str, Json]:
        """The object of ``pbem status --json``."""
        return {
            "game": self.game,
            "gid": self.gid,
            "scenario": self.scenario,
            "side": self.side,
            "opponent": self.opponent,
            "turn": self.turn,
            "phase": self.phase,
            "entries": self.entries,
            "owed_by": self.owed_by,
            "owed": self.owed,
            "mine": self.mine,
            "since": self.since or None,
            "draft_orders": self.orders,
            "unsent_entries": self.unsent,
            "parked": list(self.parked),
            "refused": self.refused,
            "result": self.result or None,
            "over": self.over or None,
            "papers": list(self.papers),
            "next": self.next,
            "acted": list(self.acted),
            "since_look": list(self.since_look),
            "needed": self.needed or None,
            "pack": self.pack or None,
            "referee": self.referee or None,
            "standing": self.standing,
            "waiting_orders": self.waiting,
        }

    def _in_advance(self) -> Iterator[str]:
        """How many lines of orders in advance there are, and how many orders wait."""
        if n := self.standing:
            yield counted(
                n,
                "{n} line of orders in advance stands (pbem standing show).",
                "{n} lines of orders in advance stand (pbem standing show).",
            )
        if n := self.waiting:
            yield counted(n, "{n} order waits (pbem standing show).", "{n} orders wait (pbem standing show).")

    def lines(self) -> tuple[str, ...]:
        """The same for people."""
        found = [
            Message(
                "{title}, {scenario}: you play {side} against {opponent}. Game {gid}.",
                title=self.title,
                scenario=spelled(self.called or self.scenario),
                side=Message(self.side),
                opponent=self.opponent,
                gid=self.gid[:16],
            ),
            counted(
                self.entries,
                "{moment}. {n} entry is signed.",
                "{moment}. {n} entries are signed.",
                moment=self.moment,
            )
            if self.entries
            else Message("{moment}. Nothing is signed yet.", moment=self.moment),
            Message("The game is over on paper. {over} (By the log: {owed})", over=self.over, owed=self.owed)
            if self.over
            else self.owed,
        ]
        if self.pack:
            found.insert(1, Message("On {pack}.", pack=self.pack))
        if self.referee:
            found.append(self.referee)
        if self.delay:
            found.append(self.delay)
        if self.result:
            found.append(Message("Result: {result}.", result=self.result))
        if self.orders or self.unsent:
            found.append(
                counted(
                    self.unsent,
                    "Draft: {orders}, {n} entry that is not sent yet.",
                    "Draft: {orders}, {n} entries that are not sent yet.",
                    orders=counted(self.orders, "{n} order", "{n} orders"),
                )
            )
        found += self._in_advance()
        found += self.since_look
        found += self.parked
        found += self.acted
        if self.refused:
            found.append(
                counted(
                    self.refused,
                    "{n} turn file was refused and is kept.",
                    "{n} turn files were refused and are kept.",
                )
            )
        found += self.papers
        if self.needed and not self.over and self.owed_by:
            found.append(self.needed)
        return (*found, Message("Next: {next}", next=self.next))


def status(folder: GameFolder, now: datetime, *, looks: bool = False) -> Status:
    """How one game stands at this moment; ``looks``: it is the player who looks, and that is remembered.

    Raises VerifyError when what is stored does not hold.
    """
    view = games.look(folder)
    ends = tuple(game_over.over(folder))
    playing_on = game_over.playing_on(folder)
    due = view.owed
    moment = view.game.rules.moment(view.position.game)
    result = ending(view.position)
    kinds = [str(canon.decode(line)["k"]) for line in view.draft]
    theirs = view.position.table.seats["B" if view.seat == "A" else "A"]
    rulings, standstill, step = beside(folder, view)
    return Status(
        game=view.log.invite.game,
        title=view.game.info.title,
        scenario=view.log.invite.scenario,
        gid=view.log.gid.hex(),
        side=view.side,
        opponent=Message("{name} ({side})", name=identity.called(theirs.name), side=Message(theirs.side)),
        moment=sentences.begun(moment),
        turn=moment.turn,
        phase=moment.phase,
        entries=sum(len(bundle.lines) for bundle in view.log.bundles),
        owed_by=view.position.table.seats[due.seat].side if due.what else "",
        owed=sentences.next_debt(view),
        mine=bool(due.what) and due.seat == view.seat,
        orders=sum(kind == "seal" or not PROTOCOL.knows(kind) for kind in kinds),
        unsent=len(kinds),
        parked=(
            *restored_copy.lines(folder, view),
            *rulings,
            *ended_by_ruling(view),
            *_waits(folder),
            *_old(folder, view),
            *standstill,
            *refused(folder, view),
            *_parked(folder, view),
        ),
        refused=len(folder.refused()),
        result=told_result(result) if result is not None else "",
        since=asked.isoformat() if (asked := folder.since()) is not None and due.what else "",
        delay=overdue.delay(folder, view, now),
        over="" if playing_on else next((read.over for _, read in ends), ""),
        papers=_papers(folder),
        next=next_of(folder, view, step) if playing_on else _after(ends[0][1]),
        acted=(*account.told(folder, view.log, view.seat), *account.in_draft(folder, view.draft)),
        since_look=since_look.lines(folder, view) if looks else (),
        needed=needed(folder, view),
        pack=view.game.on_pack,
        standing=folder.standing_counts()[0],
        waiting=folder.standing_counts()[1],
        called=covers.cover(view.game.info).titles.get(view.log.invite.scenario, ""),
        referee=clause.told(home_of(folder), None, view.log),
    )


def _papers(folder: GameFolder) -> tuple[str, ...]:
    """The papers that are kept with a game, one line each."""
    if not folder.papers():
        return ()
    from pbem.home.kept_papers.reading import NOTHING  # noqa: PLC0415  # as above
    from pbem.home.kept_papers.verdict_text import then  # noqa: PLC0415  # as above
    from pbem.home.papers import reader  # noqa: PLC0415  # as above

    return tuple(
        Message(
            "Paper {digits}: {said}",
            digits=digits,
            said=Series((*read.lines, *(() if read.next == NOTHING else (then(read.next),))), " "),
        )
        for digits, read in reader.of_game(folder, home_of(folder))
    )


def _after(read: Reading) -> str:
    """What comes next when a paper has ended the game."""
    from pbem.home.kept_papers.reading import NOTHING  # noqa: PLC0415  # as above

    step = Message("nothing has to be done") if read.next == NOTHING else read.next
    return Message("{step} (to play on all the same: pbem do --play-on)", step=step)


def told_result(result: Ending) -> str:
    """How the game ended; of a ruling the winner too, for its words are the referee's own."""
    won = Message("{side} wins, ", side=Message(result.winner)) if result.winner else Message("nobody wins, ")
    return Message("{won}{result}", won=won if result.ruled else "", result=result.said)


def ended_by_ruling(view: Seen | Session) -> tuple[str, ...]:
    """What is left to do in a game that a ruling has ended."""
    if view.position.table.ended is None:
        return ()
    mine = view.owed.what and view.owed.seat == view.seat
    opens = Message("What is left for you is to open your vault, so that the game can be audited.")
    left = (opens,) if mine else ()
    return (
        Series((Message("The referee has ended the game. Nobody can refuse that or play on."), *left), " "),
    )


def _waits(folder: GameFolder) -> tuple[str, ...]:
    """New keys that were asked for and could not be made yet."""
    return (Message("Your new keys wait. {later}", later=renewal.LATER),) if renewal.asked(folder) else ()


def _old(folder: GameFolder, view: Seen) -> tuple[str, ...]:
    missing = outdated_copy.own_missing(folder, view.log, view.seat, owed(view.base))
    return () if missing is None else (outdated_copy.sentence(missing),)


def refused(folder: GameFolder, view: Seen | Session) -> tuple[str, ...]:
    """What the opponent has refused and is not settled or written anew yet, with what can be done."""
    lying = versions.held(folder)
    last = view.log.bundles[-1] if view.log.bundles else None
    if not lying and (last is None or not versions.is_refusal(last)):
        return ()
    from pbem.home.papers import reader  # noqa: PLC0415  # as above
    from pbem.home.turns import refusal_text  # noqa: PLC0415  # as above

    turns = [each.bundle for each in lying]
    place = versions.unsettled(view.log, lying)
    if place is not None and place.ours is not None and place.ours.header.by == view.seat:
        found = next((each for each in place.versions if versions.is_refusal(each)), None)
        if found is not None and found.header.by != view.seat:
            said = refusal_text.told(view, found, (place.ours, *turns))
            return (" ".join(said), *refusal_text.ways(found, reader.referee_of(folder)))
    if last is not None and versions.is_refusal(last) and last.header.by != view.seat:
        return (Series((*refusal_text.told(view, last, turns), Message("You write that turn anew.")), " "),)
    return ()


def _parked(folder: GameFolder, view: Seen) -> tuple[str, ...]:
    found = []
    for data in folder.parked():
        header = read_bundles(data)[0].header
        if header.n > len(view.log.bundles) + 1:
            found.append(
                Message(
                    "Turn file {n} (entries {first}-{last}) waits for an earlier one that has not come.",
                    n=header.n,
                    first=header.first,
                    last=header.last,
                )
            )
    return tuple(sorted(found))
