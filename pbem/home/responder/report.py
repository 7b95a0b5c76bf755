"""What a responder does in a game, for people: in force or not, what it answered, what it waits for, how long it lasts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from attrs import frozen

from pbem.bytes.errors import PbemError
from pbem.crypto.keys import key_id
from pbem.home import sentences
from pbem.home.entrusted.both_homes import OWNER
from pbem.home.entrusted.left import ENDED, RESPONDER
from pbem.home.entrusted.owner_home import game_in
from pbem.home.games import Seen, begun, home_of, label, look, open_vault, shown
from pbem.home.play import standing_orders
from pbem.home.responder.sentences import left_marks
from pbem.home.responder.setup import is_responder, responder_identity
from pbem.home.responder.state import WHEN, State, read_state
from pbem.log import AgentKey, Log, agent_of, parse_log
from pbem.port.messages import Message, Series
from pbem.protocol.agents import drafted_agent
from pbem.store.game import GameFolder
from pbem.store.home import Home

_LAST, _BRIEF = 6, 2
_FEW = 10


@frozen(kw_only=True)
class Working:
    """A game of a responder: its folder and what it knows; the same in the player's home, as far as that is at hand.

    ``home`` is the responder's (None: it is away, and ``folder`` and ``view`` are the player's), ``key`` its public key.
    """

    folder: GameFolder
    view: Seen
    home: Home | None
    state: State
    key: bytes
    player: GameFolder | None = None
    own: Seen | None = None

    @property
    def newest(self) -> Seen:
        """The view of whichever of the two homes knows more of the game."""
        known = (self.view, self.own or self.view)
        return max(known, key=lambda each: (len(each.log.bundles), each is self.view))


def games_of(home: Home) -> Iterator[Working]:
    """Every game that a responder works on, asked in its own home or in its player's."""
    for folder in begun(home):
        found = working(folder)
        if found is not None:
            yield found


def working(folder: GameFolder, own: Seen | None = None) -> Working | None:
    """The responder of a game, asked in its own home or in its player's; None when none was set up.

    ``own``: the player's view, when it was looked at already; the responder's own is not looked at then.
    Raises PbemError for a home that is damaged.
    """
    here = home_of(folder)
    if is_responder(here):
        place = folder.facts().get(OWNER)
        player = game_in(Home(Path(str(place)), wait=0.5), folder) if place else None
        return _at(folder, here, player, None)
    place = folder.facts().get(RESPONDER)
    if not place:
        return None
    there = Home(Path(str(place)), wait=0.5)
    theirs = game_in(there, folder) if is_responder(there) else None
    if theirs is not None:
        return _at(theirs, there, folder, own)
    view = own or look(folder)
    agent = named(view.log, view.seat)
    key = agent.key if agent is not None else b""
    return Working(folder=folder, view=view, home=None, state=State(), key=key, player=folder, own=view)


def _at(folder: GameFolder, home: Home, player: GameFolder | None, own: Seen | None) -> Working:
    return Working(
        folder=folder,
        view=own or look(folder),
        home=home,
        state=read_state(home.path),
        key=open_vault(folder, responder_identity(home)).keypair.public,
        player=player,
        own=own or (look(player) if player is not None else None),
    )


def named(log: Log, seat: str) -> AgentKey | None:
    """The agent of a seat after the signed log."""
    line = log.invite.seat if seat == "A" else log.accepted.seat
    found = line.agent
    agent = None if found is None else AgentKey(key=found.key, tip=found.tip, length=found.length)
    for bundle in log.bundles:
        told = bundle.header.by == seat and (bundle.names("agent") or bundle.names("renew"))
        for entry in bundle.entries if told else ():
            if entry["k"] == "agent":
                agent = agent_of(entry)
            elif entry["k"] == "renew":
                agent = None
    return agent


def since(log: Log, seat: str, key: bytes) -> str:
    """Since when a key has been in force, in words."""
    for bundle in log.bundles:
        if (
            bundle.header.by == seat
            and bundle.names("agent")
            and any(entry["k"] == "agent" and entry.get("key") == key.hex() for entry in bundle.entries)
        ):
            return Message("since turn file {n}", n=bundle.header.n)
    return Message("since the game began")


def dealt(folder: GameFolder) -> bool:
    """Whether a game is an entry of a challenge whose dice this home deals."""
    return folder.facts().get("seat") == "B" and bool(parse_log(folder.log()).invite.challenge)


# --- the report -------------------------------------------------------------------------------------------------------


def report(work: Working) -> Iterator[str]:
    """Everything about one game, a line each."""
    view, facts = work.view, work.folder.facts()
    yield Message(
        "{title}, {label}: {side}. Game {name}.",
        title=view.game.info.title,
        label=label(facts),
        side=view.side,
        name=work.folder.name,
    )
    if work.home is None:
        place = facts.get(RESPONDER)
        yield Message(
            "  Its home, {file}, is not on this machine: pbem responder status says more there.",
            file=shown(Path(str(place))),
        )
    yield Series(("  ", _force(work)), "")
    agent = named(work.newest.log, view.seat)
    if agent is not None and agent.key == work.key:
        yield Series(("  ", _seeds(work.newest, agent)), "")
        yield Series(("  ", _may(agent)), "")
    if work.home is None:
        return
    yield Series(("  ", _sheet(work)), "")
    told = work.state.told.get(work.folder.name, ())
    if told:
        yield Message("  What it said last:")
        yield from (f"    {line}" for line in told[-_LAST:])
    yield Series(("  ", _next(work)), "")
    when = work.state.round
    yield (
        Message("  Last round: {when} UTC.", when=f"{datetime.fromisoformat(when):{WHEN}}")
        if when
        else Message("  It has not run yet.")
    )


