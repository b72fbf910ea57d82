"""Every language the site offers is complete, matches its English, and is compiled."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import allauth
import polib
import pytest
from django import conf
from django.conf import settings
from django.contrib import auth
from django.utils.translation import to_locale

from accounts import third_party_messages as ours
from tests.architecture import sources
from tests.live import PROJECT

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
GAP = re.compile(r"%\(\w+\)[sd]")


def texts(language: str) -> polib.POFile:
    return polib.pofile(str(place(language, ".po")))


def place(language: str, kind: str, root: Path = PROJECT) -> Path:
    return root / "casino" / "locale" / to_locale(language) / "LC_MESSAGES" / f"django{kind}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    found = texts(language)
    assert [entry.msgid for entry in found.untranslated_entries()] == []
    assert [entry.msgid for entry in found.fuzzy_entries()] == []
    assert [entry.msgid for entry in found.obsolete_entries()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translation_has_the_gaps_of_its_english(language: str) -> None:
    wrong = []
    for entry in texts(language):
        english = set(GAP.findall(entry.msgid + entry.msgid_plural))
        said = [entry.msgstr] if entry.msgstr else list(entry.msgstr_plural.values())
        wrong += [entry.msgid for each in said if not set(GAP.findall(each)) <= english]
        wrong += [entry.msgid for each in said[-1:] if set(GAP.findall(each)) != english]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_was_written(language: str) -> None:
    compiled = polib.mofile(str(place(language, ".mo")))
    told = {(entry.msgctxt, entry.msgid): (entry.msgstr, entry.msgstr_plural) for entry in compiled}
    assert told == {(entry.msgctxt, entry.msgid): (entry.msgstr, entry.msgstr_plural) for entry in texts(language)}


def test_no_text_stands_in_an_f_string() -> None:
    """Where texts are gathered it is not found."""
    texts = {"_", "gettext", "ngettext", "pgettext"}
    strings = [
        (source.module, node)
        for source in sources()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.JoinedStr)
    ]
    calls = [(module, node) for module, string in strings for node in ast.walk(string) if isinstance(node, ast.Call)]
    assert [module for module, call in calls if isinstance(call.func, ast.Name) and call.func.id in texts] == []


def test_nothing_the_site_says_is_missing(tmp_path: Path) -> None:
    """Collect the texts again from a copy of the program: exactly those are in the catalogues."""
    if not shutil.which("xgettext"):
        assert os.environ.get("CI") != "true", "CI needs gettext"
        pytest.skip("gettext is not installed")
    for folder in ("accounts", "casino", "games", "templates", "static"):
        shutil.copytree(PROJECT / folder, tmp_path / folder)
    shutil.copy(PROJECT / "manage.py", tmp_path)
    gather = [sys.executable, "manage.py", "makemessages", "--all", "--no-wrap"]
    subprocess.run(gather, cwd=tmp_path, check=True, capture_output=True)
    for language in LANGUAGES:
        today = {entry.msgid for entry in polib.pofile(str(place(language, ".po", tmp_path))) if not entry.obsolete}
        assert today == {entry.msgid for entry in texts(language)}


def test_sentences_of_the_libraries_are_still_theirs() -> None:
    """A library that changes the words of a sentence would no longer find our translation."""
    groups = (ours.FIELDS, ours.MONTHS, ours.PASSWORDS, ours.REFUSALS, ours.NOTICES, ours.MAILS)
    sentences = {sentence for group in groups for sentence in group if isinstance(sentence, str)}
    catalogs = Path("locale/es/LC_MESSAGES/django.mo")
    places = [Path(str(library.__file__)).parent / catalogs for library in (allauth, auth, conf)]
    theirs = {entry.msgid for place in places for entry in polib.mofile(str(place))}
    assert sentences - theirs == set()


# --- wording --------------------------------------------------------------------------------------------------------

RETIRED = {
    r"(?<![Tt]here )\bis no\b(?! longer)": "is not a",
    r"\bCalls\b|\b[Cc]all me\b": "notification",
    r"\bcalled (?:so|off|for)\b": "named, canceled, notified",
    r"\b[Bb]reak off\b|\bbroken off\b": "abort",
    r"\b[Ll]ook(?:ed|ing)? back\b": "analysis",
    r"\b[Kk]eep faith\b": "build obligations",
    r"\b[Pp]acks?\b": "deck",
    r"\b[Ss]omebody\b|\b[Ee]verybody\b|\b[Nn]obody\b": "someone, everyone, no one",
    r"\bholidays?\b": "vacation",
    r"\b[Ee]-mails?\b": "email",
    r"\b[Cc]olours?\b|\b[Hh]onours?\b": "color, honor",
    r"\bstands? still\b": "is paused",
    r"\bready phrases?\b": "quick chat",
    r"\bover days\b": "correspondence",
    r"\bonce more\b|\baltogether\b|\bmeanwhile\b": "again, in all, in the meantime",
    r"^Who (?!can\b|do you\b)|^What (?!happened|actually)": "a subject: whoever, the player who, anything that",
}
"""Words that read as translated or name a standard feature in an unusual way, and what to write instead."""


def english() -> list[str]:
    found = texts(LANGUAGES[0])
    return [text for entry in found for text in (entry.msgid, entry.msgid_plural) if text]


@pytest.mark.parametrize("retired", RETIRED)
def test_no_text_uses_a_retired_word(retired: str) -> None:
    library = {each for group in (ours.NOTICES, ours.MAILS) for each in group}
    own = [text for text in english() if text not in library]
    assert [text for text in own if re.search(retired, GAP.sub("_", text))] == [], f"write: {RETIRED[retired]}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_repeats_the_english(language: str) -> None:
    same = [entry.msgid for entry in texts(language) if entry.msgstr and entry.msgid == entry.msgstr]
    assert [text for text in same if len(re.findall(r"[^\W\d]{4,}", GAP.sub("", text))) > 1] == []
