"""The set-up in containers names things that exist. It is not built here; `tests/services` runs the same programs."""

import re

from tests.live import PROJECT
from tests.load.cluster.services import TOO_LARGE, UNAVAILABLE

COMPOSE = (PROJECT / "compose.yaml").read_text()
DOCKERFILE = (PROJECT / "Dockerfile").read_text()
OPERATIONS = (PROJECT / "docs" / "operations.md").read_text()
SETTINGS = (PROJECT / "casino" / "settings.py").read_text()
OF_THE_SERVER = {"FORWARDED_ALLOW_IPS"}  # uvicorn reads it


def test_every_variable_of_the_compose_file_is_a_setting() -> None:
    block = COMPOSE.partition("environment: &settings\n")[2].partition("\nservices:")[0]
    names = set(re.findall(r"^    ([A-Z_]+):", block, re.MULTILINE))
    assert "DATABASE_URL" in names
    told = SETTINGS.partition('"""')[2].partition('"""')[0]
    assert {name for name in names - OF_THE_SERVER if not re.search(rf"^{name}\b", told, re.MULTILINE)} == set()


def test_every_setting_stands_in_the_table_for_those_who_look_after_a_site() -> None:
    told = set(re.findall(r"^([A-Z][A-Z_]+)\b", SETTINGS.partition('"""')[2].partition('"""')[0], re.MULTILINE))
    chapter = OPERATIONS.partition("## Settings\n")[2].partition("\n## ")[0]
    named = {
        name for row in re.findall(r"^\| (.+?) \|", chapter, re.MULTILINE) for name in re.findall(r"[A-Z_]{4,}", row)
    }
    assert "CASINO_DATA" in told
    assert told - named == set()
    assert named - told == OF_THE_SERVER


def test_its_proxy_says_the_same_as_the_clusters_when_no_server_answers_and_when_too_much_is_sent() -> None:
    assert f'respond @away "{UNAVAILABLE}" 503' in COMPOSE
    assert f'respond @large "{TOO_LARGE}" 413' in COMPOSE


def test_the_image_holds_what_is_served_and_nothing_else_of_the_checkout() -> None:
    copied = set(re.findall(r"^COPY (\w[\w.]*) ", DOCKERFILE, re.MULTILINE))
    allowed = {line[1:] for line in (PROJECT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied == allowed
    assert all((PROJECT / name).exists() for name in copied)


def test_the_image_does_not_run_as_root() -> None:
    assert re.search(r"^USER casino$", DOCKERFILE, re.MULTILINE)
