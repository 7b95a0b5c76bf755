"""Making a responder: its key, the entry that puts the key in force, and a home that holds no more than it needs.

What lies in that home, unlocked, because nobody is there to type a password: the agent's key, the seed chain as far as the
rolls it was given, the log, and the mail settings. A thief of it can read that mailbox, answer those rolls in the
player's name as they would have been answered anyway, refuse turns, and, together with the opponent, foresee those rolls.
He cannot give an order, ask for a roll, open a secret, or learn what is sealed; and `pbem responder off` ends it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from attrs import evolve, frozen

from pbem.bytes import canon
from pbem.bytes.errors import ConflictError, NotYourTurn, UsageError
from pbem.crypto.dice import MAX_LENGTH
from pbem.crypto.keys import key_id
from pbem.games.packs import read_pack
from pbem.home.disputes.settling import stay
from pbem.home.entrusted import both_homes
from pbem.home.entrusted.both_homes import OWNER
from pbem.home.entrusted.left import RESPONDER
from pbem.home.exchange.signing import check_home
from pbem.home.games import Facts, home_of, open_vault, seal_vault, typed
from pbem.home.identity import Identity, create_identity, unlock
from pbem.home.play.standing_orders import NAME as STANDING
from pbem.home.play.standing_orders import kinds
from pbem.home.responder.interface import Limits
from pbem.home.responder.state import FILE, State, read_state, write_state
from pbem.home.turns.versions import OPEN, SETTLED
from pbem.home.viewing.languages import FACT
from pbem.log import MIN_CHAIN, Log, parse_log
from pbem.mail.settings import FILE as MAIL_FILE
from pbem.port.messages import Message
from pbem.protocol.agents import dealer, drafted_agent
from pbem.protocol.session import Session
from pbem.protocol.side_entries import give_agent
from pbem.protocol.vault import Entropy
from pbem.store import atomic, marker
from pbem.store.game import Change, Draft, GameFolder, Refused
from pbem.store.home import Home

ROLLS = 400
"""For how many rolls a responder gets seeds, when nobody says otherwise: some turns of June 6."""

_LIMITS = "limits.toml"
_KEPT_FACTS = (
    "game",
    "gid",
    "invite",
    "opponent",
    "scenario",
    "seat",
    "side",
    "pack",
    "to",
    "from",
    "days",
    FACT,
)
_UNDECIDED = frozenset({"req", "rsp", "open"})
_MAX_SMALL = 64 * 1024
_MOST = 10_000


@frozen(kw_only=True)
class Furnished:
    """A responder's home: where it is, the last roll it can answer, whether its key is in force already, or in the draft,
    the kinds of orders that this key may sign, and those that it might be allowed to.
    """

    place: Path
    last: int
    in_force: bool
    may: tuple[str, ...] = ()
    might: tuple[str, ...] = ()


def bind(
    session: Session,
    entropy: Entropy,
    *,
    may: tuple[str, ...] | None = None,
    renew: bool = False,
    rolls: int | None = None,
) -> Session:
    """The session with the key of an agent: the one it has, or a new one whose entry is written into the draft.

    A new one is made when the old one was stopped, when ``may`` changes (None: it stays), and when its chain has not got
    ``rolls`` more. The entry goes before whatever in the draft needs no decision and hands the pen over.

    Raises NotYourTurn when an entry is needed and none of this seat can be written, UsageError ``bad-kind`` for a kind
    that no sheet of this side can give, and ``dealer`` for the side that deals the dice of a challenge.
    """
    if session.position.table.challenge and session.seat == "B":
        raise dealer()
    vault, agent = session.vault, session.agent
    held = drafted_agent(session.draft) or agent
    allowed = sorted(held.may) if may is None and held is not None else _checked(session, may or ())
    public = vault.agent
    done = session.base.table.next_roll - 1
    length = min(MAX_LENGTH, max(MIN_CHAIN, done + (rolls or ROLLS)))
    short = public != b"" and vault.agents[public].length < (length if rolls else done + 1)
    renew = renew or short or public in vault.record.ended
    if public and not renew and held is not None and held.key == public and held.may == set(allowed):
        return session
    if not public or renew or key_id(public) in session.position.table.keys:
        vault = vault.with_agent(entropy, length)
    ready = _with_pen(evolve(session, vault=vault))
    return give_agent(ready, vault.agent_keys, allowed).automatic()


def _checked(session: Session, may: tuple[str, ...]) -> list[str]:
    """Kinds that a responder may be allowed to sign: those that standing orders can give, ``all`` for all of them."""
    known, title = kinds(session.game, session.side), session.game.info.title
    wanted = set(known) if "all" in may else set(may) - {"none"}
    wrong = sorted(wanted - set(known))
    if wrong:
        said = Message(
            "No standing orders of the {side} side in {title} ever say {wrong!r}",
            side=session.side,
            title=title,
            wrong=wrong[0],
        )
        hint = Message("They can give: {known}; or all.", known=", ".join(known)) if known else ""
        why = "" if known else Message(": {title} takes none", title=title)
        raise UsageError(
            "bad-kind", Message("{said}{why}, so no responder may sign it.", said=said, why=why), hint=hint
        )
    return sorted(wanted)


def _with_pen(session: Session) -> Session:
    """The session with as much of its draft as leaves this seat the pen; only what needs no decision is left off.

    Raises NotYourTurn when there is no such place.
    """
    for count in range(len(session.draft), -1, -1):
        ready = session.with_draft(session.draft[:count]) if count < len(session.draft) else session
        if ready.mine and ready.owed.what not in ("start", "reply", "audit"):
            return ready
        if count and canon.decode(session.draft[count - 1])["k"] not in _UNDECIDED:
            break
    due = session.owed
    who = session.position.table.seats[due.seat].name if due.what and due.seat != session.seat else ""
    raise NotYourTurn(
        "not-your-turn",
        Message("The key of a responder is named in a turn of yours, and now there is none to name it in")
        + (Message(": {who} has to act first.", who=who) if who else "."),
        hint=Message("Nothing was made. When you have the move again, type this command once more.")
        + (
            Message(" Or before this turn leaves: pbem undo, this command, and your order again.")
            if session.draft
            else ""
        ),
    )


def furnish(
    place: Path,
    folder: GameFolder,
    session: Session,
    entropy: Entropy,
    *,
    limits: Limits | None = None,
    addresses: tuple[str, str] = ("", ""),
) -> Furnished:
    """Make or refresh the responder's home at ``place`` for a game whose agent is bound (:func:`bind`).

    ``addresses``: ours and the opponent's, where the game does not know them yet.

    Raises UsageError ``not-a-responder`` for a folder that is something else, ConflictError ``locked`` while it works.
    """
    home = Home(place)
    check_home(home)
    with home.lock():
        if home.identity() is None:
            ours = ("lock", _LIMITS, MAIL_FILE, FILE, *marker.FILES)  # a key is written last
            if any(each.name not in ours and not atomic.is_leftover(each.name) for each in place.iterdir()):
                raise _not_a_responder(place)
            write_state(place, State())
            name = session.position.table.seats[session.seat].name
            _copy_settings(folder.path.parent.parent, place, limits or Limits())
            create_identity(home, name, "", entropy)
        identity = responder_identity(home)
        _copy_settings(folder.path.parent.parent, place, limits or Limits())
        vault = session.vault.for_agent()
        theirs = home.new_game(session.log.gid.hex())
        known = theirs.facts()
        facts: Facts = {name: folder.facts().get(name) for name in _KEPT_FACTS}
        for name, address in zip(("from", "to"), addresses, strict=True):
            facts[name] = address or facts.get(name) or known.get(name)
        facts["vault"] = known.get("vault") or entropy(16).hex()
        log = session.log
        facts[OWNER] = str(home_of(folder).path.resolve())
        record = session.vault.record
        settled: tuple[Refused, ...] = ()
        if known:
            record = record.merged(open_vault(theirs, identity).record)
            log = _followed(session, theirs)
            settled = tuple(evolve(each, code=SETTLED) for each in theirs.refused() if each.code == OPEN)
        vault = evolve(vault, record=record)
        _copy_orders(folder, theirs)
        _copy_packs(folder, home, session)
        label = str(facts["vault"])
        head = log.bundles[-1].header.head.hex() if log.bundles else log.gid.hex()
        theirs.save(
            Change(
                facts=facts,
                log=log.encode(),
                draft=Draft(head=head, lines=()),
                vault=seal_vault(identity, label, vault),
                refuse=settled,
            )
        )
        _go_on(home, theirs.name)
    folder.save(Change(facts={**folder.facts(), RESPONDER: str(place.resolve())}))
    agent = session.agent
    named = drafted_agent(session.draft) or agent
    return Furnished(
        place=place,
        last=session.vault.agents[session.vault.agent].length,
        in_force=agent is not None and agent.key == session.vault.agent,
        may=tuple(sorted(named.may)) if named is not None else (),
        might=kinds(session.game, session.side),
    )


def _followed(session: Session, theirs: GameFolder) -> Log:
    """The log that a responder goes on from: the player's, or its own when it has answered what is not fetched yet.

    Raises ConflictError ``other-version`` for an answer of its own in a version that the player has never seen.
    """
    ours, other = session.log, parse_log(theirs.log())
    shorter = min(len(ours.bundles), len(other.bundles))
    if [each.hash() for each in ours.bundles[:shorter]] == [each.hash() for each in other.bundles[:shorter]]:
        return other if len(other.bundles) > len(ours.bundles) else ours
    here = {each.hash() for each in ours.bundles} | session.vault.record.given_up
    lost = [each for each in other.bundles if each.header.by == session.seat and each.hash() not in here]
    if lost:
        raise ConflictError(
            "other-version",
            Message(
                "Your responder has written turn file {n} in another version of the game than yours.",
                n=lost[0].header.n,
            ),
            hint=Message(
                "Bring it in: pbem import {shown}. Then: pbem settle", shown=typed(theirs.path / "log.pbem")
            ),
        )
    return ours


def _go_on(home: Home, game: str) -> None:
    """A responder that was set up again has no reason to stop in this game any more."""
    state = read_state(home.path)
    if game in state.stopped:
        stopped = {name: why for name, why in state.stopped.items() if name != game}
        write_state(home.path, evolve(state, stopped=stopped, reading=True))


def is_responder(home: Home) -> bool:
    """Whether a folder is the home of a responder."""
    return (home.path / _LIMITS).is_file() and home.identity() is not None


def responder_identity(home: Home) -> Identity:
    """The identity under which a responder's home is locked: it has no password. UsageError ``not-a-responder``."""
    if not is_responder(home):
        raise _not_a_responder(home.path)
    return unlock(home, "")


