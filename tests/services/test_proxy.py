"""The proxy limits request bodies as the site does, and a client cannot make it consider a server dead."""

import json
import os
import re
import ssl
import subprocess
import textwrap
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
import requests
from django.urls import reverse
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.casino.test_bodies import CHUNKED, DECLARED, LOGIN, answer_of, ask, flood
from tests.live import PROJECT, LiveSite, live_site
from tests.load.cluster import services
from tests.load.cluster.process import ManagedProcess, accepts_connections, find_executable, free_port

COMPOSE = (PROJECT / "compose.yaml").read_text().partition("  proxy:\n    content: |\n")[2].partition("\nnetworks:")[0]
OF_COMPOSE = services.with_errors(textwrap.dedent(COMPOSE).replace("$$", "$"))
OF_THE_CLUSTER = services.caddyfile(1, [2])


def adapted(text: str, folder: Path) -> dict[str, Any]:
    """Return the configuration as Caddy reads it; Caddy also says whether it could run with it."""
    (folder / "Caddyfile").write_text(text)
    given = ["--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    environment = os.environ | {
        "SITE_ADDRESS": "casino.example",
        "PROXIES_BEFORE": "127.0.0.1/32",
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    caddy = find_executable("caddy", "caddy")
    subprocess.run([caddy, "validate", *given], check=True, capture_output=True, env=environment)
    told = subprocess.run([caddy, "adapt", *given], check=True, capture_output=True, env=environment).stdout
    server: dict[str, Any] = json.loads(told)["apps"]["http"]["servers"]["srv0"]
    return server


DEPLOYED = {file.name: services.with_errors(file.read_text()) for file in (PROJECT / "deploy").glob("Caddyfile*")}


@pytest.mark.parametrize("name", DEPLOYED)
def test_the_files_for_systemd_are_valid(name: str, tmp_path: Path) -> None:
    assert '"reverse_proxy"' in json.dumps(adapted(DEPLOYED[name], tmp_path))


@pytest.mark.parametrize("text", [OF_COMPOSE, OF_THE_CLUSTER], ids=["compose", "cluster"])
def test_both_proxies_limit_bodies_and_their_time(text: str, tmp_path: Path) -> None:
    server = adapted(text, tmp_path)
    assert '"max_size": 1000000' in json.dumps(server)
    assert server["read_timeout"] == 60 * 10**9
    assert server["read_header_timeout"] == 10 * 10**9


@pytest.mark.parametrize("text", [OF_COMPOSE, OF_THE_CLUSTER], ids=["compose", "cluster"])
def test_what_a_client_does_never_counts_as_a_failure_of_a_server(text: str, tmp_path: Path) -> None:
    """Caddy's passive checks count a body that it has cut off as a failure of its server."""
    assert '"passive"' not in json.dumps(adapted(text, tmp_path))


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """A site as it is reached through its proxy."""
    folder = tmp_path_factory.mktemp("proxied")
    with live_site(folder / "data", {"BODY_TIMEOUT": "2"}) as site:
        server, site.port = site.port, free_port()
        proxy = services.proxy(folder, site.port, [server])
        proxy.start()
        try:
            yield site
        finally:
            proxy.stop()


@pytest.mark.parametrize(("headers", "piece"), [CHUNKED, DECLARED])
def test_a_flood_is_answered_in_words(proxied: LiveSite, headers: bytes, piece: bytes) -> None:
    answer = flood(proxied, headers, piece)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert services.TOO_LARGE.encode() in answer
    assert b"retry-after" not in answer.lower()


@pytest.mark.parametrize("size", [1_000_000, 1_000_001, 9_999_999, 10**18])
def test_a_length_over_the_limit_reaches_no_server(proxied: LiveSite, size: int) -> None:
    with ask(proxied, b"Content-Length: %d\r\n" % size) as asked:
        assert answer_of(asked).startswith(b"HTTP/1.1 413 ")


def test_what_is_within_the_limit_reaches_the_site(proxied: LiveSite) -> None:
    size = 999_999
    with ask(proxied, b"Content-Length: %d\r\nConnection: close\r\n" % size) as asked:
        asked.sendall(b"x" * size)
        answer = answer_of(asked)
    assert answer.startswith(b"HTTP/1.1 403 ")


def test_a_body_that_does_not_come_is_given_up(proxied: LiveSite) -> None:
    with ask(proxied, b"Content-Length: 100\r\nConnection: close\r\n") as asked:
        assert answer_of(asked).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("name", ["compose", *DEPLOYED])
def test_when_no_server_answers_the_proxy_shows_a_page_of_its_own(name: str, tmp_path: Path) -> None:
    port, nobody = free_port(), f"127.0.0.1:{free_port()}"
    text = ({"compose": OF_COMPOSE} | DEPLOYED)[name].replace("casino.example {", f"http://:{port} {{")
    text = re.sub(r"dynamic a web 8000 \{.*?\}", f"to {nobody}", text, flags=re.DOTALL)
    text = re.sub(r"127\.0\.0\.1:800\d", nobody, text)
    text = re.sub(r"lb_try_duration \w+", "lb_try_duration 0s", text)
    (tmp_path / "Caddyfile").write_text(text)
    own = {"SITE_ADDRESS": f"http://:{port}", "PROXIES_BEFORE": "private_ranges", "XDG_DATA_HOME": str(tmp_path)}
    own |= {"XDG_CONFIG_HOME": str(tmp_path), "CADDY_ADMIN": f"127.0.0.1:{free_port()}"}
    command = [find_executable("caddy", "caddy"), "run", "--adapter", "caddyfile", "--config", f"{tmp_path}/Caddyfile"]
    proxy = ManagedProcess("proxy", command, tmp_path, lambda: accepts_connections(port), os.environ | own)
    proxy.start()
    try:
        answer = requests.get(f"http://127.0.0.1:{port}/lobby/", timeout=30)
    finally:
        proxy.stop()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert answer.headers["Content-Type"].startswith("text/html")
    assert "Nothing is lost" in answer.text
    assert not re.search("(src|href)=.[^\"']", answer.text), "it needs a file of the site"


@pytest.fixture
def behind_another(tmp_path: Path) -> Iterator[tuple[LiveSite, int]]:
    """A site with HTTPS=1 as compose runs it behind another proxy: its own speaks plain HTTP. Yields its port, too."""
    port = free_port()
    trusted = {"HTTPS": "1", "ALLOWED_HOSTS": "casino.example", "TRUSTED_PROXIES": "127.0.0.0/8,10.0.0.0/8"}
    with (tmp_path / "log").open("w") as log, live_site(tmp_path / "data", trusted) as site:
        site.stop()
        site.log = log
        site.start()
        plain = re.sub(r"dynamic a web 8000 \{.*?\}", f"to 127.0.0.1:{site.port}", OF_COMPOSE, flags=re.DOTALL)
        (tmp_path / "Caddyfile").write_text(plain.replace("{\n", "{\n  admin off\n", 1))
        own = {"SITE_ADDRESS": f"http://:{port}", "PROXIES_BEFORE": "private_ranges", "XDG_DATA_HOME": str(tmp_path)}
        command = [
            find_executable("caddy", "caddy"),
            "run",
            "--adapter",
            "caddyfile",
            "--config",
            f"{tmp_path}/Caddyfile",
        ]
        proxy = ManagedProcess("proxy", command, tmp_path, lambda: accepts_connections(port), os.environ | own)
        proxy.start()
        try:
            yield site, port
        finally:
            proxy.stop()


def test_behind_another_proxy_protocol_and_address_are_the_visitors(
    behind_another: tuple[LiveSite, int], tmp_path: Path
) -> None:
    _, port = behind_another
    visitor = {"Host": "casino.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.1, 203.0.113.7"}
    path = reverse("account_login")
    url = f"http://127.0.0.1:{port}{path}"
    assert requests.get(url, headers=visitor, allow_redirects=False, timeout=20).status_code == 200
    unprotected = visitor | {"X-Forwarded-Proto": "http"}
    answer = requests.get(url, headers=unprotected, allow_redirects=False, timeout=20)
    assert (answer.status_code, answer.headers["Location"]) == (301, f"https://casino.example{path}")
    assert requests.post(url, headers=visitor, data={"login": "x"}, timeout=20).status_code == 403
    assert "address=203.0.113.7" in (tmp_path / "log").read_text()


OF_NGINX = """
daemon off; master_process off; worker_processes 1; pid {0}/pid; error_log {0}/errors;
events {{}}
http {{
    client_body_temp_path {0}/body; proxy_temp_path {0}/proxy; fastcgi_temp_path {0}/fastcgi;
    uwsgi_temp_path {0}/uwsgi; scgi_temp_path {0}/scgi;
    include {0}/site;
}}
"""
"""What the distribution's own file does around a site's, below one folder."""


@pytest.fixture
def behind_nginx(tmp_path: Path) -> Iterator[tuple[LiveSite, int]]:
    """A site with HTTPS=1 behind nginx and a certificate of its own. Yields the port of nginx, too."""
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=casino.example"
    to = ["-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem")]
    subprocess.run([*made.split(), *to], check=True, capture_output=True)
    plain, port = free_port(), free_port()
    settings = {"HTTPS": "1", "ALLOWED_HOSTS": "casino.example"}
    with (tmp_path / "log").open("w") as log, live_site(tmp_path / "data", settings) as site:
        site.stop()
        site.log = log
        site.start()
        text = (PROJECT / "deploy" / "nginx.conf").read_text()
        for installed, here in (
            *(("127.0.0.1:8000", f"127.0.0.1:{site.port}"), ("[::]:80;", f"[::1]:{plain};")),
            *(("[::]:443", f"[::1]:{port}"), (" 80;", f" 127.0.0.1:{plain};"), (" 443 ", f" 127.0.0.1:{port} ")),
            *(("/etc/letsencrypt/live/casino.example", str(tmp_path)), ("/var/log/nginx", str(tmp_path))),
            (services.INSTALLED, str(PROJECT / "deploy")),
        ):
            assert installed in text
            text = text.replace(installed, here)
        (tmp_path / "site").write_text(text)
        (tmp_path / "nginx.conf").write_text(OF_NGINX.format(tmp_path))
        command = [find_executable("nginx", "nginx", "/usr/sbin/nginx"), "-e", f"{tmp_path}/errors"]
        command += ["-p", str(tmp_path), "-c", f"{tmp_path}/nginx.conf"]
        subprocess.run([*command, "-t"], check=True)
        nginx = ManagedProcess("nginx", command, tmp_path, lambda: accepts_connections(port), os.environ)
        nginx.start()
        try:
            yield site, port
        finally:
            nginx.stop()


