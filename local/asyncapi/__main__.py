"""``python -m local.asyncapi``: write `docs/asyncapi.json` anew, and the generated parts of `docs/clients.md`."""

from local.asyncapi.published import CLIENTS, DOCUMENT, asyncapi, clients

if __name__ == "__main__":
    DOCUMENT.write_text(asyncapi(), encoding="utf-8")
    CLIENTS.write_text(clients(CLIENTS.read_text(encoding="utf-8")), encoding="utf-8")