def take_away(session: Session) -> Session:
    """The session with an entry in its draft after which this seat has no agent; as it is when that cannot be written now,

    or when there is none to take away.
    """
    drafted = [entry for entry in map(canon.decode, session.draft) if entry["k"] == "agent"]
    has_one = bool(drafted[-1].get("key")) if drafted else session.agent is not None
    if not has_one or not session.mine or session.owed.what in ("start", "reply", "audit"):
        return session
    return give_agent(session, None)


def is_other(place: Path, folder: GameFolder, session: Session) -> bool:
    """Whether a responder of this game that may still run was set up somewhere else than at ``place``."""
    before = folder.facts().get(RESPONDER)
    if not before or Path(str(before)) == place.resolve():
        return False
    home = Home(place)
    known = both_homes.look(home, session) if (place / "identity.json").is_file() else None
    # A folder that was moved is the same one.
    return known is None or home.is_copy() or session.vault.agent not in _key_of(home, known.folder)


def _key_of(home: Home, theirs: GameFolder) -> tuple[bytes, ...]:
    return (open_vault(theirs, responder_identity(home)).keypair.public,)


def resume(home: Home, identity: Identity) -> tuple[str, ...]:
    """Let a responder go on in the games for which it has stopped, from the versions in its logs; their names."""
    state = read_state(home.path)
    for name in state.stopped:
        folder = home.game(name)
        with home.lock():
            stay(folder, identity)
    write_state(home.path, evolve(state, stopped={}, reading=True))
    return tuple(state.stopped)


