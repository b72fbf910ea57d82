"""Analysis of a finished game: the cost of each of a seat's moves, by the information it had."""
