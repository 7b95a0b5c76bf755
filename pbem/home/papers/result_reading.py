"""What a result means for the game here: resigned, offered and agreed, ruled, played out, or countersigned on the way."""

from __future__ import annotations

from attrs import evolve, frozen

from pbem.home.papers.reading import NOTHING, Here, Reading, general, signed
from pbem.log import Log
from pbem.papers import results, results_against_log
from pbem.papers.paper import Finding
from pbem.papers.reader import GIVEN_UP, OLD_KEY
from pbem.papers.results import PLAYED, RESIGNED, RULED, SEEN, ResultPaper
from pbem.view.markup import clean

_KINDS = {RESIGNED: "resignation", PLAYED: "result", RULED: "ruling", SEEN: "countersignature"}


@frozen(kw_only=True)
class _About:
    """A result with its reader: who has signed, whether it binds, and what the log here says against it."""

    here: Here
    paper: ResultPaper
    ref: str
    have: tuple[str, ...]
    binds: bool
    against: str

    @property
    def log(self) -> Log:
        return self.paper.log

    @property
    def n(self) -> int:
        return results_against_log.after(self.paper)

    @property
    def last(self) -> int:
        """The number of the last turn file here."""
        return len(self.here.log.bundles) if self.here.log is not None else 0

    @property
    def other(self) -> str:
        return "B" if self.here.seat == "A" else "A"

    def ending(self) -> str:
        """``you win``, ``Ben (blue) wins``, ``a draw``."""
        winner = self.paper.outcome.winner
        if not winner:
            return "a draw"
        told = self.here.does(self.log, _seat(self.log, winner), "wins")
        return f"{told[0].lower()}{told[1:]}" if told.startswith("You ") else told

    def level(self) -> str:
        """What it says in words, where that says more than who wins and how."""
        outcome = self.paper.outcome
        score = "" if outcome.score is None else f" ({outcome.score})"
        plain = ("by agreement", f"{_loser_side(self.log, outcome.winner)} resigns")
        return "" if outcome.level in plain else f": {clean(outcome.level, 200)}{score}"


def read(here: Here, paper: ResultPaper, finding: Finding, ref: str) -> Reading:
    """The reading of a result whose signatures hold."""
    how, log = paper.outcome.how, paper.log
    have = results.signers(paper)
    against = results_against_log.found(paper, here.log) if here.log is not None else ""
    if finding.code in (OLD_KEY, GIVEN_UP):
        against = results_against_log.OLD_KEY  # in its own place too: it ends nothing by itself
    about = _About(
        here=here,
        paper=paper,
        ref=ref,
        have=have,
        binds=not results.stands(paper),
        against=against,
    )
    made = Reading(
        kind=_KINDS.get(how, "agreement" if about.binds else "offer"),
        what=_what(about),
        signed=_signed(about),
        means=(),
        next="",
        finding=finding,
        gid=log.gid.hex(),
        here=here.folder is not None,
        holds=bool(have),
    )
    return general(here, _here(about, made) if made.here else made, ref)


def _what(about: _About) -> str:
    paper, log, ending = about.paper, about.log, about.ending()
    match paper.outcome.how:
        case "resigned":
            loser = _loser(log, paper.outcome.winner)
            return f"A resignation: {_low(about.here.does(log, loser, 'gives', yours='give'))} the game up, {ending}."
        case "agreed" if about.binds:
            return f"An agreed end of the game: {ending}{about.level()}."
        case "agreed":
            return f"An offer to end the game: {ending}{about.level()}."
        case "ruled":
            return f"A referee's ruling: {ending}{about.level()}."
        case "seen":
            return f"A countersignature: {_referee(paper)} has verified the log up to turn file {about.n}. It ends nothing."
        case _:
            return f"The result of a game that is over: {ending}{about.level()}."


def _signed(about: _About) -> str:
    paper, log, here, have = about.paper, about.log, about.here, about.have
    match paper.outcome.how:
        case "resigned":
            players = [each for each in have if each != "referee"]
            return signed(here, log, players, [_loser(log, paper.outcome.winner)])
        case "ruled" | "seen":
            return _by_referee(about)
        case _:
            return signed(here, log, [each for each in have if each != "referee"], ("A", "B"))


def _by_referee(about: _About) -> str:
    made = about.paper.appointed
    if made is None:
        return "It names no referee whom the players have appointed."
    have = made.sheet.signers({seat: about.log.key_of(seat) for seat in ("A", "B")})
    lacking = [each for each in ("A", "B") if each not in have]
    by = f"Signed by {_referee(about.paper)}" if "referee" in about.have else "Signed by no referee yet"
    if lacking:
        return f"{by}; {about.here.names(about.log, lacking)} did not sign the appointment of this referee."
    whole = ", as it has to be" if "referee" in about.have else ""
    return f"{by}, whom {about.here.names(about.log, have)} appointed{whole}."


def _here(about: _About, made: Reading) -> Reading:
    """What it means for the game in this home."""
    if (told := _against(about)) is not None:
        means, step = told
        return evolve(made, means=means, next=step)
    match about.paper.outcome.how:
        case "seen":
            return _seen(about, made)
        case "played":
            return _played(about, made)
        case "ruled":
            if about.binds:
                return _over(about, made, f"{_referee(about.paper)} ruled", NOTHING)
            return evolve(made, means=("It binds nobody before that.",), next=NOTHING)
        case "resigned":
            return _resigned(about, made)
        case _:
            return _agreed(about, made)


