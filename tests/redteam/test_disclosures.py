"""What leaves with a turn that the other may refuse, and what the log alone tells about dice."""

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError, VerifyError
from pbem.crypto import dice
from pbem.log import Log, head_after
from pbem.protocol.side_entries import refusal
from tests.protocol.conftest import Pair, begin, play, play_out, tiny
from tests.protocol.test_edges import on, until
from tests.protocol.test_session import forge
from tests.protocol.tiny import Go, Mode

__all__ = ["tiny"]


def at_the_end() -> Pair:
    """The game is over, and nobody has opened a vault."""
    pair = begin("ending")
    while pair.a.owed.kind != "audit":
        pair = on(pair, play(pair.a if pair.a.owed.seat == "A" else pair.b, 0))
    return pair


def test_who_wrote_the_end_opens_no_vault_before_the_other_has_signed_behind_it() -> None:
    """A vault that travelled with the last order was known although that order was refused, and the game went on."""
    pair = at_the_end()
    wrote_last = pair.a.log.bundles[-1].header.by
    assert wrote_last != pair.a.owed.seat
    last = pair.a if wrote_last == "A" else pair.b
    wrong = forge(last, [{"k": "audit", "vault": last.vault.salts.hex()}])
    with pytest.raises(VerifyError) as refused:
        (pair.b if wrote_last == "A" else pair.a).receive(wrong)
    assert "out-of-turn" == refused.value.code


def test_no_turn_of_a_whole_game_holds_a_vault_beside_anything_else() -> None:
    pair = play_out(begin("ending"))
    kinds = [[entry["k"] for entry in bundle.entries] for bundle in pair.a.log.bundles]
    assert [["audit"], ["audit"]] == kinds[-2:]
    assert all("audit" not in each for each in kinds[:-2])


def test_a_refused_turn_and_the_one_in_its_place_share_no_salt() -> None:
    """Whoever refuses a turn with a secret in it learns nothing about the secret that takes its place."""
    pair = until(begin("salts"), "choice", "A")
    bundles = []
    for _ in range(2):
        session = pair.a.order(Go(to=1)).order(Mode(mode="hit"))
        bundle = session.sealed()[1]
        bundles.append(bundle)
        no = refusal(pair.b, bundle, PbemError("illegal", "no reason"))
        pair = Pair(a=pair.a.receive(no), b=pair.b.receive(no))
    first, second = (
        next(entry["c"] for entry in bundle.entries if entry["k"] == "seal") for bundle in bundles
    )
    assert first != second


def faces_from(log: Log) -> list[tuple[Json, list[int]]]:
    """The faces that the log names, beside those that follow from its requests and seeds: no rules are asked."""
    head, pending, seeds, found = log.gid, (b"", {}), {}, []
    for bundle in log.bundles:
        for line, entry in zip(bundle.lines, bundle.entries, strict=True):
            head = head_after(head, (line,))
            if entry["k"] == "req":
                pending, seeds = (head, entry), {}
            if entry.get("x"):
                seeds[bundle.header.by] = bytes.fromhex(str(entry["x"]))
            if len(seeds) == 2 and entry["k"] in ("rsp", "open"):
                at, asked = pending
                context = dice.roll_context(log.gid, asked["j"], at, asked["why"])
                stream = dice.stream(context, seeds["A"], seeds["B"], asked["why"])
                found.append((entry["dice"], [low + stream.below(sides) for sides, low in asked["dice"]]))
                seeds = {}
    return found


def test_everybody_can_check_faces_from_the_log_alone() -> None:
    """A page that believed a table of dice, made by whoever made the page, believed anything."""
    found = faces_from(play_out(begin("faces")).a.log)
    assert 6 == len(found)
    assert all(named == follow for named, follow in found)
