"""`python -m tests.upgrades.store`: write a site of this version to `tests/upgrades/<version>.sql`, with which
`tests/casino/test_upgrade.py` begins.

Until a version is released its file is written anew after each change of the models, the tasks, the backends by which
people are known, or the events of a game; from then on it stays as it is.
"""

import os
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import django
from django.test.utils import setup_test_environment

from casino.version import VERSION
from tests.upgrades.stored import FOLDER, SECRET_KEY, SECRETS_KEY, save

ENVIRONMENT = {
    "SECRET_KEY": SECRET_KEY,
    "CASINO_SECRETS_KEYS": SECRETS_KEY,
    "COMPUTER_PAUSE": "0",
    "DATABASE_URL": "",
    "REDIS_URL": "",
}


def store(file: Path) -> None:
    with TemporaryDirectory() as data:
        os.environ.update(ENVIRONMENT, CASINO_DATA=data, DJANGO_SETTINGS_MODULE="casino.settings")
        django.setup()
        setup_test_environment()
        visitors = import_module("tests.upgrades.making").make_site()
        save(file, visitors, Path(data) / "casino.sqlite3")


if __name__ == "__main__":
    store(FOLDER / f"{VERSION}.sql")
