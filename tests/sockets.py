"""The other end of a websocket, which talks to a consumer without server or network."""

import json
from collections.abc import Iterable
from typing import Any, Self

from asgiref.testing import ApplicationCommunicator


class WebsocketCommunicator(ApplicationCommunicator):
    """Like the one of `channels.testing`, whose import would bring in a second server."""

    def __init__(self, application: Any, path: str, headers: Iterable[tuple[bytes, bytes]] = (), **more: Any) -> None:
        plain, _, query = path.partition("?")
        given = list(headers)
        host = [] if any(name == b"host" for name, _ in given) else [(b"host", b"localhost")]
        scope = {
            "type": "websocket",
            "path": plain,
            "query_string": query.encode(),
            "headers": [*host, *given],
            "subprotocols": [],
            **more,
        }
        super().__init__(application, scope)

    async def __aenter__(self) -> Self:
        assert await self.connect() == (True, None)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.disconnect()

    async def connect(self, timeout: float = 5) -> tuple[bool, int | None]:
        """Return whether the consumer accepts; if not, its close code."""
        await self.send_input({"type": "websocket.connect"})
        answer = await self.receive_output(timeout)
        accepted = answer["type"] == "websocket.accept"
        return accepted, None if accepted else answer.get("code", 1000)

    async def send_json_to(self, data: Any) -> None:
        await self.send_input({"type": "websocket.receive", "text": json.dumps(data)})

    async def receive_from(self, timeout: float = 5) -> str:
        message = await self.receive_output(timeout)
        assert message["type"] == "websocket.send", message
        return str(message["text"])

    async def receive_json_from(self, timeout: float = 5) -> Any:
        return json.loads(await self.receive_from(timeout))

    async def disconnect(self, code: int = 1000, timeout: float = 5) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": code})
        await self.wait(timeout)
