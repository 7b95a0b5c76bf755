"""A challenge: the dealer's signed word on what is played with one chain of dice, and on which terms (``schemas/trust.md``).

It names no game yet: an entrant begins from it, and the dealer deals the chain to nothing else.
"""

from __future__ import annotations

import re
from datetime import date

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError
from pbem.bytes.records import field, frozen
from pbem.crypto.keys import Keypair, check_public_key, fingerprint
from pbem.games.game_cards import title
from pbem.log import Invite
from pbem.log.fields import Fields
from pbem.papers.paper import CHALLENGE, VERSION, Finding
from pbem.papers.signed_sheet import Sheet, seals, sheet
from pbem.port.messages import Message

PAPER = CHALLENGE
MAX_TEXT = 500
_FIELDS = (
    *("a", "data", "game", "id", "name", "options", "rules", "scenario", "setup", "sides", "text", "tip"),
    *("v", "who"),
)
_OPTIONAL = ("closes", "pack")
_MAX_WHO = 64
_DIGEST = re.compile(r"[0-9a-f]{64}")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@frozen(kw_only=True)
class Challenge:
    """What an entry has to be: the fields of the invitation that each entrant signs, the chain's ``tip``, and the terms.

    ``sides[0]`` is what entrants play. ``dealer`` (32 bytes) is the identity key of ``who``; ``closes`` is the last day of
    entries (ISO date, "" when there is none), ``text`` the terms in words. Digests are 64 hex digits.
    """

    name: str
    who: str
    dealer: bytes
    game: str
    scenario: str
    sides: tuple[str, str]
    options: dict[str, Json]
    rules: str
    data: str
    setup: str
    pack: str
    tip: str
    text: str
    closes: str
    sheet: Sheet = field(repr=False)

    def encode(self) -> bytes:
        """The lines of the paper, to be packed like a log."""
        return self.sheet.encode()


def write(dealer: Keypair, fields: dict[str, Json]) -> Challenge:
    """The challenge with these fields (all but ``a``, ``id``, ``v``), signed. Raises FormatError ``bad-paper``."""
    whole: dict[str, Json] = {**fields, "a": PAPER, "id": dealer.public.hex(), "v": VERSION}
    return read(sheet(PAPER, bytes.fromhex(str(fields["tip"])), whole).signed(dealer).encode())


def read(lines: bytes) -> Challenge:
    """A challenge from its lines, the dealer's signature checked.

    Raises FormatError ``bad-paper``, and what :meth:`pbem.papers.signed_sheet.Sheet.signers` and an unsound key raise.
    """
    rows = lines.split(b"\n")
    value = canon.decode(rows[0])
    if value.get("a") != PAPER or len(rows) != 3 or rows[-1] != b"":
        raise FormatError.of("bad-paper", "This is not a challenge with one signature.")
    try:
        fields = Fields(value, (*_FIELDS, *(name for name in _OPTIONAL if name in value)))
        first, second = fields.names("sides", 2)
        found = Challenge(
            name=fields.name("name"),
            who=fields.text("who", _MAX_WHO),
            dealer=fields.octets("id", 32),
            game=fields.name("game"),
            scenario=fields.name("scenario"),
            sides=(first, second),
            options=fields.mapping("options"),
            rules=fields.hex("rules", 32),
            data=fields.hex("data", 32),
            setup=fields.hex("setup", 32),
            pack=fields.name("pack") if fields.has("pack") else "",
            tip=fields.hex("tip", 32),
            text=fields.text("text", MAX_TEXT),
            closes=_day(value["closes"]) if fields.has("closes") else "",
            sheet=Sheet(
                purpose=PAPER, gid=fields.octets("tip", 32), line=rows[0], seals=tuple(seals(rows[1:-1]))
            ),
        )
    except FormatError as error:
        raise FormatError.of(
            "bad-paper", "The challenge is not as it should be: {message}", message=error.message
        ) from error
    check_public_key(found.dealer)
    found.sheet.signers({found.who: found.dealer})
    return found


def _day(value: Json) -> str:
    try:
        if isinstance(value, str) and _DAY.fullmatch(value):
            return date.fromisoformat(value).isoformat()
    except ValueError:
        pass
    raise FormatError.of("bad-field", "'closes' must be a day, as in 2026-12-01.")


def misfits(paper: Challenge, offer: Invite) -> tuple[str, ...]:
    """What an invitation says otherwise than the challenge, a few words each; empty when it is an entry."""
    pairs = (
        ("challenge", offer.challenge or "none", paper.tip),
        ("game", offer.game, paper.game),
        ("scenario", offer.scenario, paper.scenario),
        ("sides", " and ".join(offer.sides), " and ".join(paper.sides)),
        ("options", _options(offer.options), _options(paper.options)),
        (Message("data pack"), offer.pack or "none", paper.pack or "none"),
        ("rules", offer.rules, paper.rules),
        ("data", offer.data, paper.data),
        ("set-up", offer.setup, paper.setup),
    )
    return tuple(
        Message("{what} {theirs}, not {ours}", what=what, theirs=_short(theirs), ours=_short(ours))
        for what, theirs, ours in pairs
        if theirs != ours
    )


def _short(value: str) -> str:
    return value[:12] if _DIGEST.fullmatch(value) else value


def _options(options: dict[str, Json]) -> str:
    return canon.encode(dict(options)).decode() if options else "none"


def about(paper: Challenge) -> str:
    """What is played, in a few words."""
    pack = Message(" on the data pack {pack}", pack=paper.pack) if paper.pack else ""
    options = Message(", options {options}", options=_options(paper.options)) if paper.options else ""
    return Message(
        "{game} as {side}{pack}{options}",
        game=title(paper.game, paper.scenario),
        side=paper.sides[0],
        pack=pack,
        options=options,
    )


def finding(paper: Challenge) -> Finding:
    """The verdict in sentences."""
    closes = (
        Message("Entries close on {closes}.", closes=paper.closes)
        if paper.closes
        else Message("It names no day on which entries close.")
    )
    lines = (
        Message(
            "{who} (code {code}) deals one chain of dice to everybody who enters {name!r}.",
            who=paper.who,
            code=fingerprint(paper.dealer),
            name=paper.name,
        ),
        Message("Played is {about}.", about=about(paper)),
        Message("Terms: {text}", text=paper.text),
        closes,
        Message(
            "Chain {tip}, rules {rules}, data {data}.",
            tip=paper.tip[:16],
            rules=paper.rules[:12],
            data=paper.data[:12],
        ),
    )
    return Finding(
        paper=PAPER, proved=True, game=f"{paper.game} {paper.scenario}", lines=lines, word="signed"
    )
