"""The verbs of the rulebook: how a position is changed."""

from __future__ import annotations

from pbem.bytes.records import define
from pbem.bytes.values import changed
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import GERMAN, Piece, State, Track
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.printed.calendar import PARTS, day_name, day_number
from pbem_rules.normandy.rules.tracks import emptied, loss_track, takes_armour, track_of
from pbem_rules.normandy.rules.view import Position
from pbem_rules.shared.play import BoardPlay

_BOX = "box"


@define(kw_only=True)
class Play(BoardPlay[State, Data, Piece], Position):
    """A position being changed."""

    def move(self, name: str, to: str) -> None:
        """A unit to another hex; work on a trench that it has begun is lost."""
        self.mark(name, where=to, dug=0)

    def pay(self, points: int) -> None:
        """Combat supply is spent."""
        self.change(points=self.state.points - points)

    def step_loss(self, name: str, paragraph: str = "12.1") -> None:
        """A unit loses a step, or its last."""
        if self.steps(name) <= 1:
            self.eliminate(name, paragraph)
            return
        _count(self, name, 1)
        unit = self.unit(name)
        self.mark(name, lost=unit.lost + 1)
        said = Message("{unit} lost a step.", unit=name)
        self.say("reduced", said, paragraph, side=self.side_of(name), units=(name,), hexes=_at(self, name))

    def eliminate(self, name: str, paragraph: str = "12.1") -> None:
        """A unit is lost with all its steps; a headquarters comes back later (6.2)."""
        _count(self, name, self.steps(name))
        side, hexes, kind = self.side_of(name), _at(self, name), self.type_of(name)
        if kind.branch == "headquarters" and side == GERMAN and self.on_map(name):
            _points_wait(self, name)
        self.remove(name)
        if kind.branch == "headquarters":
            away(self, name)
        self.change(gone=tuple(sorted({*self.state.gone, name})))
        said = Message("{unit} was eliminated.", unit=name)
        self.say("eliminated", said, paragraph, side=side, units=(name,), hexes=hexes)

    def take_off(self, *names: str) -> None:
        """Units leave the map without being lost."""
        self.remove(*names)
        self.change(removed=tuple(sorted({*self.state.removed, *names})))


def _at(play: Play, name: str) -> tuple[str, ...]:
    """The hex of a unit, for the telling; none when it is in a box."""
    return (play.unit(name).where,) if play.on_map(name) else ()


@BOOK.rule("7.6", "7.7", "18.7", "N101")
def _count(play: Play, name: str, steps: int) -> None:
    """Lost steps of a unit on its track."""
    track = loss_track(play, name)
    if track is not None:
        old = play.state.tracks.get(track, Track())
        armour = takes_armour(play, name)
        more = {"armour_steps": old.armour_steps + steps} if armour else {"steps": old.steps + steps}
        play.change(tracks={**play.state.tracks, track: changed(old, **more)})


@BOOK.rule("6.3", "7.5", "N170")
def _points_wait(play: Play, name: str) -> None:
    """Points at hand, and those of this night that nobody used, go with a German headquarters that is being lost."""
    key = track_of(play, name, play.unit(name).where)
    state, kept = play.state, dict(play.state.kept)
    here, unused = state.tracks.get(key, Track()), kept.pop(key, Track())
    points = Track(infantry=here.infantry + unused.infantry, armour=here.armour + unused.armour)
    if points != Track():
        tracks = {**state.tracks, key: emptied(here)} if key in state.tracks else state.tracks
        play.change(kept={**kept, name: points}, tracks=tracks)
        said = Message("The replacement points at hand lie with {unit} until it comes back.", unit=name)
        play.say("kept", said, "6.3", side=GERMAN, units=(name,))


@BOOK.rule("6.2", "18.5", "N25")
def away(play: Play, name: str) -> None:
    """A headquarters is lost, and comes back in the turn after the next."""
    state, back = play.state, play.state.part + 1 + play.data.charts.headquarters.turns_away
    day = later(state.day, back // len(PARTS))
    play.change(away={**state.away, name: f"{day} {PARTS[back % len(PARTS)]}"})
    if name in state.trucks:
        left = {each: number for each, number in state.trucks.items() if each != name}
        play.change(trucks={**left, _BOX: left.get(_BOX, 0) + state.trucks[name]})


def is_group(at: Position, name: str) -> bool:
    """Whether it is the headquarters of a battle group that a corps sets up (18.11)."""
    return at.type_of(name).battle_group and at.formation_of(name).size == "corps"


def later(day: str, days: int) -> str:
    """A day so many days later."""
    return day_name((day_number(day) or 0) + days)