def read_limits(home: Path) -> Limits:
    """What this responder may do. UsageError ``limits`` for a file that says something else."""
    data = atomic.read_bytes(home / _LIMITS, _MAX_SMALL)
    try:
        table = tomllib.loads((data or b"").decode())
    except (ValueError, RecursionError) as error:  # a huge number and deep nesting are no TOMLDecodeError
        raise _bad_limits(home, str(error)) from error
    found = Limits()
    for name, value in table.items():
        if name == "reject" and isinstance(value, bool):
            found = evolve(found, reject=value)
        elif name == "per_hour" and type(value) is int and 1 <= value <= _MOST:
            found = evolve(found, per_hour=value)
        elif name == "again" and type(value) is int and 0 <= value <= _MOST:
            found = evolve(found, again=value)
        else:
            raise _bad_limits(home, f"{name} = {value!r}")
    return found


def _bad_limits(home: Path, what: str) -> UsageError:
    return UsageError(
        "limits",
        Message("{home}: {what}.", home=home / _LIMITS, what=what),
        hint=Message("It knows reject = true/false, per_hour and again (numbers)."),
    )


def _not_a_responder(place: Path) -> UsageError:
    return UsageError(
        "not-a-responder",
        Message("{place} is not the home of a responder.", place=place),
        hint=Message("Name a new folder: pbem responder setup DIR"),
    )


def _copy_settings(source: Path, place: Path, limits: Limits) -> None:
    mail = atomic.read_bytes(source / MAIL_FILE, _MAX_SMALL)
    if mail is not None and not (place / MAIL_FILE).exists():
        atomic.write_bytes(place / MAIL_FILE, mail)
    text = f"reject = {str(limits.reject).lower()}\nper_hour = {limits.per_hour}\nagain = {limits.again}\n"
    atomic.write_bytes(place / _LIMITS, text.encode())


def _copy_orders(folder: GameFolder, theirs: GameFolder) -> None:
    """The standing orders that the player keeps for this game, as they are now."""
    sheet = atomic.read_bytes(folder.path / STANDING, _MAX_SMALL)
    if sheet is not None:
        atomic.write_bytes(theirs.path / STANDING, sheet)
    else:
        atomic.remove(theirs.path / STANDING)


def _copy_packs(folder: GameFolder, home: Home, session: Session) -> None:
    """The data packs that the game was begun on, or has gone over to or may go over to by an upgrade."""
    offering = (each for each in session.log.bundles if each.names("upgrade"))
    named = {str(each["data"]) for bundle in offering for each in bundle.entries if each["k"] == "upgrade"}
    for digest in sorted({session.log.invite.data, *named}):
        place = Home(folder.path.parent.parent).pack(digest)
        if place is not None:
            home.install_pack(digest, read_pack(place).stored())
