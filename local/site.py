"""Everything the server answers: the page, the issuer, the WebSocket stage and ``@connections``."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import web

from local.gateway import Gateway
from local.issuer import HOUR, Issuer
from local.management import Management


def application(issuer: Issuer, gateway: Gateway | None, management: Management | None, pages: Path) -> web.Application:
    """The web application; ``pages`` is the folder of static files, whose ``index.html`` is at ``/``."""
    app = web.Application(middlewares=[_never_cached])
    app.router.add_get("/issuer/.well-known/openid-configuration", _json(issuer.configuration))
    app.router.add_get("/issuer/.well-known/jwks.json", _json(issuer.keys))
    app.router.add_post("/issuer/token", _token(issuer))
    if gateway is not None and management is not None:
        stage = f"/{gateway.api.stage}"
        app.router.add_get(stage, gateway.connect)
        app.router.add_route("*", stage + "/@connections/{id}", management.on_request)
        places = {"socket": stage, "token": "/issuer/token"}
        app.router.add_get("/config.json", _json(lambda: places))
    if pages.is_dir():
        app.router.add_get("/", _index(pages))
        app.router.add_static("/", pages)
    return app


@web.middleware
async def _never_cached(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    response = await handler(request)
    if not response.prepared:
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _json(content: Callable[[], dict[str, Any]]) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(_: web.Request) -> web.Response:
        return web.json_response(content())

    return answer


def _index(pages: Path) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def answer(_: web.Request) -> web.StreamResponse:
        index = pages / "index.html"
        if not index.exists():
            raise web.HTTPNotFound
        return web.FileResponse(index)

    return answer


def _token(issuer: Issuer) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(request: web.Request) -> web.Response:
        try:
            asked = await request.json()
            subject, roles, ttl = asked["subject"], asked.get("roles", ["player"]), int(asked.get("ttl", HOUR))
            if not isinstance(subject, str) or not subject:
                raise ValueError
        except (ValueError, TypeError, LookupError, AttributeError):
            return web.json_response({"error": "invalid_request"}, status=400)
        return web.json_response({"token": issuer.token(subject, roles, ttl)})

    return answer
