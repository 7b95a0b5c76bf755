"""A hundred and more changes to a recorded game, each by somebody who signs what he changes wherever he holds the key.

Each is judged by three programs: the verifier (which knows the rules of the game), the second verifier (written from the
specification alone, which knows the protocol), and the one of the replay page. A row names what is done, the code and
the entry that the first gives, and what the others say where they cannot know it: the rules, or what a rule waits for.
"""

from __future__ import annotations

import base64
import sys
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from pbem.canon import Json
from pbem.replay.verify import verify
from tests import tape
from tests.js.node import needs_node, run
from tests.mutations import (
    A_KEY,
    OTHER,
    REJECT,
    Edit,
    again,
    answers,
    before,
    behind,
    but,
    copies,
    cut,
    edits,
    flipped,
    gone,
    into,
    invites,
    key,
    line,
    put,
    renamed,
    says,
    seed,
    swap,
    turned,
    turns,
    whole,
)

sys.path.insert(0, str(Path(__file__).resolve().parent))
import second_verifier as second


@frozen
class Row:
    """``code`` and ``entry`` are the verifier's; ``others`` is the code of the two that know no rules, and ``page`` that of
    the replay page where it checks less (the proofs of shuffles). "ok": they cannot see it.
    """

    name: str
    edit: Edit
    code: str
    entry: int
    others: str = ""
    page: str = ""
    game: str = "june6"


