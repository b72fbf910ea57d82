"""Notifications of people who are away from the table: each event once, by the methods each person wants.

    from games.notifications.dispatch import notify
    notify(NotificationKind.CHAT, game, people)

is all that other modules need. Call it inside the transaction of the event, so that a rollback also removes the
notification. Each message is stored as one `Notification`; a task sends it a moment later, once it is known who has the
table open.
"""
