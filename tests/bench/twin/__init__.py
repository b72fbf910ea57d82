"""What the site is measured against: the least that Django can do for a move. It knows who asks, checks the token,
inserts the same rows, answers with a page of the same size and pushes one to everybody else; it knows no game."""
