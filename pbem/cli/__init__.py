"""The command line: arguments in, one function of the home, and what came of it in words.

Data goes to standard output, talk to standard error. Each command is the ``COMMAND`` of a module of its own name
(``import``, which Python keeps to itself, is ``import_``), imported when it is asked for. A word with others behind it
says in its module where those are.
"""

from pbem.cli.app import HelpGroup, main
from pbem.port.messages import Message

main.add_groups(
    (
        HelpGroup(
            Message("Play"),
            Message("From the invitation to the last turn"),
            {
                "practice": "Play against the computer.",
                "play": "Play at a prompt; alone, with one command.",
                "table": "Play on a map in your browser.",
                "invite": "Invite somebody, or take an invitation back.",
                "accept": "Accept an invitation, a challenge or an answer: the game begins.",
                "games": "Your games: whose turn, and which one is in use.",
                "status": "Whose turn it is, since when, and what to type next.",
                "orders": "What you may do now; your cards.",
                "do": "Write orders into your turn.",
                "undo": "Take back orders that are not sent.",
                "send": "Sign your turn and mail it; or write a reminder.",
                "import": "Read and check what came; without a file, your mailbox.",
            },
        ),
        HelpGroup(
            Message("Think"),
            Message("Weigh, plan ahead, offer, end"),
            {
                "map": "Draw the map.",
                "odds": "What an attack may bring, exactly.",
                "standing": "Orders in advance: answers, plans, orders that wait.",
                "offer": "Offer a take-back, another version or a pace, or answer an offer.",
                "end": "Resign, agree on an end, sign the result.",
            },
        ),
        HelpGroup(
            Message("Away"),
            Message("Wait for turns"),
            {
                "watch": "Wait for turns in a folder or your mailbox.",
                "pace": "How fast you both play: who is late, holidays, gifts.",
            },
        ),
        HelpGroup(
            Message("Trust"),
            Message("Check it, see it again"),
            {
                "verify": "Check logs, turn files, papers, folders: one verdict each.",
                "replay": "Step through a game; write a report, a page, a spectators' file.",
                "audit": "Were the dice fair, who was lucky, is every secret accounted for?",
                "dispute": "A turn that you do not accept, or one that does not come.",
                "referee": "A third person rules on a game.",
            },
        ),
        HelpGroup(
            Message("Yours"),
            Message("Mail, key, seats, copies"),
            {
                "setup": "Mail, notices, double click, shell; what could go wrong here.",
                "identity": "Your key, and whom you have met by which.",
                "seat": "Your keys in each game; new ones, and handing over to them.",
                "backup": "Copy your home, put one back, say which copy you play from.",
            },
        ),
        HelpGroup(
            Message("Rules"),
            Message("Read them, use your own copy"),
            {
                "rules": "The games that are installed; their rules, charts and counters.",
                "packs": "Your own printed copy: forms, pictures, data packs.",
                "manual": "Read the manual, in your language.",
            },
        ),
        HelpGroup(
            Message("Clubs"),
            Message("Play with many"),
            {
                "club": "Members, seasons, a ladder; many logs at once.",
                "challenge": "The same dice for many: deal, list, compare.",
            },
        ),
        HelpGroup(
            Message("Builders"),
            Message("Show, publish, write a game"),
            {
                "demo": "Watch two players play a scenario by mail.",
                "site": "The whole program as a web page.",
                "game": "Check a game that you write.",
            },
        ),
    ),
    {
        "help": "The commands of a group, or the help of one.",
        "open": "Look at one file of any kind, then ask.",
    },
)

__all__ = ["main"]
