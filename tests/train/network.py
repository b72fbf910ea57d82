"""The value network: what a side is expected to gain of each category from a position on, in the rest of a round."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tests.train.inputs import INPUT_VERSION

SCALES = (3.0, 1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 0.3)
"""The outputs by category count so much: the errors of all weigh about as much in training."""

type Net = tuple[np.ndarray, ...]
"""The rows of the columns and of the numbers, and the first offsets; then twice a matrix and its offsets."""


def gains(net: Net, slots: Sequence[Sequence[int]], numbers: Sequence[Sequence[float]]) -> np.ndarray:
    """The expected gains, a row for each position and a column for each category: two products after a sum of rows."""
    columns, rows, first, inner, second, outer, last = net
    sums = columns[np.array(slots)].sum(axis=1) + np.array(numbers, np.float32) @ rows + first
    hidden = np.maximum(np.maximum(sums, 0) @ inner + second, 0)
    return (hidden @ outer + last) / np.array(SCALES, np.float32)


def read_network(path: Path) -> tuple[Net, dict[str, Any]]:
    """The network in the file, and how it came about. Raises ValueError if it is for other inputs."""
    with np.load(path) as stored:
        about = json.loads(str(stored["about"]))
        parts = [stored[f"part{number}"] for number in range(7)]
    if about["inputs"] != INPUT_VERSION:
        raise ValueError(f"{path} is for inputs of version {about['inputs']}, not {INPUT_VERSION}")
    return tuple(part.astype(np.float32) for part in parts), about


def write_network(path: Path, net: Net, about: dict[str, Any]) -> None:
    """Store the weights as float16, with their description."""
    parts = {f"part{number}": part.astype(np.float16) for number, part in enumerate(net)}
    np.savez_compressed(path, about=np.array(json.dumps({**about, "inputs": INPUT_VERSION})), **parts)
