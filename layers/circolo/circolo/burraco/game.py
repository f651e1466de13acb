"""Burraco as the table plays it (see `circolo.table.game`)."""

from collections.abc import Sequence
from typing import Any, Final

from circolo.burraco import baseline, deal, expiry, rulebook, view
from circolo.burraco.actions import Action
from circolo.burraco.deal import Deal, Ended
from circolo.burraco.sheet import score
from circolo.burraco.victory_points import ranking_points, verified, victory_points
from circolo.cards import BURRACO_PACK, Card, Randomness
from circolo.refusal import Code, Refusal
from circolo.table.game import Scores
from circolo.table.settings import Format, Settings

SIDES: Final = {Format.UNO_CONTRO_UNO: ((0,), (1,)), Format.COPPIE: ((0, 2), (1, 3))}
"""Seats of each side, per format."""


class Burraco:
    """The rules of burraco, by the rulebook that the table names."""

    name = "burraco"
    actions: Any = Action
    pack: Sequence[Card] = BURRACO_PACK

    def rulebook(self, asked: str) -> str | None:
        """ "FIBUR" is its newest version, "FIBUR@1" that one."""
        try:
            return rulebook.load(asked).identifier
        except rulebook.UnknownRulebook:
            return None

    def check(self, settings: Settings) -> Refusal | None:
        """Which of the settings cannot be played, or None."""
        if settings.deals not in rulebook.DEALS:
            return Refusal(Code.BAD_DEALS, "deals", {"allowed": list(rulebook.DEALS)})
        return _check_ai(settings, sum(map(len, self.sides(settings))))

    def provisional(self, settings: Settings) -> bool:
        return not verified(rulebook.load(settings.rulebook), settings.deals)

    def sides(self, settings: Settings) -> tuple[tuple[int, ...], ...]:
        return SIDES[settings.format]

    def deal_out(self, settings: Settings, first: int, deck: tuple[Card, ...]) -> Deal:
        return deal.deal_out(rulebook.load(settings.rulebook), self.sides(settings), first, deck)

    def turn(self, of: Deal) -> tuple[int, int] | None:
        return (of.turn, of.seat) if of.ended is Ended.OPEN else None

    def refuse(self, of: Deal, action: Action) -> Code | None:
        return deal.refuse(of, action)

    def apply(self, of: Deal, action: Action) -> Deal:
        return deal.apply(of, action)

    def forced(self, of: Deal) -> tuple[Action, ...]:
        return expiry.forced(of)

    def ai_turn(self, of: Deal, level: str, random: Randomness) -> tuple[Action, ...]:
        return baseline.play_turn(of)

    def scores(self, of: Deal) -> Scores:
        """Per side: cards, burraco, closing, hand, pozzetto, total."""
        return tuple((s.cards, s.burraco, s.closing, s.hand, s.pozzetto, s.total) for s in score(of).sides)

    def result(self, settings: Settings, scores: Sequence[Scores]) -> dict[str, Any]:
        """Totals of the two sides, their Victory Points and what these bring to a ranking."""
        book = rulebook.load(settings.rulebook)
        totals = (sum(scored[0][-1] for scored in scores), sum(scored[1][-1] for scored in scores))
        vp = victory_points(book, settings.deals, totals)
        return {
            "totals": list(totals),
            "vp": list(vp),
            "ranking_points": [ranking_points(points, settings.deals) for points in vp],
            "verified": verified(book, settings.deals),
        }

    def view(self, of: Deal, seats: Sequence[int]) -> dict[str, Any]:
        return view.view(of, seats)

    def tell(self, before: Deal, action: Action, after: Deal, seats: Sequence[int]) -> dict[str, Any]:
        return view.tell(before, action, after, seats)

    def sheet(self, of: Deal) -> dict[str, Any]:
        return view.sheet(of)


def _check_ai(settings: Settings, hands: int) -> Refusal | None:
    """Which seats the game itself may play: some, each once, and never all."""
    seats = settings.ai_seats
    if settings.ai is None:
        return None if seats is None else Refusal(Code.BAD_SETTINGS, "ai_seats", {"rule": "without ai there are none"})
    if seats is not None:
        if any(not 0 <= seat < hands for seat in seats):
            return Refusal(Code.NO_SUCH_SEAT, "ai_seats", {"seats": hands})
        if not seats or len(set(seats)) < len(seats) or len(seats) == hands:
            return Refusal(Code.BAD_SETTINGS, "ai_seats", {"rule": "one or more, each once, and a seat left for you"})
    if settings.invited is not None and (seats is None or len(seats) == hands - 1):
        return Refusal(Code.BAD_SETTINGS, "invited", {"rule": "no invitations where no seat is left for a person"})
    return None
