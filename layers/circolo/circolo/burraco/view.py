"""What of a deal leaves the server, per recipient: his own hands, and what lies open on the table.

Cards are notation, melds as they stand. `seats` are those the recipient plays; nothing of another hand, of a pozzetto
or of the stock is ever put in, whatever the moment.
"""

from collections.abc import Sequence
from typing import Any

from circolo.burraco.actions import Action, Discard, Draw, Lay, Meld, Take
from circolo.burraco.deal import Deal, Ended
from circolo.burraco.meld import best, derive
from circolo.burraco.rulebook import Rulebook
from circolo.burraco.sheet import Sheet, score
from circolo.cards import NOTATION, Card, text


def view(deal: Deal, seats: Sequence[int]) -> dict[str, Any]:
    """The deal at this moment."""
    own = deal.ended is Ended.OPEN and deal.seat in seats
    return {
        "turn": deal.turn,
        "seat": deal.seat if deal.ended is Ended.OPEN else None,
        "drew": deal.drew,
        "hands": {str(seat): text(deal.hands[seat]) for seat in seats},
        "counts": [len(hand) for hand in deal.hands],
        "melds": [[shown(deal.rulebook, cards) for cards in side] for side in deal.melds],
        "pile": text(deal.pile),
        "stock": deal.stock_left,
        "pozzetti": len(deal.pozzetti),
        "taken": list(deal.taken),
        "barred": _noted(deal.barred) if own else None,
        "ended": deal.ended.value,
    }


def shown(rulebook: Rulebook, cards: Sequence[Card]) -> dict[str, Any]:
    """A meld as it stands on the table, and the kind of burraco it is by now."""
    made = derive(cards)
    assert made is not None, "only melds lie on the table"
    arrangement, kind, _ = best(rulebook, made)
    return {"cards": text(arrangement.cards), "wild_at": arrangement.wild_at, "kind": kind}


def tell(before: Deal, action: Action, after: Deal, seats: Sequence[int]) -> dict[str, Any]:
    """One action and what followed from it."""
    seat = before.seat
    own = seat in seats
    told: dict[str, Any] = {"seat": seat}
    match action:
        case Draw():
            told |= {"event": "drew", "stock": after.stock_left}
            if own:
                told["card"] = _noted(after.drawn)
        case Take():
            told |= {"event": "took", "cards": text(before.pile)}
        case Meld(cards):
            told |= {"event": "melded", "from_hand": text(cards)} | _meld(after, seat, -1)
        case Lay(meld, cards):
            told |= {"event": "laid", "from_hand": text(cards)} | _meld(after, seat, meld)
        case Discard(card):
            told |= {"event": "discarded", "card": NOTATION[card], "ended": after.ended.value}
            told |= {"turn": after.turn, "next": after.seat if after.ended is Ended.OPEN else None}
    told["counts"] = [len(hand) for hand in after.hands]
    side = before.side_of[seat]
    if after.taken[side] and not before.taken[side]:
        told["pozzetto"] = {"side": side, "left": len(after.pozzetti)}
        if own:
            told["pozzetto"]["cards"] = text(before.pozzetti[0])
    if own:
        told["barred"] = _noted(after.barred) if after.seat == seat else None
    return told


def _meld(after: Deal, seat: int, index: int) -> dict[str, Any]:
    side = after.side_of[seat]
    melds = after.melds[side]
    return {"side": side, "meld": index % len(melds), "stands": shown(after.rulebook, melds[index])}


def sheet(deal: Deal) -> dict[str, Any]:
    """The score sheet item by item, per side in the order of the sides; and every hand, now that it is over."""
    counted: Sheet = score(deal)
    return {
        "ended": deal.ended.value,
        "sides": [
            {
                "melds": [
                    {
                        "cards": text(meld.cards),
                        "wild_at": meld.wild_at,
                        "value": meld.value,
                        "kind": meld.kind,
                        "bonus": meld.bonus,
                    }
                    for meld in side.melds
                ],
                "cards": side.cards,
                "burraco": side.burraco,
                "closing": side.closing,
                "hand": side.hand,
                "pozzetto": side.pozzetto,
                "total": side.total,
            }
            for side in counted.sides
        ],
        "hands": [text(hand) for hand in deal.hands],
    }


def _noted(card: Card | None) -> str | None:
    return None if card is None else NOTATION[card]
