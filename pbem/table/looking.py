"""A file that was dropped, picked or pasted: what it is, what it is worth, and the replay of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError
from pbem.bytes.records import evolve, frozen
from pbem.games.game_cards import title
from pbem.home import backup_file, verdict_sentence
from pbem.home.games import begun
from pbem.home.identity import card
from pbem.home.papers import reader
from pbem.home.papers.asking import asked_here
from pbem.home.turns.letter_notes import terms
from pbem.home.viewing import film_page, languages
from pbem.home.viewing import logs as looking
from pbem.log import Log, read_bundles, scan_log
from pbem.papers import seat as papers
from pbem.port.messages import ENGLISH, Catalogue, Message
from pbem.replay.verdict import Verdict, failed
from pbem.store.home import Home
from pbem.view.markup import clean

_LONG = 600


@frozen(kw_only=True)
class Looked:
    """What is said of a file. ``kind``: ``game``, ``turn``, ``invitation``, ``acceptance``, ``paper``, ``box``
    (the secrets of a seat that was asked for here) or ``other``.

    ``page`` is the replay of a game, ``game`` the folder of the home's game to which a turn belongs, ``sides``
    those whose seat can be asked for.
    """

    kind: str
    said: str
    good: bool
    more: tuple[str, ...] = ()
    page: str = ""
    game: str = ""
    sides: tuple[str, ...] = ()

    def json(self, shown: Callable[[str], str] = str) -> Json:
        """As the page shows it; ``shown`` is what becomes of a sentence there."""
        return {
            "kind": self.kind,
            "said": clean(shown(self.said), _LONG),
            "good": self.good,
            "more": [clean(shown(each), _LONG) for each in self.more],
            "page": self.page,
            "game": self.game,
            "sides": [*self.sides],
        }


def words(language: str) -> Catalogue:
    """The program and all its games in a language."""
    if language == ENGLISH.code:
        return ENGLISH
    return languages.of_every_game(language)


_PUT_BACK = Message(
    'It is put back with "Put back a backup" in a browser that keeps no home yet, or with pbem backup restore.'
)


def look(home: Home, data: bytes, name: str, language: str, scratch: Path) -> Looked:
    """Judge the bytes of a file. ``scratch`` is a path where they may lie meanwhile."""
    tongue = words(language)
    try:
        inside = looking.data_in(data)
        lines = container.salvage(inside)[0]
    except PbemError as error:
        scratch.write_bytes(data)
        stored = backup_file.finding(scratch)
        if stored is not None:
            said, *more = (*stored.lines[:2], _PUT_BACK)
            return Looked(kind="backup", said=tongue.say(said), good=False, more=(*map(tongue.say, more),))
        return Looked(kind="other", said=_sentence(error, tongue), good=False)
    scratch.write_bytes(data)
    paper = reader.of_file(scratch, home)
    if paper is not None:
        good = paper.finding.proved
        box = lines.startswith(b'{"a":"seat-box"') and asked_here(home, papers.read(lines)) is not None
        return Looked(
            kind="box" if box else "paper",
            said=tongue.say(paper.what),
            good=good,
            more=(*paper.told[1:], *paper.means),
        )
    log, _ = scan_log(lines) if lines.startswith(b'{"data":') else (None, None)
    if log is None or log.accept is None or not log.bundles:
        verdict = looking.verify_data(inside, home=home)
        said, game = verdict_sentence.banner(verdict), ""
        if log is not None:
            kind, letter = _letter(home, log)
            said = letter if verdict.good else said
        elif lines.startswith(b'{"by":'):
            kind, game = "turn", _here(home, inside)
        else:
            kind = "other"
        return Looked(kind=kind, said=tongue.say(said), good=verdict.good, game=game)
    there = any(each.facts().get("gid") == log.gid.hex() for each in begun(home))
    return evolve(_game(inside, name, language, tongue), sides=() if there else log.invite.sides)


def _here(home: Home, turn: bytes) -> str:
    """The folder of the game to which a turn belongs; "" when it is none of this home."""
    try:
        gid = read_bundles(container.unpack(turn))[0].header.gid.hex()
    except PbemError:
        return ""
    return next((each.name for each in begun(home) if each.facts().get("gid") == gid), "")


def _letter(home: Home, log: Log) -> tuple[str, str]:
    """What a log is in which nothing was played yet, and what it says."""
    if log.accept is None and home.identity() is not None and card(home).public == log.invite.seat.identity:
        return "other", Message(
            "This is your own invitation to {game}: send it to your opponent.",
            game=title(log.invite.game, log.invite.scenario),
        )
    if log.accept is None:
        return "invitation", Message("An invitation that holds: {terms}.", terms=terms(log))
    who, game = clean(log.accepted.seat.who, 64), title(log.invite.game, log.invite.scenario)
    return "acceptance", Message(
        "An acceptance that holds: {who} accepts the invitation to {game}.", who=who, game=game
    )


def _game(data: bytes, name: str, language: str, tongue: Catalogue) -> Looked:
    try:
        film = looking.film_of_log(data)
    except PbemError as error:
        return Looked(kind="game", said=tongue.say(verdict_sentence.banner(failed(error))), good=False)
    verdict = film.verdict
    return Looked(
        kind="game",
        said=tongue.say(verdict_sentence.banner(verdict)),
        good=verdict.good,
        more=(_counts(verdict, tongue), _result(verdict, tongue)),
        page=film_page.page(film, name, tongue=languages.tongue(film.game, language)),
    )


def _counts(verdict: Verdict, tongue: Catalogue) -> str:
    counted = Message(
        "  {game}: {entries} entries in {bundles} turn files, {rolls} rolls, {draws} draws, {open} secrets "
        "opened.",
        game=title(verdict.game, verdict.scenario),
        entries=verdict.entries,
        bundles=verdict.bundles,
        rolls=verdict.rolls,
        draws=verdict.draws,
        open=verdict.secrets_open,
    )
    return tongue.say(counted).strip()


def _result(verdict: Verdict, tongue: Catalogue) -> str:
    if not verdict.result:
        return ""
    return tongue.say(Message("  Result: {result}.", result=tongue.say(verdict.result))).strip()


def _sentence(error: PbemError, tongue: Catalogue) -> str:
    said = tongue.find(error.message) or error.message
    return f"{said} {tongue.say(error.hint)}".strip()
