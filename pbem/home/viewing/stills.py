"""One picture of a game: the position, and what happened shortly before it, which becomes its arrows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from pbem.bytes.errors import UsageError
from pbem.bytes.records import frozen
from pbem.games import registry
from pbem.games.packs.pack import code_of
from pbem.log import Log
from pbem.port.game import Outcome
from pbem.port.messages import Message, Series, spelled
from pbem.port.scene import Scene
from pbem.replay.fold import AppliedEntry
from pbem.replay.table import Position
from pbem.replay.verdict import Verdict
from pbem.view.markup import clean

_RECENT = 60


@frozen(kw_only=True)
class Still:
    """What a picture is made of; ``recent`` are the outcomes before it, oldest first, ``verdict`` is that on the log."""

    log: Log
    verdict: Verdict
    position: Position[object]
    recent: tuple[Outcome, ...]

    @property
    def game(self) -> registry.Game:
        """The version of the game in force there."""
        return self.position.ruling

    def scene(self, side: str | None) -> Scene:
        """The picture as ``side`` may see it. Raises UsageError ``no-side``."""
        rules = self.position.rules
        known_side(rules.sides, side)
        return captioned(rules.scene(self.position.game, side, recent=self.recent), self.game)


def recent(
    position: Position[object], trail: Sequence[AppliedEntry[object]]
) -> Iterator[AppliedEntry[object]]:
    """What of a trail that ends at ``position`` its picture shows, newest first: this turn's latest."""
    turn, count = position.rules.moment(position.game).turn, 0
    for each in reversed(trail):
        if each.position.rules.moment(each.position.game).turn != turn or count >= _RECENT:
            break
        count += len(each.outcomes)
        yield each


def outcomes(position: Position[object], trail: Sequence[AppliedEntry[object]]) -> tuple[Outcome, ...]:
    """The outcomes that the picture of ``position`` shows, oldest first."""
    shown = tuple(recent(position, trail))[::-1]
    return tuple(outcome for each in shown for outcome in each.outcomes)


def enough(
    before: Position[object], position: Position[object], trail: Sequence[AppliedEntry[object]]
) -> bool:
    """Whether a trail that begins at ``before`` has all that the picture of ``position`` shows."""
    shown = tuple(recent(position, trail))
    return (
        len(shown) < len(trail)
        or sum(len(each.outcomes) for each in shown) >= _RECENT
        or before.rules.moment(before.game).turn != position.rules.moment(position.game).turn
    )


def known_side(sides: Sequence[str], side: str | None) -> None:
    """Raises UsageError ``no-side`` for a side that is not among them."""
    if side is not None and side not in sides:
        raise UsageError.of(
            "no-side",
            "There is no side {side!r}.",
            side=side,
            sides=Series(map(spelled, sides)),
            hint="Sides: {sides}.",
        )


# --- the data pack in words -------------------------------------------------------------------------------------------


def played_on(game: registry.Game) -> str:
    """The data pack of a game in one sentence: its name and digest, how much it gives, and from where."""
    from pbem.home.packs import installed as packs  # noqa: PLC0415  # few games are played on a pack

    assert game.pack is not None
    return Message(
        "Played on the data pack {origin} (code {code}): {said}. What is not typed is ours.",
        origin=clean(game.pack.origin, 300),
        code=code_of(game.data_digest),
        said=packs.described(game),
    )


def captioned(scene: Scene, game: registry.Game) -> Scene:
    """The picture with the data pack in its caption: what an owner typed is shown as theirs and not as ours."""
    if game.pack is None:
        return scene
    by = Message(", typed by {by}", by=game.pack.by) if game.pack.by else ""
    said = clean(Message("On {on_pack}{by}.", on_pack=game.on_pack, by=by), 240)
    note = Series((scene.ground.note, said), " ") if scene.ground.note else said
    return evolve(scene, ground=evolve(scene.ground, note=note))
