"""Tables worked out from seasons and proofs: the standing of each season, and one ladder over all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from openskill.models import PlackettLuce, PlackettLuceRating

from pbem.bytes.records import evolve, field, frozen
from pbem.club.folder import CHALLENGE, DRAW, FIRST, SECOND, Club, Pairing, Season
from pbem.club.pairing import HALF, WIN, bent
from pbem.club.proofs import Proofs, Told
from pbem.games.game_cards import title, titles
from pbem.papers import challenge as papers
from pbem.port.messages import Message, Series
from pbem.view.markup import clean

_SCALE = 60
"""Points of the ladder for one of openskill: a newcomer's 25 is 1500, as people are used to."""

OTHER_NUMBER = Message("its invitation does not name the number of this pairing")


@frozen(kw_only=True)
class Played:
    """A pairing as its proofs tell it: the result (first, second, draw, "" none), how, and what is wrong or open."""

    pairing: Pairing
    result: str = ""
    how: str = ""
    files: tuple[str, ...] = ()
    trouble: str = ""


@frozen(kw_only=True)
class Row:
    """A line of a table, in half points; ``strength``: those of all opponents (Buchholz); ``score``: in a challenge."""

    rank: int = 0
    name: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    strength: int = 0
    score: int = 0
    files: tuple[str, ...] = ()


@frozen(kw_only=True)
class Rung:
    """A line of the ladder: rating and the spread of it, in the points that a newcomer has 1500 of."""

    name: str
    rating: int
    spread: int
    games: int


@frozen(kw_only=True)
class Table:
    """A season with everything that its proofs say of it."""

    season: Season
    rows: tuple[Row, ...]
    played: tuple[Played, ...]
    trouble: tuple[str, ...] = field(default=())


def tables(club: Club, proofs: Proofs) -> tuple[Table, ...]:
    """The table of every season."""
    return tuple(table(club, season, proofs) for season in club.seasons)


def table(club: Club, season: Season, proofs: Proofs) -> Table:
    """The table of one season."""
    if season.system == CHALLENGE:
        return _challenge(club, season, proofs)
    stands = Counter(each.game for one in club.seasons for each in one.pairings if each.game)
    played = tuple(_twice(_played(club, season, each, proofs), stands[each.game]) for each in season.pairings)
    rows = {name: Row(name=name) for name in season.players}
    for each in played:
        _count(rows, each)
    meetings = [
        (one.pairing.first, one.pairing.second) for one in played if one.result and one.pairing.second
    ]
    for one, other in meetings:
        rows[one] = evolve(rows[one], strength=rows[one].strength + rows[other].points)
        rows[other] = evolve(rows[other], strength=rows[other].strength + rows[one].points)
    trouble = tuple(
        Message(
            "Round {round}, {first} against {second}: {trouble}.",
            round=each.pairing.round,
            first=each.pairing.first,
            second=each.pairing.second,
            trouble=each.trouble,
        )
        for each in played
        if each.trouble
    )
    return Table(
        season=season,
        rows=_ranked(rows.values(), lambda row: (-row.points, -row.strength)),
        played=played,
        trouble=(*bent(season), *trouble),
    )


def _twice(each: Played, stands: int) -> Played:
    """A game counts once: where it stands in several pairings of the club it counts in none."""
    if stands <= 1:
        return each
    return evolve(each, result="", how="", trouble=Message("its game stands in another pairing, too"))


def seated(club: Club, season: Season, told: Told, proofs: Proofs) -> tuple[str, str]:
    """The members who play the first and the second side in a game; "" for somebody who is not a member."""
    names = {key: each.name for each in club.members for key in proofs.keys_of(each.key)}
    by_side = {told.side_of(key): names.get(key, "") for key in told.keys}
    first, second = season.sides
    return by_side.get(first, ""), by_side.get(second, "")


def misfit(season: Season, told: Told) -> str:
    """Why a game is not one of this season, "" when it is."""
    offer = told.log.invite
    if (offer.game, offer.scenario) != (season.game, season.scenario):
        return Message(
            "it is {game}, not {theirs}",
            game=title(offer.game, offer.scenario),
            theirs=title(season.game, season.scenario),
        )
    if offer.rules != season.rules:
        return Message(
            "it is played under other rules than {game} {edition}",
            game=titles(season.game, "")[0],
            edition=season.edition,
        )
    if (offer.challenge or "") != season.challenge:
        return (
            Message("its dice are not those of the season's challenge")
            if season.challenge
            else Message("it is an entry of a challenge")
        )
    if season.referee and (offer.referee is None or offer.referee.key.hex() != season.referee):
        return Message("its invitation does not name the season's referee")
    return ""


def ladder(club: Club, found: Iterable[Table]) -> tuple[Rung, ...]:
    """Ratings over all results, season by season and round by round (Weng and Lin 2011, as openskill has it)."""
    model = PlackettLuce()
    ratings: dict[str, PlackettLuceRating] = {}
    games: dict[str, int] = {}
    for names, ranks in (meeting for each in found for meeting in _meetings(each)):
        before = [[ratings.setdefault(name, model.rating(name=name))] for name in names]
        for name, (after,) in zip(
            names, model.rate(before, ranks=[float(rank) for rank in ranks]), strict=True
        ):
            ratings[name], games[name] = after, games.get(name, 0) + 1
    known = {each.name for each in club.members}
    rungs = [
        Rung(name=name, rating=round(_SCALE * each.mu), spread=round(_SCALE * each.sigma), games=games[name])
        for name, each in ratings.items()
        if name in known
    ]
    return tuple(sorted(rungs, key=lambda each: (-each.rating, each.name)))


