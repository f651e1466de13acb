"""A player by program: plays from the mirrored view alone, so it knows what a person at the screen knows."""

from collections.abc import Callable
from typing import Any, Final

from circolo.burraco.actions import Action
from circolo.burraco.baseline import choose
from circolo.burraco.deal import UNDRAWN, Ended
from circolo.burraco.seat_view import SeatView
from circolo.cards import BY_NOTATION, Card
from local.client.connection import Unanswered
from local.client.player import STALE, Player, Refused

OVER: Final = ("ended", "void", "closed")
"""Phases of a table that nothing leads out of."""


async def play_match(player: Player, think: Callable[[SeatView], Action] = choose) -> dict[str, Any]:
    """Play at the table to which the player is attached until it is over; the last view."""
    while True:
        view = await player.until(waits_for_me)
        if view["phase"] in OVER:
            return view
        try:
            if view["phase"] == "sheet":
                await player.close_sheet()
            else:
                await player.play(think(seat_view(view)))
        except Refused as refusal:
            if refusal.code not in STALE:
                raise
        except Unanswered:
            continue  # whether it counted, the next view tells


def seat_view(view: dict[str, Any]) -> SeatView:
    """What the seat on turn, one's own, knows by a view of the table.

    Two things a person would have to remember himself are left out: the card just drawn and the turns in a row
    without a move.
    """
    deal = view["deal"]
    seat = deal["seat"]
    return SeatView(
        rulebook=view["settings"]["rulebook"],
        sides=tuple(tuple(side) for side in view["sides"]),
        seat=seat,
        on_turn=seat,
        turn=deal["turn"],
        drew=deal["drew"],
        hand=_cards(deal["hands"][str(seat)]),
        counts=tuple(deal["counts"]),
        melds=tuple(tuple(tuple(sorted(_cards(meld["cards"]))) for meld in side) for side in deal["melds"]),
        pile=_cards(deal["pile"]),
        stock_left=deal["stock"],
        pozzetti_left=deal["pozzetti"],
        taken=tuple(deal["taken"]),
        barred=None if deal["barred"] is None else BY_NOTATION[deal["barred"]],
        drawn=None,
        idle=0,
        last_turn=deal["drew"] and deal["stock"] == UNDRAWN,
        ended=Ended(deal["ended"]),
        scores=tuple(sum(scored[side][-1] for scored in view["scores"]) for side in range(len(view["sides"]))),
    )


def waits_for_me(view: dict[str, Any]) -> bool:
    """Whether the table waits for the person whose view this is, or for nobody any more."""
    match view["phase"]:
        case "playing":
            return view["deal"]["seat"] in view["you"]["seats"]
        case "sheet":
            return not view["closed"][view["you"]["person"]]
        case phase:
            return phase in OVER


def _cards(notation: list[str]) -> tuple[Card, ...]:
    return tuple(BY_NOTATION[card] for card in notation)
