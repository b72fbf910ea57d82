"""Addresses of the games."""

from django.urls import path

from games import views
from games.views import holidays, lesson, people, rulebook, whatif

app_name = "games"

urlpatterns = [
    path("", views.home, name="home"),
    path("play/", views.play_now, name="play_now"),
    path("learn/", lesson.learn, name="learn"),
    path("learn/<int:number>/", lesson.step, name="lesson"),
    path("play/friend/", views.play_friend, name="play_friend"),
    path("new/", views.new, name="new"),
    path("new/<slug:preset>/", views.set_up, name="set_up"),
    path("lobby/", views.lobby_page, name="lobby"),
    path("games/", views.my_games, name="mine"),
    path("icon/<int:count>.svg", views.icon, name="icon"),
    path("rules/", rulebook.rules_book, name="rules"),
    path("rules/<slug:preset>/", rulebook.preset_rules, name="preset_rules"),
    path("g/<slug:public_id>/", views.table, name="table"),
    path("g/<slug:public_id>/rules/", rulebook.game_rules, name="game_rules"),
    path("g/<slug:public_id>/options/", views.options, name="options"),
    path("g/<slug:public_id>/seat/", views.take_seat, name="seat"),
    path("g/<slug:public_id>/leave/", views.leave, name="leave"),
    path("g/<slug:public_id>/remove/", views.remove, name="remove"),
    path("g/<slug:public_id>/computers/", views.computers, name="computers"),
    path("g/<slug:public_id>/swap/", views.swap, name="swap"),
    path("g/<slug:public_id>/cancel/", views.cancel, name="cancel"),
    path("g/<slug:public_id>/play/", views.play, name="play"),
    path("g/<slug:public_id>/claim/", views.claim, name="claim"),
    path("g/<slug:public_id>/orange/", views.call_orange, name="orange"),
    path("g/<slug:public_id>/resign/", views.resign, name="resign"),
    path("g/<slug:public_id>/back/", views.come_back, name="come_back"),
    path("g/<slug:public_id>/offer/", views.make_offer, name="offer"),
    path("g/<slug:public_id>/answer/", views.answer_offer, name="answer"),
    path("g/<slug:public_id>/again/", views.play_again, name="again"),
    path("g/<slug:public_id>/replay/", views.replay, name="replay"),
    path("g/<slug:public_id>/what-if/", whatif.of_game, name="what_if"),
    path("g/<slug:public_id>/record.txt", views.record_text, name="record_text"),
    path("g/<slug:public_id>/record.json", views.record_json, name="record_json"),
    path("g/<slug:public_id>/fair/", views.fair, name="fair"),
    path("account/holidays/", holidays.holidays, name="holidays"),
    path("account/holidays/cancel/", holidays.cancel, name="cancel_holiday"),
    path("people/bring/", people.bring, name="bring"),
    path("people/export/", people.export_all, name="export"),
    path("people/<str:name>/", people.profile, name="profile"),
    path("ladder/", people.ladders, name="ladders"),
    path("ladder/<slug:family>/", people.ladder, name="ladder"),
    path("records/", views.records, name="records"),
    path("records/<slug:public_id>/", views.record, name="record"),
    path("records/<slug:public_id>/what-if/", whatif.of_record, name="record_what_if"),
]
