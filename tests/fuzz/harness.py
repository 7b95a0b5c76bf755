"""One input against one target: it gives something, or a named error, soon, in bounded memory, and touches nothing."""

import hashlib
import resource
import signal
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from attrs import define, field, frozen

from pbem.bytes.errors import PbemError
from tests.fuzz.sentry import SENTRY

SECONDS = 1.0
"""CPU time for one input of at most ``SMALL`` bytes; larger ones get as many times as much as they are larger."""
SMALL = 64 * 1024
MEMORY = 512 * 1024 * 1024
"""Bytes of address space that one input may take beyond what the process has."""
_HOPELESS = 20.0
_LONGEST_ERROR = 100_000

Mutate = Callable[[bytes, int], bytes]
"""Bytes and a largest size in, changed bytes out: how the fuzzer changes what has no structure."""


class HungError(BaseException):
    """The input was stopped."""


class WrongError(AssertionError):
    """The parser said something, and what it said is wrong: two spellings, an empty sentence."""


@frozen(kw_only=True)
class Target:
    """A parser: ``run`` reads an input and may raise named errors; ``modules`` is what of pbem it is the entrance to.

    ``seeds`` are inputs to begin with. ``mutate`` changes an input with regard to its structure (None: bytes alone); it is
    given the fuzzer's own way to change bytes, and a number to make all choices with. ``tokens`` go into its dictionary.
    ``below`` is the folder it may write in. ``largest`` bounds its inputs; ``slowest`` is CPU seconds where ``SECONDS``
    is too little, with the reason in the README.
    """

    name: str
    modules: tuple[str, ...]
    run: Callable[[bytes], object]
    seeds: Callable[[], list[bytes]]
    mutate: Callable[[bytes, int, Mutate], bytes] | None = None
    tokens: tuple[bytes, ...] = ()
    below: Path | None = None
    largest: int = 16 * 1024
    slowest: float = SECONDS

    @property
    def measured(self) -> tuple[str, ...]:
        """The packages whose branches are measured: those of ``modules``, and of a game its kernel as well."""
        found = {module.rpartition(".")[0] if module.count(".") > 1 else module for module in self.modules}
        return tuple(
            sorted(
                found
                | ({"pbem_rules.kernel"} if any(each.startswith("pbem_rules") for each in found) else set())
            )
        )


@frozen(kw_only=True)
class Failure:
    """What was wrong with one input: in a word, where, and everything there is to see."""

    what: str
    where: str
    trace: str = field(repr=False)

    @property
    def key(self) -> str:
        """The same for failures that have one cause, as far as one can tell."""
        return hashlib.sha256(f"{self.what}/{self.where}".encode()).hexdigest()[:8]


@frozen(kw_only=True)
class Tried:
    """The CPU time of one input, and what was wrong with it (None: nothing)."""

    seconds: float
    failure: Failure | None


def trial(target: Target, data: bytes) -> Tried:
    """Run one input. Never raises."""
    failure: Failure | None = None
    _bound()
    SENTRY.begin(target.below)
    began = time.thread_time()
    signal.setitimer(signal.ITIMER_PROF, _HOPELESS)
    try:
        target.run(data)
    except PbemError as error:
        told = f"{error.code}: {error}"
        if not error.code or not error.message or len(told) > _LONGEST_ERROR:
            wrong = WrongError(f"an error of {len(told)} characters, code {error.code!r}")
            failure = _failure(wrong.with_traceback(error.__traceback__))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        failure = _failure(error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        seconds = time.thread_time() - began
        refused = SENTRY.end()
    if failure is None and refused:
        failure = Failure(what="forbidden", where=refused[:80], trace=refused)
    allowed = target.slowest * max(1.0, len(data) / SMALL)
    if failure is None and seconds > allowed:
        failure = Failure(
            what="slow", where=target.name, trace=f"{seconds:.2f} s, {allowed:.2f} s are allowed"
        )
    return Tried(seconds=seconds, failure=failure)


def _failure(error: BaseException) -> Failure:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [each for each in frames if "/pbem/" in each.filename or "/rules/" in each.filename] or frames
    last = ours[-1]
    return Failure(
        what=type(error).__name__,
        where=f"{Path(last.filename).name}:{last.lineno} {last.name}",
        trace="".join(traceback.format_exception(error))[-20_000:],
    )


def unbound() -> None:
    """Let the process have as much memory as before: for what runs after the inputs."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    _LIMIT.count = 0


def _bound() -> None:
    """Bound the address space to what the process has and MEMORY more; looked at anew every few hundred inputs.

    Reading what it has takes longer than most inputs. What the corpus grows by in between makes the bound a little
    tighter, never wider.
    """
    if _LIMIT.count % 512 == 0:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        taken = int(Path("/proc/self/statm").read_bytes().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, hard))
        signal.signal(signal.SIGPROF, _stop)
    _LIMIT.count += 1


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise HungError(f"stopped after {_HOPELESS:.0f} seconds")


@define
class _Limit:
    count: int = 0


_LIMIT = _Limit()
