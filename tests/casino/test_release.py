"""`make release` refuses what cannot be released, and says why. Tried in a repository of a few files."""

import subprocess
from pathlib import Path

import pytest

from tests.live import PROJECT

READY = """
git init --quiet --bare origin; git init --quiet site; cd site
git config user.name anna; git config user.email anna@casino.example; git remote add origin ../origin
mkdir -p casino tests/upgrades; touch tests/upgrades/1.2.3.sql
echo 'VERSION = "1.2.3"' >casino/version.py; printf '# Changelog\\n\\n## 1.2.3, 1 March 2027\\n' >CHANGELOG.md
cp -r "$0/.ci" .; git add .; git commit --quiet --message ready; git rev-parse HEAD >.git/ci-passed
{trouble}
.ci/release
"""
AGAIN = "git commit --quiet --all --message more; git rev-parse HEAD >.git/ci-passed"
TROUBLES = {
    "": "git tag --annotate 1.2.3",
    "touch left": "The working tree is not clean",
    "git commit --quiet --allow-empty --message more": "The checks have not passed on this commit",
    f"sed -i s/1.2.3/1.2.4/ casino/version.py; {AGAIN}": 'says 1.2.4, and CHANGELOG.md begins with "1.2.3, 1 March',
    f"sed -i 's/1 March 2027/not yet released/' CHANGELOG.md; {AGAIN}": "not yet released: write the day",
    "git tag 1.2.3": "There is a tag 1.2.3",
    "git tag 1.2.3; git push --quiet origin 1.2.3; git tag --delete 1.2.3": "origin has a tag 1.2.3",
    "rm -r ../origin": "origin does not answer",
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_only_a_commit_that_is_ready_can_be_released(trouble: str, tmp_path: Path) -> None:
    command = ["bash", "-ec", READY.replace("{trouble}", trouble), str(PROJECT)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, TROUBLES[trouble] in done.stdout + done.stderr) == (1 if trouble else 0, True), done
