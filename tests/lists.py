"""A list of data inside one test: every case is tried, and every failure is named.

``PBEM_ONLY=NAME python -m pytest FILE`` tries that case alone, and shows the whole way to its failure.
"""

import functools
import inspect
import os
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")
_OUTCOMES = (pytest.fail.Exception, pytest.skip.Exception)  # to skip one would hide the rest
_LONGEST, _LINES = 100, 5
_WHERE = re.compile(r"\s+\+\s+(where|and) ")
"""Letters of a name, and lines of what a failure says."""


def held(cases: Mapping[str, T] | Iterable[tuple[str, T]], check: Callable[[T], object]) -> None:
    """Fail once with all cases whose ``check`` raises; a list without any case fails, too.

    A name that ``PBEM_ONLY`` says may stand in another list of the file: a list that has it not says nothing.
    """
    listed = list(cases.items() if isinstance(cases, Mapping) else cases)
    names = [name for name, _ in listed]
    if not listed or len(set(names)) < len(names):
        pytest.fail(
            f"cases of one name: {[n for n, so in Counter(names).items() if so > 1]}" if listed else "no case"
        )
    if only := os.environ.get("PBEM_ONLY", ""):
        for name, value in listed:
            if name == only:
                check(value)
        return
    failed = []
    for name, value in listed:
        try:
            check(value)
        except (Exception, *_OUTCOMES) as error:
            failed.append((name, _said(error)))
    if failed:
        where = os.environ.get("PYTEST_CURRENT_TEST", "FILE").partition(" (")[0]
        alone = f"PBEM_ONLY={shlex.quote(failed[0][0])} python -m pytest {shlex.quote(where)}"
        told = "\n".join(f"{name}: {said}" for name, said in failed)
        pytest.fail(f"{len(failed)} of {len(listed)}\n{told}\nalone: {alone}", pytrace=False)


def _said(error: BaseException) -> str:
    """What a failure says, without its way; an assertion that says nothing is told by its line."""
    nothing = f"line {inspect.getinnerframes(error.__traceback__)[-1].lineno}" if error.__traceback__ else ""
    lines = [line for line in (str(error).strip() or nothing).splitlines() if not _WHERE.match(line)]
    kind = "" if isinstance(error, AssertionError | pytest.fail.Exception) else f"{type(error).__name__}: "
    return kind + "\n    ".join(lines[:_LINES])


def tried_with(names, values, ids=None):
    """``pytest.mark.parametrize`` as a list inside one test; one above another tries everything with everything.

    ``tmp_path``, ``monkeypatch`` and ``capsys`` are new for every case; all other fixtures are shared by the list.
    """
    keys = tuple(word.strip() for word in names.split(",")) if isinstance(names, str) else names
    rows = [dict(zip(keys, (row if len(keys) > 1 else (row,)), strict=True)) for row in list(values)]
    words = [*ids] if ids is not None and not callable(ids) else [_name(row, ids) for row in rows]

    def wrap(test: Callable[..., None]) -> Callable[..., None]:
        inner, below = getattr(test, "below", (test, [("", {})]))
        cases = [
            (f"{before}-{word}" if before else word, {**more, **row})
            for before, more in below
            for word, row in zip(_told_apart(words), rows, strict=True)
        ]
        left = [each for each in inspect.signature(test).parameters.values() if each.name not in keys]

        @functools.wraps(test)
        def whole(**fixtures: object) -> None:
            numbers = iter(range(len(cases)))
            held(cases, lambda row: _tried(inner, row, fixtures, next(numbers)))

        del whole.__wrapped__
        whole.below = (inner, cases)
        whole.__signature__ = inspect.Signature(left)
        return whole

    return wrap


def _tried(test, row, fixtures, n):
    """One case, as if it were a test of its own."""
    given = {**fixtures, **row}
    if isinstance(place := given.get("tmp_path"), Path):
        given["tmp_path"] = place / f"case-{n}"
        (place / f"case-{n}").mkdir()
    if isinstance(told := given.get("capsys"), pytest.CaptureFixture):
        told.readouterr()
    with pytest.MonkeyPatch.context() as patch:
        test(**{**given, **({"monkeypatch": patch} if "monkeypatch" in given else {})})


def _name(row: Mapping[str, object], ids: Callable[[object], object] | None) -> str:
    """The name of a case by its values."""
    return "-".join(str(ids(value)) if ids else _word(value) for value in row.values())[:_LONGEST]


def _word(value: object) -> str:
    """A value in a name, in one line."""
    match value:
        case Path():
            return value.stem
        case str():
            return value if value.isprintable() else repr(value)
    return str(getattr(value, "__name__", None) or repr(value))


def _told_apart(words: Iterable[str]) -> Iterator[str]:
    """Words, where one comes again with the number of times."""
    times: Counter[str] = Counter()
    for word in words:
        times[word] += 1
        yield word if times[word] == 1 else f"{word} ({times[word]})"