def dealing(home: Home) -> Iterator[str]:
    """Everything about the entries of the challenges that a home deals, a line each."""
    state = read_state(home.path)
    for folder in begun(home):
        if not dealt(folder):
            continue
        view = look(folder)
        yield Message(
            "The dice of a challenge: {label}. Game {name}.", label=label(folder.facts()), name=folder.name
        )
        told = state.told.get(folder.name, ())
        yield Message("  Last: {told}", told=told[-1]) if told else Message("  It has answered nothing yet.")
        left = view.position.table.seeds["B"].length - (view.base.table.next_roll - 1)
        yield Message("  {left} rolls left. {owes}", left=left, owes=sentences.owes(view, view.owed))


def _force(work: Working) -> str:
    """Whether its key is in force, since when, and else the cure."""
    view, place = work.view, shown(work.home.path) if work.home is not None else "DIR"
    agent = named(view.log, view.seat)
    if agent is not None and agent.key == work.key:
        return Message("In force {since}.", since=since(view.log, view.seat, work.key))
    if work.player is not None and work.own is not None:
        if work.key.hex() in str(work.player.facts().get(ENDED) or "").split():
            return Message(
                "Not in force: stopped for good. pbem responder setup {place} makes it a new key.",
                place=place,
            )
        drafted = drafted_agent(work.own.draft)
        if drafted is not None and drafted.key == work.key:
            return Message(
                "Not in force yet: its key is in your draft, and comes into force with that turn. Next: "
                "pbem send"
            )
        agent = named(work.own.log, view.seat)
        if agent is not None and agent.key == work.key:
            return Message(
                "In force {since}; it learns so in its next round.",
                since=since(work.own.log, view.seat, work.key),
            )
    if agent is not None:
        return Message(
            "Not in force: another key is ({key}). pbem responder setup {place} names this one.",
            key=key_id(agent.key)[:8],
            place=place,
        )
    return Message(
        "Not in force: no turn of yours that is signed names its key. With your next turn: pbem "
        "responder setup {place}",
        place=place,
    )


def _seeds(view: Seen, agent: AgentKey) -> str:
    left = max(0, agent.length - (view.base.table.next_roll - 1))
    few = Message("; pbem responder setup DIR --rolls N gives it more") if left <= _FEW else ""
    return Message("Seeds up to roll {length}: {left} left{few}.", length=agent.length, left=left, few=few)


def _may(agent: AgentKey) -> str:
    if not agent.may:
        return Message("It may answer rolls, and decide nothing.")
    return Message(
        "It may answer rolls, and decide by the standing orders: {kinds}.",
        kinds=", ".join(sorted(agent.may)),
    )


def _sheet(work: Working) -> str:
    """Which sheet it follows."""
    folder = work.player if work.player is not None else work.folder
    whose = (
        ""
        if work.player is not None
        else Message(", its own copy (the player's home is not on this machine)")
    )
    try:
        sheet = standing_orders.kept(folder)
        given = (folder.path / standing_orders.NAME).stat().st_mtime if sheet is not None else 0.0
    except (PbemError, OSError):
        return Message("The standing orders cannot be read: pbem standing give FILE.")
    if sheet is None:
        return Message("No orders stand{whose}: every decision comes to you.", whose=whose)
    when = f"{datetime.fromtimestamp(given, UTC):{WHEN}}"
    return Message(
        "Standing orders of {when} UTC, code {code}{whose}.",
        when=when,
        code=standing_orders.code(sheet.data),
        whose=whose,
    )


def _next(work: Working) -> str:
    """What it will do next, or what it waits for."""
    name, place = work.folder.name, shown(work.home.path) if work.home is not None else "DIR"
    if name in work.state.stopped:
        return Message(
            "Stopped: {stopped} When you have looked: pbem responder resume --home {place}",
            stopped=work.state.stopped[name],
            place=place,
        )
    if waits := work.state.open.get(name):
        return Message("Left to you: {waits}", waits=waits)
    view = work.newest
    due = view.owed
    if not due.what:
        return Message("The game is over; it has nothing to do.")
    if due.seat != view.seat:
        return Message("It waits: {owes}", owes=sentences.owes(view, due))
    thing = sentences.thing(due, view.position.rules.name)
    if due.what in ("answer", "choice"):
        return Message("In its next round it looks at what you owe: {thing}.", thing=thing)
    return Message("It waits for you: you owe {thing}.", thing=thing)


def brief(folder: GameFolder, view: Seen) -> tuple[str, ...]:
    """For the player's own status: what the responder did last, what it left and why; nothing without a responder."""
    if is_responder(home_of(folder)):
        return ()
    try:
        work = working(folder, view)
    except PbemError as error:
        return (Message("Your responder: {error}", error=error),)
    if work is None or work.key.hex() in str(folder.facts().get(ENDED) or "").split():
        return ()
    if work.home is None:
        place = shown(Path(str(folder.facts().get(RESPONDER))))
        return (
            Message(
                "Your responder works in {place}, which is not on this machine: its log says what it did.",
                place=place,
            ),
        )
    force, found = _force(work), []
    if not force.startswith("In force"):
        found.append(Message("Your responder: {force}", force=force))
    told = [
        line
        for line in work.state.told.get(folder.name, ())
        if not any(each in line for each in left_marks())
    ]
    found += [Message("Your responder: {line}", line=line) for line in told[-_BRIEF:]]
    due = view.owed
    if folder.name in work.state.stopped:
        found.append(Message("Your responder: {next}", next=_next(work)))
    elif folder.name in work.state.open and due.what and due.seat == view.seat:
        found.append(Message("Your responder left to you: {open}", open=work.state.open[folder.name]))
    return tuple(found)
