"""Targets: case files and sheets of standing orders."""

import shutil
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from pbem.games import cases, registry
from pbem.home.standing import lines
from tests.fuzz import fixtures, mutators
from tests.fuzz.harness import Target, WrongError
from tests.fuzz.listed import target

if find_spec("networkx") and find_spec("openskill"):  # they come with the extra club
    from pbem.club import folder as clubs
    from pbem.club import reading


def _case(data: bytes) -> None:
    case = cases.parse(data.decode("utf-8", "replace"), "fuzz")
    tried = cases.run(case)
    if not tried.holds and not (tried.expected or tried.found):
        raise WrongError("a case does not hold, and nothing is said of why")


def _case_seeds() -> list[bytes]:
    found: list[bytes] = []
    for game in fixtures.GAMES:
        texts = [each.encode() for each in registry.cases(game).values() if len(each) < 4000]
        found += texts[:: max(1, len(texts) // 25)]
    return found


def _club(data: bytes) -> None:
    """What was read is written so that it is read the same."""
    members, _, season = data.partition(_NEXT)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        (place / clubs.SEASONS).mkdir()
        (place / clubs.CLUB).write_bytes(members)
        (place / clubs.SEASONS / "autumn.toml").write_bytes(season)
        for each in _PAPERS:
            shutil.copy(each, place / clubs.SEASONS / "autumn.challenge")
        club = reading.read(place)
        clubs.write(club)
        if reading.read(place) != club:
            raise WrongError("a club is read otherwise than it was written")


def _clubs() -> list[bytes]:
    place = Path(__file__).resolve().parents[2] / "examples/club"
    members = (place / clubs.CLUB).read_bytes()
    return [members + _NEXT + each.read_bytes() for each in sorted((place / clubs.SEASONS).glob("*.toml"))]


_NEXT = b"\n# --- a season ---\n"
_PAPERS = sorted((Path(__file__).resolve().parents[2] / "examples/club/seasons").glob("*.challenge"))


def _sheet(data: bytes) -> None:
    """A sheet of orders in advance: its slips have places, and lines without any choose legal orders or none."""
    sheet, game = lines.parse(data, "sheet"), fixtures.version("june6")
    found = fixtures.moments("june6")
    at = found[len(data) % len(found)].position.game
    for side in game.rules.sides:
        some, slips = lines.read(game, at, side, sheet)
        if any(not each.message or each.line < 1 for each in slips):
            raise WrongError("a slip without a sentence or a place")
        if not slips and lines.read(
            game, at, side, lines.parse("".join(map(lines.text, some)).encode(), "x")
        ) != (some, ()):
            raise WrongError("lines are read otherwise than they were written")


def _sheets() -> list[bytes]:
    game = fixtures.version("june6")
    at = fixtures.moments("june6")[30].position.game
    rules = lines.taking(game)
    usual = ["".join(map(lines.text, rules.standing_usual(at, side))).encode() for side in game.rules.sides]
    form = str(lines.form(game, at, game.rules.sides[0])).encode()
    return [*usual, form, b"\n".join(each.removeprefix(b"# ") for each in form.splitlines()[3:40])]


def targets() -> Iterator[Target]:
    """In the order of the README."""
    yield target("case", _case, _case_seeds, mutators.toml, tokens=mutators.TOML_TOKENS, largest=8192)
    yield target(
        "club", _club, _clubs, mutators.toml, below=Path(tempfile.gettempdir()).resolve(),
        tokens=mutators.TOML_TOKENS, largest=8192
    )  # fmt: skip
    yield target("sheet", _sheet, _sheets, mutators.toml, tokens=mutators.TOML_TOKENS, largest=8192)
