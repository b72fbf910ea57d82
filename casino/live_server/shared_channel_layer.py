"""The channel layer of a site that runs as several processes."""

from asyncio import Queue
from typing import Any
from uuid import uuid4

from channels_redis.pubsub import RedisPubSubChannelLayer


class SharedChannelLayer(RedisPubSubChannelLayer):
    """Layer whose groups all processes share. Redis is not told of the channel that each socket has for itself: only
    its own process sends to it."""

    async def new_channel(self, prefix: str = "socket.") -> str:
        channel = f"{prefix}{uuid4().hex}"
        self._queues()[channel] = Queue()
        return channel

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        if queue := self._queues().get(channel):  # otherwise the socket has ended
            queue.put_nowait(self.serialize(message))  # type: ignore[no-untyped-call]

    def _queues(self) -> dict[str, Queue[bytes]]:
        queues: dict[str, Queue[bytes]] = self._get_layer().channels  # type: ignore[no-untyped-call]
        return queues
