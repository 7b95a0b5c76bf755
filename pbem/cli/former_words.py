"""Words that were commands, for those who have them in their fingers; they stand in no help."""

from __future__ import annotations

from pbem.bytes.errors import UsageError

NOW = {
    "agree": "end agree",
    "archive": "club archive",
    "balance": "game balance",
    "claim": "dispute claim",
    "compare": "challenge compare",
    "completion": "setup completion",
    "desk": "verify",
    "desktop": "setup desktop",
    "doctor": "setup doctor",
    "enter": "accept",
    "evidence": "dispute evidence",
    "fetch": "import",
    "hand": "orders hand",
    "identity follow": "seat follow",
    "identity rotate": "seat rotate",
    "identity succession": "seat succession",
    "join": "accept",
    "keys": "seat",
    "lint": "game lint",
    "mail": "setup mail",
    "moved": "backup moved",
    "new": "invite",
    "offer draw": "end agree",
    "offer end": "end agree",
    "page": "verify page",
    "people": "identity people",
    "plan": "standing draft",
    "queue": "standing show",
    "recheck": "verify recheck",
    "refuse": "dispute refuse",
    "remind": "send --reminder",
    "resign": "end resign",
    "restore": "backup restore",
    "result": "end result",
    "rules coverage": "game coverage",
    "settle": "dispute settle",
    "spectate": "replay spectate",
    "standing check": "standing edit --check",
    "standing follow": "standing go",
    "standing give": "standing edit",
    "standing new": "standing edit",
    "start": "accept",
    "takeback": "offer takeback",
    "try": "game try",
    "upgrade": "offer upgrade",
    "use": "games",
    "usual": "standing usual",
    "waiting": "status waiting",
    "withdraw": "invite withdraw",
}
"""Each with what it is now. ``open`` is not among them: desktops call it, and it still works."""


def check(words: str) -> None:
    """Raises UsageError ``former-word`` for words that were a command."""
    if now := NOW.get(words):
        raise UsageError.of("former-word", "`pbem {words}` is `pbem {now}` now.", words=words, now=now)
