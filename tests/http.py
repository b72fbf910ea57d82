"""Requests to the whole ASGI application, as a server makes them."""

from asgiref.testing import ApplicationCommunicator

PATIENCE = 20  # seconds


async def get(application: object, path: str) -> tuple[int, str]:
    """Return status and body of the answer."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "headers": [(b"host", b"testserver")],
        "query_string": b"",
        "http_version": "1.1",
        "scheme": "http",
    }
    asked = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
    await asked.send_input({"type": "http.request", "body": b"", "more_body": False})  # type: ignore[no-untyped-call]
    await asked.wait(PATIENCE)  # type: ignore[no-untyped-call]  # before reading, which does not notice a failure
    start = await asked.receive_output()  # type: ignore[no-untyped-call]
    body = await asked.receive_output()  # type: ignore[no-untyped-call]
    return start["status"], body["body"].decode()
