"""The card game itself: pure, standard library only. Values in, values out; no clock, no randomness, no storage."""
