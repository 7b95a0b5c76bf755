"""Every scenario of every installed game, opened against the computer and played on to where units may act."""

from pathlib import Path

from pbem.games import registry
from pbem.store.home import Home
from pbem.table import position
from tests.table.seats import Seat, alone

SITTINGS = tuple((info.name, scenario) for info in registry.installed() for scenario in info.scenarios)
FIRST = tuple((info.name, info.scenarios[0]) for info in registry.installed())
_MOST = 400


def begun(place: Path, game: str, scenario: str) -> Seat:
    """A game at its player's first decision."""
    return alone(Home(place), game, scenario)


def to_units(seat: Seat) -> Seat:
    """Played on by its own player until a unit may act."""
    for _ in range(_MOST):
        if seat.ask("position")["step"] != "decide":
            seat.play(bool)
            if not seat.app.room.session().is_my_turn:
                seat.ask("send", way="file")
                seat.ask("drop")
        elif position.able(seat.app.room.stand()):
            return seat
        else:
            seat.ask("do", order=seat.advised())
    raise AssertionError("no unit ever acts")
