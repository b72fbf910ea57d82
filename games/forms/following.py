"""The form of the button that follows a player."""

from django import forms


class FollowForm(forms.Form):
    """A player to follow or not; to be notified of their tables or not."""

    action = forms.ChoiceField(choices=[(action, action) for action in ("follow", "unfollow", "notify", "quiet")])
