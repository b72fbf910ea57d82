"""The director's desk: viewing disputed moves and ruling on them, with an staff log of every action."""
