"""Pages and their actions: fetch, form, service, render."""

from games.views.agreements import answer_offer, make_offer
from games.views.fair import fair
from games.views.hint import hint
from games.views.lists import icon, lobby_page, my_games
from games.views.lobby import home, new, play_friend, play_now, set_up
from games.views.records import record_json, record_text, records
from games.views.replay import record, replay
from games.views.seats import cancel, client_seed, computers, leave, play_again, remove, swap, take_seat
from games.views.table import options, table
from games.views.turns import call_orange, claim, come_back, play, resign

__all__ = [
    "answer_offer",
    "call_orange",
    "cancel",
    "claim",
    "client_seed",
    "come_back",
    "computers",
    "fair",
    "hint",
    "home",
    "icon",
    "leave",
    "lobby_page",
    "make_offer",
    "my_games",
    "new",
    "options",
    "play",
    "play_again",
    "play_friend",
    "play_now",
    "record",
    "record_json",
    "record_text",
    "records",
    "remove",
    "replay",
    "resign",
    "set_up",
    "swap",
    "table",
    "take_seat",
]
