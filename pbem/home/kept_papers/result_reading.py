"""What a result means for the game here: resigned, offered and agreed, ruled, played out, or countersigned on the way."""

from __future__ import annotations

from pbem.bytes.records import evolve, frozen
from pbem.home.kept_papers.reading import NOTHING, Here, Reading, general, of_paper, signed
from pbem.log import Log
from pbem.papers import results, results_against_log
from pbem.papers.appointment import players
from pbem.papers.paper import GIVEN_UP, OLD_KEY, Finding
from pbem.papers.results import PLAYED, RESIGNED, RULED, SEEN, ResultPaper
from pbem.port.messages import Capital, Message, counted, spelled
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
            return Message("a draw")
        seat = _seat(self.log, winner)
        if self.here.mine(seat):
            return Message("you win")
        return Message("{name} wins", name=self.here.name(self.log, seat))

    def level(self) -> str:
        """What it says in words, where that says more than who wins and how."""
        outcome = self.paper.outcome
        score = "" if outcome.score is None else f" ({outcome.score})"
        plain = ("by agreement", f"{_loser_side(self.log, outcome.winner)} resigns")
        if outcome.level in plain:
            return ""
        return Message(": {level}{score}", level=spelled(clean(outcome.level, 200)), score=score)


def read(here: Here, paper: ResultPaper, finding: Finding, ref: str) -> Reading:
    """The reading of a result whose signatures hold."""
    how, log, here = paper.outcome.how, paper.log, here.at(results_against_log.after(paper))
    have = results.signers(paper)
    against = results_against_log.found(paper, here.log) if here.log is not None else ""
    if finding.code in (OLD_KEY, GIVEN_UP):
        against = results_against_log.OLD_KEY  # in its own place too: it ends nothing by itself
    about = _About(
        here=here, paper=paper, ref=ref, have=have, binds=not results.stands(paper), against=against
    )
    kind = _KINDS.get(how, "agreement" if about.binds else "offer")
    made = evolve(of_paper(here, log, finding, kind, _what(about), _signed(about)), holds=bool(have))
    return general(here, _here(about, made) if made.here else made, ref)


def _what(about: _About) -> str:
    paper, log, ending = about.paper, about.log, about.ending()
    match paper.outcome.how:
        case "resigned":
            loser = _loser(log, paper.outcome.winner)
            if about.here.mine(loser):
                return Message("A resignation: you give the game up, {ending}.", ending=ending)
            return Message(
                "A resignation: {name} gives the game up, {ending}.",
                name=about.here.name(log, loser),
                ending=ending,
            )
        case "agreed" if about.binds:
            return Message("An agreed end of the game: {ending}{level}.", ending=ending, level=about.level())
        case "agreed":
            return Message("An offer to end the game: {ending}{level}.", ending=ending, level=about.level())
        case "ruled":
            return Message("A referee's ruling: {ending}{level}.", ending=ending, level=about.level())
        case "seen":
            return Message(
                "A countersignature: {referee} has verified the log up to turn file {n}. It ends nothing.",
                referee=_referee(paper),
                n=about.n,
            )
        case _:
            return Message(
                "The result of a game that is over: {ending}{level}.", ending=ending, level=about.level()
            )


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
        return Message("It names no referee whom the players have appointed.")
    have = made.sheet.signers(players(about.log))
    lacking = [each for each in ("A", "B") if each not in have]
    by = (
        Message("Signed by {referee}", referee=_referee(about.paper))
        if "referee" in about.have
        else Message("Signed by no referee yet")
    )
    if lacking:
        return Message(
            "{by}; {names} did not sign the appointment of this referee.",
            by=by,
            names=about.here.names(about.log, lacking),
        )
    whole = Message(", as it has to be") if "referee" in about.have else ""
    return Message(
        "{by}, whom {names} appointed{whole}.", by=by, names=about.here.names(about.log, have), whole=whole
    )


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
                return _over(about, made, Message("{referee} ruled", referee=_referee(about.paper)), NOTHING)
            return made.saying(NOTHING, Message("It binds nobody before that."))
        case "resigned":
            return _resigned(about, made)
        case _:
            return _agreed(about, made)


def _against(about: _About) -> tuple[tuple[str, ...], str] | None:
    n, last, here = about.n, about.last, about.here
    match about.against:
        case results_against_log.EARLY:
            lacking = n - last
            means = counted(
                lacking,
                "It speaks of {game} after turn file {last}, which has not come.",
                "It speaks of {game} after turn file {last}, and turn files {first}-{last} have not come.",
                game=here.label,
                first=last + 1,
                last=n,
            )
            step = counted(
                lacking,
                "pbem import FILE, with turn file {last}: then it counts",
                "pbem import FILE, with turn files {first}-{last}: then it counts",
                first=last + 1,
                last=n,
            )
            return (means,), step
        case results_against_log.OTHER_HEAD:
            text = Message(
                "In {label} turn file {n} is another one than this paper names: it counts for nothing here.",
                label=here.label,
                n=n,
            )
            return (text,), Message(
                "pbem dispute evidence LOG LOG, with your log and your opponent's: it looks for who signed two"
            )
        case results_against_log.OLD_KEY:
            seats = (
                here.names(about.log, results_against_log.given_up(about.paper, here.log))
                if here.log is not None
                else ""
            )
            text = Message(
                "It is signed with a key that {one} had given up by then: it counts for nothing in {label}.",
                one=seats,
                label=here.label,
            )
            return (text,), Message("ask them by voice whether they wrote it; if so, they make it anew")
        case results_against_log.OTHER_REFEREE:
            text = Message(
                "In {label} both of you have appointed somebody else in the place of {referee}: it counts for nothing here.",
                label=here.label,
                referee=_referee(about.paper),
            )
            return (text,), NOTHING
        case results_against_log.PLAYED_ON:
            return (
                Message("Both of you have played on in {label} since: it has lapsed.", label=here.label),
            ), "pbem status"
    return None


