"""The network's training: gradient steps on the positions of simulated rounds."""

import numpy as np

from tests.train.inputs import CATEGORIES, COLUMNS, NUMBERS, SLOTS
from tests.train.moves import copied, light
from tests.train.network import Net
from tests.train.simulator import summed


def new_net(rng: np.random.Generator, width: int, second: int) -> Net:
    shapes = ((COLUMNS, width), (NUMBERS, width), (width,), (width, second), (second,), (second, CATEGORIES))
    spread = (0.06, 0.2, 0.0, (2 / width) ** 0.5, 0.0, (1 / second) ** 0.5)
    weights = [rng.normal(0, 1, shape) * size for shape, size in zip(shapes, spread, strict=True)]
    return tuple(part.astype(np.float32) for part in (*weights, np.zeros(CATEGORIES)))


def widened(net: Net, wide: Net) -> Net:
    """The network with the width of the other; the units added count for nothing yet."""
    width, parts = len(net[2]), [part.copy() for part in wide]
    for part, known in zip(parts[:2], net[:2], strict=True):
        part[:, :width] = known
    parts[2][:width], parts[3][:width], parts[3][width:] = net[2], net[3], 0
    return (*parts[:4], *net[4:])


@light
def gradients(net, slots, numbers, targets, rows, grads, room, errors):
    """Add up the gradients of the squared errors of these rows, and write the mean squared errors."""
    w1, wn, b1, w2, b2, w3, b3 = net
    g1, gn, gb1, g2, gb2, g3, gb3 = grads
    width, second = b1.shape[0], b2.shape[0]
    a1, d1, a2, d2, out, active = room
    share = np.float32(1.0 / rows.shape[0])
    for r in rows:
        summed(a1, b1, w1, slots[r])
        for i in range(NUMBERS):
            x = numbers[r, i]
            if x != 0:
                row = wn[i]
                for j in range(width):
                    a1[j] += x * row[j]
        copied(a2, b2)
        count = 0
        for i in range(width):
            active[count] = i
            count += a1[i] > 0
        for n in range(count):
            x, row = a1[active[n]], w2[active[n]]
            for j in range(second):
                a2[j] += x * row[j]
        copied(out, b3)
        for i in range(second):
            if a2[i] > 0:
                for k in range(CATEGORIES):
                    out[k] += a2[i] * w3[i, k]
        for i in range(second):
            d2[i] = 0
        for k in range(CATEGORIES):
            error = out[k] - targets[r, k]
            errors[k] += error * error * share
            error *= share
            gb3[k] += error
            for i in range(second):
                if a2[i] > 0:
                    g3[i, k] += a2[i] * error
                    d2[i] += w3[i, k] * error
        for i in range(second):
            if a2[i] <= 0:
                d2[i] = 0
            gb2[i] += d2[i]
        for i in range(width):
            d1[i] = 0
        for n in range(count):
            i = active[n]
            x, row, grad, total = a1[i], w2[i], g2[i], np.float32(0)
            for j in range(second):
                grad[j] += x * d2[j]
                total += row[j] * d2[j]
            d1[i] = total
            gb1[i] += total
        for i in range(SLOTS):
            row = g1[slots[r, i]]
            for j in range(width):
                row[j] += d1[j]
        for i in range(NUMBERS):
            x = numbers[r, i]
            if x != 0:
                row = gn[i]
                for j in range(width):
                    row[j] += x * d1[j]


@light
def adam(weights, average, first, second, grad, rate, keep, step):
    """A step of Adam, and of the average, of which so much is kept; clears the gradients."""
    fix1, fix2 = 1 - 0.9**step, 1 - 0.999**step
    size, share = np.float32(rate / fix1), np.float32(1 - keep)
    root = np.float32(1 / fix2)
    for i in range(weights.shape[0]):
        g = grad[i]
        first[i] += np.float32(0.1) * (g - first[i])
        second[i] += np.float32(0.001) * (g * g - second[i])
        weights[i] -= size * first[i] / (np.sqrt(second[i] * root) + np.float32(1e-8))
        average[i] += share * (weights[i] - average[i])
        grad[i] = 0


class Learner:
    """A network, the state of its optimizer, and an average of its latest weights."""

    def __init__(self, net: Net) -> None:
        self.net, self.step = net, 0
        self.average = tuple(part.copy() for part in net)
        self.grads, self.first, self.second = (tuple(np.zeros_like(part) for part in net) for _ in range(3))
        width, second = len(net[2]), len(net[4])
        sizes = (width, width, second, second, CATEGORIES)
        self._room = (*(np.zeros(size, np.float32) for size in sizes), np.zeros(width + 1, np.int64))

    def learn(self, batch, rows: np.ndarray, rate: float, keep: float) -> np.ndarray:
        """A step on these rows of the batch; `keep`: how much of the average is kept."""
        self.step += 1
        errors = np.zeros(CATEGORIES)
        gradients(self.net, *batch, rows, self.grads, self._room, errors)
        for parts in zip(self.net, self.average, self.first, self.second, self.grads, strict=True):
            adam(*(part.reshape(-1) for part in parts), rate, keep, self.step)
        return errors
