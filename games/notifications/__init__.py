"""Notifications of people who are away from the table: each event once, by the ways each person wants.

    from games.notifications.calling import notify
    notify(Happening.CHAT, game, people)

is all that other modules need. Call it inside the transaction of the event, so that a rollback also removes the
notification. Each message is stored as one `Call`; a task sends it a moment later, once it is known who has the
table open.
"""
