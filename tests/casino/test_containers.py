"""The set-up in containers names things that exist. It is not built here; `tests/services` runs the same programs."""

import os
import re
import subprocess

from casino.version import VERSION
from tests.live import PROJECT
from tests.load.cluster.services import INSTALLED, TOO_LARGE

COMPOSE = (PROJECT / "compose.yaml").read_text()
DOCKERFILE = (PROJECT / "Dockerfile").read_text()
SETTINGS_PAGE = (PROJECT / "docs" / "settings.md").read_text()
OPERATIONS_PAGE = (PROJECT / "docs" / "operations.md").read_text()
READ = re.compile(r'(?:environ\.get|flag|comma_separated)\("([A-Z_]+)"')
OF_THE_DRIVER = {"PGPASSWORD"}  # PostgreSQL's own library reads it
OF_THE_BACKUP = {"BACKUP_PING"}  # `deploy/backup` reads it
OF_THE_IMAGE = {"CASINO_DATA", "CASINO_COMMIT"}


def names_of_settings() -> set[str]:
    """The environment variables that the code reads and the system does not set."""
    code = "".join(path.read_text() for path in (PROJECT / "casino").rglob("*.py"))
    return {*READ.findall(code)} - {"HOME", "NOTIFY_SOCKET"}


def test_containers_get_every_setting_and_nothing_else() -> None:
    block = COMPOSE.partition("  environment: #")[2].partition("\nservices:")[0]
    passed = set(re.findall(r"^    ([A-Z_]+):", block, re.MULTILINE))
    assert passed - names_of_settings() == OF_THE_DRIVER
    assert names_of_settings() - passed == OF_THE_IMAGE | {"CASINO_TEST_CLOCK"}


def test_every_setting_is_in_the_table_on_its_page() -> None:
    rows = re.findall(r"^\| (.+?) \|", SETTINGS_PAGE, re.MULTILINE)
    told = set(re.findall(r"`([A-Z][A-Z_]+)", " ".join(rows)))
    assert told == names_of_settings() | OF_THE_DRIVER | OF_THE_BACKUP


def test_what_the_page_says_to_put_into_env_is_read_by_compose_and_the_other_way_round() -> None:
    chapter = OPERATIONS_PAGE.partition("### Compose\n")[2].partition("\n## ")[0]
    told = set(re.findall(r"^    ([A-Z_]+)='", chapter, re.MULTILINE)) - {"COMPOSE_PROFILES"}
    read = set(re.findall(r"\$\{([A-Z_]+)", COMPOSE))
    assert told - read == {"PGBOUNCER"}  # passed on as it is
    assert {name for name in read if f"{name}=" not in chapter and f"`{name}`" not in SETTINGS_PAGE} == set()


def test_a_password_of_any_characters_is_part_of_no_url() -> None:
    assert not re.search(r"://[^ ]*PASSWORD", COMPOSE)


def test_whatever_runs_in_a_container_has_limits() -> None:
    services = re.split(r"\n  (?=\w+:)", COMPOSE.partition("\nservices:")[2].partition("\nconfigs:")[0])[1:]
    assert len(services) == 6
    assert [text for text in services if not re.search(r"<<: \*(limits|casino)\b", text)] == []
    assert all(f"{limit}:" in COMPOSE for limit in ("mem_limit", "pids_limit", "max-size"))
    assert all("size=" in place for place in re.findall(r'"(/(?:tmp|data)[^"]*)"', COMPOSE))


def test_servers_and_workers_run_one_image_that_is_built_once() -> None:
    shared = COMPOSE.partition("x-casino:")[2].partition("\nservices:")[0]
    assert "\n  image: ${CASINO_IMAGE:-casino} " in shared
    assert "build:" not in shared
    services = re.split(r"\n  (?=\w+:)", COMPOSE.partition("\nservices:")[2].partition("\nconfigs:")[0])[1:]
    of_the_site = [text for text in services if "<<: *casino" in text]
    assert [re.findall(r"^    (build|image):", text, re.MULTILINE) for text in of_the_site] == [["build"], []]


def test_a_tag_is_published_as_the_version_that_it_names() -> None:
    workflow = (PROJECT / ".github" / "workflows" / "image.yml").read_text()
    (check,) = re.findall(r"run: (grep .+)$", workflow, re.MULTILINE)
    for tag, status in ((VERSION, 0), (f"{VERSION}.1", 1)):
        environment = os.environ | {"GITHUB_REF_NAME": tag}
        assert subprocess.run(["sh", "-c", check], cwd=PROJECT, env=environment, check=False).returncode == status
    assert "build --build-arg CASINO_COMMIT=\"$(git log -1 --abbrev=10 --format='%h %cs')\"" in workflow


def test_its_proxy_has_the_files_of_its_errors() -> None:
    errors = (PROJECT / "deploy" / "errors.caddy").read_text()
    assert f'respond @large "{TOO_LARGE}" 413' in errors
    assert f"root * {INSTALLED}\n" in errors
    assert f"import {INSTALLED}/errors.caddy\n" in COMPOSE
    for name in ("errors.caddy", "unavailable.html"):
        assert f"target: {INSTALLED}/{name}\n" in COMPOSE
        assert f"file: deploy/{name}\n" in COMPOSE


def test_the_image_holds_what_is_served_and_nothing_else_of_the_checkout() -> None:
    copied = set(re.findall(r"^COPY (\w[\w.-]*) ", DOCKERFILE, re.MULTILINE))
    allowed = {line[1:] for line in (PROJECT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied == allowed
    assert all((PROJECT / name).exists() for name in copied)


def test_the_image_does_not_run_as_root() -> None:
    assert re.search(r"^USER casino$", DOCKERFILE, re.MULTILINE)
