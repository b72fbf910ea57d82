"""Starting a game with another player: quick pairing over the open tables, and challenges to a player by name."""
