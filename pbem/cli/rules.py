"""``pbem rules``: words behind it, each in its own module."""

from pbem.cli.words import Words

COMMAND = Words(
    "rules",
    help="""Read the rules of a game in our words, and which games are installed.

    \b
    Examples:
      pbem rules list
      pbem rules show june6 11.12
    """,
    later={
        "list": "The games that are installed, and what they offer.",
        "show": "Show the rules of a game: its text, charts, scenarios, counters.",
    },
    places={"list": "rules_list", "show": "rules_show:show"},
)
