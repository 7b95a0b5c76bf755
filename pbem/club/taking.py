"""New members, seasons, rounds and proofs: every change of a club, checked before anything is written."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from pbem.archive import judging
from pbem.bytes import container
from pbem.bytes.errors import ConflictError, PbemError, UsageError
from pbem.club import folder, pairing, proofs, standing
from pbem.club.folder import CHALLENGE, ROUND_ROBIN, Club, Member, Season
from pbem.club.proofs import Proofs, Told
from pbem.games import editions, registry
from pbem.home.viewing import logs as looking
from pbem.papers import challenge as challenges
from pbem.port.messages import Message, Series
from pbem.store import atomic
from pbem.view.markup import clean


def member(club: Club, name: str, key: str, also: tuple[str, ...]) -> Club:
    """The club with a new member. Raises DataError for a name or key that is taken or is none."""
    return folder.check_member(club, Member(name=name, key=key, also=also))


def season(club: Club, made: Season) -> Club:
    """The club with a new season, its rules pinned. Raises ConflictError ``season-there`` and UsageErrors."""
    if any(each.name == made.name for each in club.seasons):
        raise ConflictError(
            "season-there",
            Message("The club has a season {name}.", name=made.name),
            hint="pbem club table CLUB",
        )
    if made.system != CHALLENGE and len(made.players) < 2:
        raise UsageError(
            "few-players",
            Message("A season needs two players."),
            hint=Message("--player NAME, once for each; or --all."),
        )
    for each in made.players:
        club.member(each)
    rounds = (
        pairing.rounds_of(made.players) if made.system == ROUND_ROBIN and not made.rounds else made.rounds
    )
    if made.system != CHALLENGE and not 0 < rounds <= pairing.rounds_of(made.players):
        raise UsageError(
            "bad-rounds",
            Message(
                "{n} players have 1 to {rounds_of} rounds.",
                n=len(made.players),
                rounds_of=pairing.rounds_of(made.players),
            ),
            hint="--rounds N",
        )
    return club.with_season(evolve(made, rounds=rounds))


def pinned(name: str, title: str, game: str, scenario: str, system: str) -> Season:
    """A season of a game as it is installed here. Raises UsageError for an unknown game or scenario."""
    loaded = registry.load(game)
    scenario = scenario or loaded.info.scenarios[0]
    if scenario not in loaded.info.scenarios:
        raise UsageError(
            "no-scenario",
            Message("{game} has no scenario {scenario!r}.", game=game, scenario=clean(scenario, 40)),
            hint=", ".join(loaded.info.scenarios),
        )
    return Season(
        name=folder.slug(name),
        title=title or name,
        game=game,
        scenario=scenario,
        edition=loaded.info.version,
        rules=loaded.info.digest,
        system=system,
        sides=tuple(loaded.rules.sides),
        players=(),
    )


def of_challenge(name: str, title: str, path: Path) -> Season:
    """A season that is a challenge, from the dealer's file."""
    paper = challenges.read(looking.lines_of(path))
    edition = editions.named(paper.game, paper.rules).version
    return Season(
        name=folder.slug(name),
        title=title or paper.name,
        game=paper.game,
        scenario=paper.scenario,
        edition=edition,
        rules=paper.rules,
        system=CHALLENGE,
        sides=paper.sides,
        players=(),
        challenge=paper.tip,
    )


def next_round(club: Club, name: str, found: Proofs) -> tuple[Club, int]:
    """The club with the next round of a season drawn, and its number."""
    season_ = club.season(name)
    drawn = pairing.next_round(season_, standing.points(standing.table(club, season_, found)))
    return club.with_season(evolve(season_, pairings=(*season_.pairings, *drawn))), drawn[0].round


