"""Template tag for a link as a QR code."""

from allauth.mfa.adapter import get_adapter
from django import template
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def qr_code(url: str) -> SafeString:
    """The code as SVG, drawn by the library that draws those of the account pages."""
    code: SafeString = get_adapter().build_totp_svg(url)
    return code
