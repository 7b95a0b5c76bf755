"""Kills the responder again and again, and counts what it answers: never two different answers to one request.

    python -m tests.tools.kill_responder --times 1000

Each try is a copy of a game in which a roll has just been asked for. The responder runs in a process of its own that dies
at a call of the operating system chosen at random (before it, half-way through a write, or after it) or by SIGKILL at a
random moment; often it is killed several times in a row. Then it is left to finish. What lies in the opponent's mailbox
must be one answer, as often as it may have come; the opponent's program must take it and go on. In every tenth try the
opponent signs a second version of his request; then there may be one answer or none.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "rules"), str(ROOT / "tests")]

from protocol.tiny import GAME  # noqa: E402
from responder.world import START, begin, last  # noqa: E402
from store.copies import copied  # noqa: E402
from store.faults import DEAD, arm  # noqa: E402

from pbem.bytes import container  # noqa: E402
from pbem.games import registry  # noqa: E402
from pbem.home import games  # noqa: E402
from pbem.home.identity import unlock  # noqa: E402
from pbem.home.responder.interface import Done  # noqa: E402
from pbem.home.responder.mail_places import Maildirs  # noqa: E402
from pbem.home.responder.rounds import once  # noqa: E402
from pbem.home.responder.setup import responder_identity  # noqa: E402
from pbem.log import Bundle, read_bundles, sign_bundle  # noqa: E402
from pbem.mail import maildir  # noqa: E402
from pbem.mail.extract import turns_in  # noqa: E402
from pbem.protocol.session import Session  # noqa: E402
from pbem.store.game import Change  # noqa: E402
from pbem.store.home import Home  # noqa: E402


@frozen(kw_only=True)
class Wire(Maildirs):
    """Delivers like the mail does: what is handed over twice arrives twice."""

    def deliver(self, mail: bytes) -> None:
        maildir.deliver(self.into[0], mail, f"{os.urandom(12).hex()}.eml")


@frozen(kw_only=True)
class Asked:
    """A game in which a roll has been asked for: its folder, the opponent's session, another version of his request."""

    place: Path
    ben: Session
    other: Bundle


@frozen(kw_only=True)
class Tally:
    """What came of it: kills by how they died, tries, mails and different answers by number, tries that went on."""

    kills: Counter[str]
    tries: int
    mails: Counter[int]
    answers: Counter[int]
    went_on: int
    two_versions: int


def respond(place: Path) -> Done:
    """One round of the responder in a copy of the game."""
    home = Home(place / "responder")
    post = Wire(address="ann@example.org", places=(place / "ann-mail",), into=(place / "wire",))
    return once(home, responder_identity(home), post, START + timedelta(days=1))


def prepare(place: Path, turns: int) -> list[Asked]:
    """Games in which the first, second ... roll of the draws has been asked for, one game long."""
    world, found = begin(place / "game"), list[Asked]()
    for number in range(turns):
        world.until_asked()
        ben = games.open_session(world.ben.folder, unlock(world.ben.home, ""))
        asked = last(world.ben)
        copy = place / f"asked-{number}"
        for part in ("responder", "ann-mail"):
            copied(world.place / part, copy / part)
        _alone(copy / "responder")
        found.append(Asked(place=copy, ben=ben, other=_other(ben, asked)))
        world.respond()
        for player in (world.ben, world.ann):
            world.fetch(player)
        world.respond()
    return found


def _alone(place: Path) -> None:
    """Its player's home is on another machine."""
    for folder in games.begun(Home(place)):
        folder.save(Change(facts={**folder.facts(), "owner": None}))


def _other(ben: Session, asked: Bundle) -> Bundle:
    header = asked.header
    return sign_bundle(
        ben.vault.keypair,
        by=header.by,
        gid=header.gid,
        n=header.n,
        prev=header.prev,
        lines=asked.lines,
        rules=ben.game.info.digest,
        state="00" * 32,
    )


def killed(place: Path, chance: random.Random, calls: int, seconds: float) -> str:
    """Run a round in a process that is killed; how it died, "" when it had ended before."""
    by_signal = chance.random() < 0.3
    count, after = chance.randint(1, calls), chance.random() < 0.5
    child = os.fork()
    if child == 0:
        try:
            if not by_signal:
                arm(count, after)
            respond(place)
        except BaseException:  # whatever it is, the parent counts it as a fault
            os._exit(1)
        os._exit(0)
    if by_signal:
        time.sleep(chance.uniform(0, seconds))
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code == DEAD:
        return "after a call" if after else "at a call"
    if code == -signal.SIGKILL:
        return "SIGKILL"
    if code:
        raise AssertionError(f"the responder ended with {code} in {place}")
    return ""


