"""The games of a home: finding one, opening it with or without its secrets, and storing it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from pbem.bytes import canon
from pbem.bytes.errors import FormatError, IllegalOrder, KeyFileError, PbemError, UsageError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.games import registry
from pbem.games.registry import Finder
from pbem.home import checkpoint, names, packs, vault_file
from pbem.home.grown_log import lies_ahead, still_owing
from pbem.home.identity import Identity, called
from pbem.log import Log, scan_log, start_of
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.protocol.vault import Vault
from pbem.replay.checkpoint import Believed
from pbem.replay.fold import AppliedEntry, Folded, fold_entries, fold_log
from pbem.replay.loading import load_rules
from pbem.replay.table import NextStep, Position, Seat, owed
from pbem.store.drafts import Draft
from pbem.store.game import Change, GameFolder, Sent
from pbem.store.home import Home

Facts = dict[str, str | int | bool | None]
WITHDRAWN, POSTED, RENEW = "withdrawn", "posted", "renew"
"""Facts: an invitation was taken back, and no answer to it begins a game; one of several answers to it is taken
(:mod:`pbem.home.exchange.posted_invitations`); new keys are asked for (:mod:`pbem.home.keys`)."""
ASK, GIVEN, GIVEN_AT, GIVEN_TO, LEFT = "ask", "given", "given_at", "given_to", "left"
"""Facts of a seat that changes hands (:mod:`pbem.home.papers.handing`): the game key with which this home asked for it; what
was given, at which head, to whom; for what the turn file that hands it over was written out."""

MENDING = Message(
    "What is stored here was checked when it came in: the disk or somebody has changed it. What is whole is kept, and the "
    "game goes on from mails of it or from the file log.pbem in your opponent's home: pbem import PATH..."
)
"""What to do about a log that is damaged (:mod:`pbem.home.mending`)."""


@frozen(kw_only=True)
class Seen:
    """A game as it can be looked at without any secret: the signed log, the draft, and what the draft brought."""

    log: Log
    seat: Seat
    base: Position[object]
    position: Position[object]
    draft: tuple[bytes, ...]
    happened: tuple[AppliedEntry[object], ...]
    last: tuple[AppliedEntry[object], ...]
    signs: bool = True
    """Whether this home signs for its seat: another does once the seat was handed over."""

    @property
    def game(self) -> registry.Game:
        """The version of the game in force, after the draft."""
        return self.position.ruling

    @property
    def side(self) -> str:
        """The side that is played from this home."""
        return self.position.table.seats[self.seat].side

    @property
    def owed(self) -> NextStep:
        """Who owes what, after the draft."""
        return owed(self.position)

    @property
    def is_my_turn(self) -> bool:
        """Whether this seat holds the pen, and this home signs for it."""
        due = self.owed
        return due.seat == self.seat and bool(due.kind) and self.signs


def begun(home: Home, *, let_go: bool = False) -> tuple[GameFolder, ...]:
    """The games of a home, without folders that were never filled or cannot be read (:mod:`pbem.home.lost_facts`), and
    without those that were let go (:mod:`pbem.home.exchange.waiting_invitations`), or with them."""
    kept = ((folder, _readable_facts(folder)) for folder in home.games())
    return tuple(folder for folder, facts in kept if facts and (let_go or not facts.get(WITHDRAWN)))


def _readable_facts(folder: GameFolder) -> Facts:
    try:
        return folder.facts()
    except PbemError:
        return {}


def pending(home: Home) -> tuple[GameFolder, ...]:
    """The invitations of a home that nobody has accepted yet."""
    return tuple(
        folder
        for folder in home.invitations()
        if (facts := _readable_facts(folder)) and not facts.get(WITHDRAWN) and not facts.get(ASK)
    )


def choose(home: Home, wanted: str = "") -> GameFolder:
    """The game whose name or id begins with ``wanted``; without it the one in use, or the only one.

    UsageError ``no-game`` when there is none and ``which-game`` when there are several.
    """
    games = begun(home)
    in_use = home.in_use() if not wanted else ""
    if in_use and not any(each.name == in_use for each in games):
        _check_lost(home, in_use)
    found = (
        names.called(games, wanted) if wanted else [each for each in games if each.name == in_use] or games
    )
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{names.name_of(folder)} ({folder.name[:8]})" for folder in found or games)
    if not found:
        _check_lost(home)
        hint = Message("Type: pbem invite GAME, or pbem accept FILE")
        if known:
            hint = Message("Games here: {known}.", known=known)
        said = Message("There is no game in {path}.", path=home.path)
        if wanted:
            said = Message("There is no game {wanted!r} in {path}.", wanted=wanted, path=home.path)
        raise UsageError("no-game", said, hint=hint)
    raise UsageError.of(
        "which-game",
        "There are several games here: {lines}.",
        lines=known,
        name=found[0].name[:8],
        hint="Type pbem games NAME once, or add --game {name}",
    )


def _check_lost(home: Home, name: str = "") -> None:
    """Raises PbemError ``damaged`` for a game of which nobody can say whose it is."""
    from pbem.home import lost_facts  # noqa: PLC0415  # only where a file is lost

    lost_facts.check(home, name)


def title(facts: Facts) -> str:
    """The game and the scenario of a folder by their titles."""
    from pbem.games import game_cards  # noqa: PLC0415  # few commands name a scenario

    return game_cards.title(str(facts.get("game")), str(facts.get("scenario")))


def label(facts: Facts) -> str:
    """A game in a few words: ``June '44, “The whole month” against Ben``."""
    return Message(
        "{game} against {opponent}",
        game=title(facts),
        opponent=called(str(facts["opponent"])) if facts.get("opponent") else Message("nobody yet"),
    )


