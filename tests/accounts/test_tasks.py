"""Mail goes to a real server on loopback, by the address in the environment and the task worker."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from tests.accounts.test_signup import log_in, logged_in, sign_up
from tests.post_office import Letters

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_address_is_confirmed_and_a_password_replaced_by_mail(
    client: Client, office: Letters, run_tasks: Callable[[], None]
) -> None:
    def link() -> str:
        run_tasks()
        _to, letter = office.letters[-1]
        found = re.search(r"http://testserver(\S+)", letter.get_content())
        assert found
        return found[1]

    sign_up(client, email="anna@example.org")
    client.post(link())
    assert EmailAddress.objects.get().verified
    client.post(reverse("account_logout"))
    client.post(reverse("account_reset_password"), {"email": "anna@example.org"})
    page = client.get(link(), follow=True)
    client.post(page.request["PATH_INFO"], {"password1": "ten of clubs!"} | {"password2": "ten of clubs!"})
    log_in(client, password="ten of clubs!")
    assert logged_in(client)
    run_tasks()
    assert [to for to, _ in office.letters] == [["anna@example.org"]] * len(office.letters)
    assert [letter["Subject"] for _, letter in office.letters][:2] == [
        "Casino: Confirm your email address",
        "Casino: Choose a new password",
    ]
