"""PostgreSQL, Redis and the proxy as programs of the fleet, with their data in its folder."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import psycopg

from casino.fleet.program import Program, free_port, installed, listens

POSTGRES_USER = "postgres"
"""PostgreSQL refuses to run as root; there it runs as this user, whom Debian's package makes."""


def postgresql(folder: Path) -> tuple[Program, str]:
    """A database server of its own, and its address."""
    places = ("/usr/lib/postgresql/*/bin/{}", "/opt/homebrew/opt/postgresql@*/bin/{}")
    initdb, server = (
        installed(name, "postgresql", *(place.format(name) for place in places)) for name in ("initdb", "postgres")
    )
    user = POSTGRES_USER if os.geteuid() == 0 else None
    data, port = folder / "postgresql", free_port()
    if not data.exists():
        data.mkdir(mode=0o700)
        if user:
            shutil.chown(data, user)
        command = [initdb, "-D", str(data), "-U", POSTGRES_USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, user=user)  # noqa: S603
    options = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "max_connections": "200"}
    command = [server, "-D", str(data), "-p", str(port)]
    command += [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
    address = f"postgres://{POSTGRES_USER}@127.0.0.1:{port}/postgres"
    return Program("postgresql", command, folder, lambda: lets_in(address), user=user), address


def lets_in(address: str) -> bool:
    """Whether the database answers: one that has crashed listens before it has recovered."""
    try:
        psycopg.connect(address, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def redis(folder: Path) -> tuple[Program, str]:
    """Announcements and counters; nothing in it needs to last."""
    port = free_port()
    command = [installed("redis-server", "redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    return Program("redis", command, folder, lambda: listens(port)), f"redis://127.0.0.1:{port}/0"


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
	bind {host}
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
	handle_errors {{
		header Content-Type "text/plain; charset=utf-8"
		header Cache-Control no-store
		@large expression {{http.error.status_code}} == 413
		@away expression {{http.error.status_code}} != 413
		respond @large "{large}" 413 {{
			close
		}}
		header @away Retry-After 5
		respond @away "{away}" 503
	}}
}}
"""

AWAY = "The games cannot be reached just now. Nothing is lost. Look at the page again in a few seconds."
"""What the proxy says when no server answers: a move may have been made, or not."""

LARGE = "That was too large: this site takes at most 1000 KB. Nothing was done with it."
"""What the proxy says of a request body over its limit, which is the default of MAX_BODY_BYTES."""


def proxy(folder: Path, host: str, port: int, servers: Sequence[int]) -> Program:
    """What people reach: it turns to the servers that say they are ready, one after the other."""
    written = folder / "Caddyfile"
    addresses = " ".join(f"127.0.0.1:{server}" for server in servers)
    text = PROXY_FILE.format(host=host, port=port, servers=addresses, away=AWAY, large=LARGE)
    written.write_text(text, encoding="ascii")
    command = [installed("caddy", "caddy"), "run", "--config", str(written), "--adapter", "caddyfile"]
    own = os.environ | {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}  # it keeps nothing elsewhere
    return Program("proxy", command, folder, lambda: answers(f"http://127.0.0.1:{port}/readyz"), own)


def answers(address: str) -> bool:
    """Whether it answers that all is well."""
    try:
        with urlopen(address, timeout=6) as answer:  # noqa: S310  an address of this machine
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False