def proof(club: Club, path: Path, found: Proofs) -> tuple[Club, str]:
    """Take a file in, if it proves something about the club, and say what.

    Raises UsageError ``no-proof`` and ConflictErrors. It is kept under the digest of its content: what it was called does
    not matter.
    """
    raw = looking.data_in(looking.data_of(path))
    container.unpack(raw)
    name = f"{judging.content_id(raw)}.pbem"
    if (club.folder / folder.PROOFS / name).exists():
        return club, Message("was taken in before")
    new = proofs.one(name, raw)
    if new.heir is not None and new.record.exit_code == 0:
        if not any(
            {new.heir.old.hex(), new.heir.new.hex()} & found.keys_of(each.key) for each in club.members
        ):
            raise UsageError(
                "no-proof", Message("{name} hands over a key that no member has.", name=path.name)
            )
        _keep(club, name, raw)
        return club, Message("{who} has handed their key over", who=clean(new.heir.who, 80))
    log = new.log or (new.result.log if new.result is not None else None)
    if log is None or log.accept is None or new.record.exit_code:
        raise UsageError(
            "no-proof",
            Message("{name} proves nothing here: {said}", name=path.name, said=new.record.said),
            hint=f"pbem verify {path.name}",
        )
    gid = log.gid.hex()
    before = (
        [proofs.one(each, _bytes(club, each)) for each in found.games[gid].files]
        if gid in found.games
        else []
    )
    told = proofs.game(gid, [*before, new])
    changed, said = _placed(club, told, found)
    _keep(club, name, raw)
    return changed, said


def _placed(club: Club, told: Told, found: Proofs) -> tuple[Club, str]:
    """The club with the game at its pairing, and in words where that is."""
    reasons = []
    for each in club.seasons:
        wrong = standing.misfit(each, told)
        if wrong:
            reasons.append(f"{each.name}: {wrong}")
            continue
        if each.system == CHALLENGE:
            return club, Message("entry of {title}: {how}", title=each.title, how=told.how or "goes on")
        seats = standing.seated(club, each, told, found)
        at = next(
            (n for n, one in enumerate(each.pairings) if one.game == told.gid),
            next(
                (
                    n
                    for n, one in enumerate(each.pairings)
                    if (one.first, one.second) == seats and not one.game
                ),
                None,
            ),
        )
        if at is None:
            reasons.append(f"{each.name}: {_nobody(each, seats)}")
            continue
        pair = each.pairings[at]
        made = evolve(pair, game=told.gid, result=standing.result_of(each, told))
        if pair.result and made.result != pair.result:
            raise ConflictError(
                "second-result",
                Message(
                    "{first} against {second} was taken in as {result}; this says {trouble}.",
                    first=pair.first,
                    second=pair.second,
                    result=pair.result,
                    trouble=told.trouble or made.result or "nothing",
                ),
                hint=f"pbem club check {club.folder}",
            )
        pairings = (*each.pairings[:at], made, *each.pairings[at + 1 :])
        won = {
            folder.FIRST: Message("{first} wins", first=pair.first),
            folder.SECOND: Message("{second} wins", second=pair.second),
            folder.DRAW: Message("a draw"),
        }
        ended = won.get(made.result, Message("not over yet"))
        said = told.trouble or Series(filter(None, (ended, told.how)), " ")
        return club.with_season(evolve(each, pairings=pairings)), Message(
            "{title}, round {round}, {first} against {second}: {said}",
            title=each.title,
            round=pair.round,
            first=pair.first,
            second=pair.second,
            said=said,
        )
    raise ConflictError(
        "no-pairing",
        Message(
            "The game {gid} fits no pairing. {reasons}.",
            gid=told.gid[:12],
            reasons=Series(reasons, "; ") if reasons else Message("There is no season"),
        ),
        hint=f"pbem club table {club.folder}",
    )


def _nobody(season_: Season, seats: tuple[str, str]) -> str:
    """Why there is no pairing left for those two."""
    if "" in seats:
        return Message("it is played by somebody who is not a member")
    if any((one.first, one.second) == seats for one in season_.pairings):
        return Message("another game of {one} against {other} stands there", one=seats[0], other=seats[1])
    if any((one.second, one.first) == seats for one in season_.pairings):
        return Message("{one} and {other} were to play the other sides", one=seats[0], other=seats[1])
    return Message("{one} and {other} are not paired", one=seats[0], other=seats[1])


def _bytes(club: Club, name: str) -> bytes:
    return (club.folder / folder.PROOFS / name).read_bytes()


def _keep(club: Club, name: str, raw: bytes) -> None:
    try:
        atomic.write_bytes(club.folder / folder.PROOFS / name, raw, mode=0o644)
    except OSError as error:
        raise PbemError(
            "no-folder",
            Message("{folder} cannot be written: {why}.", folder=club.folder, why=error.strerror),
        ) from error
