"""What happens to games when something breaks: `make chaos`. On loopback only, bounded, no part of `make test`."""
