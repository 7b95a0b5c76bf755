"""``pbem setup``: words behind it, each in its own module."""

from pbem.cli.words import Words

COMMAND = Words(
    "setup",
    help="""Set up this machine: mail, notices, double click, shell; and what could go wrong on it.

    \b
    Examples:
      pbem setup mail --address ann@example.org --way client
      pbem setup doctor
    """,
    later={
        "mail": "How your mails leave and arrive; check it.",
        "notify": "Be told on your phone that a game waits.",
        "desktop": "Open turn files by a double click.",
        "completion": "Completion for your shell.",
        "doctor": "What could go wrong on this machine.",
    },
)
