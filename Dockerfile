# The site as one image: servers and workers are the same, started by other commands (see compose.yaml).
FROM python:3.13-slim AS built
WORKDIR /casino
COPY requirements-build.txt .
COPY requirements.txt .
RUN python -m venv .venv \
    && .venv/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --require-hashes -r requirements-build.txt \
    && .venv/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --require-hashes --no-build-isolation -r requirements.txt \
    && .venv/bin/pip uninstall --yes setuptools pip

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --no-create-home casino && install -d -o casino -m 700 /data
WORKDIR /casino
COPY --from=built /casino/.venv .venv
COPY manage.py .
COPY casino casino
COPY accounts accounts
COPY games games
COPY templates templates
COPY static static
RUN .venv/bin/python -m compileall -q casino accounts games
ARG CASINO_COMMIT=""
ENV CASINO_COMMIT=$CASINO_COMMIT CASINO_DATA=/data PYTHONUNBUFFERED=1 PATH=/casino/.venv/bin:$PATH
USER casino
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=10m \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
CMD ["python", "manage.py", "play", "--host", "0.0.0.0", "--port", "8000"]
