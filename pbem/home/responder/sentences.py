"""What a responder says of what it answered and of what it left, in a player's words, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import AttrsInstance

from pbem.home import sentences
from pbem.home.exchange import outdated_copy
from pbem.home.games import home_of, shown
from pbem.home.play import order_lines
from pbem.home.responder.interface import Playing
from pbem.log import read_bundles
from pbem.port.messages import LANGUAGES, Message, Series, catalogue, counted
from pbem.protocol.session import Session
from pbem.replay.fold import Happened
from pbem.replay.table import owed
from pbem.store.game import GameFolder

_MOST = 4
NO_ADDRESS = Message("where to? pbem responder setup DIR --to ADDRESS names your opponent.")


# --- what a round did -------------------------------------------------------------------------------------------------


def of_game(name: str, text: str) -> str:
    """A line about one game, by the beginning of its name."""
    return Message("Game {name}: {text}", name=name[:8], text=text)


def still_left(what: str) -> str:
    """What was left before this round and is left still."""
    return Message("still left to the player: {what}", what=what)


def now_left(what: str) -> str:
    """What is left to the player from now on."""
    return Message("left to the player: {what}", what=what)


def left_marks() -> tuple[str, ...]:
    """How a line begins that says what is left, in every language: what a round wrote down may be in any."""
    return tuple(catalogue(code, "pbem").say(now_left("")) for code in LANGUAGES)


def not_here(text: str, hint: str) -> str:
    """What a game needs is not in the responder's home."""
    return Series((text, hint, Message("pbem responder setup gives it the data packs of your home.")), " ")


def taken_over(first: int, last: int) -> str:
    """Turn files that came from the player's home and by no mail."""
    if first == last:
        return Message("turn file {last} taken over from the player's home on this machine.", last=last)
    return Message(
        "turn files {first} to {last} taken over from the player's home on this machine.",
        first=first,
        last=last,
    )


def stopped(name: str, why: str) -> str:
    """Why it does nothing more in a game."""
    return Message("Stopped for game {name}: {why} Nothing more is answered in it.", name=name[:8], why=why)


def silent(why: str) -> str:
    """Why the mail that brought a turn gets no answer."""
    return Message("the turn is not answered by itself, because {why}.", why=why)


def no_seed(roll: int, length: int) -> str:
    """Why the roll that is asked for cannot be answered with this key."""
    if roll > length:
        return Message(
            "its seeds end with roll {length}; pbem responder setup DIR gives it more rolls.", length=length
        )
    return Message("roll {roll} was asked for when another key was in force.", roll=roll)


def refused(n: int) -> str:
    """A turn was refused."""
    return Message("refused a turn that broke a rule, with turn file {n}.", n=n)


def once_more(n: int) -> str:
    """A stored answer leaves again."""
    return Message("asked again; turn file {n} goes once more, the same bytes.", n=n)


def gone(n: int) -> str:
    """A turn file has left."""
    return Message("turn file {n} is sent.", n=n)


def enough(count: int) -> str:
    """So many mails have left that the others wait."""
    return counted(
        count,
        "{n} mail has gone within an hour: the rest waits.",
        "{n} mails have gone within an hour: the rest waits.",
    )


# --- what it answered, and what it left -------------------------------------------------------------------------------


def decided(before: Playing, action: AttrsInstance, happened: Happened[object]) -> str:
    """One decision that standing orders gave: what came of it, or the order itself where nothing has yet."""
    told = [sentences.sentence(each) for each in happened.outcomes if not each.faces]
    if told:
        return Series(told[:_MOST], " ")
    demand = before.owed.demand
    paragraph = f" [{demand.paragraph}]" if demand is not None and demand.paragraph else ""
    why = getattr(demand, "why", "")
    return Series((why, f": {order_lines.write(before.game.rules.actions, action)}{paragraph}"), "")


def answered(happened: Sequence[Happened[object]], decisions: Sequence[str], n: int) -> Iterator[str]:
    """Lines for a turn file of its own with this number."""
    for each in decisions:
        yield Message("by your standing orders: {each}", each=each)
    rolls = [_roll(each) for each in happened if each.kind == "rsp"]
    if rolls or decisions:
        what = Series(rolls, last=" and ") if rolls else Message("what your standing orders decide")
        yield Message("answered {what} with turn file {n}.", what=what, n=n)
    else:
        yield Message(
            "opened the key behind its secrets with turn file {n}, now that the game has ended.", n=n
        )


def _roll(rsp: Happened[object]) -> str:
    table = next(reversed(rsp.position.past), rsp.position).table
    why = Series((" (", table.pending.why, ")"), "") if table.pending is not None else ""
    faces = rsp.obj.get("dice")
    shown = Message(", dice {names},", names=" ".join(map(str, faces))) if isinstance(faces, list) else ""
    return Message("roll {obj}{why}{shown}", obj=rsp.obj["j"], why=why, shown=shown)


def left(session: Session, reason: str) -> str:
    """What is left to the player, and why."""
    thing = sentences.thing(session.owed, session.position.rules.name)
    owes = Message("{who} owes {thing}", who=sentences.who(session, session.seat), thing=thing)
    return Series((owes, ": ", reason, ".") if reason else (owes, "."), "")


def missing(folder: GameFolder, session: Session) -> str:
    """What to do about a turn file that has not come while a later one waits; empty when none does."""
    have, due = len(session.log.bundles), owed(session.base)
    waiting = [read_bundles(data)[0].header.n for data in folder.parked()]
    if max(waiting, default=0) <= have + 1:
        return ""
    if outdated_copy.own_missing(folder, session.log, session.seat, due) is None:
        who = sentences.who(session, due.seat) if due.what else Message("the other side")
        return Message(
            "turn file {have} of {who} is not here yet, and a later one is kept. Look for the "
            "missing mail, or ask for it again (they type: pbem send).",
            have=have + 1,
            who=who,
        )
    if not session.vault.limited:
        return Series((outdated_copy.sentence(have + 1), outdated_copy.hint()), " ")
    place = shown(home_of(folder).path)
    return Message(
        "the player's own turn file {have} has not reached it, and a later one waits. Give it "
        "the file: pbem --home {place} import FILE. Or, in the player's home on the same "
        "machine: pbem responder setup {place}",
        have=have + 1,
        place=place,
    )
