"""Mulberries: where they are built, and how they grow and suffer (17.11 to 17.16)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED
from pbem_rules.normandy.rules.night import OVER, is_over, part
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Mulberries:
    """The two beaches on which mulberries are built, in the night of 7 June (17.12)."""

    beaches: tuple[str, ...]


_BEFORE = 2
"""Dice before those of the damage: one for the track, one for the storm."""
MULBERRIES = Kind[Mulberries, View, Play](Mulberries, early="17.12")


def _beaches(at: Position) -> tuple[str, ...]:
    """The beaches of the part of the map that is used."""
    beaches = at.data.land.beaches.values()
    return tuple(each.name for each in beaches if set(each.hexes) <= part(at))


@BOOK.rule("17.12", "N105")
def to_choose(view: View) -> tuple[Demand, ...]:
    """The Allied side names the beaches."""
    rule = view.data.charts.mulberry
    due = view.state.day == rule.chosen and not view.state.mulberries and len(_beaches(view)) >= rule.most
    if is_over(view) or not due:
        return ()
    return (Choice(side=ALLIED, kinds=(MULBERRIES.word,), why=Message("mulberries"), paragraph="17.12"),)


@MULBERRIES.invalid
def no_beach(view: View, order: Mulberries) -> Iterator[Violation]:
    for each in order.beaches:
        if each not in _beaches(view):
            yield broken("17.11", Message("there is no beach {beach}", beach=each), each)


@MULBERRIES.wrong
@BOOK.rule("17.11")
def too_many(view: View, order: Mulberries) -> Iterator[Violation]:
    """Two, and different ones."""
    most = view.data.charts.mulberry.most
    if len(set(order.beaches)) != len(order.beaches) or len(order.beaches) != most:
        yield broken("17.11", Message("name {most} different beaches", most=most))


@MULBERRIES.legal
def choices(view: View) -> Iterator[Mulberries]:
    for each in combinations(_beaches(view), view.data.charts.mulberry.most):
        yield Mulberries(beaches=each)


@MULBERRIES.carry_out
def begin(play: Play, order: Mulberries) -> None:
    play.change(mulberries=dict.fromkeys(sorted(order.beaches), 0), stage=OVER)
    said = Message("Mulberries are built at {beaches}.", beaches=", ".join(order.beaches))
    play.say("mulberries", said, "17.12", side=ALLIED)


def _stormy(at: Position) -> bool:
    return at.state.weather == "storm"


def dice(at: Position) -> tuple[int, ...]:
    """Five dice for each, by their sides: the track, the storm, and three for the damage."""
    rule = at.data.charts.mulberry
    return (rule.die,) * ((_BEFORE + rule.damage) * len(at.state.mulberries))


@BOOK.rule("17.13", "17.15", "17.16", "N56")
def rolled(play: Play, faces: tuple[int, ...]) -> None:
    """The tracks move."""
    rule, left = play.data.charts.mulberry, list(faces)
    tracks = dict(play.state.mulberries)
    for name in sorted(tracks):
        grows, storm, *damage = (left.pop(0) for _ in range(_BEFORE + rule.damage))
        hit = _stormy(play) and storm >= rule.storm
        down = max(0, tracks[name] - sum(damage)) if hit else tracks[name]
        tracks[name] = min(rule.complete, down + grows)
        if not hit and tracks[name] == down:
            continue
        said = Message("The mulberry of {beach} stands at {built}.", beach=name, built=tracks[name])
        faces_ = (storm, *damage, grows) if hit else (grows,)
        play.say("mulberry", said, "17.15" if hit else "17.13", side=ALLIED, faces=faces_)
    play.change(mulberries=tracks)
