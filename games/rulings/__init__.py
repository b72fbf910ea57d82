"""Disputed moves and what directors decide about them.

The log of a game tells that a move is disputed, that the game stands still, and what was ruled; the rows here hold what
can be deleted (what somebody said), what is about people (who is suspended), and where each ruling stands in its log.
`disputes`, `directing` and `suspending` are the only writers.
"""
