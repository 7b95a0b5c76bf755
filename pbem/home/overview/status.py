"""Where a game stands, in words: who owes what, what waits here, and the command to type next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.games import game_cards
from pbem.home import games, identity, sentences
from pbem.home.beside import rooms
from pbem.home.beside.rooms import Case, Said
from pbem.home.disputes import overdue
from pbem.home.games import Seen
from pbem.home.overview.end_offered import offers_end, taking_it
from pbem.home.overview.next_step import next_step
from pbem.home.play.drafts import decided
from pbem.home.sitting import last_visit
from pbem.home.sitting.needed import needed
from pbem.log.entries import PROTOCOL
from pbem.port.messages import Message, Series, counted, spelled
from pbem.replay.outcome import Ending, ending
from pbem.store.game import GameFolder

SECTIONS: Mapping[str, Json] = {
    "pack": None,
    "over": None,
    "referee": None,
    "delay": None,
    "pace": None,
    "standing": 0,
    "waiting_orders": 0,
    "since_look": [],
    "last_signed": None,
    "offers_end": None,
    "parked": [],
    "acted": [],
    "refused": 0,
    "papers": [],
    "needed": None,
}
"""The sections of what only some games have to say, in order, each with what JSON says of nothing."""


@frozen(kw_only=True)
class Status:
    """A game at a glance. ``title`` says which game it is, ``moment`` where it stands; ``orders`` counts those in the draft,
    ``unsent`` all its entries; ``since``: when the log came to be as it is (ISO).

    ``said`` is what else there is to say, by its section in :data:`SECTIONS`: how a paper ended the game, papers that are
    kept with it, what the player's own program has written, what has happened since they last looked, when they are needed.
    """

    game: str
    gid: str
    title: str
    scenario: str
    side: str
    opponent: str
    moment: str
    turn: int
    phase: str
    entries: int
    owed_by: str
    owed: str
    orders: int
    unsent: int
    result: str
    since: str
    next: str
    said: tuple[Said, ...]
    signs: bool

    @property
    def mine(self) -> bool:
        """Whether the player owes something."""
        return self.signs and self.owed_by == self.side

    def section(self, name: str) -> tuple[str, ...]:
        """What a section says to people."""
        return tuple(each.line for each in self.said if each.section == name and each.line)

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
            "result": self.result or None,
            "next": self.next,
            **{name: self._value(name) for name in SECTIONS if name != "delay"},
        }

    def _value(self, section: str) -> Json:
        found = [
            each.line if each.value is None else each.value for each in self.said if each.section == section
        ]
        nothing = SECTIONS[section]
        if isinstance(nothing, list):
            return [*found]
        return found[0] if found and found[0] else nothing

    def lines(self) -> tuple[str, ...]:
        """The same for people."""
        over = self._value("over")
        found = [
            self.title,
            *self.section("pack"),
            counted(
                self.entries,
                "{moment}. {n} entry is signed.",
                "{moment}. {n} entries are signed.",
                moment=self.moment,
            )
            if self.entries
            else Message("{moment}. Nothing is signed yet.", moment=self.moment),
            Message(
                "The game is over by a signed paper. {over} (By the log: {owed})", over=over, owed=self.owed
            )
            if over
            else self.owed,
            *self.section("referee"),
            *self.section("delay"),
            *self.section("pace"),
        ]
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
        for name in [*SECTIONS][[*SECTIONS].index("standing") :]:
            if name != "needed" or (not over and self.owed_by):
                found += self.section(name)
        return (*found, Message("Next: {next}", next=self.next))


def status(folder: GameFolder, now: datetime, *, looks: bool = False) -> Status:
    """How one game stands at this moment; ``looks``: it is the player who looks, and that is remembered.

    Raises VerifyError when what is stored does not hold.
    """
    view = games.look(folder)
    case = rooms.case_of(folder, view)
    due, scenario = view.owed, view.log.invite.scenario
    moment = view.game.rules.moment(view.position.game)
    result = ending(view.position)
    kinds = [str(canon.decode(line)["k"]) for line in view.draft]
    theirs = view.position.table.seats["B" if view.seat == "A" else "A"]
    opponent = Message("{name} ({side})", name=identity.called(theirs.name), side=Message(theirs.side))
    begun = folder.since()
    return Status(
        game=view.log.invite.game,
        gid=view.log.gid.hex(),
        title=Message(
            "{title}, {scenario}: {plays} against {opponent}. Game {gid}.",
            title=view.game.info.title,
            scenario=spelled(game_cards.cover(view.game.info).titles.get(scenario, "") or scenario),
            plays=Message("you play {side}", side=Message(view.side))
            if view.signs
            else Message(
                "{name} plays {side}", name=view.position.table.seats[view.seat].name, side=Message(view.side)
            ),
            opponent=opponent,
            gid=view.log.gid.hex()[:16],
        ),
        scenario=scenario,
        side=view.side,
        opponent=opponent,
        moment=sentences.begun(moment),
        turn=moment.turn,
        phase=moment.phase,
        entries=sum(len(bundle.lines) for bundle in view.log.bundles),
        owed_by=view.position.table.seats[due.seat].side if due.kind else "",
        owed=sentences.next_debt(view),
        orders=sum(kind == "seal" or not PROTOCOL.knows(kind) for kind in kinds),
        unsent=len(kinds),
        result=told_result(result) if result is not None else "",
        since=begun.isoformat() if begun is not None and due.kind else "",
        next=next_step(case),
        said=tuple(_said(case, view, now, looks=looks)),
        signs=view.signs,
    )


def _said(case: Case, view: Seen, now: datetime, *, looks: bool) -> Iterator[Said]:
    """What there is to say beside that, section by section: as every game has it, and of the rooms."""
    folder = case.folder
    if pack := view.game.on_pack:
        yield Said("pack", Message("On {pack}.", pack=pack), pack)
    yield Said("delay", overdue.delay(folder, view, now))
    if folder.papers():
        from pbem.home.kept_papers import pacing  # noqa: PLC0415  # few games have papers

        yield Said("pace", pacing.line(folder, view, now))
    for each in _since_look(folder, view) if looks else ():
        yield Said("since_look", each)
    if offer := offers_end(folder, len(view.log.bundles)):
        yield Said("offers_end", Series((offer, taking_it(view.side)), " "), offer)
    for room in rooms.concerned(case):
        yield from room.lines(case)
    if when := needed(folder, view):
        yield Said("needed", when)


def told_result(result: Ending) -> str:
    """How the game ended; of a ruling the winner too, for its words are the referee's own."""
    won = Message("{side} wins, ", side=Message(result.winner)) if result.winner else Message("nobody wins, ")
    return Message("{won}{result}", won=won if result.ruled else "", result=result.said)


def _since_look(folder: GameFolder, view: Seen) -> tuple[str, ...]:
    """The player looks: what has happened since the last time, in words; nothing when nothing, or when they have decided."""
    found = last_visit.begin(folder, view)
    if found.before == found.now or decided(view.draft):
        return ()
    from pbem.home.sitting import news  # noqa: PLC0415  # loaded only where there is something to compare

    compared = news.told(folder, view, found.before)
    return compared.lines if compared is not None else ()
