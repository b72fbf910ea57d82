"""The design page: colors can be read on their backgrounds, in both themes; only staff see it."""

import pytest
from django.test import Client

from games.views.design import color_pairs, contrast
from tests.world import world

LEAST = 4.5  # WCAG 2.2, level AA


def test_contrast_is_measured_as_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert contrast("#777777", "#777777") == 1


def test_texts_can_be_read_on_their_backgrounds_in_both_themes() -> None:
    weak = [pair for pair in color_pairs() if min(pair.light, pair.dark) < LEAST]
    assert color_pairs()
    assert not weak


@pytest.mark.django_db
def test_the_page_shows_each_pair_to_staff_and_nothing_to_others(client: Client) -> None:
    assert client.get("/design/").status_code == 302
    client.cookies["sessionid"] = world()["director"]
    page = client.get("/design/").content.decode()
    for pair in color_pairs():
        assert f"<code>{pair.text}</code>" in page
        assert f"{pair.light:.1f}" in page
