"""Forms about other players and announcements."""

from django import forms


class FollowForm(forms.Form):
    """A player to follow or not; to be notified of their tables or not."""

    action = forms.ChoiceField(choices=[(action, action) for action in ("follow", "unfollow", "notify", "quiet")])


class DismissForm(forms.Form):
    """An announcement to hide."""

    announcement = forms.IntegerField(min_value=1, max_value=2**31)
