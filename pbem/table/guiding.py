"""How far a player is in the guided first turn of a game: a fact of its folder, so that any table takes it up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, UsageError
from pbem.games import guides, registry
from pbem.games.guides import Guide, Step
from pbem.games.registry import GameInfo
from pbem.home.play import orders as playing
from pbem.home.play import recommended
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import Change, GameFolder
from pbem.table import orders
from pbem.table.legal_orders import Legal, Stand
from pbem.table.open_home import Room, stand_of

_AT, _LEFT = "guide", "guide-left"
_TRIED = 40
"""So many orders are looked at for one to light."""
_MOST = 300


def known(info: GameInfo) -> Guide | None:
    """The guide of a game; None where there is none that can be read."""
    try:
        return guides.guide(info)
    except DataError:  # pbem game lint says what is wrong with it
        return None


def asked(game: str) -> Guide:
    """The guide that somebody wants. Raises UsageError ``no-guide``, ``unknown-game``."""
    found = known(registry.info(game))
    if found is None:
        raise UsageError.of("no-guide", "{game} has no guided first turn.", game=game)
    return found


def follows(folder: GameFolder) -> bool:
    """Whether this game was begun with a guide."""
    return _AT in folder.facts()


def keep(folder: GameFolder, at: int, *, left: bool) -> None:
    """Remember the step that comes next, and whether the player has put the guide away."""
    folder.save(Change(facts={**folder.facts(), _AT: at, _LEFT: left}))


def told(folder: GameFolder, info: GameInfo, given: Mapping[str, Json]) -> dict[str, Json]:
    """All steps, the next one's number, and whether the guide is put away; what is ``given`` is kept first."""
    found = known(info)
    if found is None or not follows(folder):
        return {"steps": [], "at": 0, "left": True}
    at, left = given.get("at"), given.get("left")
    if type(at) is int and type(left) is bool:
        keep(folder, max(0, min(at, len(found.steps))), left=left)
    facts = folder.facts()
    return {
        "steps": [_step(each) for each in found.steps],
        "at": facts.get(_AT),
        "left": facts.get(_LEFT) is True,
    }


def lights(room: Room) -> dict[str, Json]:
    """What to press for an order that the step asks for: nothing where it has not come to that.

    ``unit``, the place where it lies (``cell``) and the place to order it to (``target``), or the ``order`` of a button.
    The order that the game's own player would give, if the page gives it for one unit pressed; else the first such one.
    """
    step, session = _now(room.folder(), room.session().game.info), room.session()
    if step is None or room.trial is not None or not _decides(session):
        return {}
    return _lights(room.stand(), session, step)


def _lights(stand: Stand, session: Session, step: Step) -> dict[str, Json]:
    if not comes(step, stand.kinds):
        return {}
    thinks = recommended.thought_or_none(session)
    if thinks is None:
        return {}
    for each in islice(_candidates(stand, stand.codec.dump(thinks.order), step), _TRIED):
        if not each.target:
            return {"order": {**each.obj}}
        for unit in sorted(each.units & stand.own) or [""]:
            first = orders.aimed(stand, [unit] if unit else [], each.target).get("first")
            if isinstance(first, dict) and first["kind"] in step.kinds and not first["violations"]:
                return {"unit": unit, "cell": stand.places.get(unit, ""), "target": each.target}
    return {}


def comes(step: Step, kinds: Iterable[str]) -> bool:
    """Whether a decision between these kinds of order is the one that a step asks for."""
    offered = {*kinds}
    return bool(offered & {*step.kinds}) and (not step.among or step.among in offered)


def passed(folder: GameFolder, session: Session, give: recommended.Step) -> Session:
    """What the game asks before it comes to the step, decided as its own player would, up to the end of the phase."""
    step, phase = _now(folder, session.game.info), _phase(session)
    for _ in range(_MOST):
        if step is None or not _decides(session) or _phase(session) != phase:
            break
        # An order of the step that nothing on the page can light is none to wait for.
        if _lights(stand_of(session), session, step):
            break
        session = give(session, recommended.advice(session))
    return session


def _now(folder: GameFolder, info: GameInfo) -> Step | None:
    found, at = known(info), folder.facts().get(_AT)
    return found.steps[at] if found is not None and isinstance(at, int) and at < len(found.steps) else None


def _decides(session: Session) -> bool:
    return session.is_my_turn and session.owed.kind in playing.DECISIONS


def _phase(session: Session) -> tuple[int, str]:
    moment = session.game.rules.moment(session.position.game)
    return moment.turn, moment.phase


def _candidates(stand: Stand, advised: Mapping[str, Json], step: Step) -> Iterator[Legal]:
    """The order that is advised, then the legal ones of a step's kinds, those that name a place first."""
    if advised["k"] in step.kinds:
        yield from (each for each in stand.of_kind(str(advised["k"])) if each.obj == advised)
    found = chain.from_iterable(stand.of_kind(kind) for kind in step.kinds)
    yield from sorted(islice(found, _TRIED), key=lambda each: not each.target)


def _step(step: Step) -> Json:
    return {
        "title": Message(step.title),
        "lines": [Message(each) for each in step.lines],
        "paragraphs": [*step.paragraphs],
        "kinds": [*step.kinds],
        "among": step.among,
        "light": [*step.light],
    }
