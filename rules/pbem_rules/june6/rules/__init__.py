"""The rules of June 6 by section of the book; each order stands in the module that says what it does.

Units go by their printed identification (``505/82``), hexes by their printed number (``E1940``). Artillery is given as
``HQ:points`` (``HQ/82:1``).
"""
