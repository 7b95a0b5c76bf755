"""The pages of a club: a front page with the ladder, one for each season and each member, in two languages.

They are worked out from the files beside them and hold nothing else, so that anybody with the folder can make them again and
compare (:mod:`pbem.club.checking`). No script, no network; what a member is called is shown as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from pbem.bytes.records import frozen
from pbem.club import standing, wanted
from pbem.club.folder import (
    CHALLENGE,
    DRAW,
    FIRST,
    ROUND_ROBIN,
    SECOND,
    SWISS,
    Club,
    Member,
    Pairing,
    Season,
    invitation,
)
from pbem.club.proofs import Proofs
from pbem.club.standing import Played, Rung, Table
from pbem.games.game_cards import title
from pbem.home.viewing.languages import of_every_game
from pbem.port.messages import LANGUAGES, Catalogue, Message
from pbem.view.markup import clean

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}"
    "table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}th,td{text-align:left;padding:.35rem .6rem;"
    "border-bottom:1px solid #c8c8c8}th{border-bottom:2px solid #1b1b1b}td.n,th.n{text-align:right;font-variant-numeric:"
    "tabular-nums}a{color:#0b4f8a}.bad{color:#9b1c1c}code{background:#f0f0f0;padding:.1rem .3rem}nav{margin-bottom:1.5rem}"
    "@media(max-width:30rem){th,td{padding:.3rem .25rem;font-size:.9rem}}"
)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_ALL_SEASONS = Message("All seasons")
_KEY = Message("Key")
_LADDER = Message("Ladder")
_NO_RESULT_YET = Message("No result yet:")
_PLAYER = Message("Player")
_PROOF = Message("Proof")
_RESULT = Message("Result")
_SCORE = Message("Score")
_SEASONS = Message("Seasons")
_WHAT_DOES_NOT_HOLD = Message("What does not hold")
SYSTEMS = {
    ROUND_ROBIN: Message("round robin"),
    SWISS: Message("Swiss system"),
    CHALLENGE: Message("the same dice for all"),
}
_RESULTS = {FIRST: "1 - 0", SECOND: "0 - 1", DRAW: "½ - ½", "": "-"}


@frozen(kw_only=True)
class _Words:
    """One language, in which messages are put together and escaped."""

    code: str
    found: Catalogue

    def __call__(self, text: str) -> str:
        return escape(self.found.say(text))


def pages(club: Club, proofs: Proofs) -> dict[str, str]:
    """Every page by its name in the published folder: ``en/index.html``, ``es/season-autumn.html`` ..."""
    tables = standing.tables(club, proofs)
    ladder = standing.ladder(club, tables)
    found = {"index.html": _front(club)}
    for code in LANGUAGES:
        say = _Words(code=code, found=of_every_game(code))
        found[f"{code}/index.html"] = _index(club, tables, ladder, proofs, say)
        for table in tables:
            found[f"{code}/{_season(table)}"] = _season_page(club, table, say)
        for member in club.members:
            found[f"{code}/{_player(member)}"] = _player_page(club, member, tables, ladder, say)
    return found


def half(points: int) -> str:
    """Half points as people write them: 3 is 1½."""
    return f"{points // 2 or ('' if points % 2 else 0)}{'½' if points % 2 else ''}"


def _front(club: Club) -> str:
    links = [
        "<p><a href='en/index.html' lang='en'>English</a></p>",
        "<p><a href='es/index.html' lang='es'>Español</a></p>",
    ]
    return _page("en", club.title, links)


def _page(code: str, title: str, lines: Iterable[str]) -> str:
    head = (
        f'<!DOCTYPE html><html lang="{code}"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        f'<meta name="viewport" content="width=device-width"><title>{escape(clean(title, 200))}</title>',
        f"<style>{_STYLE}</style></head><body><h1>{escape(clean(title, 200))}</h1>",
    )
    return "\n".join((*head, *lines, "</body></html>\n"))


def _season(table: Table) -> str:
    return f"season-{table.season.name}.html"


def _player(member: Member) -> str:
    return f"player-{member.key[:16]}.html"


def _link(club: Club, name: str) -> str:
    return f'<a href="{_player(club.member(name))}">{escape(clean(name, 80))}</a>' if name else ""


def _nav(name: str, say: _Words, *, up: bool = True) -> Iterator[str]:
    other = next(code for code in LANGUAGES if code != say.code)
    back = f'<a href="index.html">{say(_ALL_SEASONS)}</a> · ' if up else ""
    yield f'<nav>{back}<a href="../{other}/{name}" lang="{other}">{ {"en": "English", "es": "Español"}[other] }</a></nav>'


def _rows(heads: Sequence[tuple[str, bool]], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table: headings with whether the column holds numbers, and cells that are HTML already."""
    kinds = [' class="n"' if number else "" for _, number in heads]
    yield "<table><thead><tr>"
    yield "".join(f'<th scope="col"{kind}>{head}</th>' for kind, (head, _) in zip(kinds, heads, strict=True))
    yield "</tr></thead><tbody>"
    for row in rows:
        yield (
            "<tr>"
            + "".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(kinds, row, strict=True))
            + "</tr>"
        )
    yield "</tbody></table>"