def rules_of(log: Log, folder: GameFolder) -> registry.Game:
    """The game that the log is pinned to, with the data pack it was agreed on.

    Raises VerifyError naming what differs, before anything is folded.
    """
    return load_rules(log, pack_of(folder), finder_of(folder))


def finder_of(folder: GameFolder) -> Finder:
    """Finds versions of a game, on their own data or on a data pack of the folder's home."""
    return packs.finder(home_of(folder))


def home_of(folder: GameFolder) -> Home:
    """The home in which a game lies."""
    return Home(folder.path.parent.parent)


def pack_of(folder: GameFolder) -> Path | None:
    """The installed data pack that a game is played on; None for the game's own data."""
    named = folder.facts().get("pack")
    return home_of(folder).pack(str(named)) if named else None


def look(folder: GameFolder) -> Seen:
    """A game without its secrets, folded from its checkpoint. Raises RejectedError when what is stored does not hold."""
    facts = folder.facts()
    seat, given = str(facts.get("seat")), facts.get(GIVEN)
    log, folded, trail = _folded(folder)
    base = _named(folder, log, folded.position)
    lines, drafted = with_draft(folder, base, folded.end.head)
    first = log.bundles[-1].header.first if log.bundles else 0
    return Seen(
        log=log,
        seat=seat,
        base=base,
        position=drafted[-1].position if drafted else base,
        signs=not given or given not in [each.hex() for each in log.keys_of(seat)],
        draft=lines,
        happened=drafted,
        last=tuple(each for each in trail if each.entry >= first),
    )


def with_draft(
    folder: GameFolder, position: Position[object], head: bytes
) -> tuple[tuple[bytes, ...], tuple[AppliedEntry[object], ...]]:
    """The draft that continues a game's log, which ends at ``position`` with ``head``, and what happens in it."""
    lines, seat = folder.draft(head.hex()), str(folder.facts().get("seat"))
    pairs = [(line, canon.decode(line)) for line in lines]
    return lines, tuple(happened for happened, _ in fold_entries(position, seat, pairs, head))


