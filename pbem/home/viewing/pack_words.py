"""What a report and a picture say of the data pack that a game is played on: what an owner typed is shown as theirs."""

from __future__ import annotations

from attrs import evolve

from pbem.games import registry
from pbem.games.packs.pack import code_of
from pbem.port.messages import Message, Series
from pbem.port.scene import Scene
from pbem.view.markup import clean


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