def _index(club: Club, tables: Sequence[Table], ladder: Sequence[Rung], proofs: Proofs, say: _Words) -> str:
    lines = [*_nav("index.html", say, up=False), f"<h2>{say(_SEASONS)}</h2>", "<ul>"]
    for table in tables:
        season, first = table.season, table.rows[0] if table.rows else None
        leader = f": {_link(club, first.name)}" if first is not None and first.played else ""
        lines.append(
            f'<li><a href="{_season(table)}">{escape(clean(season.title, 80))}</a> '
            f"({say(title(season.game, season.scenario))}){leader}</li>"
        )
    lines += ["</ul>", f"<h2>{say(_LADDER)}</h2>"]
    rungs = (
        (str(n), _link(club, each.name), str(each.rating), str(each.spread), str(each.games))
        for n, each in enumerate(ladder, 1)
    )
    heads = (
        ("", True),
        (say(_PLAYER), False),
        (say(Message("Rating")), True),
        (say(Message("Spread")), True),
        (say(Message("Games")), True),
    )
    lines += _rows(heads, rungs)
    unranked = [each for each in club.members if each.name not in {rung.name for rung in ladder}]
    if unranked:
        lines.append(
            f"<p>{say(_NO_RESULT_YET)} {', '.join(_link(club, each.name) for each in unranked)}.</p>"
        )
    lines += wanted.section(club, say)
    faults = [line for table in tables for line in table.trouble]
    faults += [f"{name[:16]} {text}." for name, text in proofs.faults]
    if faults:
        lines += [f"<h2>{say(_WHAT_DOES_NOT_HOLD)}</h2><ul>"]
        lines += [f'<li class="bad">{escape(clean(line, 400))}</li>' for line in faults] + ["</ul>"]
    again = Message(
        "Everything here is worked out from the files beside these pages. To do it again: {command}",
        command="pbem club check",
    )
    lines.append(f"<p>{say(again)}</p>")
    return _page(say.code, club.title, lines)


