"""What a replay shows: nothing that was played is hidden by an offer."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.replay.rewinding import undone


def entries(*kinds: tuple[str, dict[str, Json]]) -> list[tuple[int, str, dict[str, Json]]]:
    return [(number, kind, fields) for number, (kind, fields) in enumerate(kinds)]


def test_agreeing_to_an_upgrade_hides_nothing_that_a_declined_take_back_named() -> None:
    """A take-back is offered and declined; later the other side agrees to a new version: every order still shows."""
    log = entries(
        ("start", {}),
        ("go", {"to": 1}),
        ("go", {"to": 2}),
        ("back", {"to": 0}),
        ("reply", {"yes": False}),
        ("go", {"to": 3}),
        ("upgrade", {}),
        ("reply", {"yes": True}),
    )
    assert frozenset() == undone(log)
