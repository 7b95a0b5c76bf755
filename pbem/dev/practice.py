"""Practice: a person against the demonstration player, with the commands of any other game.

The computer has a home and game keys of its own inside the player's home, under ``practice/``; its acceptance is signed
with the player's identity, so that every verdict calls the dice unwitnessed. It gets the player's signed
turns and nothing else, checks them and answers; the game is a real log, and ``pbem verify`` says so.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from pbem.audit.luck import strokes
from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import CONFUSED, PbemError, UsageError
from pbem.bytes.records import define, evolve, frozen
from pbem.dev.demo import decide
from pbem.games.driver import Seeded
from pbem.games.self_play import Hotseat, advised
from pbem.home import identity as identities
from pbem.home import new_identity, packs, sentences
from pbem.home.exchange import invitations
from pbem.home.games import open_session, save_session
from pbem.home.identity import Identity
from pbem.home.overview.end_offered import offers_end, taking_it
from pbem.home.papers import results, steps
from pbem.home.papers.results import Made
from pbem.home.play.imagined import copied
from pbem.home.play.orders import DECISIONS
from pbem.home.play.recommended import salt_now
from pbem.home.practice import FACT, OFFERED, PLAYOUTS, is_practice
from pbem.home.viewing.logs import Film, film_of_game
from pbem.home.viewing.luck import promised
from pbem.log import Bundle
from pbem.papers import results as papers
from pbem.port.game import Secrets, Side
from pbem.port.messages import Message
from pbem.port.player import intentions
from pbem.protocol.session import Session, encode_turn, unsent
from pbem.protocol.vault import Entropy
from pbem.replay.fold import AppliedEntry
from pbem.replay.table import Position, other, owed
from pbem.store.game import Change, GameFolder, Sent
from pbem.store.home import Home

_FOLDER = "practice"
_TURN = "practice_turn"
"""The fact: the first turn of which was not told what came of it."""
_PAPER = "paper.pbem"


@frozen(kw_only=True)
class Answered:
    """The player's session after the computer's turns, and what happened in them."""

    folder: GameFolder
    session: Session
    happened: tuple[AppliedEntry[object], ...] = ()
    says: tuple[str, ...] = ()
    """What came of its attacks and what it is about, where a turn has ended meanwhile."""
    offers: tuple[str, ...] = ()
    """Its offer to end the game where it has just come, and how it is taken."""

    def told(self) -> Iterator[str]:
        """All of it in short, what it says where the turn has ended."""
        over = self.over(self.happened) if self.says else 0
        yield from sentences.in_short(self.happened[:over])
        yield from self.says
        yield from sentences.in_short(self.happened[over:])
        yield from self.offers

    def over(self, happened: Sequence[AppliedEntry[object]]) -> int:
        """How many of these are of the turns that have ended."""
        now = turn_now(self.session)
        return sum(_turn(each.before) < now for each in happened)


def begin(
    home: Home, identity: Identity, terms: invitations.Terms, *, seed: int = 1, entropy: Entropy
) -> Answered:
    """A new game against the computer, up to the player's first decision.

    ``seed`` varies the computer's style.
    """
    theirs = Home(home.path / _FOLDER)
    computer = _computer(theirs, entropy)
    offered = invitations.new_game(home, identity, terms, entropy=entropy)
    place = packs.pack_for(home, container.unpack(offered.file))
    begun = invitations.join(
        theirs, computer, container.unpack(offered.file), pack=place, signer=identity.keypair, entropy=entropy
    )
    started = invitations.start(home, identity, container.unpack(begun.file))
    now = started.session.position
    facts = {**started.folder.facts(), FACT: seed, _TURN: now.rules.moment(now.game).turn}
    started.folder.save(Change(facts=facts))
    return play_on(home, started.folder, identity, started.session)


def play_on(home: Home, folder: GameFolder, identity: Identity, session: Session) -> Answered:
    """Let the computer play until the player owes a decision or the game is over; both homes are stored turn by turn.

    What the player owes without a decision is written and signed on the way. Raises UsageError ``no-practice``.
    """
    if not is_practice(folder):
        raise UsageError.of(
            "no-practice",
            "Game {folder} is not against the computer.",
            folder=folder.name,
            hint="Type: pbem practice GAME",
        )
    with home.lock():
        table = _Table.open(home, folder, identity, session)
        while table.round():
            pass
        says, offers = _turn_over(table)
    return Answered(folder=folder, session=table.mine, happened=tuple(table.trail), says=says, offers=offers)


def _turn_over(table: _Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """When a turn is over: what the computer says of it; its offer, where it would now rather end the game."""
    facts, session = table.folder.facts(), table.mine
    now = turn_now(session)
    told = int(facts.get(_TURN) or now)
    if facts.get(_TURN) != now:
        table.folder.save(Change(facts={**facts, _TURN: now}))
    if told >= now:
        return (), ()
    film = film_of_game(table.folder, draft=False)
    says = tuple(_says(film, table.its.side, told, now))
    if not session.owed.kind or OFFERED in facts or not _lost(table, film):
        return says, ()
    table.folder.save(Change(facts={**table.folder.facts(), OFFERED: session.end.bundles}))
    return says, (offers_end(table.folder, session.end.bundles), taking_it(session.side))


def says(folder: GameFolder, session: Session) -> tuple[str, ...]:
    """What the computer has said at the end of the last turn of a game against it; nothing in the first turn."""
    if not is_practice(folder):
        return ()
    now, film = turn_now(session), film_of_game(folder, draft=False)
    if now == film.first.rules.moment(film.first.game).turn:
        return ()
    return tuple(_says(film, session.base.table.seats[other(session.seat)].side, now - 1, now))


def turn_now(session: Session) -> int:
    """The turn that is being played, by the log; the one behind the last where the game is over."""
    return session.base.rules.moment(session.base.game).turn + (not owed(session.base).kind)


def _says(film: Film, side: Side, told: int, now: int) -> Iterator[str]:
    """What its attacks from turn ``told`` on promised and what came; what it is about where turn ``now`` begins."""
    rolls = strokes(film.first, film.trail, certain=True)
    yield from promised(side, [each for each in rolls if told <= each.turn < now])
    over = [each for each in film.trail if _turn(each.before) < now]
    end = over[-1].position
    if _turn(end) >= now:
        begun = next(each.before for each in over if _turn(each.before) == _turn(over[-1].before))
        yield from intentions(end.rules, end.game, side, begun.game)


def _turn(position: Position[object]) -> int:
    return position.rules.moment(position.game).turn


def _lost(table: _Table, film: Film) -> bool:
    """Whether the computer loses every playout; asked from the middle of the game on. The first that it does not lose ends
    the question."""
    rules, mine = table.its.game.rules, table.mine.side
    begun, now = (rules.moment(each.game).turn for each in (film.first, table.its.position))
    found = 0
    for each in ends(table.its, film.trail, table.salt):
        if each is None or each.winner != mine or 2 * (now - begun) < each.turn - begun:
            return False
        found += 1
    return found == PLAYOUTS


def answer(home: Home, folder: GameFolder, identity: Identity, made: Made) -> Made:
    """A resignation or an offer of the player's, signed by the computer as well, with what both have sealed opened under it.

    The computer takes what it has offered itself, and what gives it no less than its playouts. Raises UsageError
    ``declined``.
    """
    with home.lock():
        table = _Table.open(home, folder, identity, open_session(folder, identity))
        table.get_its(table.mine.log.bundles)
        save_session(table.its_folder, table.computer, table.its)
        outcome = papers.read(made.data).outcome
        if outcome.how == papers.AGREED and outcome.winner != table.its.side:
            _agrees(table, outcome.winner)
        with TemporaryDirectory() as place:
            paper = Path(place) / _PAPER
            results.store(made, paper)
            results.store(results.played(table.its_folder, table.computer, paper), paper)
            return evolve(results.played(folder, identity, paper), then=steps.laid_open)


def _agrees(table: _Table, winner: str) -> None:
    """Raises UsageError ``declined`` when that gives away more than the playouts lose; they end when that is certain."""
    if winner and table.folder.facts().get(OFFERED) == table.mine.end.bundles:
        return
    won, drawn, enough = 0, 0, 0 if winner else PLAYOUTS
    trail = film_of_game(table.folder, draft=False).trail
    for n, each in enumerate(ends(table.its, trail, table.salt), 1):
        if each is None:
            raise UsageError.of("declined", "The computer declines: the end is too far away to tell.")
        drawn += not each.winner
        won += each.winner not in ("", table.mine.side)
        if 2 * won + drawn > enough:
            said = Message(
                "The computer declines: it has played on from here {n} times, won {won} and drawn {drawn}.",
                n=n,
                won=won,
                drawn=drawn,
            )
            raise UsageError("declined", said, hint=Message("Play on; you can ask again in a later turn."))
        if 2 * (won + PLAYOUTS - n) + drawn <= enough:
            return


@define(kw_only=True)
class _Table:
    """The two sides of a practice game: ``mine`` is the player's session, ``its`` the computer's."""

    folder: GameFolder
    identity: Identity
    mine: Session
    its_folder: GameFolder
    computer: Identity
    its: Session
    salt: int
    trail: list[AppliedEntry[object]]

    @classmethod
    def open(cls, home: Home, folder: GameFolder, identity: Identity, session: Session) -> _Table:
        theirs = Home(home.path / _FOLDER)
        computer = identities.unlock(theirs, "")
        its_folder = theirs.game(session.log.gid.hex())
        return cls(
            folder=folder,
            identity=identity,
            mine=session,
            its_folder=its_folder,
            computer=computer,
            its=open_session(its_folder, computer),
            salt=int(folder.facts().get(FACT) or 0),
            trail=[],
        )

    def round(self) -> bool:
        """One turn of each; False when the player owes a decision or nobody owes anything."""
        self._get_mine(self.its.log.bundles)  # what was signed before the machine stopped
        self._write_mine()
        if self.mine.is_my_turn and self.mine.owed.kind in DECISIONS:
            return False
        self.get_its(self.mine.log.bundles)
        self.its = decide(self.its, self.salt, salt_now)
        if not self.its.draft:
            save_session(self.its_folder, self.computer, self.its)  # the last word may have been the player's
            return False
        self.its, bundle = self.its.sealed()
        save_session(self.its_folder, self.computer, self.its)
        self._get_mine((bundle,))
        return True

    def _write_mine(self) -> None:
        """What needs no decision of the player's is written; it is signed when the pen passes."""
        before = len(self.mine.happened)
        self.mine = self.mine.automatic()
        self.trail.extend(self.mine.happened[before:])
        if self.mine.draft and not (self.mine.is_my_turn and self.mine.owed.kind in DECISIONS):
            self.mine, bundle = self.mine.sealed()
            turn = container.pack(encode_turn(unsent(self.mine.log, self.mine.seat)))
            save_session(self.folder, self.identity, self.mine, sent=(Sent(n=bundle.header.n, turn=turn),))
        else:
            save_session(self.folder, self.identity, self.mine)

    def _get_mine(self, bundles: tuple[Bundle, ...]) -> None:
        for bundle in bundles:
            if bundle.header.n > self.mine.end.bundles:
                self.mine = self.mine.receive(bundle, self.trail.append)

    def get_its(self, bundles: tuple[Bundle, ...]) -> None:
        for bundle in bundles:
            if bundle.header.n > self.its.end.bundles:
                self.its = self.its.receive(bundle)


