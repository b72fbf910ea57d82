"""A whole deployment on one machine, for tests: a proxy, several servers and workers, PostgreSQL and Redis, the same
that `compose.yaml` sets up in containers. `python -m tests.load.cluster` starts one by hand. Not for running a site.
"""
