"""URLs of clubs, below `clubs/`."""

from django.urls import include, path

from games.views import club_plans, club_talk, clubs

of_a_club = [
    path("", clubs.club, name="club"),
    path("talk/", club_talk.talk, name="club_talk"),
    path("talk/say/", club_talk.say, name="club_say"),
    path("talk/message/", club_talk.about_message, name="club_message"),
    path("talk/unmute/", club_talk.unmute, name="club_unmute"),
    path("news/", club_talk.news, name="club_news"),
    path("news/<int:news>/delete/", club_talk.delete_news, name="delete_club_news"),
    path("notify/", club_talk.set_notify, name="club_notify"),
    path("calendar/", club_plans.club_calendar, name="club_calendar"),
    path("calendar/<int:date>/delete/", club_plans.delete_date, name="delete_club_date"),
    path("calendar/<str:token>.ics", club_plans.feed, name="club_feed"),
    path("favorites/", club_plans.club_favorites, name="club_favorites"),
    path("favorites/<int:favorite>/remove/", club_plans.remove_favorite, name="remove_club_favorite"),
    path("games/", clubs.club_games, name="club_games"),
    path("table/", clubs.open_club_table, name="open_club_table"),
    path("members/<int:membership>/challenge/", clubs.challenge_member, name="challenge_member"),
    path("members/", clubs.members, name="club_members"),
    path("members/<int:membership>/", clubs.change_member, name="change_member"),
    path("edit/", clubs.edit_club, name="edit_club"),
    path("end/", clubs.end_club, name="end_club"),
    path("link/", clubs.renew_link, name="renew_club_link"),
    path("join/<slug:code>/", clubs.join_club, name="join_club"),
    path("ask/", clubs.ask_to_join, name="ask_to_join"),
    path("invitation/", clubs.answer_invitation, name="answer_club_invitation"),
    path("invite/", clubs.invite_to_club, name="invite_to_club"),
    path("door/<int:admission>/", clubs.answer_request, name="answer_club_request"),
    path("leave/", clubs.leave_club, name="leave_club"),
]
"""Below the address of a club, which is none of the words below."""

urlpatterns = [
    path("", clubs.clubs, name="clubs"),
    path("new/", clubs.new_club, name="new_club"),
    path("<slug:address>/", include(of_a_club)),
]
