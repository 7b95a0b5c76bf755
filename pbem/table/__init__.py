"""The table: one player's games as a page in the browser of the same machine.

What holds, whatever the page or anybody else sends:

- The server listens on 127.0.0.1 alone, on a port of the system's choice, and answers one request at a time.
- The page itself, its style and its scripts hold nothing of any game. Everything else wants the key of this run, which the
  page gets for a ticket in the fragment of its address: a ticket opens once. There is no cookie, so that no other page
  can make a browser send anything that opens.
- A request for another host, from another origin, of another kind or too large is refused before anything is read.
- What changes something is a POST. It goes through the same functions of the home as the command line.
- Rules are asked, never repeated here: what is legal, what it would do and why not comes from the game.
- A position leaves only as the scene of the player's own side. An incoming turn is shown before it is stored.
- What is tried in the sandbox stays in memory; its dice come from the system and never from the seeds of a game.
"""
