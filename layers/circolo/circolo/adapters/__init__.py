"""The room's other ways out: the WebSocket management API, the clock queue, the system's clock and chance."""
