"""The rules of June '44, for all its tests."""

import pytest

from pbem.games import registry
from pbem_rules.june44.game import June44


@pytest.fixture(scope="session")
def rules() -> June44:
    return registry.load("june44").rules
