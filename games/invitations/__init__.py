"""Inviting people to an open table by their user name. Not part of the log: an invited person just takes a seat."""