def _seen(about: _About, made: Reading) -> Reading:
    if not about.binds:
        return made.saying(NOTHING, Message("It vouches for nothing before that."))
    text = Message(
        "The log of {label} leads through that turn file: up to there both are the same game.",
        label=about.here.label,
    )
    return made.saying(NOTHING, text)


def _played(about: _About, made: Reading) -> Reading:
    here, outcome, end = about.here, about.paper.outcome, about.here.ended()
    if end is None:
        return made.saying(
            "pbem status",
            Message("{game} is not played out: this result is not borne out.", game=Capital(here.label)),
        )
    if (end.winner or "", end.level, end.score) != (outcome.winner, outcome.level, outcome.score):
        text = Message(
            "The log here says otherwise: {level} ({score}). Do not sign it.",
            level=end.level,
            score=end.score,
        )
        return made.saying(Message("pbem end result, which writes what your log says"), text)
    text = Message("The log here says the same.")
    if here.seat in about.have:
        other = about.other in about.have
        step = (
            NOTHING
            if other
            else Message("send it to {name}: pbem end result FILE", name=here.name(about.log, about.other))
        )
        return made.saying(step, text)
    return made.saying(f"pbem end result {about.ref}", text)


def _resigned(about: _About, made: Reading) -> Reading:
    here, loser = about.here, _loser(about.log, about.paper.outcome.winner)
    if not about.binds:
        name = here.name(about.log, loser)
        text = (
            Message("It means nothing in {label} before you have signed it.", label=here.label)
            if here.mine(loser)
            else Message(
                "It means nothing in {label} before {name} has signed it.", label=here.label, name=name
            )
        )
        return (
            made.saying(
                Message("pbem end resign, if that is what you want: it ends {label}", label=here.label), text
            )
            if here.mine(loser)
            else made.saying(NOTHING, text)
        )
    gave_up = (
        Message("you resigned")
        if here.mine(loser)
        else Message("{name} resigned", name=here.name(about.log, loser))
    )
    return _over(about, made, gave_up, _closing(about))


def _agreed(about: _About, made: Reading) -> Reading:
    here = about.here
    if about.binds:
        return _over(about, made, Message("both of you agreed"), _closing(about))
    if about.n < about.last:
        text = Message(
            "{game} has gone on since turn file {n}: the offer has lapsed.",
            game=Capital(here.label),
            n=about.n,
        )
        return made.saying(Message("pbem end agree --draw, or --winner SIDE, if you offer it anew"), text)
    if here.seat in about.have:
        name = here.name(about.log, about.other)
        text = Message("It ends {label} when {name} signs it too.", label=here.label, name=name)
        return made.saying(Message("send it to {name}, who types: pbem end agree FILE", name=name), text)
    text = Message("It ends {label} when you sign it too; until then nothing is agreed.", label=here.label)
    return made.saying(f"pbem end agree {about.ref}", text)


def _over(about: _About, made: Reading, how: str, step: str) -> Reading:
    over = Message("{how}: {ending}.", how=Capital(how), ending=about.ending())
    text = Message("{game} is over by it: {ending}.", game=Capital(about.here.label), ending=about.ending())
    return evolve(made, means=(text,), over=over, next=step)


def _closing(about: _About) -> str:
    """What is left to do under an end that binds: the other signature, then the vaults, then the audit."""
    here, have, opened = about.here, about.have, {each.seat for each in about.paper.vaults}
    current = about.n == about.last
    both = {"A", "B"} <= set(have)
    if both and opened == {"A", "B"}:
        return f"pbem audit --paper {about.ref}"
    if current and here.seat not in (opened if both else have):
        return Message(
            "pbem end result {ref}, which signs it and opens your vault for the audit", ref=about.ref
        )
    if current:
        name = here.name(about.log, about.other)
        return Message("send it to {name}, who types: pbem end result FILE", name=name)
    return NOTHING


def _referee(paper: ResultPaper) -> str:
    return clean(results.referee(paper), 120)


def _seat(log: Log, side: str) -> str:
    return "AB"[log.invite.sides.index(side)]


def _loser_side(log: Log, winner: str) -> str:
    return next((side for side in log.invite.sides if side != winner), "")


def _loser(log: Log, winner: str) -> str:
    return _seat(log, _loser_side(log, winner))
