"""The command line: arguments in, one function of the desk, and what came of it in words.

Data goes to standard output, talk to standard error. A command's module is imported when the command is asked for.
"""

from pbem.cli.app import main

for _module, _names in (
    ("identity", "identity"),
    ("people", "people"),
    ("keys", "keys"),
    ("practice", "practice play"),
    ("invite", "new enter join start"),
    ("play", "status orders do undo"),
    ("hand", "hand"),
    ("odds", "odds"),
    ("map", "map"),
    ("standing", "standing"),
    ("table", "table"),
    ("post", "send import open refuse"),
    ("mailbox", "mail fetch watch"),
    ("responder", "responder"),
    ("keep", "backup restore moved"),
    ("silence", "waiting remind claim"),
    ("look", "verify replay"),
    ("page", "page"),
    ("challenge", "challenge"),
    ("compare", "compare"),
    ("audit", "audit"),
    ("takeback", "takeback"),
    ("settle", "settle"),
    ("upgrade", "upgrade"),
    ("proofs", "evidence dispute"),
    ("spectate", "spectate"),
    ("results", "result resign agree"),
    ("referee", "referee"),
    ("recheck", "recheck"),
    ("rulesets", "games rules"),
    ("packs", "packs"),
    ("tools", "try demo balance bench doctor"),
):
    main.add_later(f"pbem.cli.{_module}", *_names.split())

__all__ = ["main"]
