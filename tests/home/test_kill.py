"""Every command that writes, stopped at calls by which it changes a disk: nothing is lost, and it can be typed again.

A whole game is stopped so at every call in ``world/test_points.py``; here is what people type besides.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from acting.desk import begin as begin_by_mail
from protocol.forging import signed_by, turn_of
from store.copies import copied
from world import laws
from world.disk import Dead, Disk
from world.games import only
from world.kept import Kept, kept

from home.table import ORDERS, Player, Said, decide, newcomers, play, sit_down
from pbem.bytes import container
from pbem.crypto.keys import Keypair
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play.orders import DECISIONS, onward
from pbem.home.standing.kept import read as read_lines
from pbem.log import Bundle, parse_log, read_bundles
from pbem.papers.kinds import is_paper
from pbem.store.home import Home

pytestmark = pytest.mark.night

EVERY = 7
"""One call of so many is tried."""
REFEREE = Keypair.from_seed(b"referee".ljust(32)).public.hex()
COMMANDS = f"""
nothing       ann    identity new Ann --no-password                            6 random
identities    ann    invite tiny --out @invitation2.pbem                          random
identities    ann    setup mail --address ann@example.org
invited       ben    accept @invitation.pbem --out @acceptance2.pbem             6 random
accepted      ann    accept @acceptance.pbem                                    2 6
begun         ann    do pick_bold,calm                                         2 5
drafted       ann    undo                                                      2
drafted       ann    send --out @turn.pbem
drafted       ann    send --by text --to b@example.org --from a@example.org --out @turn.pbem
sent          ben    import @turn.pbem
early         ben    import @last.pbem                                         6
cheated       ben    import @cheat-0.pbem                                      3
refusable     ben    dispute refuse --out @refusal.pbem                                2 5
second        ann    offer takeback --to 2                                           5 2 3
offered       ben    offer takeback --accept                                         2 5
offered       ben    offer takeback --decline                                        2 5
second        ann    backup @ann.backup                                        random
backed-up     new    backup restore @ann.backup                                       2 6
second        ann    end resign --yes --out @result-r.pbem
second        ann    end agree --draw --yes --out @result-a.pbem
agreed        ben    end agree @result-a.pbem --yes --out @result-b.pbem
second        ann    referee appoint --key {REFEREE} --name Ref --yes --out @appointment-a.pbem
over          ann    end result --out @result-o.pbem
two-versions  ben    dispute evidence
over          ann    replay spectate --delay 0 --out @watch.pbem
second        ben    status waiting --days 7
second        ben    send --reminder --to ann@example.org --from ben@example.org
asked         asked  watch @in --act --once --maildir @out --here
queue-typed   ann    do go_3_then_mode_feint                                   2
queue-due     ann    standing go                                               2
queue-due     ann    standing drop next
queue-due     ann    send --out @turn.pbem
queue-mailed  ann    watch @in --act --once --maildir @out
"""
"""Where, who, the command (``@``: a file; ``_``: a blank), and with which codes it may end when it is done already."""


@pytest.mark.parametrize("line", COMMANDS.strip().splitlines(), ids=lambda line: "-".join(line.split()[:4]))
def test_a_command_survives_a_kill_at_any_call(line: str, tmp_path: Path) -> None:
    scene_name, who, rest = line.split(maxsplit=2)
    command, _, ends = rest.partition("   ")
    queued = scene_name.startswith("queue")
    fine = {0, *(int(code) for code in ends.split() if code.isdigit())}
    with only("long" if queued else "tiny"):
        (tmp_path / "scene").mkdir()
        scene(scene_name, tmp_path / "scene")
        model = copied(tmp_path / "scene", tmp_path / "model")
        before = known(model / who)
        undisturbed = typed(model, who, command)
        assert undisturbed.code in fine, undisturbed
        done, count = known(model / who), 1
        while True:
            place = copied(tmp_path / "scene", tmp_path / f"copy-{count}")
            disk = Disk(place=place, remembers=True)
            with disk.mounted():
                disk.dies(count)
                try:
                    typed(place, who, command)
                    break
                except Dead:
                    disk.restart(Random(count) if count % 2 else None)
            left = known(place / who)
            nothing_lost(before, left)
            if left.name:
                assert Player(who, place)("status").code == 0
            said = typed(place, who, command)
            assert said.code in {*fine, undisturbed.code}, (count, said)
            finished = known(place / who)
            nothing_lost(left, finished)
            assert done.name == finished.name
            assert "random" in ends or done == finished, f"stopped at call {count}, and typed again"
            if queued:
                once_each(place / who, model / who, dropped="drop" in command)
            one_version_each(place)
            shutil.rmtree(place)
            count += EVERY
    assert count > 1


def typed(place: Path, who: str, command: str) -> Said:
    words = (str(place / word[1:]) if word[0] == "@" else word.replace("_", " ") for word in command.split())
    return Player(who, place)(*words)


# --- what is left -------------------------------------------------------------------------------------------------------


def known(path: Path) -> Kept:
    home = Home(path)
    return kept(home, unlock(home, "") if home.identity() else None)


def nothing_lost(before: Kept, after: Kept) -> None:
    assert before.name in ("", after.name)
    for name, game in before.games.items():
        laws._stays(game, after.games[name], cleared=True)


def once_each(path: Path, model: Path, *, dropped: bool) -> None:
    """A step that waited waits still, or stands once in the log or the draft: it is neither lost nor given twice."""

    def steps(home: Home) -> Counter[str]:
        found: Counter[str] = Counter()
        for name, game in known(home.path).games.items():
            waits = read_lines(home.game(name), unlock(home, "")).waiting
            written = (game.log, *game.draft)
            found.update(to.decode() for each in written for to in re.findall(rb'"k":"go","to":(\d)', each))
            found.update(each.line.do[0].split()[1] for each in waits if each.line.do[0].startswith("go "))
        return found

    assert steps(Home(path)) == steps(Home(model)) or dropped


def one_version_each(place: Path) -> None:
    """Files under their names are whole, and no seat has signed two turn files of one number, but for a cheat's."""
    versions: dict[tuple[bytes, str, int], set[bytes]] = {}
    cheats = {each.hash() for path in place.glob("cheat-*.pbem") for each in _bundles(path)}
    for path in place.rglob("*.pbem"):
        for bundle in _bundles(path):
            if bundle.hash() not in cheats:
                header = bundle.header
                versions.setdefault((header.gid, header.by, header.n), set()).add(bundle.hash())
    assert all(len(each) == 1 for each in versions.values())


