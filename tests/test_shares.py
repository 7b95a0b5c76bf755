"""Each seat fills its own share of a log and never the other's, and answers have a part of it to themselves.

The logs are too big for files; three verifiers read the bytes, signatures and order of each: pbem of all of them, the two
others of a third by turns, and of all at night.
"""

import base64
from functools import cache

import pytest
import second_verifier as second
from entry_writer import plain, sent
from log_games import start
from writer import Game, log_of

from pbem import log
from pbem.bytes.canon import Json
from tests.js.node import needs_node, run
from tests.lists import tried_with
from tests.sampling import each_with_one, part_by_turns

pytestmark = pytest.mark.wider

SHARE, RESERVE = 4_194_304, 524_288
FREE = SHARE - RESERVE


def _grown(game: Game, by: str, kind: str, size: int) -> Game:
    """One bundle more, of exactly so many bytes, of entries of a kind."""
    count = size // 32_300 + 1
    widths = [size // count - 200] * count

    def entries() -> list[dict[str, Json]]:
        return [plain(kind, pad="x" * width) for width in widths]

    more = size - sum(len(line) + 1 for line in sent(game, by, *entries(), state="00" * 32))
    for at in range(count):
        widths[at] += more // count + (at < more % count)
    game.write(by, *entries())
    assert size == sum(len(line) + 1 for line in game.blocks[-1])
    return game


# What A writes, bundle by bundle: kind of entry and bytes; then the code.
CASES: dict[str, tuple[list[tuple[str, str, int]], str]] = {
    "as many orders as may be": ([("A", "move", FREE)], "ok"),
    "a byte of orders too many": ([("A", "move", FREE + 1)], "too-large"),
    "an order behind them": ([("A", "move", FREE - 2000), ("A", "move", 2001)], "too-large"),
    "an answer behind them": ([("A", "move", FREE), ("A", "rsp", 2000)], "ok"),
    "a refusal and a key of cards behind them": ([("A", "move", FREE), ("A", "deck-key", 2000), ("A", "note", 2000)], "ok"),
    "a request behind them": ([("A", "move", FREE), ("A", "req", 2000)], "too-large"),
    "as many answers as may be": ([("A", "move", FREE), ("A", "rsp", RESERVE)], "ok"),
    "a byte of answers too many": ([("A", "move", FREE), ("A", "rsp", RESERVE), ("A", "rsp", 1000)], "too-large"),
    "answers instead of orders": ([("A", "rsp", SHARE)], "ok"),
    "a byte more of answers alone": ([("A", "rsp", SHARE + 1)], "too-large"),
    "the share of the other": ([("A", "move", FREE), ("B", "move", FREE), ("A", "rsp", 2000)], "ok"),
    "two whole shares": ([("A", "rsp", SHARE), ("B", "rsp", SHARE)], "ok"),
}  # fmt: skip


@cache
def _log(name: str) -> bytes:
    game = start()
    for by, kind, size in CASES[name][0]:
        game = _grown(game, by, kind, size)
    return log_of(*game.lines)


def _expected(name: str) -> tuple[str, int]:
    bundles, code = CASES[name]
    return code, len(bundles) - (code != "ok")


@tried_with("name", CASES)
def test_pbem_counts_the_bytes_of_each_seat(name: str) -> None:
    found, damage = log.scan_log(_log(name))
    assert found is not None
    assert damage is None
    report = log.check_chain(found)
    assert _expected(name) == (report.error.code if report.error else "ok", report.valid_bundles)


def by_the_second(data: bytes) -> tuple[str, int]:
    found = second.verify(data, entries=False)
    return found.code, found.bundles


def by_javascript(data: bytes) -> tuple[str, int]:
    (found,) = run("cases.mjs", [{"do": "log", "steps": 3, "base64": base64.b64encode(data).decode()}])
    return str(found["code"]), int(str(found["bundles"]))


@needs_node
@tried_with(("name", "counted"), part_by_turns(each_with_one(CASES, [by_the_second, by_javascript]), 3))
def test_another_verifier_counts_the_bytes_of_each_seat(name, counted):
    assert _expected(name) == counted(_log(name))
