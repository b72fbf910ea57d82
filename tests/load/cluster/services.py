"""PostgreSQL, Redis and the proxy as processes of the cluster, with their data in its folder."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import psycopg

from tests.live import PROJECT
from tests.load.cluster.process import ManagedProcess, accepts_connections, find_executable, free_port

POSTGRES_USER = "postgres"
"""Made by Debian's package; for root, as whom PostgreSQL refuses to run."""


def postgresql(folder: Path) -> tuple[ManagedProcess, str]:
    """Return a new database server and its address."""
    places = ("/usr/lib/postgresql/*/bin/{}", "/opt/homebrew/opt/postgresql@*/bin/{}")
    initdb, server = (
        find_executable(name, "postgresql", *(place.format(name) for place in places))
        for name in ("initdb", "postgres")
    )
    user = POSTGRES_USER if os.geteuid() == 0 else None
    data, port = folder / "postgresql", free_port()
    if not data.exists():
        data.mkdir(mode=0o700)
        if user:
            shutil.chown(data, user)
        command = [initdb, "-D", str(data), "-U", POSTGRES_USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, user=user)
    options = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "max_connections": "200"}
    command = [server, "-D", str(data), "-p", str(port)]
    command += [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
    address = f"postgres://{POSTGRES_USER}@127.0.0.1:{port}/postgres"
    return ManagedProcess("postgresql", command, folder, lambda: accepts_logins(address), user=user), address


def accepts_logins(address: str) -> bool:
    """Log in: after a crash PostgreSQL listens before it has recovered."""
    try:
        psycopg.connect(address, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def redis(folder: Path) -> tuple[ManagedProcess, str]:
    """Return a server for the channel layer and counters, and its address; nothing in it needs to last."""
    port = free_port()
    command = [
        find_executable("redis-server", "redis-server"),
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
    ]
    return ManagedProcess("redis", command, folder, lambda: accepts_connections(port)), f"redis://127.0.0.1:{port}/0"


PROXY_FILE = """\
{{
	admin off
	auto_https off
	servers {{
		timeouts {{
			read_header 10s
			read_body 60s
		}}
	}}
}}
http://:{port} {{
	bind 127.0.0.1
	@declared_large header_regexp Content-Length ^0*[1-9][0-9]{{6,}}$
	error @declared_large 413
	request_body {{
		max_size 1MB
	}}
	reverse_proxy {servers} {{
		lb_policy round_robin
		lb_try_duration 10s
		lb_try_interval 100ms
		health_uri /readyz
		health_interval 500ms
		health_timeout 6s
	}}
	import /srv/casino/current/deploy/errors.caddy
}}
"""

INSTALLED = "/srv/casino/current/deploy"
TOO_LARGE = "That was too large: this site takes at most 1000 KB. Nothing was done with it."
"""The proxy's answer to a request body over its limit, which is the default of MAX_BODY_BYTES."""


def caddyfile(port: int, servers: Sequence[int]) -> str:
    addresses = " ".join(f"127.0.0.1:{server}" for server in servers)
    return with_errors(PROXY_FILE.format(port=port, servers=addresses))


def with_errors(text: str) -> str:
    """Put the parts of `deploy` in place of their import, with this checkout's own page."""
    errors = (PROJECT / "deploy" / "errors.caddy").read_text().replace(INSTALLED, str(PROJECT / "deploy"))
    site = (PROJECT / "deploy" / "site.caddy").read_text()
    return text.replace(f"import {INSTALLED}/site.caddy", site).replace(f"import {INSTALLED}/errors.caddy", errors)


def proxy(folder: Path, port: int, servers: Sequence[int]) -> ManagedProcess:
    """Balance over the servers whose `/readyz` is well."""
    written = folder / "Caddyfile"
    written.write_text(caddyfile(port, servers), encoding="ascii")
    command = [find_executable("caddy", "caddy"), "run", "--config", str(written), "--adapter", "caddyfile"]
    own = os.environ | {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}  # it keeps nothing elsewhere
    return ManagedProcess("proxy", command, folder, lambda: is_healthy(f"http://127.0.0.1:{port}/readyz"), own)


def is_healthy(address: str) -> bool:
    """Request the address; only status 200 is healthy."""
    try:
        with urlopen(address, timeout=6) as answer:  # noqa: S310  an address of this machine
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False
