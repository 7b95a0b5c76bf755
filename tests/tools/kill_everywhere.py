"""Kills every command that writes, with SIGKILL, at every call by which it changes a disk; then looks at what is left.

    python -m tests.tools.kill_everywhere              every call of every command, with a table
    python -m tests.tools.kill_everywhere --every 9    each ninth call only (what CI does)
    python -m tests.tools.kill_everywhere send import  these commands

Each try is a copy of a folder with homes, mails and papers. A process of its own runs the command and is killed before
its call number N (open for writing, write, fsync, rename, unlink, mkdir ...), in every second try half-way through a
write. Afterwards the home must open, with everything that was in it before; ``pbem status`` must work; the same command
must work when it is typed again, or say that it is done already; what it leaves must be what it leaves undisturbed;
every paper and turn file must be whole; and nobody may have signed two different turn files of one number.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "rules"), str(ROOT / "tests")]

from acting.one_turn import LONG  # noqa: E402
from home.table import Said, pbem  # noqa: E402
from protocol.tiny import GAME  # noqa: E402
from store.copies import copied  # noqa: E402
from tools.kill_scenes import scene, tiny_only  # noqa: E402

from pbem.bytes import container  # noqa: E402
from pbem.cli import main as command_line  # noqa: E402
from pbem.crypto.keys import Keypair  # noqa: E402
from pbem.home import games  # noqa: E402
from pbem.home.identity import unlock  # noqa: E402
from pbem.home.play import queue  # noqa: E402
from pbem.log import Bundle, parse_log, read_bundles  # noqa: E402
from pbem.papers.paper import is_paper  # noqa: E402
from pbem.store.home import Home  # noqa: E402

CALLS = (
    "open",
    "write",
    "fsync",
    "replace",
    "rename",
    "unlink",
    "mkdir",
    "rmdir",
    "ftruncate",
    "link",
    "symlink",
    "chmod",
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
REFEREE = Keypair.from_seed(b"referee".ljust(32)).public.hex()
_TEMPORARY = re.compile(r"\..*\.tmp")


# --- a process that is killed -------------------------------------------------------------------------------------------


def arm(count: int, half: bool) -> Counter[str]:
    """From here on this process is killed at its call number ``count`` (0: never); gives the calls so far, by name."""
    seen = Counter[str]()

    def wrap(name: str, call: Callable[..., object]) -> Callable[..., object]:
        def wrapped(*args: object, **kwargs: object) -> object:
            if name == "open" and not (isinstance(args[1], int) and args[1] & _WRITING):
                return call(*args, **kwargs)
            seen[name] += 1
            if seen.total() == count:
                if name == "write" and half:
                    data = bytes(args[1])  # type: ignore[call-overload]
                    call(args[0], data[: len(data) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*args, **kwargs)

        return wrapped

    for name in CALLS:
        setattr(os, name, wrap(name, getattr(os, name)))
    return seen


def dies(place: Path, words: tuple[str, ...], count: int, half: bool, codes: tuple[int, ...]) -> bool:
    """Run a command in ``place`` in a process that is killed at call ``count``; whether it was.

    ``codes``: with which it may end when it makes fewer calls.
    """
    child = os.fork()
    if child == 0:
        try:
            os.chdir(place)
            with open(os.devnull, "r+b") as nothing:
                for stream in (0, 1, 2):
                    os.dup2(nothing.fileno(), stream)
                arm(count, half)
                command_line([*words], standalone_mode=True)
        except SystemExit as end:
            os._exit(int(end.code or 0))
        except BaseException:  # whatever it is, the parent counts it as a fault
            os._exit(77)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in (-signal.SIGKILL, *codes):
        raise AssertionError(f"{' '.join(words)} ended with {code} at call {count} in {place}")
    return code == -signal.SIGKILL


# --- what is left -------------------------------------------------------------------------------------------------------


def told(home: Home) -> dict[str, object]:
    """What a home knows, without what is different each time because it is random."""
    if home.identity() is None:
        return {}
    identity, found = unlock(home, ""), {}
    for folder in games.begun(home):
        session = games.open_session(folder, identity)
        waits = tuple(each.line for each in queue.read(folder, identity).orders)
        kept = sorted((each.data, each.code) for each in folder.refused())
        sent = {n: folder.sent(n).turn for n in folder.sent_numbers()}  # type: ignore[union-attr]
        found[folder.name] = (
            session.log.encode(),
            session.draft,
            session.vault.sealed,
            session.vault.record,
            kept,
            sent,
            waits,
        )
    return {"name": identity.name, "games": found, "invitations": len(games.pending(home))}


def nothing_lost(before: dict[str, object], after: dict[str, object]) -> None:
    """Whatever a home had signed, sealed, sent or kept is still there."""
    assert not before or before["name"] == after["name"]
    games_before, games_after = before.get("games", {}), after.get("games", {})
    assert isinstance(games_before, dict)
    assert isinstance(games_after, dict)
    for name, (log, _, sealed, record, kept, sent, _) in games_before.items():
        log_now, _, sealed_now, record_now, kept_now, sent_now, _ = games_after[name]
        assert log_now.startswith(log)
        assert record_now == record_now.merged(record), "the record has lost something"
        assert all(kept_now.count(each) for each in kept)
        assert sent.items() <= sent_now.items()
        assert all(at in sealed_now or not log_now.count(f'"at":"{at}"'.encode()) for at in sealed)


def once_each(before: dict[str, object], after: dict[str, object], *, dropped: bool) -> None:
    """A step that waited waits still, or stands once in the log or the draft: it is neither lost nor given twice."""

    def steps(told_of: dict[str, object]) -> Counter[str]:
        found: Counter[str] = Counter()
        for log, draft, *_, waits in told_of["games"].values():  # type: ignore[attr-defined]
            written = (log, *draft)
            found.update(to.decode() for each in written for to in re.findall(rb'"k":"go","to":(\d)', each))
            found.update(line.split()[1] for line in waits if line.startswith("go "))
        return found

    was, now = steps(before), steps(after)
    assert not now - (was | Counter("3")), f"given twice: {was} {now}"
    assert dropped or not was - now, f"lost: {was} {now}"


def bundles_in(place: Path) -> Iterator[Bundle]:
    """Every bundle in any turn file or log under a folder; a file under its final name that is not whole fails here."""
    for path in sorted(place.rglob("*.pbem")):
        if _TEMPORARY.fullmatch(path.name):
            continue
        data = path.read_bytes()
        lines = container.unpack(data) if data.startswith(container.MAGIC) else data
        if is_paper(lines):
            continue
        yield from read_bundles(lines) if lines.startswith(b'{"by":') else parse_log(lines).bundles


def one_version_each(*places: Path) -> None:
    """No seat has signed two different turn files of one number in all these folders, but for what a cheat made."""
    versions: dict[tuple[bytes, str, int], set[bytes]] = {}
    made = [path for place in places for path in place.glob("cheat-*.pbem")]
    cheats = {each.hash() for path in made for each in read_bundles(container.unpack(path.read_bytes()))}
    for place in places:
        for bundle in bundles_in(place):
            if bundle.hash() not in cheats:
                header = bundle.header
                versions.setdefault((header.gid, header.by, header.n), set()).add(bundle.hash())
    assert all(len(each) == 1 for each in versions.values())


def whole(place: Path) -> None:
    """Every file that has its name is readable: nothing is cut off."""
    for path in place.rglob("*.pbem"):
        data = path.read_bytes()
        if not _TEMPORARY.fullmatch(path.name) and data.startswith(container.MAGIC):
            container.unpack(data)


# --- the commands -------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Case:
    """A command: who types what, in which scene; ``done``: what a repetition may say besides 0 once it is done."""

    name: str
    scene: str
    who: str
    words: tuple[str, ...]
    done: tuple[int, ...] = ()
    random: bool = False
    queued: bool = False


def case(
    name: str, scene: str, who: str, words: str, *done: int, random: bool = False, queued: bool = False
) -> Case:
    """``words`` separated by blanks; `_` stands for a blank inside one."""
    parts = tuple(word.replace("_", " ") for word in words.split())
    return Case(name=name, scene=scene, who=who, words=parts, done=done, random=random, queued=queued)


CASES = (
    case("identity new", "nothing", "ann", "identity new Ann --no-password", 6, random=True),
    case("new", "identities", "ann", "new tiny --out invitation2.pbem", random=True),
    case("join", "invited", "ben", "join invitation.pbem --out acceptance2.pbem", 6, random=True),
    case("start", "accepted", "ann", "start acceptance.pbem", 2, 6),
    case("do", "begun", "ann", "do pick_bold,calm", 2, 5),
    case("undo", "drafted", "ann", "undo", 2),
    case("send", "drafted", "ann", "send --out turn.pbem"),
    case(
        "send --to",
        "drafted",
        "ann",
        "send --by text --to ben@example.org --from ann@example.org --out turn.pbem",
    ),
    case("import", "sent", "ben", "import turn.pbem"),
    case("import early", "early", "ben", "import last.pbem", 6),
    case("import wrong", "cheated", "ben", "import cheat-0.pbem", 3),
    case("refuse", "refusable", "ben", "refuse --out refusal.pbem", 2, 5),
    case("takeback --to", "second", "ann", "takeback --to 2", 5, 2, 3),
    case("takeback --accept", "offered", "ben", "takeback --accept", 2, 5),
    case("takeback --decline", "offered", "ben", "takeback --decline", 2, 5),
    case("backup", "second", "ann", "backup ann.backup", random=True),
    case("restore", "backed up", "new", "restore ann.backup", 2, 6),
    case("resign", "second", "ann", "resign --yes --out result-r.pbem"),
    case("agree --draw", "second", "ann", "agree --draw --yes --out result-a.pbem"),
    case("agree FILE", "agreed", "ben", "agree result-a.pbem --yes --out result-b.pbem"),
    case(
        "referee appoint",
        "second",
        "ann",
        f"referee appoint --key {REFEREE} --name Ref --yes --out appointment-a.pbem",
    ),
    case("result", "over", "ann", "result --out result-o.pbem"),
    case("evidence", "two versions", "ben", "evidence"),
    case("dispute", "over", "ann", "dispute --at 20 --out dispute.pbem"),
    case("spectate", "over", "ann", "spectate --delay 0 --out watch.pbem"),
    case("watch --act", "asked by mail", "asked", "watch in --act --once --maildir out --here"),
    case("queue do", "queue typed", "ann", "do go_3_then_mode_feint", 2, queued=True),
    case("queue go", "queue due", "ann", "queue go", 2, queued=True),
    case("queue drop", "queue due", "ann", "queue drop", queued=True),
    case("queue send", "queue due", "ann", "send --out turn.pbem", queued=True),
    case("queue watch", "queue by mail", "ann", "watch in --act --once --maildir out", queued=True),
    case("waiting --days", "second", "ben", "waiting --days 7"),
    case("remind", "second", "ben", "remind --to ann@example.org --from ben@example.org"),
    case("mail setup", "identities", "ann", "mail setup --address ann@example.org"),
)


# --- every call of a command --------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Killed:
    """How a command fared: calls that change the disk, tries, and in how many it had happened, or not, when it died."""

    name: str
    calls: int
    tries: int
    before: int
    after: int
    again: Counter[int]


def _say(place: Path, who: str, words: tuple[str, ...]) -> Said:
    """The command in this process."""
    here = Path.cwd()
    os.chdir(place)
    try:
        return pbem("--home", place / who, *words)
    finally:
        os.chdir(here)


def kill(made: Case, source: Path, place: Path, every: int) -> Killed:
    """Kill one command at each ``every``-th call. Raises AssertionError for anything that should not be."""
    words = ("--home", made.who, *made.words)
    model = place / "model"
    copied(source, model)
    before = told(Home(model / made.who))
    first = _say(model, made.who, made.words)
    assert first.code in (0, *made.done), first
    done = told(Home(model / made.who))
    count, tries, fates, again = 1, 0, Counter[str](), Counter[int]()
    while True:
        copy = place / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copied(source, copy)
        killed = dies(copy, words, count, half=bool(tries % 2), codes=(first.code,))
        if not killed:
            break
        tries += 1
        home = Home(copy / made.who)
        left = told(home)
        nothing_lost(before, left)
        if made.queued:
            once_each(before, left, dropped="drop" in made.words)
        whole(copy)
        fates["before" if left == before else "after"] += 1
        status = pbem("--home", copy / made.who, "status")
        assert status.code == 0 or not left, status
        said = _say(copy, made.who, made.words)
        assert said.code in (0, first.code, *made.done), (count, said)
        again[said.code] += 1
        finished = told(home)
        nothing_lost(left, finished)
        if made.queued:
            once_each(left, finished, dropped="drop" in made.words)
        if not made.random:
            assert done == finished, f"{made.name} killed at call {count}, and repeated"
        else:
            assert done.get("name") == finished.get("name")
        one_version_each(copy / made.who, copy)
        count += every
    return Killed(
        name=made.name,
        calls=count - 1,
        tries=tries,
        before=fates["before"],
        after=fates["after"],
        again=again,
    )


def run(place: Path, names: Iterable[str] = (), every: int = 1) -> list[Killed]:
    """Every command, or those whose names begin so."""
    wanted, found, scenes = tuple(names), list[Killed](), dict[str, Path]()
    for n, made in enumerate(CASES):
        if wanted and not made.name.startswith(wanted):
            continue
        with tiny_only(LONG if made.queued else GAME):
            if made.scene not in scenes:
                scenes[made.scene] = place / f"scene-{n}"
                scenes[made.scene].mkdir()
                scene(made.scene, scenes[made.scene])
            work = place / f"case-{n}"
            work.mkdir()
            found.append(kill(made, scenes[made.scene], work, every))
            shutil.rmtree(work)
    return found


def table(found: Iterable[Killed]) -> str:
    """The figures, a command a line."""
    lines = [f"{'command':20} {'calls':>5} {'kills':>5} {'not yet':>7} {'done':>5}  typed again"]
    for each in found:
        codes = ", ".join(f"{count} x exit {code}" for code, count in sorted(each.again.items()))
        lines.append(f"{each.name:20} {each.calls:5} {each.tries:5} {each.before:7} {each.after:5}  {codes}")
    return "\n".join(lines)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    given = parser.parse_args()
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder), given.names, given.every)
    print(table(found))
    total = sum(each.tries for each in found)
    print(
        f"{total} kills of {len(found)} commands, {time.process_time() - began:.0f} s of this process's time."
    )


if __name__ == "__main__":
    main()
