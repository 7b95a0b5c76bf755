"""The two mails a game grows from: an invitation and its acceptance, signed by the identity keys and the game keys."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes import canon
from pbem.bytes.canon import Json, tagged_hash
from pbem.bytes.errors import FormatError, VerifyError
from pbem.bytes.records import field, frozen
from pbem.crypto.dice import MAX_LENGTH
from pbem.crypto.keys import Keypair, check_public_key, key_id, verify
from pbem.log.clause import Clause
from pbem.log.fields import Fields
from pbem.port.messages import Message

MAX_WHO = 64
MIN_CHAIN = 8
_INVITE = (
    *("data", "game", "id", "k", "key", "n", "options", "rules", "scenario", "setup", "sides", "tip", "v"),
    *("vault", "who"),
)
_OPTIONAL = ("challenge", "pack", "pairing", "referee")
_ACCEPT = ("id", "invite", "k", "key", "n", "tip", "v", "vault", "who")
_SIG = ("k", "key", "sig")
_FIRST_SIG = ("k", "key", "own", "sig")


@frozen(kw_only=True)
class Seal:
    """A signature line: the 16 hex digit id of the key it claims, and 64 signature bytes."""

    key: str
    signature: bytes

    @property
    def line(self) -> bytes:
        """The canonical line, without newline."""
        return f'{{"k":"sig","key":"{self.key}","sig":"{self.signature.hex()}"}}'.encode()

    @classmethod
    def of(cls, keypair: Keypair, message: bytes) -> Seal:
        """The signature of ``message`` with this key."""
        return cls(key=keypair.id, signature=keypair.sign(message))

    @classmethod
    def parse(cls, value: dict[str, Json]) -> Seal:
        """From a decoded line; FormatError when a field is wrong."""
        fields = Fields(value, _SIG)
        return cls(key=fields.hex("key", 8), signature=fields.octets("sig", 64))


@frozen(kw_only=True)
class FirstSeal(Seal):
    """The signature line of a first mail: the identity key has signed it, and ``own`` (64 bytes) is of the game key.

    Without it anybody could name a game key, with its chain, that is somebody else's.
    """

    own: bytes

    @property
    def line(self) -> bytes:
        """The canonical line, without newline."""
        return canon.encode_value(
            {"k": "sig", "key": self.key, "own": self.own.hex(), "sig": self.signature.hex()}
        )

    @classmethod
    def made(cls, identity: Keypair, key: Keypair, kind: str, line: bytes) -> FirstSeal:
        """Both signatures of an invite or accept line."""
        return cls(
            key=identity.id,
            signature=identity.sign(tagged_hash(kind, line)),
            own=key.sign(possession(kind, line)),
        )

    @classmethod
    def parse(cls, value: dict[str, Json]) -> FirstSeal:
        """From a decoded line; FormatError when a field is wrong."""
        fields = Fields(value, _FIRST_SIG)
        return cls(key=fields.hex("key", 8), signature=fields.octets("sig", 64), own=fields.octets("own", 64))


@frozen(kw_only=True)
class Seat:
    """What each player brings: name, identity and game key, chain tip ``x[0]`` and length, ``TH("K", K)``."""

    who: str
    identity: bytes
    key: bytes
    tip: bytes
    length: int
    vault: bytes

    def members(self) -> dict[str, Json]:
        """The fields as they stand on the invite or accept line."""
        return {
            "id": self.identity.hex(),
            "key": self.key.hex(),
            "n": self.length,
            "tip": self.tip.hex(),
            "v": 1,
            "vault": self.vault.hex(),
            "who": self.who,
        }

    @classmethod
    def read(cls, fields: Fields) -> Seat:
        """From an invite or accept line; unsound keys are refused here."""
        return cls(
            who=fields.text("who", MAX_WHO),
            identity=check_public_key(fields.octets("id", 32)),
            key=check_public_key(fields.octets("key", 32)),
            tip=fields.octets("tip", 32),
            length=fields.number("n", MIN_CHAIN, MAX_LENGTH),
            vault=fields.octets("vault", 32),
        )


@frozen(kw_only=True)
class Invite:
    """A's invitation: what is to be played (digests are 64 hex digits), with which options, and A's seat.

    ``sides[0]`` is what A plays, ``sides[1]`` what B plays. ``pack`` names the data pack that makes ``data``; it is
    empty, and stands on no line, when the game's own data does. ``challenge`` (64 hex digits, or empty and on no line) is
    the chain tip that B must bring: then B's seeds alone make the dice, the same for everybody who is dealt that chain.
    ``referee`` is the one to whom both bind themselves, None and on no line when there is none. ``pairing`` (16 hex digits,
    or empty and on no line) is the number of the pairing of a club for which it is played.
    """

    game: str
    scenario: str
    sides: tuple[str, str]
    options: dict[str, Json]
    rules: str
    data: str
    setup: str
    seat: Seat
    pack: str = ""
    challenge: str = ""
    referee: Clause | None = None
    pairing: str = ""
    line: bytes = field(repr=False)
    seal: FirstSeal = field(repr=False)

    @classmethod
    def parse(cls, line: bytes, value: dict[str, Json], seal: FirstSeal) -> Invite:
        """From a decoded invite line and the signature line after it."""
        fields = Fields(value, (*_INVITE, *(name for name in _OPTIONAL if name in value)))
        first, second = fields.names("sides", 2)
        if "challenge" in value and "referee" in value:
            raise FormatError.of("bad-field", "An invitation to a challenge names no referee.")
        return cls(
            game=fields.name("game"),
            scenario=fields.name("scenario"),
            sides=(first, second),
            options=fields.mapping("options"),
            rules=fields.hex("rules", 32),
            data=fields.hex("data", 32),
            setup=fields.hex("setup", 32),
            seat=Seat.read(fields),
            pack=fields.name("pack") if "pack" in value else "",
            challenge=fields.hex("challenge", 32) if "challenge" in value else "",
            referee=Clause.read(fields.mapping("referee")) if "referee" in value else None,
            pairing=fields.hex("pairing", 8) if "pairing" in value else "",
            line=line,
            seal=seal,
        )


@frozen(kw_only=True)
class Accept:
    """B's acceptance: the hash of the invite line it answers, and B's seat."""

    invite: bytes
    seat: Seat
    line: bytes = field(repr=False)
    seal: FirstSeal = field(repr=False)

    @classmethod
    def parse(cls, line: bytes, value: dict[str, Json], seal: FirstSeal) -> Accept:
        """From a decoded accept line and the signature line after it."""
        fields = Fields(value, _ACCEPT)
        return cls(invite=fields.octets("invite", 32), seat=Seat.read(fields), line=line, seal=seal)


def sign_invite(  # noqa: PLR0913  # an invitation pins that much
    identity: Keypair,
    key: Keypair,
    seat: Seat,
    *,
    game: str,
    scenario: str,
    sides: tuple[str, str],
    options: dict[str, Json],
    digests: tuple[str, str, str],
    more: Mapping[str, str] | None = None,
    referee: Clause | None = None,
) -> Invite:
    """A's invitation. ``key`` is the pair of the game key that ``seat`` names; ``digests``: of ruleset, data and set-up, 64
    hex digits each; ``more``: pack, challenge and pairing, if any.
    """
    rules, data, setup = digests
    value: dict[str, Json] = {
        **seat.members(),
        "data": data,
        "game": game,
        "k": "invite",
        "options": options,
        "rules": rules,
        "scenario": scenario,
        "setup": setup,
        "sides": list(sides),
        **{name: text for name, text in (more or {}).items() if text},
        **({"referee": referee.members()} if referee is not None else {}),
    }
    line = canon.encode(value)
    return Invite.parse(line, value, FirstSeal.made(identity, key, "invite", line))


def sign_accept(identity: Keypair, key: Keypair, seat: Seat, invite: Invite) -> Accept:
    """B's acceptance of this very invitation, ``key`` being the game key."""
    value: dict[str, Json] = {**seat.members(), "invite": invite_hash(invite.line).hex(), "k": "accept"}
    line = canon.encode(value)
    return Accept.parse(line, value, FirstSeal.made(identity, key, "accept", line))


