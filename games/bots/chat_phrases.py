"""Chat phrases of a computer player. It never speaks first."""

REPLIES = {"hello": "hello", "nice": "thanks", "well_played": "thanks", "good_game": "good_game"}
"""By a person's phrase, the computer's answer. It has none to other phrases, and none to texts."""
