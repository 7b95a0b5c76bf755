"""Every command that writes, stopped at calls by which it changes a disk: nothing is lost, and it can be typed again.

A whole game is stopped so at every call in ``world/test_points.py``, programs that act and orders in advance by the worlds;
here is what people type besides.
"""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from protocol.forging import signed_by, turn_of
from store.copies import copied
from world import laws
from world.disk import Dead, Disk
from world.games import only
from world.kept import Kept, kept

from home.table import Player, Said, newcomers, play, sit_down
from pbem.bytes import container
from pbem.crypto.keys import Keypair
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play.orders import DECISIONS
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
"""
"""Where, who, the command (``@``: a file; ``_``: a blank), and with which codes it may end when it is done already."""


@pytest.mark.parametrize("line", COMMANDS.strip().splitlines(), ids=lambda line: "-".join(line.split()[:4]))
def test_a_command_survives_a_kill_at_any_call(line: str, tmp_path: Path) -> None:
    scene_name, who, rest = line.split(maxsplit=2)
    command, _, ends = rest.partition("   ")
    fine = {0, *(int(code) for code in ends.split() if code.isdigit())}
    with only("tiny"):
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
            one_version_each(place)
            shutil.rmtree(place)
            count += EVERY
    assert count > 1


def typed(place: Path, who: str, command: str) -> Said:
    words = (str(place / word[1:]) if word[0] == "@" else word.replace("_", " ") for word in command.split())
    return Player(who, place)(*words)


def known(path: Path) -> Kept:
    home = Home(path)
    return kept(home, unlock(home, "") if home.identity() else None)


def nothing_lost(before: Kept, after: Kept) -> None:
    assert before.name in ("", after.name)
    for name, game in before.games.items():
        laws._stays(game, after.games[name], cleared=True, moved_in=False)


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


def scene(name: str, place: Path) -> None:
    """Homes ``ann`` and ``ben``, and the files that come by mail."""
    match name:
        case "nothing":
            return
        case "identities" | "invited":
            ann, _ = newcomers(place, "Ann", "Ben")
            if name == "invited":
                ok(ann("invite", "tiny", "--out", place / "invitation.pbem"))
        case "over":
            with suppress(StopIteration):
                play(*sit_down(place), 99)
        case _:
            _second(name, place)


def ok(said: Said) -> Said:
    assert said.code == 0, said
    return said


def _second(name: str, place: Path) -> None:
    """The game has gone on for some turns, up to where Ann may take a step."""
    ann, ben = sit_down(place)
    play(ann, ben, 6)
    match name:
        case "two-versions":
            session = games.open_session(ann.folder, unlock(ann.home, ""))
            while session.owed.kind not in DECISIONS:
                play(ann, ben, 1)
                session = games.open_session(ann.folder, unlock(ann.home, ""))
            for n, to in enumerate((1, 2)):
                other = signed_by(session, session.vault.keypair, [{"k": "go", "to": to}])
                (place / f"cheat-{n}.pbem").write_bytes(turn_of([other]))
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
