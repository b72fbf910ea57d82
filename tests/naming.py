"""Rules for names, checked on the source."""

import ast

from tests.architecture import Source

CONVENTIONAL = frozenset(
    "__init__ admin apps auth_backends forms models hooks selectors services tasks urls views".split()
)
"""Names of modules that mean the same in every app, by Django's conventions."""

LAYERS = "domain models services presenters contexts forms views consumers tasks templatetags".split()
"""Folders of `games` with one module for each subject: `games/services/chat.py` and `games/views/chat.py`."""

REPEATED = {
    "base": "the file that Django loads from a database backend; the interface of the bots",
    "blocks": "queries in the package of the feature, the check of a table's services",
    "building": "building by the engine, the rulebook's section about it",
    "clock": "the clock of a game, the time of the site",
    "disputes": "disputes by the engine, their services, their pages",
    "evaluation": "evaluation of cards by the bots, of turns for the analysis",
    "hints": "the bots' answer, the service with its limits, the texts, the page",
    "metrics": "the registry of the site, the collector of the games",
    "page": "a page as a socket shows it, the page of the rulebook",
    "results": "results of a game, and of a tournament of bots",
    "seeds": "seeds in forms and services, their template tags",
    "tutorial": "the exercises, their texts, their pages",
    "winning": "winning by the engine, the rulebook's section about it",
    "worker": "the command, which Django finds by its name, and the worker that it starts",
}
"""Modules of one name for the same idea in different places, and what each is about."""


def repeated_names(modules: list[Source]) -> list[str]:
    """One name, one idea: return the names of classes and modules that stand for several."""
    classes = [
        (node.name, source.module)
        for source in modules
        for node in source.tree.body
        if isinstance(node, ast.ClassDef) and node.name not in {"Command", "Migration"}
    ]
    files = [
        (parts[-1], source.module)
        for source in modules
        if (parts := source.module.split("."))[-1] not in CONVENTIONAL | REPEATED.keys()
        and "migrations" not in parts
        and not (len(parts) == 3 and parts[0] == "games" and parts[1] in LAYERS)
    ]
    return [
        f"{name}: {', '.join(places)}"
        for named in (classes, files)
        for name in sorted({name for name, _ in named})
        if len(places := [module for other, module in named if other == name]) > 1
    ]
