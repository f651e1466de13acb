"""The commitment to a shuffled deck: a Merkle root before the deal, its leaves after it.

One leaf per card of the deck, in deck order: the ASCII text ``index,card,salt`` where ``index`` counts
from 0, ``card`` is the card's notation and ``salt`` is HMAC-SHA256(secret, ASCII index) in lower-case hex.
Leaves and nodes are hashed as in RFC 6962 section 2.1: SHA-256 of a zero byte and the leaf, SHA-256 of a
one byte and the two children, the left child being the largest complete tree that is smaller than the whole.
The salts keep an unopened leaf from being guessed; whoever is given a leaf can check it, and no other card
(architecture, section 2: commitment).
"""

import hashlib
import hmac
from collections.abc import Sequence

import msgspec

from circolo.cards import NOTATION, Card

SECRET_BYTES = 32


class Leaf(msgspec.Struct, frozen=True, array_like=True):
    """An opened leaf: a card's notation and its salt (hex); its index is its place in the deck."""

    card: str
    salt: str


def salt(secret: bytes, index: int) -> str:
    """The salt of one leaf, 64 hex digits."""
    return hmac.digest(secret, b"%d" % index, "sha256").hex()


def leaves(deck: Sequence[Card], secret: bytes) -> tuple[Leaf, ...]:
    """Every leaf of a deck, in deck order: only for who may see every card."""
    return tuple(Leaf(NOTATION[card], salt(secret, index)) for index, card in enumerate(deck))


def root(opened: Sequence[Leaf]) -> str:
    """The Merkle root over leaves in deck order, 64 hex digits. Raises ValueError without leaves, or for a leaf that
    is not ASCII text."""
    if not opened:
        raise ValueError("leaves: a commitment needs at least one leaf")
    hashes = [
        hashlib.sha256(f"\0{index},{leaf.card},{leaf.salt}".encode("ascii")).digest()
        for index, leaf in enumerate(opened)
    ]
    return _subtree(hashes).hex()


def commit(deck: Sequence[Card], secret: bytes) -> str:
    """The root to publish before the deal."""
    return root(leaves(deck, secret))


def _subtree(hashes: Sequence[bytes]) -> bytes:
    if len(hashes) == 1:
        return hashes[0]
    split = 1 << (len(hashes) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + _subtree(hashes[:split]) + _subtree(hashes[split:])).digest()
