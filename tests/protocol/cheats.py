"""The moves of the model that only a cheat makes, with his own keys or stolen ones. See ``test_model.py``."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError
from pbem.log import Bundle
from pbem.log.entries import Reject
from pbem.protocol.session import Session

from .changes import Changes
from .forging import Entry, earlier, false_refusal, signed_by, turn_of
from .moves import SALTS, SEATS
from .world import Home

FORGED: tuple[Entry, ...] = (
    {"k": "go", "to": 9},
    {"k": "go", "to": 2},
    {"k": "guard", "guard": "run"},
    {"k": "req", "j": 1, "why": "fight/1", "dice": [[6, 1], [6, 1]]},
    {"k": "req", "j": 1, "why": "fight/1", "dice": [[6, 1], [20, 1]]},
    {"k": "req", "j": 2, "why": "draw/1", "dice": [[4, 0]]},
    {"k": "req", "j": 1, "why": "fight/1", "dice": [[6, 1], [6, 1]], "x": "5a" * 32},
    {"k": "seal", "at": "mode/1", "c": ["5a" * 32]},
    {"k": "show", "at": "mode/1", "n": 1, "salt": "5a" * 32, "v": "hit"},
    {
        "k": "reject",
        "code": "x",
        "entry": 0,
        "last": 0,
        "head": "00" * 32,
        "state": "00" * 32,
        "key": "00" * 8,
        "rules": "ab" * 8,
        "sig": "00" * 64,
    },
    {"k": "note", "text": "Alone."},
    {"k": "audit", "vault": "00" * 32},
    {"k": "rsp", "j": 1, "x": "00" * 32},
    {"k": "open", "j": 1, "x": "00" * 32, "dice": [6, 6]},
    {"k": "back", "to": 0},
    {"k": "reply", "yes": True},
    {"k": "start"},
    {"k": "renew", "key": "00" * 32, "n": 1024, "tip": "5a" * 32, "vault": "5b" * 32},
    {"k": "upgrade", "data": "cd" * 32, "rules": "a2" * 32, "state": "00" * 32, "version": "2"},
)


class Cheats(Changes):
    """What a seat among ``cheats`` may do besides playing."""

    # --- cheats -------------------------------------------------------------------------------------------------------

    def cheat(self, who: str, forges: Callable[[Home], Bundle | None]) -> None:
        """The cheat in this seat, or else the one there is, signs a bundle; what he cannot make he does not send."""
        home = self.homes[who if who in self.cheats else self.cheats[0]]
        try:
            bundle = forges(home)
        except PbemError:
            return
        if bundle is not None:
            self.cheated = True
            self.post(home.session.seat, turn_of([bundle]))

    @precondition(lambda self: self.cheats)
    @rule(who=SEATS, salt=SALTS, switch=st.booleans())
    def a_cheat_signs_another_version(self, who: str, salt: int, switch: bool) -> None:
        """Another turn for a place where he has signed one; and perhaps that is the game for him from now on."""

        def forges(home: Home) -> Bundle | None:
            bundles = home.session.log.bundles
            mine = [n for n, each in enumerate(bundles) if each.header.by == home.session.seat]
            again = earlier(home.session, mine[-1]) if mine else home.session
            if not mine or not again.mine or again.owed.what == "reply":
                return None
            after, bundle = _played(again, salt).sealed()
            if switch:
                files = home.shelf.files.items()
                home.shelf.files = {name: data for name, data in files if not name.startswith("outbox/")}
                home.keep(after)
            return bundle

        self.cheat(who, forges)

    @precondition(lambda self: self.cheats)
    @rule(who=SEATS, forged=st.sampled_from(FORGED), before=st.booleans())
    def a_cheat_signs_something_wrong(self, who: str, forged: Entry, before: bool) -> None:
        def forges(home: Home) -> Bundle:
            session = home.session
            if before and session.log.bundles:
                session = earlier(session, len(session.log.bundles) - 1)
            return signed_by(session, session.vault.keypair, [forged])

        self.cheat(who, forges)

    @precondition(lambda self: self.cheats)
    @rule(who=SEATS, salt=SALTS, data=st.data())
    def a_cheat_changes_one_thing_in_his_turn(self, who: str, salt: int, data: st.DataObject) -> None:
        def forges(home: Home) -> Bundle | None:
            session = earlier(home.session, len(home.session.log.bundles))
            if not session.mine or session.owed.what == "reply":
                return None
            entries = [canon.decode(line) for line in _played(session, salt).draft]
            return signed_by(session, session.vault.keypair, data.draw(_change(entries))) if entries else None

        self.cheat(who, forges)

    @precondition(lambda self: self.cheats)
    @rule(who=SEATS, head=st.sampled_from(("5a" * 32, "")), sig=st.sampled_from(("5a" * 64, "")))
    def a_cheat_refuses_what_was_never_sent(self, who: str, head: str, sig: str) -> None:
        """A refusal of the form that it should have, of a turn that the cheat made up."""

        def forges(home: Home) -> Bundle | None:
            session = home.session.clean()
            theirs = [each for each in session.log.bundles if each.header.by != session.seat]
            if session.mine or not theirs:
                return None
            last, first = theirs[-1], session.end.entries
            entry = Reject(
                code="illegal",
                entry=first,
                last=first,
                head=head or last.header.head.hex(),
                key=last.seal.key,
                rules=last.header.rules,
                sig=sig or last.seal.signature.hex(),
                state=last.header.state,
            )
            return session.written(entry).sealed()[1]

        self.cheat(who, forges)

    @precondition(lambda self: self.cheats)
    @rule(who=SEATS)
    def a_cheat_refuses_what_holds(self, who: str) -> None:
        def forges(home: Home) -> Bundle | None:
            theirs = [each for each in home.session.log.bundles if each.header.by != home.session.seat]
            return false_refusal(home.session, theirs[-1]) if theirs else None

        self.cheat(who, forges)


# --- small ------------------------------------------------------------------------------------------------------------


def _played(session: Session, salt: int) -> Session:
    """Whatever this seat owes, until the pen passes."""
    session = session.automatic()
    while session.mine and session.owed.what in ("choice", "conceal"):
        advise = session.game.rules.advise
        session = session.order(advise(session.position.game, session.side, session.secrets, salt))
        session = session.automatic()
    return session


def _change(entries: list[Entry]) -> st.SearchStrategy[list[Entry]]:
    """The entries with one of them changed in one field, missing, doubled, or exchanged with its neighbour."""

    @st.composite
    def changed(draw: st.DrawFn) -> list[Entry]:
        made = [{k: v for k, v in entry.items() if k != "i"} for entry in entries]
        at = draw(st.integers(0, len(made) - 1))
        how = draw(st.sampled_from(("field", "field", "field", "gone", "twice", "order")))
        names = sorted(made[at].keys() - {"k"})
        if how == "field" and names:
            name = draw(st.sampled_from(names))
            made[at][name] = draw(_other(made[at][name]))
        elif how == "gone" and len(made) > 1:
            del made[at]
        elif how == "twice":
            made.insert(at, made[at])
        else:
            made[at : at + 2] = reversed(made[at : at + 2])
        return made

    return changed()


def _other(value: Json) -> st.SearchStrategy[Json]:
    """Another value of the same type, or of another."""
    near: list[Json] = [None, True, -1, "", [], "5a" * 32]
    if isinstance(value, bool):
        near += [not value]
    elif isinstance(value, int):
        near += [value + 1, value - 1]
    elif isinstance(value, str):
        near += [value[:-1], value.upper(), value[:-1] + ("0" if value[-1:] != "0" else "1"), f"{value}~1"]
    elif isinstance(value, list):
        near += [value[:-1], [*value, *value], value[::-1]]
    return st.sampled_from([each for each in near if each != value])