def _folded(folder: GameFolder) -> tuple[Log, Folded[object], list[AppliedEntry[object]]]:
    """A stored log folded from its checkpoint, and what happened on the way; read and folded from its first entry where that
    does not do.

    Raises RejectedError when it does not hold.
    """
    stored = folder.log()
    trail: list[AppliedEntry[object]] = []
    if (found := checkpoint.believed(folder, stored)) is not None:
        game = rules_of(found.log, folder)
        if (begin := found.mark(game)) is not None:
            folded = fold_log(game, found.log, start_of(found.log), trail.append, begin)
            if folded.error is None:
                return found.log, folded, trail
            trail.clear()
    log, damage = _readable(stored, folder)
    folded = fold_log(rules_of(log, folder), log, start_of(log), trail.append)
    _holding(log, folded, damage)
    checkpoint.keep(folder, log, folded.mark)
    return log, folded, trail


def _named(folder: GameFolder, log: Log, position: Position[object]) -> Position[object]:
    if not any(each.former_vaults for each in position.table.seats.values()) or not folder.papers():
        return position
    from pbem.home import seat_holders  # noqa: PLC0415  # few seats change hands

    return seat_holders.named(folder, log, position)


def side_of(folder: GameFolder, log: Log) -> str:
    """The side that is played from the home of a game, by the game's log."""
    return log.invite.sides["AB".index(str(folder.facts().get("seat")))]


def open_session(folder: GameFolder, identity: Identity) -> Session:
    """A game with its secrets and its draft, folded from its checkpoint.

    What an older vault lacks is looked for (:mod:`pbem.home.recovered_secrets`). Raises KeyFileError
    ``old-vault`` when it is not found, and ``other-home`` when the secrets belong to somebody else.
    """
    stored, key = folder.log(), _checkpoint_key(folder, identity)
    vault = open_vault(folder, identity)
    if (found := checkpoint.believed(folder, stored, key)) is not None:
        with suppress(PbemError):  # whatever is wrong, the whole log says it
            if (begun := _session_at(folder, found, vault)) is not None:
                return called_now(folder, begun)
    log, damage = _readable(stored, folder)
    game = rules_of(log, folder)
    if damage is not None:
        _holding(log, fold_log(game, log, start_of(log)), damage)
    session = opened(game, log, vault, draft=folder.draft(log.head.hex()))
    checkpoint.keep(folder, log, session.mark, key)
    return called_now(folder, session)


def called_now(folder: GameFolder, session: Session, *, store: bool = False) -> Session:
    """A session that calls each seat by the name of who has it now; ``store``: so do the facts of the game."""
    base, position = (_named(folder, session.log, each) for each in (session.base, session.position))
    if position is session.position:
        return session
    if store:
        theirs = position.table.seats["B" if session.seat == "A" else "A"].name
        folder.save(Change(facts={**folder.facts(), "opponent": theirs}))
    return evolve(session, base=base, position=position)


def _session_at(folder: GameFolder, found: Believed, vault: Vault) -> Session | None:
    """A session that begins at a checkpoint; None where the rules cannot go on from it. Raises PbemError."""
    log = found.log
    game = rules_of(log, folder)
    begin = found.mark(game)
    if begin is None:
        return None
    return Session.open(game, log, vault, draft=folder.draft(log.head.hex()), begin=begin)


def _checkpoint_key(folder: GameFolder, identity: Identity, facts: Facts | None = None) -> bytes:
    """The key under which the checkpoints of a game are believed: who opens its vault has it."""
    return identity.vault_key(str((facts or folder.facts()).get("vault", "")))


def opened(game: registry.Game, log: Log, vault: Vault, *, draft: tuple[bytes, ...] = ()) -> Session:
    """A session from its parts; what an older vault lacks is looked for. Raises as :func:`open_session` does."""
    try:
        return Session.open(game, log, vault, draft=draft)
    except (VerifyError, IllegalOrder):
        _holding(log, fold_log(game, log, start_of(log)), None)
        raise
    except KeyFileError as error:
        if error.code != "old-vault":
            raise
        from pbem.home.recovered_secrets import recovered  # noqa: PLC0415  # for a vault of former days

        return Session.open(game, log, recovered(game, log, vault), draft=draft)


