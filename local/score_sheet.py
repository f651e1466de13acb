"""Score sheets and results as text, at most 80 columns wide, from what a client is sent.

Item by item in Italian and English; in a meld the wild (matta) stands in brackets.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

WIDTH: Final = 78

ITEMS: Final = (
    ("cards", "Carte", "cards melded"),
    ("burraco", "Burraco", "burraco bonuses"),
    ("closing", "Chiusura", "closing"),
    ("hand", "Mano", "cards in hand"),
    ("pozzetto", "Pozzetto", "pozzetto not taken"),
)
"""The items of a sheet that add up to its total: field, Italian, English."""


def heading(number: int, view: dict[str, Any], names: Sequence[str]) -> str:
    """The head of a match. `names`: of the sides."""
    chosen = view["settings"]
    what = f"{chosen['format'].replace('_', ' ')}, {chosen['deals']} smazzate (deals), {chosen['rulebook']}"
    return "\n".join(("=" * WIDTH, f"  MATCH {number}   {' - '.join(names)}", f"            {what}", "=" * WIDTH))


def deal_sheet(view: dict[str, Any], names: Sequence[str]) -> str:
    """The sheet of the deal that a view shows as over."""
    deal, sheet = view["deal"], view["deal"]["sheet"]
    of = view["settings"]["deals"]
    title = f"Smazzata (deal) {deal['number']}/{of}: {_end(sheet, names)}"
    lines = ["", f" {title}", " " + "-" * (WIDTH - 2)]
    for name, side in zip(names, sheet["sides"], strict=True):
        lines += [_meld_line(f"  {name}", "burraco", "cards", "bonus"), *_melds(side)]
    lines += ["", _row("Score sheet", "", names)]
    for item, italian, english in ITEMS:
        lines.append(_row(italian, english, [side[item] for side in sheet["sides"]]))
    lines.append(_row("Totale", "total", [side["total"] for side in sheet["sides"]]))
    return "\n".join(lines)


def result(view: dict[str, Any], names: Sequence[str]) -> str:
    """How a match ended: totals by deal, Victory Points, points for the rankings."""
    ended = view["result"]
    lines = ["", " Risultato (result)", " " + "-" * (WIDTH - 2), _row("", "", names)]
    for number, scored in enumerate(view["scores"], 1):
        lines.append(_row(f"Smazzata {number}", f"deal {number}", [side[-1] for side in scored]))
    lines.append(_row("Totale", "total", ended["totals"]))
    lines.append(_row("Victory Points", "VP", ended["vp"]))
    lines.append(_row("Punti classifica", "ranking points", ended["ranking_points"]))
    if not ended["verified"]:
        lines.append("  (VP by a table that is not yet verified against the federation's own text)")
    return "\n".join(lines)


def _end(sheet: dict[str, Any], names: Sequence[str]) -> str:
    match sheet["ended"]:
        case "closed":
            closer = next(name for name, side in zip(names, sheet["sides"], strict=True) if side["closing"])
            return f"chiude (closed by) {closer}"
        case "stock":
            return "tallone esaurito (the stock ran out)"
        case _:
            return "stallo (stalled)"


def _melds(side: dict[str, Any]) -> Iterator[str]:
    if not side["melds"]:
        yield "    -"
    for meld in side["melds"]:
        cards = [f"[{card}]" if at == meld["wild_at"] else card for at, card in enumerate(meld["cards"])]
        kind = (meld["kind"] or "").replace("_", " ")
        yield _meld_line(f"    {' '.join(cards)}", kind, str(meld["value"]), str(meld["bonus"] or ""))


def _meld_line(cards: str, kind: str, value: str, bonus: str) -> str:
    return f"{cards:<49}{kind:<13}{value:>7}{bonus:>8}".rstrip()


def _row(italian: str, english: str, columns: Sequence[object]) -> str:
    return f"  {italian:<18}{english:<22}" + "".join(f"{column!s:>17}" for column in columns)
