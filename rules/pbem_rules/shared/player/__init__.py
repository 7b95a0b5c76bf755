"""The player of every game: it knows aims and formations, and gets from a game what that game alone can tell.

``game`` is what a game gives, ``desk`` gives each kind of order to whoever decides it, ``sectors`` gives each formation an
objective, ``moves`` and ``attacks`` weigh orders, ``answer`` looks at what comes of them by the real rules, ``levels`` says
how much is looked at, ``reasons`` says why. Pure: no clock, no chance but the salt.
"""
