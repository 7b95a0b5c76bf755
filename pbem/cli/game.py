"""``pbem game``: words behind it, each in its own module."""

from pbem.cli.words import Words

COMMAND = Words(
    "game",
    help="""Check a game that you write: its cases, its coverage, slips, and how it ends.

    \b
    Examples:
      pbem game try rules/example
      pbem game lint june6
    """,
    later={
        "try": "Run case files.",
        "lint": "Look for slips in a game that you write.",
        "coverage": "Which paragraphs the cases try.",
        "balance": "Play many games and count how they end.",
    },
    places={"coverage": "rules_show:coverage"},
)
