"""The published protocol: `docs/asyncapi.json`, and the parts of `docs/clients.md` that are generated.

`make protocol` writes both anew. Nothing in them is written twice: schemas come from the types that the functions parse
and send (`schemas.py`), examples and the worked session from a scripted table of the real room (`room.py`,
`session.py`), refusals and limits from the code that applies them (`document.py`, `prose.py`).
"""
