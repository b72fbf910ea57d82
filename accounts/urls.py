"""URLs of accounts and settings; among them django-allauth's own views, each behind the guard that it needs here."""

from allauth.account import views as account
from allauth.mfa.base import views as factor
from allauth.mfa.totp import views as code
from allauth.mfa.webauthn import views as passkey
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from accounts import views
from accounts.mfa import mfa_required, refuse_deep_json, staff_only
from accounts.views import (
    ConfirmEmailView,
    SignupView,
    anonymous_required,
    member_required,
    set_language,
    settings_page,
    switch_sounds,
)

of_people = [
    path("account/", views.account, name="account"),
    path("account/delete/", views.delete, name="delete"),
    path("account/sessions/", views.sessions, name="sessions"),
    path("account/sessions/end/", views.end_sessions, name="end_sessions"),
    path("account/link/", views.new_recovery_link, name="new_recovery_link"),
    path("back/<str:token>/", views.recover, name="recover"),
]

urlpatterns = [
    path("", include((of_people, "accounts"))),
    path("settings/", settings_page, name="settings"),
    path("settings/sounds/", switch_sounds, name="sounds"),
    path("language/", set_language, name="set_language"),
    path("account/login/", anonymous_required(account.login), name="account_login"),
    path("account/signup/", anonymous_required(SignupView.as_view()), name="account_signup"),
    path("account/logout/", account.logout, name="account_logout"),
    path("account/inactive/", account.account_inactive, name="account_inactive"),
    path("account/check/", member_required(account.reauthenticate), name="account_reauthenticate"),
    path("account/email/", member_required(account.email), name="account_email"),
    path("account/email/sent/", account.email_verification_sent, name="account_email_verification_sent"),
    re_path(r"^account/email/(?P<key>[-:\w]+)/$", ConfirmEmailView.as_view(), name="account_confirm_email"),
    path("account/password/", member_required(account.password_change), name="account_change_password"),
    path("account/password/set/", member_required(account.password_set), name="account_set_password"),
    path("account/forgotten/", account.password_reset, name="account_reset_password"),
    path("account/forgotten/sent/", account.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^account/forgotten/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("account/forgotten/done/", account.password_reset_from_key_done, name="account_reset_password_from_key_done"),
    path("account/passkeys/", member_required(passkey.list_webauthn), name="mfa_list_webauthn"),
    path("account/passkeys/all/", RedirectView.as_view(pattern_name="mfa_list_webauthn"), name="mfa_index"),
    path(
        "account/passkeys/add/",
        member_required(mfa_required(refuse_deep_json(passkey.add_webauthn))),
        name="mfa_add_webauthn",
    ),
    path(
        "account/passkeys/check/",
        member_required(refuse_deep_json(passkey.reauthenticate_webauthn)),
        name="mfa_reauthenticate_webauthn",
    ),
    path("account/passkeys/<int:pk>/", member_required(passkey.edit_webauthn), name="mfa_edit_webauthn"),
    path(
        "account/passkeys/<int:pk>/remove/",
        member_required(mfa_required(passkey.remove_webauthn)),
        name="mfa_remove_webauthn",
    ),
    path("account/codes/", member_required(staff_only(mfa_required(code.activate_totp))), name="mfa_activate_totp"),
    path(
        "account/codes/remove/",
        member_required(staff_only(mfa_required(code.deactivate_totp))),
        name="mfa_deactivate_totp",
    ),
    path("account/codes/check/", member_required(staff_only(factor.reauthenticate)), name="mfa_reauthenticate"),
    path(
        "account/login/passkey/",
        anonymous_required(refuse_deep_json(passkey.login_webauthn)),
        name="mfa_login_webauthn",
    ),
]
