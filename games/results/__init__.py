"""What follows from finished games: ratings, results by seat, and the suggested level of the computer."""