def _bundles(path: Path) -> Iterator[Bundle]:
    data = path.read_bytes()
    lines = container.unpack(data) if data.startswith(container.MAGIC) else data
    if not is_paper(lines):
        yield from read_bundles(lines) if lines.startswith(b'{"by":') else parse_log(lines).bundles


# --- scenes -------------------------------------------------------------------------------------------------------------


def scene(name: str, place: Path) -> None:
    """Homes ``ann`` and ``ben``, and the files that come by mail."""
    match name:
        case "nothing":
            return
        case "identities" | "invited" | "accepted":
            ann, ben = newcomers(place, "Ann", "Ben")
            if name != "identities":
                ok(ann("invite", "tiny", "--out", place / "invitation.pbem"))
            if name == "accepted":
                ok(ben("accept", place / "invitation.pbem", "--out", place / "acceptance.pbem"))
        case "begun" | "drafted" | "sent":
            ann, _ = sit_down(place)
            if name != "begun":
                ok(ann("do", ORDERS["pick"]))
            if name == "sent":
                ok(ann("send", "--out", place / "turn.pbem"))
        case "over":
            with suppress(StopIteration):
                play(*sit_down(place), 99)
        case "asked":
            _asked_by_mail(place)
        case "queue-typed" | "queue-due" | "queue-mailed":
            _queued(name, place)
        case _:
            _second(name, place)


def ok(said: Said) -> Said:
    assert said.code == 0, said
    return said


def _second(name: str, place: Path) -> None:
    """The game has gone on for some turns, up to where Ann may take a step."""
    ann, ben = sit_down(place)
    play(ann, ben, 2 if name in ("early", "cheated", "refusable") else 6)
    match name:
        case "early":
            _early(ann, ben, place)
        case "cheated" | "refusable" | "two-versions":
            session = games.open_session(ann.folder, unlock(ann.home, ""))
            while name == "two-versions" and session.owed.kind not in DECISIONS:
                play(ann, ben, 1)
                session = games.open_session(ann.folder, unlock(ann.home, ""))
            for n, to in enumerate((1, 2) if name == "two-versions" else (9,)):
                other = signed_by(session, session.vault.keypair, [{"k": "go", "to": to}])
                (place / f"cheat-{n}.pbem").write_bytes(turn_of([other]))
                if name != "cheated":
                    ben("import", place / f"cheat-{n}.pbem")
        case _:
            while "pbem do go" not in (said := ann("orders")).out:
                if "Next: pbem send" in said.out:
                    ok(ann("send", "--out", place / "written.pbem"))
                    ok(ben("import", place / "written.pbem"))
                    (place / "written.pbem").unlink()
                else:
                    play(ann, ben, 1)
    if name == "offered":
        ok(ann("offer", "takeback", "--to", "2"))
        ok(ann("send", "--out", place / "offer.pbem"))
        ok(ben("import", place / "offer.pbem"))
    elif name == "agreed":
        ok(ann("end", "agree", "--draw", "--yes", "--out", place / "result-a.pbem"))
    elif name == "backed-up":
        ok(ann("backup", place / "ann.backup"))


def _early(ann: Player, ben: Player, place: Path) -> None:
    """Ben has not got the last turn but one of Ann's."""
    copied(place / "ben", place / "kept")
    for mover, waiter in ((ann, ben), (ben, ann)):
        while decide(mover):
            pass
        ok(waiter("import", mover.sent()))
    while decide(ann):
        pass
    ok(ann("send", "--out", place / "last.pbem"))
    shutil.rmtree(place / "ben")
    (place / "kept").rename(place / "ben")


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
        ok(waiter("import", desk.box(waiter)))
    raise AssertionError("nobody ever asked")


def _queued(name: str, place: Path) -> None:
    """The game in one turn: Ann has stepped, and orders wait for her next step, or are about to."""
    desk = begin_by_mail(place)
    for player in (desk.ann, desk.ben):
        ok(player("do", ORDERS["pick"]))
        desk.send(player)
        desk.settle()
    ok(desk.ann("do", "go 2 then mode hit"))
    if name == "queue-typed":
        return
    ok(desk.ann("do", "go 3 then mode feint then go 1"))
    desk.send(desk.ann)
    desk.settle()
    ok(desk.ben("do", "guard run"))
    desk.send(desk.ben)
    while True:
        ok(desk.ann("import", desk.box(desk.ann)))
        session = onward(games.open_session(desk.ann.folder, unlock(desk.ann.home, "")))
        if session.is_my_turn and session.owed.kind in DECISIONS:
            break
        ok(desk.act(desk.ann))
        ok(desk.act(desk.ben))
    desk.box(desk.ann).rename(place / "in")
    desk.box(desk.ben).rename(place / "out")
