"""What is wrong with a game: codes, replay, results and reporters."""
