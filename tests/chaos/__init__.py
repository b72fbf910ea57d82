"""Faults during games: `make chaos`. On loopback only, bounded, no part of `make test`."""
