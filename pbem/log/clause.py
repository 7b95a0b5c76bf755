"""The clause of an invitation that names a referee (``schemas/log.md``, invite)."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError
from pbem.bytes.records import frozen
from pbem.crypto.keys import check_public_key
from pbem.log.fields import Fields

MAX_DAYS = 365
LOSES, DECIDES = "loses", "referee"
"""What follows when somebody stays silent: their side loses, or the referee decides."""


@frozen(kw_only=True)
class Clause:
    """The referee to whom both players bind themselves with the first two mails.

    ``key`` is the referee's public identity key (32 bytes), ``days`` (1 to 365) how long a player may be silent, ``then``
    what follows: :data:`LOSES` or :data:`DECIDES`.
    """

    key: bytes
    days: int
    then: str

    def members(self) -> dict[str, Json]:
        """The object on the invitation."""
        return {"days": self.days, "key": self.key.hex(), "then": self.then}

    @classmethod
    def read(cls, value: dict[str, Json]) -> Clause:
        """From that object. Raises FormatError ``bad-field`` and VerifyError for an unsound key."""
        if value.keys() != {"days", "key", "then"}:
            raise FormatError.of("bad-field", "'referee' must be an object of days, key and then.")
        fields = Fields(value, ("days", "key", "then"))
        return cls(
            key=check_public_key(fields.octets("key", 32)),
            days=fields.number("days", 1, MAX_DAYS),
            then=fields.choice("then", (LOSES, DECIDES)),
        )
