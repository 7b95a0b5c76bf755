"""What stands in the headers of the little game when its seats agree to go on under another version, or do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve
from log_play import RULES, Table

from pbem import canon
from pbem.canon import Json
from pbem.log import sign_bundle

SECOND = "5b" * 32
THIRD = "5c" * 32
_YES: dict[str, Json] = {"k": "reply", "yes": True}
_NO: dict[str, Json] = {"k": "reply", "yes": False}
_BACK: dict[str, Json] = {"k": "back", "to": 0}
_MOVE: dict[str, Json] = {"k": "move"}
Written = tuple[str, str, list[dict[str, Json]]]


def _offer(rules: str) -> dict[str, Json]:
    return {"k": "upgrade", "data": "da" * 32, "rules": rules, "state": "57" * 32, "version": "june6 0.2.0"}


def _played(*bundles: Written) -> Callable[[Table], bytes]:
    """Bundles of these entries, each with the ruleset that its header names."""

    def made(table: Table) -> bytes:
        log, head, first = evolve(table.log, bundles=()), table.log.gid, 0
        for n, (by, rules, written) in enumerate(bundles, 1):
            lines = [canon.encode({**entry, "i": first + step}) for step, entry in enumerate(written)]
            key = (table.a if by == "A" else table.b).key
            bundle = sign_bundle(
                key, by=by, gid=log.gid, n=n, prev=head, lines=lines, rules=rules, state=f"{n:064x}"
            )
            log = evolve(log, bundles=(*log.bundles, bundle))
            head, first = bundle.header.head, first + len(lines)
        return log.encode()

    return made


def upgrades() -> Iterator[tuple[str, str, int, Callable[[Table], bytes]]]:
    """Name, code, bundles that hold, and what is done to the game."""
    begun: list[Written] = [("A", RULES, [_MOVE, _offer(SECOND)])]
    agreed: list[Written] = [*begun, ("B", RULES, [_YES])]
    declined: list[Written] = [*begun, ("B", RULES, [_NO])]
    new, old, other = (("A", rules, [_MOVE]) for rules in (SECOND, RULES, THIRD))
    twice: list[Written] = [*agreed, ("A", SECOND, [_MOVE, _offer(RULES)]), ("B", SECOND, [_YES])]
    yield "ok-upgraded", "ok", 4, _played(*agreed, new, ("B", SECOND, [_MOVE]))
    yield "ok-upgraded-and-played-on-in-one", "ok", 3, _played(*begun, ("B", RULES, [_YES, _MOVE]), new)
    yield "ok-upgraded-and-back-again", "ok", 5, _played(*twice, old)
    yield "ok-upgrade-declined", "ok", 4, _played(*declined, old, ("B", RULES, [_MOVE]))
    yield (
        "ok-upgrade-declined-then-agreed",
        "ok",
        5,
        _played(*declined, ("A", RULES, [_offer(THIRD)]), ("B", RULES, [_YES]), other),
    )
    yield "ok-upgrade-waiting", "ok", 1, _played(*begun)
    back: list[Written] = [*declined, ("A", RULES, [_BACK]), ("B", RULES, [_YES])]
    yield "ok-back-after-an-upgrade-declined", "ok", 5, _played(*back, old)
    yield "upgraded-old-rules", "downgraded-rules", 2, _played(*agreed, old)
    yield "upgraded-other-rules", "downgraded-rules", 2, _played(*agreed, other)
    yield "upgraded-too-soon", "downgraded-rules", 1, _played(*begun, ("B", SECOND, [_YES]))
    yield "upgraded-without-an-answer", "downgraded-rules", 1, _played(*begun, ("B", SECOND, [_MOVE]))
    yield "upgraded-though-declined", "downgraded-rules", 2, _played(*declined, new)
    yield (
        "upgraded-and-back-again-unheard",
        "downgraded-rules",
        4,
        _played(*twice[:3], ("B", SECOND, [_NO]), old),
    )
    yield "upgraded-by-agreeing-to-a-take-back", "downgraded-rules", 4, _played(*back, new)