ROWS = (
    Row("begins without start", gone("start"), "not-now", 0),
    Row("starts twice", again("start"), "not-now", 1),
    Row("seals under another label", put("seal", at="landing"), "wrong-label", 1, others="never-sealed"),
    Row("seals one value too few", but("seal", c=lambda c: c[:-1]), "illegal", 1, others="better-dice"),
    Row("seals something that is no hash", but("seal", c=lambda c: ["00", *c[1:]]), "bad-hex", 1),
    Row("seals in capitals", but("seal", c=lambda c: [c[0].upper(), *c[1:]]), "bad-hex", 1),
    Row("seals twice", again("seal"), "not-now", 2, others="sealed-twice"),
    Row("does not seal", gone("seal"), "not-now", 1, others="never-sealed"),
    Row(
        "writes its secret in clear",
        swap("seal", 1, {"k": "mode", "mode": "normal"}),
        "early-open",
        22,
        others="never-sealed",
    ),
    Row("orders out of turn", into(0, {"k": "done"}, by="B"), "out-of-turn", 0),
    Row("orders what is not due", before("req", {"k": "done"}), "not-now", 23, others="better-dice"),
    Row("orders an unknown thing", put("fight", k="fly"), "unknown-kind", 20, others="better-dice"),
    Row("orders with a field too many", put("break-down", extra=1), "bad-fields", 3, others="better-dice"),
    Row(
        "orders with a number for a text",
        but("move", unit=lambda unit: 1),
        "bad-fields",
        7,
        others="better-dice",
    ),
    Row(
        "orders a move beyond the map",
        but("move", path=lambda path: [*path, "W0101"]),
        "illegal",
        7,
        others="better-dice",
    ),
    Row("does not say what it must", cut("move", "unit"), "bad-fields", 7, others="better-dice"),
    Row("asks for a later roll", put("req", j=2), "skipped-seed", 23),
    Row("asks for a used roll", put("req", 1, j=1), "roll-again", 35),
    Row("asks for roll zero", put("req", j=0), "roll-again", 23),
    Row("asks for another roll", put("req", why="combat/9"), "wrong-roll", 23, others="better-dice"),
    Row("asks for a roll that was taken back", put("req", 2, why="combat/2"), "wrong-roll", 46),
    Row("tells its seed before the answer", seed("req", "A", 1), "early-open", 23, others="not-now"),
    Row("asks with an empty seed", put("req", x=""), "two-forms", 23, others="bad-hex"),
    Row("asks twice", again("req"), "out-of-turn", 24),
    Row("does not answer", gone("rsp"), "other-state", 24, others="out-of-turn"),
    Row("answers another roll", put("rsp", j=2), "skipped-answer", 25),
    Row("answers with an invented seed", put("rsp", x=OTHER), "wrong-seed", 25),
    Row("answers with the next seed", seed("rsp", "B", 2), "wrong-seed", 25),
    Row("answers with the asker's seed", seed("rsp", "A", 1), "wrong-seed", 25),
    Row("answers in capitals", but("rsp", x=lambda x: x.upper()), "bad-hex", 25),
    Row(
        "answers with faces in the sealed form", put("rsp", dice=[9]), "better-dice", 25, others="bad-fields"
    ),
    Row("answers twice", again("rsp"), "out-of-turn", 26),
    Row("chooses after its seed", turned("rsp"), "not-now", 24, others="out-of-turn"),
    Row("opens another roll", put("open", j=2), "skipped-open", 27),
    Row("opens an invented seed", put("open", x=OTHER), "wrong-seed", 27),
    Row("opens the next seed", seed("open", "A", 2), "wrong-seed", 27),
    Row("opens better dice", but("open", dice=lambda dice: [(dice[0] + 1) % 10]), "better-dice", 27),
    Row("opens a die too many", but("open", dice=lambda dice: [*dice, 9]), "better-dice", 27),
    Row("opens no dice", cut("open", "dice"), "bad-fields", 27),
    Row("does not open", gone("open"), "other-state", 26, others="out-of-turn"),
    Row("keeps its mode shut", gone("show", 1), "not-now", 26, others="better-dice"),
    Row("shows another value", put("show", v="other"), "other-value", 6),
    Row("shows with another salt", put("show", salt=OTHER), "other-value", 6),
    Row("shows with a short salt", put("show", salt="00"), "bad-hex", 6),
    Row("shows another number", put("show", n=99), "wrong-label", 6, others="never-sealed"),
    Row("shows under another label", put("show", at="combat/9"), "wrong-label", 6, others="never-sealed"),
    Row("shows twice", again("show"), "not-now", 7, others="never-sealed"),
    Row(
        "shows under the label before the take-back",
        put("show", 3, at="mode/2"),
        "wrong-label",
        49,
        others="other-value",
    ),
    Row(
        "seals under the label before the take-back",
        put("seal", 3, at="mode/2"),
        "wrong-label",
        45,
        others="sealed-twice",
    ),
    Row(
        "opens its vault in the middle",
        before("retreat", {"k": "audit", "vault": OTHER}),
        "not-now",
        29,
        others="out-of-turn",
    ),
    Row("offers to go back to now", but("back", to=lambda to: 9999), "bad-back", 42),
    Row("offers to go back before the beginning", put("back", to=-1), "bad-back", 42),
    Row(
        "offers to go back into a roll",
        but("back", to=lambda to: 22),
        "other-state",
        43,
        others="better-dice",
    ),
    Row("offers without saying where to", cut("back", "to"), "bad-fields", 42),
    Row("offers twice", again("back"), "out-of-turn", 43),
    Row("agrees to its own offer", into(11, {"k": "reply", "yes": True}), "not-now", 42),
    Row("answers an offer with neither", put("reply", yes=1), "bad-fields", 43),
    Row("plays on instead of answering an offer", swap("reply", 0, {"k": "done"}), "not-now", 43),
    Row("answers an offer that nobody made", before("retreat", {"k": "reply", "yes": True}), "not-now", 29),
    Row("takes back the same twice", again("reply"), "out-of-turn", 44, others="not-now"),
    Row("gives its agent the key of the game", put("agent", key=A_KEY), "reused-key", 28),
    Row("gives its agent a short key", put("agent", key="00"), "bad-hex", 28),
    Row("gives its agent a key of small order", put("agent", key="01" + "00" * 31), "small-order-key", 28),
    Row("gives its agent kinds of the protocol", put("agent", may=["req"]), "bad-fields", 28),
    Row("gives its agent kinds in disorder", put("agent", may=["move", "defend"]), "bad-fields", 28),
    Row("gives kinds without an agent", cut("agent", "key"), "bad-fields", 28),
    Row("gives its agent too little, and it answers", put("agent", may=["retreat"]), "beyond-agent", 36),
    Row("gives no agent, and it answers", gone("agent"), "other-state", 28, others="wrong-key"),
    Row("lets its agent give orders", key(6, "agent"), "wrong-key", 28),
    Row("lets an agent sign that never was", key(8, "second-agent"), "wrong-key", 36),
    Row("signs with the identity", key(1, "A-identity"), "wrong-key", 0),
    Row("signs with the other's key", key(1, "B"), "spoofed-author", 0),
    Row("refuses something that is no hash", put("reject", head="00"), "bad-hex", 38),
    Row("refuses at length", put("reject", par="1" * 65), "bad-fields", 38),
    Row("refuses in the middle of its turn", behind("reject", REJECT), "not-now", 39),
    Row("refuses and burns two rolls", but("reject", j=lambda j: j + 2), "burnt-chain", 38),
    Row("refuses its own turn", into(9, REJECT, by="A"), "out-of-turn", 39, others="better-dice"),
    Row("refuses without a reason", cut("reject", "code"), "bad-fields", 38),
    Row(
        "changes the keys of its seat to none",
        before("retreat", {"k": "renew", "key": "00" * 32}),
        "not-now",
        29,
    ),
    Row("says another version", says(2, v=2), "version", 3),
    Row("says that the other wrote it", says(2, by="A"), "spoofed-author", 3),
    Row("says another game", says(2, g=OTHER), "other-game", 3),
    Row("says a later number", says(2, n=3), "gap", 3),
    Row("says an earlier number", says(2, n=1), "fork", 3),
    Row("says a later first entry", says(2, first=4, last=6), "gap", 4),
    Row("says one entry more", says(2, last=6), "bad-count", 6),
    Row("says another past", says(2, prev=OTHER), "bad-head", 3),
    Row("says another head", says(2, head=OTHER), "bad-head", 3),
    Row("says other rules", says(2, rules="0" * 16), "downgraded-rules", 3),
    Row("says another state", says(2, state=OTHER), "other-state", 5, others="ok"),
    Row("says nothing of its state", says(2, state=""), "bad-field", 3),
    Row("leaves a turn out", turns(lambda each: each[:2] + each[3:]), "gap", 6),
    Row("says a turn twice", turns(lambda parts: parts[:2] + parts[1:]), "replay", 6),
    Row("exchanges two turns", turns(lambda parts: [*parts[:1], parts[2], parts[1], *parts[3:]]), "order", 3),
    Row("leaves an entry out of a signed turn", line(3, lambda each: each[:2] + each[3:]), "bad-count", 23),
    Row(
        "exchanges two entries of a signed turn",
        line(3, lambda each: [*each[:2], each[3], each[2], *each[4:]]),
        "order",
        7,
    ),
    Row(
        "adds an entry to a signed turn",
        line(2, lambda each: [*each[:2], each[1], *each[2:]]),
        "bad-count",
        6,
    ),
    Row(
        "changes a word in a signed turn",
        line(2, lambda each: [each[0], each[1].replace(b'"k":"break-down"', b'"k":"brake-down"'), *each[2:]]),
        "bad-head",
        3,
    ),
    Row(
        "changes a bit of a signature",
        line(2, lambda each: [*each[:-1], flipped(each[-1])]),
        "bad-signature",
        3,
    ),
    Row("leaves a signature out", line(2, lambda each: each[:-1]), "truncated", 3),
    Row(
        "says that another key signed", line(2, lambda each: [*each[:-1], renamed(each[-1])]), "wrong-key", 3
    ),
    Row("numbers an entry twice", put("break-down", 1, i=3), "order", 4),
    Row("invites to other rules", invites(rules=OTHER), "other-rules", 0, others="downgraded-rules"),
    Row("invites to other data", invites(data=OTHER), "other-data", 0, others="other-value"),
    Row("invites to another position", invites(setup=OTHER), "other-setup", 0, others="other-value"),
    Row("invites to another game", invites(game="chess"), "unknown-game", 0, others="other-value"),
    Row("invites for both sides", invites(sides=["allied", "allied"]), "bad-field", 0),
    Row("invites without dice", invites(n=7), "bad-field", 0),
    Row("invites in a version to come", invites(v=2), "version", 0),
    Row("changes the invitation afterwards", edits(0, who="Eve"), "bad-signature", 0),
    Row("changes the acceptance afterwards", edits(2, who="Eve"), "bad-signature", 0),
    Row("accepts another invitation", answers(invite=OTHER), "other-game", 0),
    Row("accepts with the other's chain", copies("tip"), "reused-key", 0),
    Row("accepts with the other's vault", copies("vault"), "reused-key", 0),
    Row("accepts with the other's key", copies("key"), "reused-key", 0),
    Row("accepts under a key of small order", answers(key="01" + "00" * 31), "small-order-key", 0),
    Row("ends in the middle of a line", whole(lambda data: data[:-9]), "truncated", 51),
    Row("ends its lines as Windows does", whole(lambda data: data.replace(b"\n", b"\r\n")), "newline", 0),
    Row(
        "masks with a card twice",
        but("deck-mask", 1, p=lambda p: [p[1], *p[1:]]),
        "bad-shuffle",
        70,
        page="wrong-key",
        game="june44",
    ),
    Row(
        "proves a mask with 48 rounds",
        but("deck-mask", 1, bits=lambda bits: bits[:12], z=lambda z: z[:3072]),
        "bad-hex",
        70,
        game="june44",
    ),
    Row(
        "exchanges the last number of a proof",
        but("deck-mask", 1, z=lambda z: z[:-64] + z[:64]),
        "bad-shuffle",
        70,
        page="wrong-key",
        game="june44",
    ),
    Row(
        "hands over a key of another card",
        but("deck-key", u=lambda u: [u[1], u[0], *u[2:]]),
        "wrong-key",
        71,
        game="june44",
    ),
    Row(
        "shows another card than it holds",
        but("deck-show", card=lambda card: card % 55 + 1),
        "other-card",
        74,
        game="june44",
    ),
    Row(
        "shows a card it was never dealt",
        but("deck-show", n=lambda n: 55),
        "wrong-label",
        74,
        others="never-dealt",
        game="june44",
    ),
)