def _computer(home: Home, entropy: Entropy) -> Identity:
    if home.identity() is None:
        return new_identity.create_identity(home, identities.COMPUTER, "", entropy)
    return identities.unlock(home, "")


# --- how it may end ---------------------------------------------------------------------------------------------------


_ACTIONS = 100 if sys.platform == "emscripten" else 600
"""One that goes on for longer says nothing: in a browser nobody waits for more."""


@frozen(kw_only=True)
class End:
    """How one playout has ended: its winner ("": nobody), and in which turn."""

    winner: str
    turn: int


def ends(session: Session, trail: Sequence[AppliedEntry[object]], seed: int) -> Iterator[End | None]:
    """The ends of the playouts, one after the other as they are asked for; None where one has none within its bounds.

    ``trail`` is what has happened in the log of the session.
    """
    for n in range(PLAYOUTS):
        dice = Random(f"pbem end {seed} {session.position.count} {n}")  # noqa: S311  # a rehearsal
        chance = Seeded(dice)
        try:
            start = copied(session, chance, _guessed(session, trail, chance, n))
            yield _end(Hotseat(now=start, chance=chance, salt=n))
        except (PbemError, *CONFUSED):  # a guess that cannot be, or a player that knows no order
            yield None


def _end(table: Hotseat[object]) -> End | None:
    while table.step(advised):
        if table.actions >= _ACTIONS:
            return None
    found = table.rules.result(table.state)
    if found is None:
        return None
    return End(winner=found.winner or "", turn=table.rules.moment(table.state).turn)


def _guessed(
    session: Session, trail: Sequence[AppliedEntry[object]], chance: Seeded, salt: int
) -> Mapping[str, tuple[Json, ...]]:
    """What the other side may have sealed and not opened: what was opened of it as it is, the rest as a guess."""
    found: dict[str, tuple[Json, ...]] = {}
    for name, made in session.position.table.shut.items():
        if made.by == session.seat:
            continue
        shown = {
            int(str(each.obj["n"])): each.obj["v"]
            for each in trail
            if each.kind == "show" and each.obj["at"] == made.label
        }
        before = next(each.before for each in trail if each.kind == "seal" and each.obj["at"] == made.label)
        side = before.table.seats[made.by].side
        order = before.rules.advise(before.game, side, Secrets(), salt)
        left = list(before.rules.conceal(before.game, order, chance.shuffled)[1])
        for value in shown.values():
            if value in left:
                left.remove(value)
        rest = iter(left)
        found[name] = tuple(shown[n] if n in shown else next(rest) for n in range(1, len(made.hashes) + 1))
    return found
