"""The encoder of the player, compiled."""

import inspect

import numpy as np
from numba.extending import register_jitable

from tests.train import inputs

for _name, _function in inspect.getmembers(inputs, inspect.isfunction):
    register_jitable(_nrt=False, fastmath=True)(_function)

View, Scratch, encode = inputs.View, inputs.Scratch, inputs.encode

_FLOATS = {"worths", "union_worths", "build_worths", "chance", "order", "gains"}


def scratch() -> Scratch:
    sizes = zip(Scratch._fields, inputs.SCRATCH_SIZES, strict=True)
    return Scratch(*(np.zeros(size, np.float64 if name in _FLOATS else np.int64) for name, size in sizes))