def _against(about: _About) -> tuple[tuple[str, ...], str] | None:
    n, last, here = about.n, about.last, about.here
    match about.against:
        case results_against_log.EARLY:
            lacking = f"turn file {n}" if n == last + 1 else f"turn files {last + 1}-{n}"
            have = "has" if n == last + 1 else "have"
            return (
                f"It speaks of {here.label} after turn file {n}, and {lacking} {have} not come.",
            ), f"pbem import FILE, with {lacking}: then it counts"
        case results_against_log.OTHER_HEAD:
            text = f"In {here.label} turn file {n} is another one than this paper names: it counts for nothing here."
            return (
                text,
            ), "pbem evidence LOG LOG, with your log and your opponent's: it looks for who signed two"
        case results_against_log.OLD_KEY:
            seats = (
                here.names(about.log, results_against_log.given_up(about.paper, here.log))
                if here.log is not None
                else ""
            )
            text = f"It is signed with a key that {seats} had given up by then: it counts for nothing in {here.label}."
            return (text,), "ask them by voice whether they wrote it; if so, they make it anew"
        case results_against_log.PLAYED_ON:
            return (f"Both of you have played on in {here.label} since: it has lapsed.",), "pbem status"
    return None


def _seen(about: _About, made: Reading) -> Reading:
    if not about.binds:
        return evolve(made, means=("It vouches for nothing before that.",), next=NOTHING)
    text = f"The log of {about.here.label} leads through that turn file: up to there both are the same game."
    return evolve(made, means=(text,), next=NOTHING)


def _played(about: _About, made: Reading) -> Reading:
    here, outcome, end = about.here, about.paper.outcome, about.here.ended()
    if end is None:
        return evolve(
            made,
            means=(
                f"{here.label[0].upper()}{here.label[1:]} is not played out: this result is not borne out.",
            ),
            next="pbem status",
        )
    if (end.winner or "", end.level, end.score) != (outcome.winner, outcome.level, outcome.score):
        text = f"The log here says otherwise: {end.level} ({end.score}). Do not sign it."
        return evolve(made, means=(text,), next="pbem result, which writes what your log says")
    text = "The log here says the same."
    if here.seat in about.have:
        other = about.other in about.have
        step = NOTHING if other else f"send it to {here.name(about.log, about.other)}: pbem result FILE"
        return evolve(made, means=(text,), next=step)
    return evolve(made, means=(text,), next=f"pbem result {about.ref}")


def _resigned(about: _About, made: Reading) -> Reading:
    here, loser = about.here, _loser(about.log, about.paper.outcome.winner)
    if not about.binds:
        name = here.name(about.log, loser)
        text = (
            f"It means nothing in {here.label} before {name} {'have' if name == 'you' else 'has'} signed it."
        )
        return (
            evolve(made, means=(text,), next=f"pbem resign, if that is what you want: it ends {here.label}")
            if here.mine(loser)
            else evolve(made, means=(text,), next=NOTHING)
        )
    return _over(about, made, here.does(about.log, loser, "resigned", yours="resigned"), _closing(about))


def _agreed(about: _About, made: Reading) -> Reading:
    here = about.here
    if about.binds:
        return _over(about, made, "both of you agreed", _closing(about))
    if about.n < about.last:
        text = f"{here.label[0].upper()}{here.label[1:]} has gone on since turn file {about.n}: the offer has lapsed."
        return evolve(made, means=(text,), next="pbem agree --draw, or --winner SIDE, if you offer it anew")
    if here.seat in about.have:
        name = here.name(about.log, about.other)
        text = f"It ends {here.label} when {name} signs it too."
        return evolve(made, means=(text,), next=f"send it to {name}, who types: pbem agree FILE")
    text = f"It ends {here.label} when you sign it too; until then nothing is agreed."
    return evolve(made, means=(text,), next=f"pbem agree {about.ref}")


def _over(about: _About, made: Reading, how: str, step: str) -> Reading:
    how = f"{how[0].upper()}{how[1:]}"
    over = f"{how}: {about.ending()}."
    text = f"{about.here.label[0].upper()}{about.here.label[1:]} is over by it: {about.ending()}."
    return evolve(made, means=(text,), over=over, next=step)


def _closing(about: _About) -> str:
    """What is left to do under an end that binds: the other signature, then the vaults, then the audit."""
    here, have, opened = about.here, about.have, {each.seat for each in about.paper.vaults}
    current = about.n == about.last
    both = {"A", "B"} <= set(have)
    if both and opened == {"A", "B"}:
        return f"pbem audit --paper {about.ref}"
    if current and here.seat not in (opened if both else have):
        return f"pbem result {about.ref}, which signs it and opens your vault for the audit"
    if current:
        name = here.name(about.log, about.other)
        return f"send it to {name}, who types: pbem result FILE"
    return NOTHING


def _referee(paper: ResultPaper) -> str:
    return clean(results.referee(paper), 120)


def _seat(log: Log, side: str) -> str:
    return "AB"[log.invite.sides.index(side)]


def _loser_side(log: Log, winner: str) -> str:
    return next((side for side in log.invite.sides if side != winner), "")


def _loser(log: Log, winner: str) -> str:
    return _seat(log, _loser_side(log, winner))


def _low(text: str) -> str:
    return f"{text[0].lower()}{text[1:]}" if text.startswith("You ") else text
