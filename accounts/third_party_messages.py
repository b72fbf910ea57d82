"""Sentences of Django and django-allauth that our pages and mails show. Named here they stand in our catalogues, where
translators give them the site's own words; those of the project come before those of its libraries.

The libraries' own translations are no substitute: of these 71 sentences, two read the same in Spanish and in both kinds
of Portuguese. The libraries say "usted" where the site says "tú", name passkeys differently, and capitalize months."""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

FIELDS = (
    _("Username"),
    _("Email"),
    _("Email address"),
    _("Email (optional)"),
    _("Password"),
    _("Password (again)"),
    _("Forgot your password?"),
    _("Authenticator code"),
    _("Code"),
    _("Use your password"),
    _("Use authenticator app or code"),
    _("Use a security key"),
)

MONTHS = (
    _("January"),
    _("February"),
    _("March"),
    _("April"),
    _("May"),
    _("June"),
    _("July"),
    _("August"),
    _("September"),
    _("October"),
    _("November"),
    _("December"),
)

PASSWORDS = (
    _("Your password can’t be too similar to your other personal information."),
    _("Your password can’t be a commonly used password."),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
)

REFUSALS = (
    _("The username and/or password you specified are not correct."),
    _("Too many failed login attempts. Try again later."),
    _("This account is currently inactive."),
    _("Please type your current password."),
    _("Incorrect password."),
    _("Incorrect code."),
    _("You must type the same password each time."),
    _("The new value must be different from the current one."),
    _("This email address is already associated with this account."),
    _("A user is already registered with this email address."),
    _("You cannot add more than %d email addresses."),
    _("The password reset token was invalid."),
    _("Be patient, you are sending too many requests."),
)

NOTICES = (
    _("Confirmation email sent to %(email)s."),
    _("You have confirmed %(email)s."),
    _("Unable to confirm %(email)s because it is already confirmed by a different account."),
    _("Removed email address %(email)s."),
    _("Primary email address set."),
    _("Password successfully changed."),
    _("Password successfully set."),
    _("Security key added."),
    _("Security key removed."),
    _("Authenticator app activated."),
    _("Authenticator app deactivated."),
)

MAILS = (
    _("You are receiving this mail because the following change was made to your account:"),
    _(
        "If you do not recognize this change then please take proper security precautions immediately. "
        "The change to your account originates from:\n\n- IP address: %(ip)s\n- Browser: %(user_agent)s\n"
        "- Date: %(timestamp)s"
    ),
    _("Email Changed"),
    _("Your email has been changed from %(from_email)s to %(to_email)s."),
    _("Email Confirmation"),
    _("Your email has been confirmed."),
    _("Email Removed"),
    _("Email address %(deleted_email)s has been removed from your account."),
    _("Password Changed"),
    _("Your password has been changed."),
    _("Password Reset"),
    _("Your password has been reset."),
    _("Password Set"),
    _("Your password has been set."),
    _("Authenticator App Activated"),
    _("Authenticator App Deactivated"),
    _("Security Key Added"),
    _("A new security key has been added."),
    _("Security Key Removed"),
    _("A security key has been removed."),
)