def possession(kind: str, line: bytes) -> bytes:
    """``TH(kind + "-key", line)``: what the game key signs of an ``invite`` or ``accept`` line, and nothing else ever is."""
    return tagged_hash(f"{kind}-key", line)


def invite_hash(line: bytes) -> bytes:
    """``TH("invite-line", invite line)``: what an acceptance points at."""
    return tagged_hash("invite-line", line)


def game_id(invite: Invite, accept: Accept) -> bytes:
    """``gid = TH("game", invite line, accept line)``, also the chain's ``h`` before entry 0."""
    return tagged_hash("game", invite.line, accept.line)


def check_invite(invite: Invite) -> None:
    """The signatures of an invitation, or VerifyError ``wrong-key``, ``bad-signature``, ``unproven-key``, ``reused-key``."""
    _check_seal(Message("invitation"), "invite", invite.seat, invite.seal, invite.line)
    _check_apart(invite, invite.seat)


def check_accept(invite: Invite, accept: Accept) -> None:
    """The signatures of an acceptance and that it answers this invitation with keys of its own.

    Codes besides those of :func:`check_invite`: ``other-game`` and ``other-challenge``.
    """
    _check_seal(Message("acceptance"), "accept", accept.seat, accept.seal, accept.line)
    if accept.invite != invite_hash(invite.line):
        raise VerifyError.of("other-game", "The acceptance answers another invitation.")
    _check_apart(invite, invite.seat, accept.seat)
    if invite.challenge and accept.seat.tip.hex() != invite.challenge:
        raise VerifyError.of(
            "other-challenge", "The acceptance brings another seed chain than the challenge names."
        )


