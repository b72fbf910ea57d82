"""The examples in the docstrings of the domain give the results shown."""

import doctest
from types import ModuleType

import pytest

from games.domain import decide, move_generation, notation


@pytest.mark.parametrize("module", [decide, move_generation, notation], ids=lambda module: module.__name__)
def test_examples_give_the_results_shown(module: ModuleType) -> None:
    failed, attempted = doctest.testmod(module)
    assert attempted
    assert not failed
