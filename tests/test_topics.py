"""The examples at the beginning of the pages in docs/topics."""

import doctest
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission

from accounts.models import Person
from games.domain.table_settings import DAY, TableSettings
from tests.architecture import PROJECT
from tests.games.tables import person
from tests.games.viewers import laid

TOPICS = sorted((PROJECT / "docs" / "topics").glob("*.md"))


def names() -> dict[str, Any]:
    """What the examples take for granted: a game over days in which Ann has trailed and it is Bob's turn."""
    ann, _bob = laid("casino", "4H", "9H", table="2C 7D", table_settings=TableSettings(clock="turn", time=DAY))
    ann.play("4H")
    ann.game.refresh_from_db()
    director = person("Dora")
    director.is_staff = True
    director.user_permissions.add(Permission.objects.get(codename="rule"))
    people = {name: Person.objects.get(display_name=name.title()) for name in ("ann", "bob")}
    return {"game": ann.game, "director": director, **people}


@pytest.mark.django_db
@pytest.mark.parametrize("topic", TOPICS, ids=lambda path: path.stem)
def test_each_topic_begins_with_an_example_that_works(topic: Path) -> None:
    text = topic.read_text(encoding="utf-8")
    assert text.split("\n## ")[1].startswith("A first task\n")
    report: list[str] = []
    example = doctest.DocTestParser().get_doctest(text, names(), topic.stem, str(topic), 0)
    doctest.DocTestRunner().run(example, out=report.append)
    assert report == []
