"""What people ask an archive: each question with its SQL over ``games``, ``files`` and ``players``, and how it is drawn.

``games``: logs that hold, a row a game (the longest log of each). ``files``: every file of the latest run over its archive
with its verdict. ``players``: two rows a game, one for each seat.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from attrs import frozen

from pbem.port.messages import Message


@frozen(kw_only=True)
class Question:
    """One question: in words, as SQL, how to read the answer, and what is drawn (``x``, ``y`` columns; "" nothing).

    ``title``: what the picture shows where it is not what is asked.
    ``chance``: how often honest dice give at least this ``y``.
    """

    asks: str
    sql: str
    note: str = ""
    x: str = ""
    y: str = ""
    title: str = ""
    chance: Callable[[float], float] | None = None


def _beyond(spreads: float) -> float:
    """How often a normal value lies so far from its mean, on either side."""
    return math.erfc(abs(spreads) / math.sqrt(2))


def _uneven(x: float) -> float:
    """How often chi-square with five degrees of freedom is as large (Abramowitz and Stegun 26.4.4)."""
    return math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)


QUESTIONS: Mapping[str, Question] = {
    "balance": Question(
        asks=Message("Who wins, by game, edition and scenario?"),
        sql="""
            SELECT *, round(100.0 * games / sum(games) OVER (PARTITION BY game, edition, scenario), 1) AS percent
            FROM (SELECT game, edition, scenario, winner, ended AS how, count(*) AS games
                  FROM games WHERE verdict = 'verified' AND ended <> '' GROUP BY ALL)
            ORDER BY game, edition, scenario, games DESC, winner, how""",
        note=Message(
            "A side whose share of n games lies within 1/sqrt(n) of the half may well be as good as the other."
        ),
        x="winner",
        y="games",
    ),
    "length": Question(
        asks=Message("How long are games, and how many mails does a turn take?"),
        sql="""
            SELECT game, scenario, count(*) AS games, median(turns) AS turns, median(entries) AS entries,
                   median(turn_files) AS mails, round(median(turn_files / greatest(turns, 1)), 1) AS mails_a_turn
            FROM games WHERE verdict = 'verified' GROUP BY ALL ORDER BY game, scenario""",
        note=Message("A log has no clock: days are in the mails alone."),
        x="scenario",
        y="mails_a_turn",
    ),
    "sides": Question(
        asks=Message("Who wins from which side?"),
        sql="""
            SELECT name, left(key, 16) AS key, game, side, count(*) AS games, sum(won::INT) AS won
            FROM players WHERE verdict = 'verified' AND ended <> '' GROUP BY ALL
            ORDER BY games DESC, name, key, game, side""",
        x="name",
        y="won",
    ),
    "openings": Question(
        asks=Message("How do games begin, and who wins after it?"),
        sql="""
            SELECT game, scenario, opening, count(*) AS games, mode(winner) AS mostly_wins
            FROM games GROUP BY ALL ORDER BY games DESC, game, scenario, opening LIMIT 50""",
        x="opening",
        y="games",
    ),
    "luck": Question(
        asks=Message("How lucky was each player over all their games?"),
        sql="""
            WITH sums AS (SELECT name, left(key, 16) AS key, count(*) AS games, sum(weighed)::BIGINT AS rolls,
                                 sum(luck) / sqrt(count(*)) AS spreads
                          FROM players WHERE weighed > 0 GROUP BY ALL)
            SELECT name, key, games, rolls, round(spreads, 2) AS spreads
            FROM sums ORDER BY abs(spreads) DESC, name, key""",
        note=Message(
            "Luck is counted in its own spread. chance: how often one honest player is as lucky or as unlucky; joint: at "
            "most how often any of all these players is. An alarm at joint below 0.01 is false in 1 of 100 archives."
        ),
        x="name",
        y="spreads",
        chance=_beyond,
    ),
    "dice": Question(
        asks=Message("Which faces did the dice of each player show?"),
        sql="""
            WITH faces AS (SELECT name, left(key, 16) AS key, unnest(faces) AS n, generate_subscripts(faces, 1) AS face
                           FROM players WHERE len(faces) = 6),
                 sums AS (SELECT name, key, face, sum(n)::BIGINT AS n FROM faces GROUP BY ALL),
                 shares AS (SELECT *, sum(n) OVER (PARTITION BY name, key) / 6.0 AS even FROM sums),
                 tests AS (SELECT name, key, sum(n)::BIGINT AS dice, list(n ORDER BY face) AS faces,
                                  sum(power(n - even, 2) / even) AS x
                           FROM shares WHERE even >= 5 GROUP BY ALL)
            SELECT name, key, dice, faces, round(x, 2) AS chi_square FROM tests ORDER BY chi_square DESC, name, key""",
        note=Message(
            "Dice with six sides that the player asked for, 30 or more. chance: how often honest dice are as uneven; joint: "
            "at most how often those of any of these players are. Neither side can bend a die: an alarm asks for a look."
        ),
        x="name",
        y="chi_square",
        title=Message("How uneven were the dice of each player (chi-square)?"),
        chance=_uneven,
    ),
    "rules": Question(
        asks=Message("How often does each rule bite?"),
        sql="""
            SELECT game, paragraph, count(*) AS outcomes, count(DISTINCT gid) AS games
            FROM (SELECT game, gid, unnest(paragraphs) AS paragraph FROM games)
            GROUP BY ALL ORDER BY game, outcomes DESC, paragraph""",
        x="paragraph",
        y="outcomes",
    ),
    "suspicious": Question(
        asks=Message("Where was something refused, renewed or written twice?"),
        sql="""
            SELECT f.archive, f.name, f.verdict, f.refusals, f.renewals, f.take_backs,
                   CASE WHEN f.versions > 1 THEN 'files of this game part ways' ELSE '' END AS versions
            FROM (SELECT *, CASE WHEN gid <> '' THEN count(DISTINCT content) FILTER (verdict = 'verified')
                                 OVER (PARTITION BY gid) ELSE 0 END AS versions FROM files) f
            WHERE f.refusals > 0 OR f.renewals > 0 OR f.take_backs > 0 OR f.versions > 1
            ORDER BY f.archive, f.name""",
        note=Message(
            "A refusal, a renewal or a take-back proves nothing against anybody. Two finished logs of one game are two "
            "things that somebody signed in one place: pbem verify shows who, and pbem evidence makes the proof."
        ),
    ),
    "faults": Question(
        asks=Message("Which files do not hold, and why?"),
        sql="""
            SELECT archive, name, coalesce(verdict, 'unread') AS verdict, code, said FROM files
            WHERE exit_code <> 0 ORDER BY archive, name""",
    ),
}