def data_of(row: Row) -> bytes:
    """The changed log."""
    return row.edit(tape.tape(row.game))


def test_the_recording_itself_holds() -> None:
    """Signed again without a change it is the recording, byte for byte, and all three find it sound."""
    for game, recorded in (("june6", tape.landings()), ("june44", tape.cards())):
        assert recorded == tape.tape(game).sign()
        assert verify(recorded).good
        assert "ok" == second.verify(recorded, tape.dice(game)).code


def test_the_recording_has_every_kind_of_entry_but_those_of_the_end() -> None:
    found = {str(e["k"]) for game in ("june6", "june44") for p in tape.tape(game).parts for e in p.entries}
    kinds = {"start", "seal", "req", "rsp", "open", "show", "reject", "back", "reply", "agent"}
    assert kinds | {"deck-mask", "deck-key", "deck-show"} <= found


def test_there_are_enough_and_none_is_there_twice() -> None:
    assert 100 <= len({row.name for row in ROWS}) == len(ROWS) == len({data_of(row) for row in ROWS})


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_verifier_names_code_and_entry(row: Row) -> None:
    fault = verify(data_of(row)).fault
    assert fault is not None
    assert (row.code, row.entry) == (fault.code, fault.entry)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_second_verifier_finds_it_where_the_protocol_tells(row: Row) -> None:
    assert (row.others or row.code) == second.verify(data_of(row), tape.dice(row.game)).code


@cache
def _page() -> dict[str, Json]:
    cases: list[dict[str, Json]] = [
        {
            "do": "log",
            "base64": base64.b64encode(data_of(row)).decode(),
            "dice": {name: [list(die) for die in dice] for name, dice in tape.dice(row.game).items()},
        }
        for row in ROWS
    ]
    return dict(zip([row.name for row in ROWS], run("vectors.js", cases), strict=True))


@needs_node
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_page_finds_it_where_the_protocol_tells(row: Row) -> None:
    found = _page()[row.name]
    assert isinstance(found, dict)
    assert (row.page or row.others or row.code) == found["code"]
