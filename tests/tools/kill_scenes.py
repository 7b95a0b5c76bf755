"""The scenes in which :mod:`tests.tools.kill_everywhere` kills: two homes at the tiny game, and what came by mail."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from acting.desk import begin as begin_by_mail
from home.table import ORDERS, Player, Said, decide, play, sit_down
from protocol.forging import signed_by, turn_of
from protocol.tiny import GAME
from store.copies import copied

from pbem.games import registry
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play.orders import DECISIONS, onward


@contextmanager
def tiny_only(game: registry.Game = GAME) -> Iterator[None]:
    """The registry knows the tiny game, and no other."""
    kept = {name: getattr(registry, name) for name in ("load", "info", "installed")}
    registry.load = lambda name, pack=None: game  # type: ignore[assignment]
    registry.info = lambda name: game.info  # type: ignore[assignment]
    registry.installed = lambda: (game.info,)
    try:
        yield
    finally:
        for name, real in kept.items():
            setattr(registry, name, real)


def _ok(said: Said) -> Said:
    assert said.code == 0, said
    return said


def _games(place: Path, turns: int) -> tuple[Player, Player]:
    ann, ben = sit_down(place)
    play(ann, ben, turns)
    for path in (*place.glob("*-*.pbem"), place / "written.pbem"):
        path.unlink(missing_ok=True)
    return ann, ben


def scene(name: str, place: Path) -> None:
    """Set a scene in ``place``: homes ``ann`` and ``ben``, and the files that come by mail."""
    match name:
        case "nothing":
            return
        case "identities" | "invited" | "accepted":
            _before_the_game(name, place)
        case "begun" | "drafted" | "sent":
            ann, _ = sit_down(place)
            if name != "begun":
                _ok(ann("do", ORDERS["pick"]))
            if name == "sent":
                _ok(ann("send", "--out", place / "turn.pbem"))
        case "early":
            _early(place)
        case "cheated" | "refusable":
            ann, ben = _games(place, 2)
            session = games.open_session(ann.folder, unlock(ann.home, ""))
            wrong = signed_by(session, session.vault.keypair, [{"k": "go", "to": 9}])
            (place / "cheat-0.pbem").write_bytes(turn_of([wrong]))
            if name == "refusable":
                assert ben("import", place / "cheat-0.pbem").code == 3
        case "asked by mail":
            _asked_by_mail(place)
        case "queue typed" | "queue due" | "queue by mail":
            _queued(name, place)
        case "over":
            ann, ben = sit_down(place)
            with suppress(StopIteration):
                play(ann, ben, 99)
        case _:
            _second(name, place)


def _asked_by_mail(place: Path) -> None:
    """A roll has been asked for by mail, and the program that acts for the one who has to answer has not read it yet."""
    desk = begin_by_mail(place)
    for _ in range(20):
        mover = desk.mover()
        assert mover is not None
        while decide(mover):
            pass
        desk.send(mover)
        waiter = desk.other(mover)
        if desk.lines(mover)[-1]["k"] == "req":
            waiter.path.rename(place / "asked")
            desk.box(waiter).rename(place / "in")
            desk.box(mover).rename(place / "out")
            return
        _ok(waiter("import", desk.box(waiter)))
    raise AssertionError("nobody ever asked")


def _queued(name: str, place: Path) -> None:
    """The game in one turn: Ann has stepped, and orders wait for her next step, or are about to."""
    desk = begin_by_mail(place)
    for player in (desk.ann, desk.ben):
        _ok(player("do", ORDERS["pick"]))
        desk.send(player)
        desk.settle()
    _ok(desk.ann("do", "go 2 then mode hit"))
    if name == "queue typed":
        return
    _ok(desk.ann("do", "go 3 then mode feint then go 1"))
    desk.send(desk.ann)
    desk.settle()
    _ok(desk.ben("do", "guard run"))
    desk.send(desk.ben)
    while True:
        _ok(desk.ann("import", desk.box(desk.ann)))
        session = onward(games.open_session(desk.ann.folder, unlock(desk.ann.home, "")))
        if session.mine and session.owed.what in DECISIONS:
            break
        _ok(desk.act(desk.ann))
        _ok(desk.act(desk.ben))
    desk.box(desk.ann).rename(place / "in")
    desk.box(desk.ben).rename(place / "out")


def _before_the_game(name: str, place: Path) -> None:
    ann, ben = Player("Ann", place), Player("Ben", place)
    for player in (ann, ben):
        _ok(player("identity", "new", player.name, "--no-password"))
    if name != "identities":
        _ok(ann("new", "tiny", "--out", place / "invitation.pbem"))
    if name == "accepted":
        _ok(ben("join", place / "invitation.pbem", "--out", place / "acceptance.pbem"))


def _early(place: Path) -> None:
    """Ben has not got the last turn but one of Ann's."""
    ann, ben = _games(place, 2)
    copied(place / "ben", place / "kept")
    while decide(ann):
        pass
    first = ann.sent()
    _ok(ben("import", first))
    while decide(ben):
        pass
    _ok(ann("import", ben.sent()))
    while decide(ann):
        pass
    _ok(ann("send", "--out", place / "last.pbem"))
    shutil.rmtree(place / "ben")
    (place / "kept").rename(place / "ben")
    for path in place.glob("*-*.pbem"):
        path.unlink()


def _second(name: str, place: Path) -> None:
    """Ann is to step in the second round."""
    ann, ben = _games(place, 6)
    _until_a_step(ann, ben)
    match name:
        case "offered":
            _ok(ann("takeback", "--to", "2"))
            _ok(ann("send", "--out", place / "offer.pbem"))
            _ok(ben("import", place / "offer.pbem"))
        case "agreed":
            _ok(ann("agree", "--draw", "--yes", "--out", place / "result-a.pbem"))
        case "backed up":
            _ok(ann("backup", place / "ann.backup"))
        case "two versions":
            session = games.open_session(ann.folder, unlock(ann.home, ""))
            for n, to in enumerate((1, 2)):
                other = signed_by(session, session.vault.keypair, [{"k": "go", "to": to}])
                (place / f"cheat-{n}.pbem").write_bytes(turn_of([other]))
                ben("import", place / f"cheat-{n}.pbem")


def _until_a_step(ann: Player, ben: Player) -> None:
    while "pbem do go" not in (said := ann("orders")).out:
        if "Next: pbem send" in said.out:
            _ok(ann("send", "--out", ann.place / "written.pbem"))
            if (ann.place / "written.pbem").exists():
                _ok(ben("import", ann.place / "written.pbem"))
        else:
            _games_on(ann, ben)
    (ann.place / "written.pbem").unlink(missing_ok=True)


def _games_on(ann: Player, ben: Player) -> None:
    play(ann, ben, 1)
    for path in ann.place.glob("*-*.pbem"):
        path.unlink()
