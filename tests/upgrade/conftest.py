"""The tiny game of the protocol's tests is the one that the registry knows."""

from __future__ import annotations

from tests.protocol.conftest import tiny

__all__ = ["tiny"]
