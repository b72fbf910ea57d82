"""Analysis by the computer players, shown to people: hints, analyses of finished games, variations, the tutorial."""
