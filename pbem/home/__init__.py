"""What a player does, one function each: over a home folder, an identity, and a clock and entropy that the caller gives.

Whatever changes something on the disk does it in one stored change, the vault with or before all that depends on it.
"""
