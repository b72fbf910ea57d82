"""Calling people who are not at the table: who is told of what, by which way, once.

    from games.notifications.calling import notify
    notify(Happening.CHAT, game, people)

is all that others need. It belongs in the transaction of what happened: a call for something taken back is taken back
with it. What is written down is one `Call` for each message; a task each carries it out a moment later, when it is
known who looks at the table.
"""
