"""One seat at the table: the verified log, a draft that grows entry by entry, and bundles out and in.

A session is a value; every method that changes something returns a new one. Code that keeps sessions on disk writes the
vault before, or together with, anything that depends on it.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import ConflictError, IllegalOrder, NotYourTurn, PbemError, UsageError, Violation
from pbem.bytes.records import AttrsInstance, evolve, frozen
from pbem.games import boundary, registry
from pbem.games.hand import wrong_card
from pbem.log import (
    MAX_ENTRIES,
    Bundle,
    ChainEnd,
    Log,
    after,
    check_share,
    extend,
    head_after,
    sign_bundle,
    start_of,
)
from pbem.log.entries import PROTOCOL, ProtocolEntry, Seal
from pbem.port.game import Choice, Conceal, Secrets
from pbem.port.messages import Message
from pbem.protocol import automatic
from pbem.protocol.automatic import due_entry, encode_turn, seat_of, unsent
from pbem.protocol.signing_record import Disclosures, leaving, place_of, signed_already
from pbem.protocol.vault import Vault
from pbem.replay.fold import AppliedEntry, Mark, Watcher, check_company, fold_bundle, fold_log, opening
from pbem.replay.stepping import step
from pbem.replay.table import NextStep, Position, Seat, owed, state_digest

_AUTOMATIC = frozenset({"start", "roll", "answer", "disclose", "open", "audit", "mask", "deal"})


@frozen(kw_only=True)
class Session:
    """``position`` and ``head`` are after the draft, ``end`` and ``base`` after the signed log.

    ``mark`` is the place before its last bundle; None where it has none.
    """

    log: Log
    seat: Seat
    vault: Vault
    end: ChainEnd
    base: Position[object]
    position: Position[object]
    head: bytes
    draft: tuple[bytes, ...] = ()
    happened: tuple[AppliedEntry[object], ...] = ()
    mark: Mark[object] | None = None

    @classmethod
    def open(
        cls,
        game: registry.Game,
        log: Log,
        vault: Vault,
        *,
        draft: tuple[bytes, ...] = (),
        begin: Mark[object] | None = None,
    ) -> Session:
        """Verify and fold a log, from ``begin`` on, and a draft.

        Raises VerifyError for either, UsageError for another game's vault, and KeyFileError ``old-vault`` for a vault
        that lacks what this seat has sealed and must open.
        """
        seat = seat_of(log, vault)
        folded = fold_log(game, log, start_of(log), None, begin)
        if folded.error is not None:
            raise folded.error
        vault = vault.aligned(folded.end.keys_of(log, seat))
        session = cls(
            log=log,
            seat=seat,
            vault=vault,
            end=folded.end,
            base=folded.position,
            position=folded.position,
            head=folded.end.head,
            mark=folded.mark,
        )
        session.check_vault()
        return session.with_draft(draft)

    @classmethod
    def begin(cls, game: registry.Game, log: Log, vault: Vault) -> Session:
        """The session of a game without entries. Raises VerifyError ``short-chain`` and those of the set-up."""
        from pbem.protocol import genesis  # noqa: PLC0415  # a game begins once

        genesis.check_chains(log)
        position = opening(game, log)
        end = start_of(log)
        return cls(
            log=log,
            seat=seat_of(log, vault),
            vault=vault,
            end=end,
            base=position,
            position=position,
            head=end.head,
        )

    # --- looking ------------------------------------------------------------------------------------------------------

    @property
    def game(self) -> registry.Game:
        """The version of the game in force, after the draft."""
        return self.position.ruling

    @property
    def side(self) -> str:
        """The side this seat plays."""
        return self.position.table.seats[self.seat].side

    @property
    def owed(self) -> NextStep:
        """Who owes what, after the draft."""
        return owed(self.position)

    @property
    def is_my_turn(self) -> bool:
        """Whether this seat holds the pen, and this home signs for it."""
        due = self.owed
        return due.seat == self.seat and bool(due.kind) and self.vault.signs

    @property
    def secrets(self) -> Secrets:
        """What this side alone knows: what it has sealed, and the cards in its hand."""
        return automatic.secrets(self.position.table, self.seat, self.vault)

    def check_vault(self) -> None:
        """Raises KeyFileError ``old-vault`` when the vault lacks values that this seat has sealed and not opened."""
        if self.vault.signs and self.owed.kind not in ("audit", ""):
            automatic.check_vault(self.position.table, self.seat, self.vault)

    # --- writing ------------------------------------------------------------------------------------------------------

    def check(self, action: AttrsInstance) -> tuple[Violation, ...]:
        """Every rule that an order of this side would break now, or that the card would break which it plays."""
        now = (self.game.rules, self.position.game, self.side, action)
        return boundary.check(*now) or wrong_card(*now, self.secrets.hand)

    def order(self, action: AttrsInstance) -> Session:
        """Write an order into the draft, sealed if it is a secret one.

        Raises NotYourTurn when the other side holds the pen, IllegalOrder with every violation, UsageError when the
        game waits for something else, and ConflictError ``signed-already`` when the log is older than the vault.
        """
        due = self.owed
        self.must_hold(due)
        if due.kind == "reply":
            offered = Message("something has been offered: a take-back, or an upgrade.")
            raise UsageError("not-now", offered, hint=Message("pbem status says what answers it."))
        self._check_complete()  # a secret sealed once more would take the place of the one that has been signed
        rules = self.game.rules
        action = boundary.complete(rules, self.position.game, self.side, action)
        kind = rules.actions.kind(action)
        if kind in rules.secret:
            self._must_be_legal(action)
            return self._seal(action, due)
        if not isinstance(due.demand, Choice) or kind not in due.demand.kinds:
            self._must_be_legal(action)
            raise UsageError.of(
                "not-now",
                "{kind!r} is not what the game waits for now.",
                kind=kind,
                hint="See `pbem orders`.",
            )
        return self._play(action)

    def _must_be_legal(self, action: AttrsInstance) -> None:
        if violations := self.check(action):
            raise IllegalOrder(violations)

    def _play(self, action: AttrsInstance) -> Session:
        """Write an open order that is owed. The entry is judged as the other side's program judges it, and that once."""
        state = self.position.game
        try:
            played = self._write(self.game.rules.actions.dump(action))
        except IllegalOrder as error:
            raise IllegalOrder(error.violations) from error
        except PbemError:  # no line can hold it: most often it names what there is not, and that says more
            self._must_be_legal(action)
            raise
        if violations := wrong_card(self.game.rules, state, self.side, action, self.secrets.hand):
            raise IllegalOrder(violations)
        return played

    def must_hold(self, due: NextStep) -> None:
        """Raises NotYourTurn when the other side holds the pen, UsageError ``over`` when nobody does, and ConflictError
        ``other-signer`` where another home plays the seat."""
        if not due.kind:
            raise UsageError.of("over", "the game is over.")
        if due.seat != self.seat:
            who = self.position.table.seats[due.seat]
            raise NotYourTurn.of(
                "not-your-turn",
                "{name} ({side}) has to act first.",
                name=who.name,
                side=who.side,
                hint="Type pbem send, or wait for theirs: pbem import FILE",
            )
        self.vault.check_signs()

    def _seal(self, action: AttrsInstance, due: NextStep) -> Session:
        if not isinstance(due.demand, Conceal) or due.demand.kind != self.game.rules.actions.kind(action):
            raise UsageError.of("not-now", "no such secret is to be sealed now.", hint="See `pbem orders`.")
        at, values = self.game.rules.conceal(self.position.game, action, self._shuffled)
        label = self.position.table.label(at)
        vault, hashes = self.vault.commit(self.log.gid, label, values, self.head)
        return evolve(self, vault=vault).written(Seal(at=label, c=hashes))

    def _shuffled(self, values: tuple[Json, ...]) -> tuple[Json, ...]:
        """By the order of their would-be salts: the same each time, and known to this seat alone."""
        label = f"shuffle/{self.position.count}"
        keyed = [(self.vault.salt(self.log.gid, label, n, self.head), n) for n in range(len(values))]
        return tuple(values[n] for _, n in sorted(keyed))

    def automatic(self, most: int = MAX_ENTRIES) -> Session:
        """Write everything that needs no decision of this side: requests, seeds, openings. Stops at a decision, or after
        so many entries.

        Raises ConflictError ``answered-already`` for what has left under another request.
        """
        session = self
        for _ in range(most):
            due = session.owed
            if due.seat != session.seat or due.kind not in _AUTOMATIC or not session.vault.signs:
                break
            if due.kind == "audit" and session.draft:  # it goes alone, when the rest has been sent
                break
            rules, position = session.game.rules, session.position
            session = session.written(due_entry(rules, position, session.seat, session.vault, due))
        return session

    def written(self, entry: ProtocolEntry) -> Session:
        """The session with one entry of the protocol in its draft.

        Raises ConflictError ``answered-already`` for a seed or a card key that has left for something else.
        """
        session = self._write(PROTOCOL.dump(entry))
        self.vault.record.check(leaving(self.position, session.happened[-1:], self.seat))
        return session

    def _write(self, fields: dict[str, Json]) -> Session:
        obj = {**fields, "i": self.position.count}
        return self._append(canon.encode(obj), obj)

    def _append(self, line: bytes, obj: dict[str, Json]) -> Session:
        head = head_after(self.head, (line,))
        number = self.position.count
        position, applied = step(self.position, self.seat, obj, before=self.head, head=head)
        happened = AppliedEntry(
            entry=number,
            seat=self.seat,
            kind=applied.kind,
            obj=obj,
            outcomes=applied.outcomes,
            position=position,
            before=self.position,
        )
        return evolve(
            self, position=position, head=head, draft=(*self.draft, line), happened=(*self.happened, happened)
        )

    def with_draft(self, lines: Iterable[bytes]) -> Session:
        """The session with these entries as its draft. Raises VerifyError and IllegalOrder for one that does not hold."""
        session = self.clean()
        for line in lines:
            session = session._append(line, canon.decode(line))
        return session

    def undo(self, count: int = 1) -> Session:
        """The session without the last entries of its draft. Nothing signed is touched.

        Raises UsageError when there is less to take back, or when a seed or a secret stands in what would go: those
        may be known already.
        """
        if not 1 <= count <= len(self.draft):
            raise UsageError.of("nothing-to-undo", "the draft has {n} entries.", n=len(self.draft))
        gone = [canon.decode(line)["k"] for line in self.draft[-count:]]
        if any(kind in ("rsp", "open", "show") for kind in gone):
            opened = Message("dice or secrets have been opened since: they cannot be unseen.")
            raise UsageError("no-way-back", opened)
        return self.with_draft(self.draft[:-count])

    # --- bundles ------------------------------------------------------------------------------------------------------

    def sealed(self) -> tuple[Session, Bundle]:
        """Sign the draft as one bundle.

        This is the one way in which seeds, openings and card keys leave: the record is asked first, and holds them in the
        session that is given back. Raises UsageError when there is nothing in the draft, and ConflictError
        ``signed-already`` when another bundle has been signed in this place, or one that the log lacks, and
        ``answered-already`` for a seed or a card key that has left for something else.
        """
        if not self.draft:
            nothing = Message("there is nothing new to send.")
            raise UsageError("nothing-to-send", nothing, hint=Message("See `pbem status`."))
        bundle = sign_bundle(
            self.vault.keypair,
            by=self.seat,
            gid=self.log.gid,
            n=self.end.bundles + 1,
            prev=self.end.head,
            lines=self.draft,
            rules=self.end.rules,
            state=state_digest(self.position),
        )
        check_share(self.end, bundle)
        kinds = [str(canon.decode(line)["k"]) for line in self.draft]
        for place in range(len(kinds)):
            check_company(kinds, place, self.end.entries + place)
        self._check_complete()
        self.vault.record.check_place(place_of(bundle), bundle.hash())
        leaves = leaving(self.base, self.happened, self.seat)
        self.vault.record.check(leaves)
        return self._joined(bundle, self.position, leaves), bundle

    def _check_complete(self) -> None:
        if (missing := self.vault.record.missing(self.log)) is not None:
            raise signed_already(missing)

    def _joined(self, bundle: Bundle, position: Position[object], leaves: Disclosures) -> Session:
        end, vault = after(self.end, bundle), self.vault
        if bundle.header.by == self.seat:
            vault = evolve(vault, record=vault.record.with_bundle(bundle, leaves))
        log = evolve(self.log, bundles=(*self.log.bundles, bundle))
        vault = vault.aligned(end.keys_of(log, self.seat))
        joined = evolve(
            self, log=log, vault=vault, end=end, base=position, mark=Mark(position=self.base, end=self.end)
        )
        return joined.clean()

    def clean(self) -> Session:
        """The session without its draft, as far as everything in it is signed."""
        return evolve(self, position=self.base, head=self.end.head, draft=(), happened=())

    def receive(self, bundle: Bundle, watch: Watcher[object] | None = None) -> Session:
        """Verify a bundle that extends the log, and fold it.

        Raises VerifyError or IllegalOrder when it does not hold, ConflictError when a draft stands in the way. Nothing is
        ever answered here.
        """
        if self.draft:
            raise ConflictError.of(
                "draft-in-the-way",
                "there are orders of yours that were never sent, and the other side has written on.",
                hint="`pbem undo --all` drops them.",
            )
        joined = extend(self.log, self.end, bundle)
        trail: list[AppliedEntry[object]] = []
        folded = fold_bundle(self.base, self.end, bundle, trail.append)
        if watch is not None:
            for happened in trail:
                watch(happened)
        if folded.error is not None:
            raise folded.error
        assert joined.head == folded.end.head
        return self._joined(bundle, folded.position, leaving(self.base, trail, self.seat))


__all__ = ["Session", "encode_turn", "seat_of", "unsent"]