def test_nginx_does_what_caddy_does(behind_nginx: tuple[LiveSite, int], tmp_path: Path) -> None:
    site, port = behind_nginx
    told = {"Host": "casino.example", "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "http"}
    trusting = ssl.create_default_context(cafile=str(tmp_path / "fullchain.pem"))
    trusting.check_hostname = False

    def ask_nginx(method: str, path: str, body: bytes | None = None, **more: str) -> tuple[int, Any, str]:
        line = HTTPSConnection("127.0.0.1", port, timeout=20, source_address=("127.0.0.5", 0), context=trusting)
        with closing(line):
            line.request(method, path, body, told | more)
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read().decode()

    assert ask_nginx("GET", LOGIN)[0] == 200
    assert ask_nginx("POST", LOGIN, b"x" * 999_999)[0] == 403
    assert "address=127.0.0.5" in (tmp_path / "log").read_text()
    status, headers, text = ask_nginx("POST", LOGIN, b"x" * 1_000_000)
    assert (status, headers["Content-Type"], text) == (413, "text/plain; charset=utf-8", services.TOO_LARGE)
    of_the_lobby, origin = "wss://casino.example/ws/lobby/", Origin("https://casino.example")
    with connect(of_the_lobby, ssl=trusting, origin=origin, address=("127.0.0.1", port), proxy=None) as page:
        page.ping().wait(20)
        site.stop()
    status, headers, text = ask_nginx("POST", f"{LOGIN}?secret", b"x")
    assert (status, headers["Retry-After"], headers["Content-Type"]) == (503, "5", "text/html")
    assert "Nothing is lost" in text
    assert "secret" not in (tmp_path / "errors").read_text()