def dice_grade(invite: Invite, accept: Accept) -> str:
    """What the dice of a game prove (``schemas/dice.md``): ``witnessed``, ``challenge`` or ``unwitnessed``.

    Two identity keys prove no more than that both have signed: whether they are two people the reader must know.
    """
    if invite.seat.identity == accept.seat.identity:
        return "unwitnessed"
    return "challenge" if invite.challenge else "witnessed"


def keys_of(*seats: Seat) -> tuple[bytes, ...]:
    """Every public key that the seats name but their identities, whatever it is for."""
    return tuple(seat.key for seat in seats)


def ends_of(*seats: Seat) -> tuple[bytes, ...]:
    """Every end of a chain and every vault that the seats name."""
    return tuple(each for seat in seats for each in (seat.tip, seat.vault))


def _check_apart(invite: Invite, *seats: Seat) -> None:
    """No key, chain or vault may have two uses: what is copied cannot be one's own.

    Keys are told apart by their ids, as signature lines name them: two keys of one id would be one signer to one verifier
    and another to the next.
    """
    rulers = [invite.referee.key] if invite.referee is not None else []
    keys, ends = [key_id(key) for key in (*keys_of(*seats), *rulers)], ends_of(*seats)
    identities = {key_id(seat.identity) for seat in seats}
    if len(set(keys)) < len(keys) or identities.intersection(keys):
        raise VerifyError.of("reused-key", "One key has two uses: as identity, game key or the referee's.")
    if len(set(ends)) < len(ends):
        raise VerifyError.of("reused-key", "One seed chain or vault is named twice.")


def _check_seal(what: str, kind: str, seat: Seat, seal: FirstSeal, line: bytes) -> None:
    if seal.key != key_id(seat.identity):
        raise VerifyError.of("wrong-key", "The {what} is signed with another key than it names.", what=what)
    if not verify(seat.identity, tagged_hash(kind, line), seal.signature):
        raise VerifyError.of("bad-signature", "The signature of the {what} does not hold.", what=what)
    if not verify(seat.key, possession(kind, line), seal.own):
        raise VerifyError.of(
            "unproven-key",
            "The game key that the {what} names has not signed it: it may be somebody else's.",
            what=what,
        )