def _readable(stored: bytes, folder: GameFolder) -> tuple[Log, FormatError | None]:
    """The log of a game of this home as far as it can be read, and what stopped the reading."""
    log, damage = scan_log(stored)
    if log is None or log.accept is None:
        cause = damage or FormatError.of(
            "truncated", "The log ends after {after}.", after=Message("the invitation")
        )
        raise _damaged(cause)
    if log.gid.hex() != str(folder.facts().get("gid")):
        raise _damaged(FormatError.of("other-game", "It is the log of another game."))
    return log, damage


def _damaged(cause: FormatError) -> FormatError:
    """The error for a log of this home of which not even the beginning is its game's."""
    said = Message("The log of the game in this home is damaged: {message}", message=cause.message)
    return FormatError(cause.code, said, hint=MENDING)


def _holding(log: Log, folded: Folded[object], damage: PbemError | None) -> None:
    """Raises RejectedError for a stored log that does not hold."""
    if (error := folded.error or damage) is not None:
        from pbem.home.verdict_sentence import RejectedError  # noqa: PLC0415  # for a damaged log
        from pbem.replay.verdict import judge  # noqa: PLC0415  # as above

        raise RejectedError(
            judge(log, folded.position, folded.end, error), Message("The game in this home"), hint=MENDING
        ) from error


def save_session(
    folder: GameFolder,
    identity: Identity,
    session: Session,
    *,
    facts: Facts | None = None,
    sent: tuple[Sent, ...] = (),
    change: Change | None = None,
    grown: bool = True,
) -> None:
    """Store log, draft and vault as one, with whatever else ``change`` names; then where the next fold can begin.

    ``grown`` is false when the log is known to stand there as it is: then it is left alone.
    """
    more = change or Change()
    with folder.held():
        stored = folder.log() if grown else b""
        log = session.log.encode() if grown else stored
        label = str((facts or folder.facts()).get("vault", ""))
        secrets = vault_file.grown(identity.vault_key(label), label, folder.vault() or b"", session.vault)
        draft = Draft(head=session.end.head.hex(), lines=session.draft)
        folder.save(
            evolve(
                more,
                facts=facts,
                log=log if log != stored else None,
                since=more.since or (still_owing(folder, session, stored, log) if log != stored else None),
                draft=None if lies_ahead(folder, session) else draft,
                vault=secrets,
                sent=sent,
            )
        )
        mine = next((each for each in reversed(session.log.bundles) if each.header.by == session.seat), None)
        if mine is not None:  # known to this machine before anything of it leaves
            folder.note_signed(mine, here=bool(sent))
        if log != stored:
            checkpoint.keep(folder, session.log, session.mark, _checkpoint_key(folder, identity, facts))


def seal_vault(identity: Identity, label: str, vault: Vault) -> bytes:
    """A vault as it may lie on a disk; ``label`` names its key."""
    return vault_file.whole(identity.vault_key(label), label, vault)


def open_vault(folder: GameFolder, identity: Identity) -> Vault:
    """The secrets of a game. Raises KeyFileError ``no-vault``, and ``other-home`` when this identity did not seal them."""
    box, label = folder.vault(), str(folder.facts().get("vault", ""))
    try:
        return _opened(identity.vault_keys(label), label, box or b"")
    except KeyFileError as error:
        from pbem.home import lost_facts  # noqa: PLC0415  # only where a file is lost

        if box is None:
            raise lost_facts.no_vault(folder) from None
        raise lost_facts.other_home(folder, identity.name) from error


def _opened(keys: tuple[bytes, ...], label: str, box: bytes) -> Vault:
    for key in keys[:-1]:
        with suppress(KeyFileError):
            return vault_file.opened(key, label, box)
    return vault_file.opened(keys[-1], label, box)
