"""A simulated world: two players, their disks, their clocks and the post between them, out of one number.

``python -m tests.world 48211`` is one world. See ``tests/README.md``.
"""
