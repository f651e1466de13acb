"""``verify-deal``: whether opened leaves are what a table committed to before a deal (architecture, section 2)."""

import re
from collections import Counter
from typing import Annotated, Final

import msgspec

from circolo.burraco.deal import deck_order
from circolo.burraco.replay import DealRecord, InvalidRecord, opening
from circolo.cards import BURRACO_PACK, BY_NOTATION, NOTATION
from circolo.commitment import Leaf, root
from circolo.desk import example_deal
from circolo.desk.command import Command, Fault, Field, wrong

DECK: Final = len(BURRACO_PACK)
SALT: Final = re.compile("[0-9a-f]{64}")
FIELDS: Final = (
    Field("commitment", "64 lower-case hex digits", "the root the table published before the deal"),
    Field("leaves", "a list of [card, salt], 108 of them in deck order", "the leaves the table opened after the deal"),
    Field("record", "a deal record, as deal-replay takes it", "may be left out: the deal to compare the cards with"),
)


class VerifyDealRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A commitment, its opened leaves, and the record of the deal if the cards are to be compared."""

    commitment: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    leaves: tuple[tuple[str, str], ...]
    record: DealRecord | None = None


class Verdict(msgspec.Struct, frozen=True):
    """Whether the leaves are right, and why.

    ``first_wrong``: index of the first leaf known to be wrong; ``None`` if all are right
    or nothing tells which is wrong.
    """

    right: bool
    first_wrong: int | None
    reason: str


def answer(row: VerifyDealRow) -> Verdict | Fault:
    """The verdict on the leaves; the actions of the record are not judged."""
    expected: tuple[str, ...] = ()
    if row.record is not None:
        try:
            expected = tuple(NOTATION[card] for card in deck_order(opening(row.record)))
        except InvalidRecord as error:
            return wrong(FIELDS, f"record.{error.field}", error.rule, error.code)
    leaves = tuple(Leaf(card, salt) for card, salt in row.leaves)
    for index, leaf in enumerate(leaves):
        rule = _malformed(leaf)
        if rule is not None:
            return Verdict(False, index, f"leaf {index}: {rule}")
    committed = bool(leaves) and root(leaves) == row.commitment
    for index, (leaf, card) in enumerate(zip(leaves, expected, strict=False)):
        if leaf.card != card:
            return Verdict(False, index, f"leaf {index} is {leaf.card}, the record has {card}; {_blame(committed)}")
    unlike = _unlike_a_pack(leaves)
    if unlike is not None:
        at = min(len(leaves), DECK) if expected else None
        return Verdict(False, at, f"{unlike}; {_blame(committed)}")
    return _by_root(committed, bool(expected))


def _malformed(leaf: Leaf) -> str | None:
    if leaf.card not in BY_NOTATION:
        return f"{leaf.card[:20]!r} is no card; a card is rank and suit (AS TD 9C), XX the jolly"
    if SALT.fullmatch(leaf.salt) is None:
        return "its salt is not 64 lower-case hex digits"
    return None


def _unlike_a_pack(leaves: tuple[Leaf, ...]) -> str | None:
    if len(leaves) != DECK:
        return f"{len(leaves)} leaves, a deck has {DECK}"
    surplus = Counter(leaf.card for leaf in leaves) - Counter(NOTATION[card] for card in BURRACO_PACK)
    if surplus:
        card = min(surplus)
        return f"{card} is there {surplus[card]} too often for two packs, and a leaf alone does not tell which is wrong"
    return None


def _blame(committed: bool) -> str:
    if committed:
        return "the leaves do give the commitment: the table committed to this deck"
    return "nor do the leaves give the commitment"


def _by_root(committed: bool, compared: bool) -> Verdict:
    if committed:
        cards = "have the cards of the record" if compared else "are a whole deck; no record to compare the cards with"
        return Verdict(True, None, f"the leaves give the commitment and {cards}")
    told = (
        "the cards are those of the record, so a salt or the commitment is not the original"
        if compared
        else "give the record to compare the cards"
    )
    return Verdict(False, None, f"the leaves do not give the commitment; a root does not tell which is wrong; {told}")


COMMAND: Final = Command(
    name="verify-deal",
    does="whether opened leaves are the deck a table committed to, and that of a record",
    row=VerifyDealRow,
    fields=FIELDS,
    answer=answer,
    example=lambda: VerifyDealRow(
        example_deal.commitment(),
        tuple((leaf.card, leaf.salt) for leaf in example_deal.leaves()),
        example_deal.record(),
    ),
)
