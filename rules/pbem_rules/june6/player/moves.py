"""How good it is for a unit of June 6 to end its move in a hex, and who moves next (``shared.player.moves``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.bytes.records import frozen
from pbem.port.player import Advice
from pbem_rules.june6.model import Activation, State, Unit
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.player.combat import rough_gain
from pbem_rules.june6.rules.lookup import formation_of, on_map
from pbem_rules.june6.rules.movement.move import Strategic
from pbem_rules.kernel.derived import derived
from pbem_rules.shared.player import moves
from pbem_rules.shared.player.distances import around
from pbem_rules.shared.player.game import FAR, LINE, STAFF, Piece, strength
from pbem_rules.shared.player.order_choice import Decision

_POINT = 100  # what a point of worth is in scores
_BETTER = 12
_GOALS = 4  # so many places pull at one unit: more would draw it past what lies before it
_ATTACK = 0.5
_DANGER = 0.25
_COVER = 0.22
_COMPANY = 0.15
_ON_IT = 0.35  # to be in the very hex, when no other fighting unit is, for each point of its worth
_TAKEN = 0.5  # to take it, for each point that it counts
_UNSUPPLIED = 1.2
_AT_SEA, _MUST = -2.0, -1000.0  # to stay off the map; a headquarters or a glider comes wherever it can
_BY_DAY = 0.3  # what the first march of a formation costs that risks attrition (8.3); the rest then goes free
_ALONE = 3.0  # and that of its headquarters, which may be lost to it
_AHEAD = 2
_FEW = 6  # with so few ways in left a headquarters enters before anybody closes them


def desk(case: Decision[State, Mind]) -> Iterator[Advice]:
    """Headquarters that have to enter first, then the next unit that has a better place to go to."""
    mind, frame = case.field, case.state.on_top(Activation)
    if frame is None:
        return
    ends = Ends(field=mind, frame=frame)
    own = (piece for stack in mind.mine.values() for piece in stack)
    for piece in sorted((each for each in own if _enters_first(mind, each, frame)), key=ends.turn):
        found = mind.moves(piece.id)
        _, end = max(((ends.score(piece, at), at) for at in found), default=(0, ""))
        if end:
            yield Advice(order=found[end])
    yield from moves.best(case, ends)


def _enters_first(mind: Mind, piece: Piece, frame: Activation) -> bool:
    """Whether a headquarters off the map has units on it that wait for it (7.24b), or hardly a way in is left to it."""
    if piece.role != STAFF or ":" not in piece.where:
        return False
    led = _led(mind, mind.state.board[piece.id])
    waited = frame.full and any(not unit.efficiency for unit in led)
    return waited or 0 < len(mind.moves(piece.id)) <= _FEW


def _led(mind: Mind, staff: Unit) -> Sequence[Unit]:
    """The fighting units on the map that a headquarters, or a unit beside it, belongs to."""
    known = mind.data.formations.get(formation_of(mind.data, staff))
    units = (mind.state.board.get(name) for name in known.units) if known is not None else ()
    return [
        each
        for each in units
        if each is not None and mind.data.unit(each.id).combat and on_map(mind.data, each)
    ]


@frozen(kw_only=True, slots=False)
class Ends(moves.Places[Mind]):
    """What ends of moves are worth."""

    frame: Activation

    @property
    def better(self) -> int:
        """By how much an end must be better than to stay."""
        return _BETTER

    def turn(self, piece: Piece) -> tuple[int, int, str]:
        """Fighting units first, the strongest ahead; then guns; headquarters last."""
        kind = self.field.data.unit(piece.id)
        return kind.hq + (not kind.combat), -kind.full.cs, piece.id

    def score(self, piece: Piece, place: str) -> int:
        """In hundredths."""
        mind, unit = self.field, self.field.state.board[piece.id]
        if ":" in place:
            return round(_POINT * (_MUST if piece.role == STAFF or place.startswith("glider:") else _AT_SEA))
        friends = [each for each in mind.mine.get(place, ()) if each.id != piece.id and each.role == LINE]
        weigh = self._fights if piece.role == LINE else self._supports
        total = weigh(piece, place, friends) + 0.05 * mind.variation(piece.id, place)
        if not mind.fed(unit, place):
            total -= _UNSUPPLIED
        seen = mind.data.charts.weather[mind.state.weather].attrition and not mind.pressing
        if seen and not self.frame.strategic and isinstance(mind.moves(piece.id).get(place), Strategic):
            total -= _ALONE if piece.role == STAFF else _BY_DAY
        return round(_POINT * total)

    def _fights(self, piece: Piece, place: str, friends: Sequence[Piece]) -> float:
        """Places worth having, attacks to be made from there, cover, company and danger."""
        mind, goals = self.field, self.field.wanted(piece.group)
        total = sum([worth / (4 + way.get(place, FAR)) for worth, way in _pulls(mind, piece.id)])
        foes = [at for at in around(mind, place) if at in mind.theirs]
        if foes:
            if piece.attack and self.frame.full:
                total += _ATTACK * max(_prospect(mind, piece.id, foe, self.frame) for foe in foes)
            cover = -mind.data.charts.terrain[mind.data.ground.terrain[place]].defence
            against = sum(strength(mind.theirs[foe])[1] for foe in foes)
            own = max(1, strength((piece, *friends))[1])
            total += _COVER * cover - _DANGER * max(0.0, against / own - 1.0)
        if place in goals and not friends:
            aim = mind.aims.get(place)
            total += _ON_IT * goals[place] + (_TAKEN * aim.worth if aim is not None and not aim.held else 0.0)
        return total + _COMPANY * len(friends)

    def _supports(self, piece: Piece, place: str, friends: Sequence[Piece]) -> float:
        """Headquarters and guns: behind their own fighting units, with company, not next to an enemy."""
        mind, near = self.field, self.field.foe_distance(place)
        led = _led(mind, mind.state.board[piece.id])
        total = 0.25 * bool(mind.data.ground.roads.at(place))
        if led:
            apart = sum(max(0, mind.grid.distance(place, each.where) - _AHEAD) for each in led)
            total -= 0.4 * apart / len(led)
        else:
            total += 0.1 * mind.pull(place)
        staff = piece.role == STAFF  # with its headquarters a division loses its marker
        if friends:
            return total + 0.5 - (2.4 if staff else 0.4) * (near <= 1)
        return total - (4.0 if near <= 1 else 0.6 if near <= 2 else 0.0) - 2.0 * (staff and 2 <= near <= 4)


@derived
def _prospect(mind: Mind, name: str, foe: str, frame: Activation) -> float:
    """The gain of attacking a hex with the friends who stand next to it already, roughly."""
    beside = [unit for at in around(mind, foe) for unit in mind.state.board.stack(at)]
    here = [each for each in beside if each.id != name and _helps(mind, each, frame)]
    return rough_gain(mind, [mind.state.board[name], *here], foe)


def _helps(mind: Mind, unit: Unit, frame: Activation) -> bool:
    kind = mind.data.unit(unit.id)
    own = kind.side == mind.side and formation_of(mind.data, unit) in frame.formations
    return own and kind.combat and not (kind.defends_only or unit.disorder or unit.scattered)


@derived
def _pulls(mind: Mind, name: str) -> Sequence[tuple[float, Mapping[str, int]]]:
    """The places that pull most at a unit, and how much; the less for every friend there or next to it."""
    unit = mind.state.board[name]
    found = []
    for goal, worth in mind.wanted(mind.group(unit)).items():
        near = (each for at in (goal, *around(mind, goal)) for each in mind.mine.get(at, ()))
        friends = sum(each.role == LINE and each.id != name for each in near)
        found.append((5 * worth / (1 + 0.45 * friends), mind.ways(goal)))
    return sorted(found, key=lambda pull: -pull[0] / (4 + pull[1].get(unit.where, FAR)))[:_GOALS]
