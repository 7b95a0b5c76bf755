"""The command line: arguments in, one function of the home, and what came of it in words.

Data goes to standard output, talk to standard error. Each command is the ``COMMAND`` of a module of its own name
(``import`` and ``try``, which Python keeps to itself, are ``import_`` and ``try_``), imported when it is asked for.
"""

from pbem.cli.app import main

main.add_later(
    *(
        "identity",
        "people",
        "keys",
        "practice",
        "play",
        "new",
        "enter",
        "join",
        "start",
        "withdraw",
        "use",
        "status",
        "orders",
        "do",
    ),
    *(
        "undo",
        "hand",
        "odds",
        "map",
        "standing",
        "table",
        "site",
        "send",
        "import",
        "open",
        "refuse",
        "mail",
        "fetch",
        "watch",
    ),
    *(
        "responder",
        "backup",
        "restore",
        "moved",
        "waiting",
        "remind",
        "claim",
        "verify",
        "archive",
        "desk",
        "club",
        "replay",
        "page",
    ),
    *(
        "challenge",
        "compare",
        "audit",
        "takeback",
        "settle",
        "upgrade",
        "evidence",
        "dispute",
        "spectate",
        "result",
    ),
    *(
        "resign",
        "agree",
        "referee",
        "recheck",
        "games",
        "rules",
        "packs",
        "try",
        "demo",
        "lint",
        "balance",
        "bench",
        "doctor",
        "completion",
        "desktop",
        "manual",
    ),
)

__all__ = ["main"]
