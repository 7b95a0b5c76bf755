"""Writes the vectors of ``upgrade/``: ``python tests/vectors/make_upgrade_vectors.py``, with the project on the path.

Whole logs of the tiny game of ``tests/protocol`` between two seats that know three versions of it: what step 4 of verifying
says of offers to go on under another one. Needed only after a deliberate change of format.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from pbem import canon, registry
from pbem.audit.rolls import dice_of
from pbem.canon import Json
from pbem.crypto import Keypair
from pbem.log import Log
from pbem.protocol import genesis
from pbem.protocol.asides import offer_back, offer_upgrade, reply_offer
from pbem.protocol.session import Session
from pbem.protocol.vault import Vault
from pbem.replay.table import MAX_OFFERS
from pbem.replay.verify import read
from tests.protocol.conftest import entropy, play
from tests.protocol.test_attacks import forge
from tests.protocol.test_takeback import until
from tests.protocol.tiny import GAME
from tests.upgrade.versions import OTHER_DATA, SECOND, agreed, ended, find, knowing, midgame, on

FOLDER = Path(__file__).parent / "upgrade"
Made = tuple[str, str, int | None, Log]
Entry = dict[str, Json]
_YES: Entry = {"k": "reply", "yes": True}
_GO: Entry = {"k": "go", "to": 1}


def _cheated(session: Session, *entries: Entry) -> Log:
    """The log of a seat with a bundle of these entries, signed as they should be; what would write itself stands before."""
    drafted = [{k: v for k, v in canon.decode(line).items() if k != "i"} for line in session.draft]
    return evolve(session.log, bundles=(*session.log.bundles, forge(session, [*drafted, *entries])))


def _offer(**changes: Json) -> Entry:
    """The entry that an honest seat would write in the middle of the game."""
    seat = midgame()[0].a
    lines = offer_upgrade(seat, SECOND).draft
    made = next(entry for entry in map(canon.decode, lines) if entry["k"] == "upgrade")
    return {k: v for k, v in {**made, **changes}.items() if k != "i"}


def _held() -> Iterator[Made]:
    pair, _ = midgame()
    offered = on(pair, offer_upgrade(pair.a, SECOND))
    yield "ok-agreed", "ok", None, ended(agreed(pair, SECOND)).a.log
    yield "ok-agreed-data", "ok", None, ended(agreed(pair, OTHER_DATA)).a.log
    yield "ok-agreed-and-back-again", "ok", None, _and_back_again()
    yield "ok-declined", "ok", None, ended(on(offered, reply_offer(offered.b, yes=False))).a.log
    yield "ok-waiting", "ok", None, offered.a.log
    gone = agreed(pair, SECOND)
    after = gone.a.position.count - 1
    gone = until(on(gone, play(gone.a, 0)), "choice", "A")
    gone = on(gone, offer_back(gone.a, after))
    yield "ok-take-back-after-it", "ok", None, ended(on(gone, reply_offer(gone.b, yes=True))).a.log


def _and_back_again() -> Log:
    """Two upgrades, the second to the version before the first."""
    pair = agreed(midgame()[0], SECOND)
    pair = until(on(pair, play(pair.a, 0)), "choice", "A")
    return ended(agreed(pair, GAME)).a.log


def _offers() -> Iterator[Made]:
    """Offers that nobody may make."""
    seat = midgame()[0].a
    at = seat.position.count
    for name, code, entry in (
        ("same-rules", "same-rules", _offer(rules="ab" * 32, data="cd" * 32)),
        ("rules-no-digits", "bad-hex", _offer(rules="xy" * 32)),
        ("data-too-short", "bad-hex", _offer(data="cd" * 16)),
        ("state-capitals", "bad-hex", _offer(state="CD" * 32)),
        ("version-empty", "bad-fields", _offer(version="")),
        ("version-too-long", "bad-fields", _offer(version="\u00e9" * 65)),
        ("pack-no-name", "bad-fields", _offer(pack="Not A Name")),
        ("field-too-many", "bad-fields", _offer(more=1)),
        ("field-missing", "bad-fields", {k: v for k, v in _offer().items() if k != "state"}),
    ):
        yield name, code, at, _cheated(seat, entry)
    pair, _ = midgame()
    for _ in range(MAX_OFFERS):
        pair = on(pair, offer_upgrade(pair.a, SECOND))
        pair = on(pair, reply_offer(pair.b, yes=False))
    yield "offered-often", "offered-often", pair.a.position.count, _cheated(pair.a, _offer())
    challenge = _challenge()
    yield "no-upgrade", "no-upgrade", challenge.position.count, _cheated(challenge, _offer())


def _challenge() -> Session:
    """The first decision of a challenge: B's seed chain is named in the invitation."""
    keys = [Keypair.from_seed(entropy(f"challenge/{who}")(32)) for who in "ab"]
    vaults = [Vault.fresh(entropy(f"challenge/vault/{who}"), genesis.MIN_CHAIN) for who in "ab"]
    terms = genesis.invite(
        keys[0], "Ann", vaults[0], GAME, scenario="only", side="red", options={},
        challenge=vaults[1].chain.tip.hex(),
    )  # fmt: skip
    log = Log(invite=terms, accept=genesis.accept(keys[1], "Ben", vaults[1], terms))
    return knowing(Session.begin(GAME, log, vaults[0])).automatic()


def _answers() -> Iterator[Made]:
    """What is written instead of an answer, or after one."""
    pair, _ = midgame()
    offered = on(pair, offer_upgrade(pair.a, SECOND))
    at = offered.b.position.count
    yield "order-for-an-answer", "not-now", at, _cheated(offered.b, _GO)
    yield "offer-for-an-answer", "not-now", at, _cheated(offered.b, _offer())
    yield "answered-by-oneself", "out-of-turn", at, _cheated(offered.a, _YES)
    yield "answer-extra-field", "bad-fields", at, _cheated(offered.b, {**_YES, "state": "00" * 32})
    yield "answer-without-an-offer", "not-now", pair.a.position.count, _cheated(pair.a, _YES)
    asking = on(pair, play(pair.a, 0))
    yield "while-a-roll-is-under-way", "not-now", asking.b.position.count, _cheated(asking.b, _offer())
    gone = agreed(pair, SECOND)
    yield "old-rules-after-it", "downgraded-rules", gone.a.position.count, _cheated(gone.a, _GO)


def made() -> Iterator[tuple[str, dict[str, Json]]]:
    """Name and content of every file; the registry has to know the tiny game."""
    for name, code, entry, log in (*_held(), *_offers(), *_answers()):
        trail: list[object] = []
        data = log.encode()
        found = read(data, watch=trail.append, find=find)
        dice: Json = {
            why: [list(die) for die in each]
            for why, each in sorted(dice_of(found.first, trail).items())  # type: ignore[arg-type]
        }
        lines: Json = [*data.decode().split("\n")[:-1]]
        yield name, {"name": name, "dice": dice, "entry": entry, "expect": code, "lines": lines}


def main() -> None:
    """All files anew; what is no vector any more goes."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "load", lambda name, pack=None: GAME)
        patch.setattr(registry, "info", lambda name: GAME.info)
        for name, value in made():
            text = json.dumps(value, indent=1, sort_keys=True, ensure_ascii=True) + "\n"
            (FOLDER / f"{name}.json").write_text(text, encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
