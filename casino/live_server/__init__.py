"""All that exists for speed under ASGI."""
