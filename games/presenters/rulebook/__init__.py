"""The rules of any game in plain words, made from the options that the engine itself plays by."""
