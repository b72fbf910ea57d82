"""Rules for what a module may call and name, checked on its source; its imports are checked by import-linter
(`pyproject.toml`). Each check returns the troubles it finds."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.domain.options import OPTIONS
from games.domain.presets import PRESETS

PROJECT = Path(__file__).resolve().parent.parent
OURS = ("accounts", "casino", "games")


class Source(NamedTuple):
    """A module's dotted name and its parsed text."""

    module: str
    tree: ast.Module

    @classmethod
    def read(cls, path: Path) -> "Source":
        parts = path.relative_to(PROJECT).with_suffix("").parts
        return cls(".".join(parts), ast.parse(path.read_text(encoding="utf-8")))


@cache
def sources() -> list[Source]:
    """Return the modules of the whole project but its tests."""
    return [Source.read(path) for room in OURS for path in sorted((PROJECT / room).rglob("*.py"))]


def inside(module: str, *rooms: str) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


# --- imports --------------------------------------------------------------------------------------------------------


def imported(source: Source) -> Iterator[str]:
    """Yield the dotted names of a module's imports, at any place in it."""
    for node in ast.walk(source.tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=name, names=names, level=level):
                base = [*source.module.split(".")[:-level], *([name] if name else [])] if level else [name or ""]
                yield from (".".join([*base, alias.name]) for alias in names)
            case _:
                pass


PURE = frozenset(
    "__future__ abc bisect collections contextlib copy dataclasses enum functools hashlib heapq hmac itertools json "
    "math operator re reprlib string struct textwrap types typing unicodedata".split()
)
"""Modules of the standard library without I/O, time or chance."""

REACHING_OUT = frozenset("__import__ breakpoint compile eval exec input open print".split())


def impure_domain(source: Source) -> list[str]:
    """The card game itself: standard library only, no I/O, clock or chance."""
    if not inside(source.module, "games.domain"):
        return []
    foreign = {name for name in imported(source) if name.split(".")[0] not in PURE and not inside(name, "games.domain")}
    called = {
        node.func.id for node in ast.walk(source.tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    return [f"imports {name}" for name in sorted(foreign)] + [f"calls {name}" for name in sorted(called & REACHING_OUT)]


# --- writing --------------------------------------------------------------------------------------------------------

READERS = ("games.views", "games.contexts", "games.consumers.table", "games.forms.table")
_WRITING = "save create delete update bulk_create bulk_update get_or_create update_or_create".split()
WRITING = frozenset([*_WRITING, *(f"a{name}" for name in _WRITING)])
WRITERS_OWN = ("games.log.store.append_events", "casino.transactions", "django.db.transaction", "django.db.connection")


def writes_around_services(source: Source) -> list[str]:
    """The services are the only writers: a page asks them."""
    if not inside(source.module, *READERS):
        return []
    calls = [node.func for node in ast.walk(source.tree) if isinstance(node, ast.Call)]
    called = [func for func in calls if isinstance(func, ast.Attribute) and func.attr in WRITING]
    troubles = [f"line {func.lineno} calls .{func.attr}()" for func in called]
    return troubles + [f"imports {name}" for name in imported(source) if inside(name, *WRITERS_OWN)]


# --- the names of presets -------------------------------------------------------------------------------------------

WORDS = frozenset(OPTIONS) | {choice for option in OPTIONS.values() for choice in option.choices or ()}
SUITS = frozenset({"spade", "diamond"})
ORDINARY = frozenset(PRESETS) & (WORDS | SUITS | {"casino"})
"""Preset ids that are also words of the options, suits, or the project's own name."""


def named_presets(source: Source) -> list[str]:
    """Only presets.py knows the presets' names. An id that is also an ordinary word may be written where it is that
    word, and not where something is decided or looked up by it, unless by the option that has it as a value."""
    if source.module == "games.domain.presets":
        return []
    texts = [node for node in ast.walk(source.tree) if isinstance(node, ast.Constant) and node.value in PRESETS]
    troubles = [(node.lineno, node.value) for node in texts if node.value not in ORDINARY]
    for node in ast.walk(source.tree):
        troubles += [(getattr(node, "lineno", 0), word) for word in sorted(deciding_words(node))]
    return [f"line {line} names the preset {word!r}" for line, word in troubles]


def deciding_words(node: ast.AST) -> set[str]:
    """Ordinary words by which this node decides or looks something up that is not the option of that value."""
    match node:
        case ast.Compare():
            operands = [node.left, *node.comparators]
            constants = [part for operand in operands for part in getattr(operand, "elts", [operand])]
            words = words_in(*(part for part in constants if isinstance(part, ast.Constant)))
            return {word for word in words if not any(speaks_of(word, operand) for operand in operands)}
        case ast.Match():
            patterns = [case.pattern for case in node.cases]
            return {word for word in words_in(*patterns) if not speaks_of(word, node.subject)}
        case ast.Subscript(slice=ast.Constant(value=str(word))):
            return {word} & ORDINARY - set(OPTIONS)
        case ast.Call(func=ast.Attribute(attr="get" | "pop" | "setdefault"), args=[ast.Constant(value=str(word)), *_]):
            return {word} & ORDINARY - set(OPTIONS)
        case ast.Call(func=ast.Attribute(attr="startswith" | "endswith", value=value)):
            return words_in(*node.args) if "preset" in last_name(value) else set()
        case ast.Dict():
            keys = {key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
            return keys & ORDINARY if keys <= set(PRESETS) else set()
        case _:
            return set()


def words_in(*nodes: ast.AST) -> set[str]:
    constants = (part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Constant))
    return {part.value for part in constants if isinstance(part.value, str)} & ORDINARY


def speaks_of(word: str, subject: ast.AST) -> bool:
    """Return whether this is the value of an option that has the word among its choices, as in
    `rules.dealing.refill`."""
    option = OPTIONS.get(last_name(subject))
    return option is not None and word in (option.choices or ())


def last_name(node: ast.AST) -> str:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def named_in_text(text: str) -> list[str]:
    """The same for templates, scripts and styles, by their quoted words."""
    plain = "|".join(re.escape(preset) for preset in PRESETS if preset not in ORDINARY)
    every = "|".join(re.escape(preset) for preset in PRESETS)
    found = re.findall(rf"""["'`]({plain})["'`]""", text)
    found += re.findall(rf"""(?:[=!]==?|\bcase|\bin)\s*["'`]({every})["'`]""", "".join(code_of(text)))
    return [f"names the preset {word!r}" for word in found]


def code_of(text: str) -> Iterator[str]:
    """Yield the deciding parts of a file: of a template its tags, of a script everything."""
    tags = re.findall(r"{%.*?%}|{{.*?}}", text, re.DOTALL)
    yield from tags or ([] if "<" in text[:200] else [text])


# --- size -----------------------------------------------------------------------------------------------------------

MAX_FUNCTION_LINES = 40


def too_long(source: Source) -> list[str]:
    if inside(source.module, "games.migrations", "accounts.migrations"):
        return []
    functions = [node for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    lengths = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in functions}
    return [f"{name} has {length} lines" for name, length in lengths.items() if length > MAX_FUNCTION_LINES]


assert sys.stdlib_module_names >= PURE
