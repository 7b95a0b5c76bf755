"""New members, seasons, rounds and proofs: every change of a club, checked before anything is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrs import evolve

from pbem.bytes import container
from pbem.bytes.errors import ConflictError, PbemError, UsageError
from pbem.bytes.system_words import system_says
from pbem.club import folder, pairing, proofs, standing
from pbem.club.folder import CHALLENGE, ROUND_ROBIN, Club, Member, Pairing, Season
from pbem.club.proofs import Proofs, Told
from pbem.games import editions, registry
from pbem.home.viewing import logs as looking
from pbem.papers import challenge as challenges
from pbem.papers import succession
from pbem.port.messages import Message, Series
from pbem.store import atomic
from pbem.view.markup import clean

_NUMBER = 8
"""Bytes of the number of a pairing: nobody names one by chance before it is drawn."""


def member(club: Club, name: str, key: str, also: tuple[str, ...]) -> Club:
    """The club with a new member. Raises DataError for a name or key that is taken or is none."""
    return folder.check_member(club, Member(name=name, key=key, also=also))


def season(club: Club, made: Season) -> Club:
    """The club with a new season, its rules pinned. Raises ConflictError ``season-there``, DataError ``same-challenge``
    and UsageErrors."""
    if any(each.name == made.name for each in club.seasons):
        raise ConflictError(
            "season-there",
            Message("The club has a season {name}.", name=made.name),
            hint="pbem club table CLUB",
        )
    if made.system != CHALLENGE and len(made.players) < 2:
        raise UsageError.of(
            "few-players", "A season needs two players.", hint="--player NAME, once for each; or --all."
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
    return folder.check_challenges(club.with_season(evolve(made, rounds=rounds)))


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
        paper=paper,
    )


def closed(club: Club, name: str, day: str) -> Club:
    """The club with the season of a challenge closed on a day: from then on nothing is taken in, and all of it is public.

    Raises UsageError ``no-challenge`` for another season, ConflictError ``closed`` and ``still-open``: while people may
    enter, nobody may see the dice.
    """
    season_ = club.season(name)
    if season_.paper is None:
        raise UsageError.of(
            "no-challenge", "{title} is not a challenge: there is nothing to close.", title=season_.title
        )
    if season_.closed:
        raise ConflictError.of(
            "closed", "{title} was closed on {day}.", title=season_.title, day=season_.closed
        )
    if day <= season_.paper.closes:
        raise ConflictError.of(
            "still-open",
            "Entries of {title} close on {closes}: players who enter until then must not see the dice.",
            title=season_.title,
            closes=season_.paper.closes,
            hint="Close it on a later day, when every entry is finished.",
        )
    return club.with_season(evolve(season_, closed=day))


def settled(  # what a result is made of
    club: Club, name: str, round_: int, player: str, result: str, why: str
) -> tuple[Club, str]:
    """The club with a result settled by its organiser (``won``, ``lost`` or ``draw`` of a player), and what is settled.

    Raises UsageError ``no-pairing`` and ``no-reason``.
    """
    season_, who = club.season(name), club.member(player).name
    found = (
        (n, each)
        for n, each in enumerate(season_.pairings)
        if each.second and each.round == round_ and who in (each.first, each.second)
    )
    at, pair = next(found, (-1, None))
    if pair is None:
        raise UsageError(
            "no-pairing",
            Message(
                "{player} is not paired in round {round} of {title}.",
                player=who,
                round=round_,
                title=season_.title,
            ),
            hint=f"pbem club table CLUB {season_.name}",
        )
    why = clean(why, 200).strip()
    if not why:
        raise UsageError("no-reason", Message("Everybody reads why a result was settled."), hint="--why TEXT")
    first = (result == "won") == (who == pair.first)
    made = evolve(
        pair,
        result=folder.DRAW if result == "draw" else folder.FIRST if first else folder.SECOND,
        settled=why,
    )
    pairings = (*season_.pairings[:at], made, *season_.pairings[at + 1 :])
    return club.with_season(evolve(season_, pairings=pairings)), Message(
        "{title}, round {round}, {first} against {second}: {said}, settled by the organiser: {why}",
        title=season_.title,
        round=round_,
        first=pair.first,
        second=pair.second,
        said=_won(made),
        why=why,
    )


def next_round(club: Club, name: str, found: Proofs, entropy: Callable[[int], bytes]) -> tuple[Club, int]:
    """The club with the next round of a season drawn, and which it is; ``entropy`` gives random bytes for its pairings."""
    season_ = club.season(name)
    wrong = standing.table(club, season_, found).trouble
    if wrong:
        raise ConflictError(
            "does-not-hold",
            Message("{title} does not hold: {wrong}", title=season_.title, wrong=wrong[0]),
            hint="pbem club settle CLUB SEASON ROUND NAME RESULT --why TEXT",
        )
    drawn = tuple(
        evolve(each, number=entropy(_NUMBER).hex()) if each.second else each
        for each in pairing.next_round(season_, pairing.noted(season_))
    )
    return club.with_season(evolve(season_, pairings=(*season_.pairings, *drawn))), drawn[0].round


def proof(club: Club, path: Path, found: Proofs) -> tuple[Club, str]:
    """Take a file in, if it proves something about the club, and say what.

    Raises UsageError ``no-proof`` and ConflictErrors. It is kept under the digest of its content: what it was called does
    not matter.
    """
    raw = container.pack(container.unpack(looking.data_of(path)))
    name, typed = proofs.name_of(raw), clean(path.name, 120)
    if any(each.name == name for each in found.held):
        return club, Message("was taken in before")
    new = proofs.one(name, raw)
    if new.heir is not None and new.record.exit_code == 0:
        changed = _handed(club, new.heir, typed)
        _keep(club, name, raw)
        return changed, Message("{who} has handed their key over", who=clean(new.heir.who, 80))
    log = new.game
    if log is None or new.record.exit_code:
        raise UsageError(
            "no-proof",
            Message("{name} proves nothing here: {said}", name=typed, said=new.record.said),
            hint=f"pbem verify {typed}",
        )
    gid = log.gid.hex()
    before = (
        [proofs.one(each, _bytes(club, each)) for each in found.games[gid].files]
        if gid in found.games
        else []
    )
    told = proofs.game(gid, [*before, new])
    known = found.games[gid].refused if gid in found.games else frozenset()
    changed, said = _placed(club, told, found, taken=new.fork is not None or told.refused > known)
    _keep(club, name, raw)
    return changed, said


def _handed(club: Club, heir: succession.Succession, typed: str) -> Club:
    """The club with a key handed over. The first succession of a key stays: a second one undoes nothing.

    Raises UsageError ``no-proof`` for a key that no member has now, or one that belongs to somebody; ConflictError
    ``handed-over``.
    """
    old, new = heir.old.hex(), heir.new.hex()
    owner = next((each for each in club.members if old in each.keys), None)
    taker = next((each for each in club.members if new in each.keys), None)
    if owner is None and taker is not None and taker.key == new:  # a member who joined with the new key
        return folder.check_members_of(club, evolve(taker, key=old, handed=(new, *taker.handed)))
    if owner is None or (taker is not None and taker is not owner):
        raise UsageError.of("no-proof", "{name} hands over a key that no member has.", name=typed)
    if old != owner.keys[-1] or new in owner.keys:
        raise ConflictError.of(
            "handed-over",
            "{name} has handed that key over already: the first succession stays, and this one counts for "
            "nothing.",
            name=owner.name,
            hint="It was made with the old key.",
        )
    return folder.check_members_of(club, evolve(owner, handed=(*owner.handed, new)))


def _placed(club: Club, told: Told, found: Proofs, *, taken: bool) -> tuple[Club, str]:
    """The club with the game at its pairing, and in words where that is. A game has one place in the whole club.

    ``taken``: evidence, which changes no result that was noted: what it says against one, ``pbem club check`` names.
    """
    reasons = []
    home = next((each for each in club.seasons if any(one.game == told.gid for one in each.pairings)), None)
    for each in (home,) if home is not None else club.seasons:
        wrong = standing.misfit(each, told)
        if wrong:
            reasons.append(f"{each.name}: {wrong}")
            continue
        if each.system == CHALLENGE:
            _check_entry(club, each, told, found)
            return club, Message("entry of {title}: {how}", title=each.title, how=told.how or "goes on")
        seats = standing.seated(club, each, told, found)
        at = _pairing_of(each, told, seats)
        if at is None:
            reasons.append(f"{each.name}: {_nobody(each, seats, told.log.invite.pairing)}")
            continue
        pair = each.pairings[at]
        made = evolve(pair, game=told.gid, result=standing.result_of(each, told))
        if pair.settled or (taken and pair.result):
            made = evolve(made, result=pair.result)
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
        ended = _won(made)
        said = told.trouble or Series(filter(None, (ended, told.how)), " ")
        return club.with_season(evolve(each, pairings=pairings)), Message(
            "{title}, round {round}, {first} against {second}: {said}",
            title=each.title,
            round=pair.round,
            first=pair.first,
            second=pair.second,
            said=said,
        )
    raise ConflictError.of(
        "no-pairing",
        "The game {gid} fits no pairing. {reasons}.",
        gid=told.gid[:12],
        reasons=Series(reasons, "; ") if reasons else Message("There is no season"),
    )


def _pairing_of(season_: Season, told: Told, seats: tuple[str, str]) -> int | None:
    """Where a game stands among the pairings of a season, else the free one that it was begun for."""
    for n, one in enumerate(season_.pairings):
        if one.game == told.gid:
            return n
    wanted = (*seats, told.log.invite.pairing)
    for n, one in enumerate(season_.pairings):
        if (one.first, one.second, one.number) == wanted and not one.game:
            return n
    return None


def _won(pair: Pairing) -> str:
    """The result of a pairing in words."""
    match pair.result:
        case folder.FIRST:
            return Message("{first} wins", first=pair.first)
        case folder.SECOND:
            return Message("{second} wins", second=pair.second)
        case folder.DRAW:
            return Message("a draw")
        case _:
            return Message("not over yet")


def _check_entry(club: Club, season_: Season, told: Told, found: Proofs) -> None:
    """Raises ConflictError ``closed``, and ``no-entry`` for what the dealer's paper does not know."""
    if season_.closed:
        raise ConflictError.of(
            "closed",
            "{title} was closed on {day}: its dice are public since then.",
            title=season_.title,
            day=season_.closed,
        )
    wrong = standing.no_entry(club, season_, told, found)
    if wrong:
        raise ConflictError.of(
            "no-entry", "It is not an entry of {title}: {wrong}.", title=season_.title, wrong=wrong
        )


def _nobody(season_: Season, seats: tuple[str, str], number: str) -> str:
    """Why there is no pairing left for those two."""
    if "" in seats:
        return Message("it is played by somebody who is not a member")
    here = [one for one in season_.pairings if (one.first, one.second) == seats]
    if here and number not in {one.number for one in here}:
        return standing.OTHER_NUMBER
    if here:
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
        raise PbemError.of(
            "no-folder", "{folder} cannot be written: {why}.", folder=club.folder, why=system_says(error)
        ) from error
