"""The worlds bite: each of these broken programs is found. ``python -m tests.world mutants`` prints a table."""

import pytest

from .mutants import MUTANTS, Mutant, sought
from .people_mutants import PEOPLE

_SOON = ("a_lock_not_released", "forgets_what_it_signed", "stays_where_it_is_whatever_is_ruled")
_BY = {
    "the_record_not_stored_with_the_log": "what_is_kept_hangs_together",
    "a_vault_in_a_mail": "nothing_secret_leaves",
    "a_lock_not_released": "every_lock_is_released",
    "forgets_what_it_signed": "nothing_is_signed_twice",
    "gives_seeds_to_whoever_asks": "nothing_is_signed_twice",
    "salts_are_the_key_of_the_vault": "nothing_secret_leaves",
    "binds_by_the_winners_word": "writes_result",
    "a_copy_that_may_sign": "a_copy_signs_nothing",
    "a_hint_that_names_no_command": "every_no_has_a_name_and_a_way",
}
"""The law that has to find it, where no other should."""


@pytest.mark.parametrize(
    "mutant", [each for each in MUTANTS if each.name in _SOON], ids=lambda each: each.name
)
def test_the_first_worlds_find_a_program_with(mutant: Mutant) -> None:
    found = sought(mutant, 10)
    assert found.worlds, f"{mutant.name} was not found"
    assert _BY.get(mutant.name, found.law) == found.law


@pytest.mark.night
@pytest.mark.parametrize("mutant", [*MUTANTS, *PEOPLE], ids=lambda each: each.name)
def test_the_worlds_find_a_program_with(mutant: Mutant) -> None:
    found = sought(mutant)
    print(found)
    assert found.worlds, f"{mutant.name} was not found"
    assert _BY.get(mutant.name, found.law) == found.law
