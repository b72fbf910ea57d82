"""Disputed moves and the rulings of directors on them.

The log of a game records that a move is disputed, that the game is stopped, and the ruling; the rows here hold
deletable data (texts of disputes), data about people (suspensions), and the position of each ruling in its log.
`disputes`, `ruling_service` and `sanctions` are the only writers.
"""
