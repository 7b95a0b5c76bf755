"""Every target and every kept input, tried once; the README; the bounds bite. None of it needs atheris."""

import os
import socket
import subprocess
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from pbem.bytes.errors import PbemError, UsageError
from tests.fuzz import listed
from tests.fuzz.harness import Target, trial, unbound
from tests.fuzz.targets import targets
from tests.tools import fuzz

pytestmark = pytest.mark.wider

CORPUS = Path(__file__).with_name("corpus")
KEPT = sorted(each for each in CORPUS.iterdir() if "--" in each.name)
BLIND = 60
"""Inputs of each target that are changed without looking at branches."""

ENOUGH = 1.0
"""CPU seconds after which a target has had its share."""


@pytest.fixture(autouse=True)
def _unbounded() -> object:
    yield
    unbound()


def _blindly(rng: Random, tokens: tuple[bytes, ...]) -> Callable[[bytes, int], bytes]:
    """What the fuzzer does to bytes, without it."""

    def mutate(data: bytes, largest: int) -> bytes:
        found = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(found) + 1)
            match rng.randrange(4):
                case 0:
                    found[at:at] = rng.choice(tokens or (b"\0",))
                case 1:
                    del found[at : at + rng.randrange(1, 9)]
                case 2 if at < len(found):
                    found[at] ^= 1 << rng.randrange(8)
                case _:
                    found[at:at] = rng.randbytes(rng.randrange(4))
        return bytes(found[:largest])

    return mutate


@pytest.mark.parametrize("name", targets())
def test_a_target_takes_its_seeds_and_what_comes_of_them(name: str) -> None:
    """No seed and no blind change of one brings anything but a named error."""
    target = targets()[name]
    rng = Random(name)
    blindly = _blindly(rng, target.tokens)
    seeds = [seed[: target.largest] for seed in target.seeds()]
    assert seeds
    inputs = [*rng.sample(seeds, min(12, len(seeds)))]
    for _ in range(BLIND):
        seed = rng.choice(seeds)
        changed = (
            target.mutate(seed, rng.randrange(2**31), blindly)
            if target.mutate
            else blindly(seed, target.largest)
        )
        inputs.append(changed[: target.largest])
    began = time.thread_time()
    for number, data in enumerate(inputs):
        if number > len(seeds) and time.thread_time() - began > ENOUGH:
            break
        failure = trial(target, data).failure
        assert failure is None or failure.what == "slow", f"{data[:200]!r}\n{failure.trace}"


@pytest.mark.parametrize("file", KEPT, ids=[each.name for each in KEPT])
def test_a_kept_input_fails_no_more(file: Path) -> None:
    """What once got through, or reaches far, is tried each time."""
    target = targets()[file.name.partition("--")[0]]
    target.seeds()  # loads what the target needs, so that it does not count as the input's doing
    failure = trial(target, file.read_bytes()).failure
    assert failure is None, failure.trace


def test_what_is_kept_is_small() -> None:
    assert sum(each.stat().st_size for each in CORPUS.iterdir()) < 200_000


def test_every_module_that_makes_something_of_bytes_is_a_target_or_has_a_reason() -> None:
    named, reasons = (
        {module for each in targets().values() for module in each.modules},
        set(listed.rows("Not targets")),
    )
    assert set(targets()) == set(listed.described()), "the table of the README, and the targets"
    assert reasons | (named & set(listed.parsing())) == set(listed.parsing())
    assert reasons & named <= {"pbem.audit.report"}


def test_every_module_that_is_named_exists() -> None:
    for each in targets().values():
        for module in each.modules:
            assert module == import_module(module).__name__


def _forever(_: bytes) -> None:
    until = time.thread_time() + 0.3
    while time.thread_time() < until:
        pass


def _much(_: bytes) -> None:
    bytearray(600 * 1024 * 1024)


def _write(_: bytes) -> None:
    Path("written-by-an-input").write_bytes(b"x")


def _quietly(_: bytes) -> None:
    try:
        _write(_)
    except BaseException as error:
        raise UsageError("x", "swallowed") from error


def _dial(_: bytes) -> None:
    socket.socket()


def _start(_: bytes) -> None:
    subprocess.run(["true"], check=False)


def _load(_: bytes) -> None:
    import antigravity  # noqa: F401, PLC0415


def _speechless(_: bytes) -> None:
    raise UsageError("x", "")


def _leave(_: bytes) -> None:
    raise SystemExit(0)


WRONG = {
    "slow": _forever,
    "MemoryError": _much,
    "ForbiddenError": _write,
    "forbidden": _quietly,
    "a socket": _dial,
    "a program": _start,
    "a module": _load,
    "WrongError": _speechless,
    "SystemExit": _leave,
    "KeyError": lambda data: {}[data],
}


@pytest.mark.parametrize("what", WRONG)
def test_the_bounds_bite(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A parser that does any of it is found out."""
    monkeypatch.chdir(tmp_path)
    target = Target(name="x", modules=(), run=WRONG[what], seeds=list, slowest=0.1)
    failure = trial(target, b"x").failure
    assert failure.what == ("ForbiddenError" if what.startswith("a ") else what)
    assert [] == os.listdir(tmp_path)


def test_what_is_refused_by_name_is_no_failure() -> None:
    def refuse(_: bytes) -> None:
        raise PbemError("x", "This cannot be read.")

    target = Target(name="x", modules=(), run=refuse, seeds=list)
    assert trial(target, b"x").failure is None


def test_a_folder_of_its_own_may_be_written_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    own = tmp_path / "own"
    for place, what in ((own / "x", None), (own / ".." / "x", "ForbiddenError")):
        target = Target(
            name="x", modules=(), run=lambda _, p=place: p.write_bytes(b""), seeds=list, below=own
        )
        failure = trial(target, b"x").failure
        assert what == (failure.what if failure else None)


def test_a_kept_input_is_shown_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "line--00"
    file.write_bytes(b"{}")
    assert 0 == fuzz.main(["--replay", str(file)])
    assert "line: fine" in capsys.readouterr().out
    assert 2 == fuzz.main(["--replay", str(file), "--target", "none"])