def answers(place: Path) -> list[Bundle]:
    """Every answer that has arrived, as often as it came."""
    files = sorted((place / "wire" / "new").iterdir()) if (place / "wire" / "new").is_dir() else []
    return [
        each for file in files for turn in turns_in(file.read_bytes()) for each in read_bundles(turn.data)
    ]


def run(place: Path, times: int, seed: int = 1, turns: int = 3) -> Tally:
    """Kill it so many times. Raises AssertionError for two answers, a home that does not open, a game that stands still."""
    registry.load = lambda name, pack=None: GAME  # type: ignore[assignment]
    registry.info = lambda name: GAME.info  # type: ignore[assignment]
    chance = random.Random(seed)
    ready = prepare(place, turns)
    calls, seconds = _measured(place, ready[0])
    kills, mails, different = Counter[str](), Counter[int](), Counter[int]()
    tries = went_on = versions = 0
    while kills.total() < times:
        asked = ready[tries % len(ready)]
        copy = place / "try"
        shutil.rmtree(copy, ignore_errors=True)
        copied(asked.place, copy)
        for _ in range(chance.randint(1, 4)):
            if how := killed(copy, chance, calls, seconds):
                kills[how] += 1
        two = tries % 10 == 9
        if two:
            (copy / "ann-mail" / "new" / "other.pbem").write_bytes(container.pack(asked.other.encode()))
            versions += 1
        respond(copy)
        respond(copy)
        came = answers(copy)
        hashes = {each.hash() for each in came}
        assert len(hashes) <= 1, f"two different answers in {copy}"
        assert hashes or two, f"no answer in {copy}"
        folder = games.choose(Home(copy / "responder"))
        assert not folder.answers(".todo"), f"something is still to be sent in {copy}"
        record = games.open_vault(folder, responder_identity(Home(copy / "responder"))).record
        told = {(each.header.n, each.header.prev): frozenset({each.hash()}) for each in came}
        assert told.items() <= record.signed.items(), (
            f"something has left that the record does not know in {copy}"
        )
        assert all(len(requests) == 1 for requests in record.seeds.values()), (
            f"a seed under two requests in {copy}"
        )
        if hashes:
            session = asked.ben.receive(came[0])
            assert session.end.bundles == asked.ben.end.bundles + 1
            went_on += 1
        tries, mails[len(came)], different[len(hashes)] = (
            tries + 1,
            mails[len(came)] + 1,
            different[len(hashes)] + 1,
        )
    return Tally(
        kills=kills, tries=tries, mails=mails, answers=different, went_on=went_on, two_versions=versions
    )


def _measured(place: Path, asked: Asked) -> tuple[int, float]:
    """How many calls of the operating system a round makes, and how long it takes."""
    copy = place / "measured"
    copied(asked.place, copy)
    began = time.monotonic()
    respond(copy)
    seconds = time.monotonic() - began
    low = 1
    for count in (20, 40, 60, 80, 100, 140, 180, 240):
        shutil.rmtree(copy)
        copied(asked.place, copy)
        child = os.fork()
        if child == 0:
            arm(count, False)
            respond(copy)
            os._exit(0)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
            return count, seconds
        low = count
    return low, seconds


def report(tally: Tally) -> str:
    """The figures in sentences."""
    how = ", ".join(f"{count} {name}" for name, count in sorted(tally.kills.items()))
    lines = [
        f"{tally.kills.total()} kills ({how}) in {tally.tries} tries, {tally.two_versions} of them with two versions.",
        "Different answers to one request: "
        + ", ".join(f"{n} in {count} tries" for n, count in sorted(tally.answers.items()))
        + ".",
        "Mails with that answer: "
        + ", ".join(f"{n} in {count}" for n, count in sorted(tally.mails.items()))
        + ".",
        f"The opponent's program took the answer and went on in {tally.went_on} tries.",
    ]
    return "\n".join(lines)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        print(report(run(Path(folder), given.times, given.seed)))
        print(f"{time.monotonic() - began:.0f} seconds.")


if __name__ == "__main__":
    main()
