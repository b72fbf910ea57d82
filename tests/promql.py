"""Evaluates the expressions of `deploy/prometheus.yml` on scraped text, as Prometheus does: of its language, what these
rules use. Anything else is an error."""

import math
import operator
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from prometheus_client.parser import text_string_to_metric_families

type Labels = tuple[tuple[str, str], ...]
type Vector = dict[Labels, float]

COMPARED: Mapping[str, Callable[[float, float], bool]] = {">": operator.gt, "<": operator.lt, "==": operator.eq}

GROUPED: Mapping[str, Callable[[list[float]], float]] = {"sum": sum, "max": max, "min": min}


@dataclass
class Scrapes:
    """What a port has told, first and last, as if each range of a rule began with the first. `up` as Prometheus adds
    it: 1 if the port has answered last."""

    first: str
    last: str
    up: bool = True

    def fires(self, expression: str) -> bool:
        if found := re.fullmatch(r"(.+) (>|<|==) ([\d.]+)", expression):
            inner, sign, limit = found.groups()
            return any(COMPARED[sign](value, float(limit)) for value in self.vector(inner).values())
        return bool(self.vector(expression))

    def vector(self, expression: str) -> Vector:
        if found := re.fullmatch(r"absent\((.+)\)", expression):
            return {} if self.vector(found[1]) else {(): 1.0}
        if found := re.fullmatch(r"(sum|max|min) ?(?:by \((\w+)\) )?\((.+)\)", expression):
            return grouped(GROUPED[found[1]], found[2], self.vector(found[3]))
        if found := re.fullmatch(r"histogram_quantile\(([\d.]+), (.+)\)", expression):
            return {(): quantile(float(found[1]), self.vector(found[2]))}
        if found := re.fullmatch(r"(rate|increase)\((.+)\[(\d+)m\]\)", expression):
            first, last = selected(self.first, found[2]), selected(self.last, found[2])
            seconds = int(found[3]) * 60 if found[1] == "rate" else 1
            return {labels: (last[labels] - first[labels]) / seconds for labels in last if labels in first}
        if expression == 'up{job="casino"}':
            return {(): float(self.up)}
        return selected(self.last, expression)


def selected(text: str, selector: str) -> Vector:
    """The samples of a name with conditions on its labels."""
    parsed = re.fullmatch(r"(\w+)(?:\{(.*)\})?", selector)
    assert parsed, f"cannot be evaluated: {selector}"
    conditions = re.findall(r'(\w+)(=~?)"([^"]*)"', parsed[2] or "")
    return {
        tuple(sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == parsed[1]
        and all(
            re.fullmatch(value if sign == "=~" else re.escape(value), sample.labels.get(label, ""))
            for label, sign, value in conditions
        )
    }


def grouped(function: Callable[[list[float]], float], label: str | None, vector: Vector) -> Vector:
    groups: defaultdict[Labels, list[float]] = defaultdict(list)
    for labels, value in vector.items():
        groups[tuple(pair for pair in labels if pair[0] == label)].append(value)
    return {labels: function(values) for labels, values in groups.items()}


def quantile(share: float, buckets: Vector) -> float:
    """The upper bound of the bucket with this share of all; Prometheus interpolates within it."""
    bounds = sorted((float(dict(labels)["le"]), count) for labels, count in buckets.items())
    if not bounds or not bounds[-1][1]:
        return math.nan
    return next(bound for bound, count in bounds if count >= share * bounds[-1][1])