def _season_page(club: Club, table: Table, say: _Words) -> str:
    season = table.season
    rules = Message(
        "{game}, rules {edition}",
        game=title(season.game, season.scenario),
        edition=season.edition,
    )
    lines = [*_nav(_season(table), say), f"<p>{say(rules)}, {say(SYSTEMS[season.system])}.</p>"]
    if season.system == CHALLENGE:
        heads = (("", True), (say(_PLAYER), False), (say(_SCORE), True), (say(_PROOF), False))
        lines += _rows(
            heads,
            (
                (str(row.rank), _link(club, row.name), str(row.score), _proofs(row.files))
                for row in table.rows
            ),
        )
    else:
        wide = (
            *(
                ("", True),
                (say(_PLAYER), False),
                (say(Message("Points")), True),
                (say(Message("Won")), True),
                (say(Message("Drawn")), True),
            ),
            *((say(Message("Lost")), True), (say(Message("Opponents' points")), True)),
        )
        rows = (
            (
                str(row.rank),
                _link(club, row.name),
                half(row.points),
                str(row.won),
                str(row.drawn),
                str(row.lost),
                half(row.strength),
            )
            for row in table.rows
        )
        lines += _rows(wide, rows)
        lines += _rounds(club, table, say)
    lines += [f'<p class="bad">{escape(clean(line, 400))}</p>' for line in table.trouble]
    return _page(say.code, f"{club.title}: {season.title}", lines)


def _games(club: Club, season: Season, held: Iterable[Played], say: _Words) -> Iterator[str]:
    first, second = season.sides
    heads = (
        (escape(first), False),
        (escape(second), False),
        (say(_RESULT), True),
        ("", False),
        (say(_PROOF), False),
    )
    return _rows(heads, (_game(club, season, each, say) for each in held))


def _rounds(club: Club, table: Table, say: _Words) -> Iterator[str]:
    for number in sorted({each.pairing.round for each in table.played}):
        head = Message("Round {n}", n=number)
        yield f"<h2>{say(head)}</h2>"
        held = [each for each in table.played if each.pairing.round == number]
        yield from _games(club, table.season, held, say)


def _begins(season: Season, pair: Pairing, say: _Words) -> str:
    """How the game of a pairing is begun, while there is none."""
    command = "" if pair.game else invitation(season, pair)
    types = Message("{first} types:", first=clean(pair.first, 80))
    return f"{say(types)} <code>{escape(command)}</code>" if command else ""


def _game(club: Club, season: Season, each: Played, say: _Words) -> tuple[str, ...]:
    pair = each.pairing
    if not pair.second:
        return _link(club, pair.first), say(Message("nobody: a point")), "1", "", ""
    how = (
        f'<span class="bad">{escape(clean(each.trouble, 300))}</span>'
        if each.trouble
        else say(each.how)
        if each.how
        else _begins(season, pair, say)
    )
    return _link(club, pair.first), _link(club, pair.second), _RESULTS[each.result], how, _proofs(each.files)


def _proofs(names: Iterable[str]) -> str:
    return " ".join(
        f'<a href="../proofs/{escape(name)}"><code>{escape(name[:8])}</code></a>' for name in names
    )


def _player_page(
    club: Club, member: Member, tables: Sequence[Table], ladder: Sequence[Rung], say: _Words
) -> str:
    lines = [*_nav(_player(member), say), f"<p>{say(_KEY)}: <code>{member.key}</code></p>"]
    rung = next((each for each in ladder if each.name == member.name), None)
    if member.also:
        others = Message("Also known as {names}.", names=", ".join(member.also))
        lines.append(f"<p>{say(others)}</p>")
    if rung is not None:
        told = Message(
            "Rating {rating}, give or take {spread}, from {n} games.",
            rating=rung.rating,
            spread=rung.spread,
            n=rung.games,
        )
        lines.append(f"<p>{say(told)}</p>")
    for table in tables:
        held = [each for each in table.played if member.name in (each.pairing.first, each.pairing.second)]
        entry = next((row for row in table.rows if row.name == member.name and row.score), None)
        if held or entry is not None:
            lines.append(f'<h2><a href="{_season(table)}">{escape(clean(table.season.title, 80))}</a></h2>')
        if held:
            lines += _games(club, table.season, held, say)
        if entry is not None:
            lines.append(f"<p>{say(_SCORE)}: {entry.score} {_proofs(entry.files)}</p>")
    return _page(say.code, member.name, lines)