def _meetings(found: Table) -> Iterator[tuple[list[str], list[int]]]:
    """Names and places of everybody who met: two in a game, all in a challenge."""
    if found.season.system == CHALLENGE:
        if len(found.rows) > 1:
            yield [row.name for row in found.rows], [row.rank for row in found.rows]
        return
    for each in found.played:
        if each.result and each.pairing.second:
            yield (
                [each.pairing.first, each.pairing.second],
                {FIRST: [1, 2], SECOND: [2, 1], DRAW: [1, 1]}[each.result],
            )


def _played(club: Club, season: Season, pairing: Pairing, proofs: Proofs) -> Played:
    made = Played(pairing=pairing)
    if pairing.settled:
        told = proofs.games.get(pairing.game)
        how = Message("settled by the organiser: {why}", why=clean(pairing.settled, 200))
        return evolve(made, result=pairing.result, how=how, files=told.files if told is not None else ())
    if not pairing.game:
        return made
    told = proofs.games.get(pairing.game)
    if told is None:
        return evolve(made, trouble=Message("its proof is missing"))
    made = evolve(made, files=told.files)
    wrong = told.trouble or misfit(season, told)
    if not wrong and seated(club, season, told, proofs) != (pairing.first, pairing.second):
        wrong = Message("others play in it, or with the sides changed")
    if not wrong and told.log.invite.pairing != pairing.number:
        wrong = OTHER_NUMBER
    if wrong:
        return evolve(made, trouble=wrong)
    result = result_of(season, told)
    if pairing.result and result != pairing.result:
        return evolve(
            made,
            trouble=Message(
                "its proof said {result} when it was taken in, and says {result_b} now",
                result=pairing.result,
                result_b=result or "nothing",
            ),
        )
    return evolve(made, result=result, how=told.how)


def result_of(season: Season, told: Told) -> str:
    """What the proofs of a game say: first, second, draw, or "" when it goes on."""
    if not told.ended:
        return ""
    return {season.sides[0]: FIRST, season.sides[1]: SECOND}.get(told.winner, DRAW)


def _count(rows: dict[str, Row], each: Played) -> None:
    pairing = each.pairing
    if not pairing.second:  # a bye is a won game without an opponent
        rows[pairing.first] = evolve(rows[pairing.first], points=rows[pairing.first].points + WIN)
        return
    if not each.result:
        return
    for name, mine in ((pairing.first, FIRST), (pairing.second, SECOND)):
        row = rows[name]
        won, drawn = each.result == mine, each.result == DRAW
        rows[name] = evolve(
            row,
            played=row.played + 1,
            won=row.won + won,
            drawn=row.drawn + drawn,
            lost=row.lost + (not won and not drawn),
            points=row.points + (WIN if won else HALF if drawn else 0),
        )


def _challenge(club: Club, season: Season, proofs: Proofs) -> Table:
    """Entries of a challenge by their score: the same dice for everybody, so that the score alone ranks."""
    names = {key: each for each in club.members for key in proofs.keys_of(each.key)}
    rows, trouble = [], []
    for told in proofs.games.values():
        if told.log.invite.challenge != season.challenge:
            continue
        entrant, wrong = names.get(told.keys[0]), no_entry(club, season, told, proofs)
        if wrong:
            trouble.append(Message("Entry {gid}: {wrong}.", gid=told.gid[:12], wrong=wrong))
        elif told.played and entrant is not None:
            rows.append(Row(name=entrant.name, played=1, score=told.score, files=told.files))
    twice = sorted({row.name for row in rows if sum(other.name == row.name for other in rows) > 1})
    trouble += [
        Message("{name} has played the challenge more than once; no entry of theirs counts.", name=name)
        for name in twice
    ]
    ranked = _ranked((row for row in rows if row.name not in twice), lambda row: (-row.score,))
    return Table(season=season, rows=ranked, played=(), trouble=tuple(trouble))


def no_entry(club: Club, season: Season, told: Told, proofs: Proofs) -> str:
    """Why a game with a challenge's dice is no entry of it, by the dealer's own paper; "" when it is one.

    The dealer answers with the chain and nothing else: no roll burnt by a refusal.
    """
    paper, offer = season.paper, told.log.invite
    if paper is None:
        return Message("the challenge's paper is missing")
    if told.trouble:
        return told.trouble
    wrong: list[str] = list(papers.misfits(paper, offer))
    dealer = proofs.keys_of(paper.dealer.hex())
    if told.keys[1] != paper.dealer.hex():
        wrong.append(Message("another than the challenge's dealer has accepted it"))
    if told.keys[0] in dealer:
        wrong.append(Message("its dealer plays"))
    elif not any(told.keys[0] in proofs.keys_of(each.key) for each in club.members):
        wrong.append(Message("its entrant is not a member"))
    if told.burnt:
        wrong.append(Message("a refusal has burnt rolls: from there on its dice are not those of the others"))
    return Series(wrong, "; ") if wrong else ""


def _ranked(rows: Iterable[Row], value: Callable[[Row], tuple[int, ...]]) -> tuple[Row, ...]:
    """Rows in the order of what they are worth; equals share a rank, and stand by name."""
    found = sorted(rows, key=lambda row: (value(row), row.name))
    worth = [value(row) for row in found]
    return tuple(evolve(row, rank=1 + worth.index(mine)) for row, mine in zip(found, worth, strict=True))
