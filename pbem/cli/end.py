"""``pbem end``: words behind it, each in its own module."""

from pbem.cli.words import Words

COMMAND = Words(
    "end",
    help="""End a game before its end, or put your name under how it ended. What is signed is a paper to mail.

    \b
    Examples:
      pbem end resign
      pbem end agree --draw
      pbem end result
    """,
    later={
        "resign": "Give the game up.",
        "agree": "Agree on how the game ends.",
        "result": "The signed result of a finished game, for a ladder.",
    },
)
