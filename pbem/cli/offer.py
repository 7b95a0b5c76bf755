"""``pbem offer``: words behind it, each in its own module."""

from pbem.cli.words import Words

COMMAND = Words(
    "offer",
    help="""Offer to go back, to go on under another version, or a pace; or answer such an offer. It counts when both agree.

    \b
    Examples:
      pbem offer takeback --to 412
      pbem offer upgrade --accept
      pbem offer pace --each 4d --bank 30d
    """,
    later={
        "takeback": "Offer to go back to an earlier entry, or answer such an offer.",
        "upgrade": "Go on under another version of the rules or the data.",
        "pace": "Days a decision, a bank, holidays.",
    },
    places={"pace": "pace:offer"},
)
