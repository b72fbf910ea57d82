"""The limits on how often something may be done, which `LIMITS` in the environment can change by name."""

DEFAULT_LIMITS = {
    "move": "300/minute",  # and everything else that a seat does in its turn
    "open_game": "120/hour",  # by a person, or by an address where no one is logged in
    "open_game@address": "1200/hour",
    "join": "240/hour",
    "pair": "600/hour",  # a page that waits asks again three times a minute
    "arrange": "240/hour",  # seats before a game begins
    "invite": "30/hour",  # by name, and blocking
    "offer": "60/hour",
    "vacation": "60/hour",
    "chat": "30/minute",
    "dispute": "20/hour",
    "hint": "20/minute",  # and a try at a puzzle
    "hint@address": "120/minute",
    "answer": "60/minute",  # to a move at a puzzle, worked out
    "answer@address": "240/minute",
    "analysis": "60/hour",
    "analysis@address": "240/hour",
    "report": "30/hour",
    "picture": "120/hour",  # of a result, looked at
    "picture@address": "600/hour",
    "search": "60/minute",
    "search@address": "300/minute",
    "replay": "1200/minute",  # moments worked out: the arrow key held down through 1,000 moves
    "replay@address": "2400/minute",
    "variation": "300/minute",  # a tap on a card is one
    "variation@address": "1200/minute",
    "import_record": "60/hour",  # tried
    "import_record@address": "240/hour",
    "record_size": "2000/day",  # kilobytes that were imported
    "record_size@address": "20000/day",
    "save_rules": "120/hour",
    "recovery_link": "30/hour",
    "export": "20/hour",
    "export@address": "60/hour",
    "delete_account": "10/hour",
    "test_notification": "10/hour",
    "webhook": "20/hour",
    "guest": "200/hour",  # guests made from one address, behind which a whole club may sit
    "sockets": "500",  # open at a time from one address, and as many again of players at their tables
    "own_sockets": "60",  # of one person; a page has two
    "spectators": "200",  # of one table
    "waiting": "200",  # connections of one address without a complete request; a browser has up to six
}
"""Rates such as `30/hour` or `5/10 minutes`, by person, and `@address` for all people at an address together; for
sockets and connections the number open at a time in each process; or none."""
