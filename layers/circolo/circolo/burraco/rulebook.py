"""The rulebooks: everything a federation could change, as versioned data files (burraco-rules, sections 1, 5, 6 and 7).

A rulebook is one file ``rulebooks/NAME@VERSION.json`` of the package. A new version is
a new file; the old ones stay, for the matches and records that name them. Each file
is checked when it is loaded.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import msgspec

from circolo.burraco.kind import Kind
from circolo.cards import JOLLY, NOTATION, RANKS
from circolo.fault import fault

FOLDER: Final = Path(__file__).with_name("rulebooks")
DEALS: Final = (2, 3, 4)
"""Numbers of deals a match can have; each has its column of Victory Points."""
BANDS: Final = 10
"""Bands with an upper edge: 10-10 to 19-1. Beyond the last it is 20-0."""
JOLLY_KEY: Final = "jolly"
CARD_KEYS: Final = (*RANKS, JOLLY_KEY)


class UnknownRulebook(LookupError):
    """No rulebook of that identifier."""


class InvalidRulebook(ValueError):
    """A rulebook file breaks a rule: ``file``, ``field`` (its path in the file) and ``rule`` say where and which."""

    def __init__(self, file: str, field: str, rule: str) -> None:
        super().__init__(f"{file}: {field}: {rule}")
        self.file = file
        self.field = field
        self.rule = rule


class VictoryPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Victory Points of matches of ``deals`` deals.

    ``upper_edges``: the greatest difference of totals (inclusive) of 10-10, 11-9 ... 19-1;
    ``verified``: whether the figures were read from the federation's own text; ``source``: where they come from.
    """

    deals: int
    upper_edges: tuple[int, ...]
    verified: bool
    source: str


class Rulebook(msgspec.Struct, frozen=True):
    """A rulebook as the engine uses it.

    ``identifier``: name and version, "FIBUR@1"; ``values``: points of each card, indexed
    by the card; ``bonuses``: points of each kind of burraco it has; ``closing_bonus`` and
    ``pozzetto_penalty``: points; ``victory_points``: table of each number of deals.
    """

    identifier: str
    name: str
    version: int
    federation: str
    values: tuple[int, ...]
    bonuses: Mapping[Kind, int]
    closing_bonus: int
    pozzetto_penalty: int
    pozzetto_penalty_if_nobody_took: bool
    victory_points: Mapping[int, VictoryPoints]


class RulebookFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rulebook as its file holds it; ``card_values`` by rank (``A 2 3 ... K``) and ``jolly``."""

    name: str
    version: int
    federation: str
    source: str
    card_values: dict[str, int]
    burraco_bonuses: dict[Kind, int]
    closing_bonus: int
    pozzetto_penalty: int
    pozzetto_penalty_if_nobody_took: bool
    victory_points: tuple[VictoryPoints, ...]


@cache
def identifiers() -> tuple[str, ...]:
    """The identifiers of all rulebooks there are, by name and version, the newest last."""
    return identifiers_among(entry.name for entry in FOLDER.iterdir())


@cache
def load(identifier: str) -> Rulebook:
    """The rulebook "NAME@VERSION", or the newest version of "NAME".

    Raises ``UnknownRulebook``, and ``InvalidRulebook`` if its file breaks a rule.
    """
    full = identifier if "@" in identifier else newest(identifier, identifiers())
    if full not in identifiers():
        raise UnknownRulebook(identifier)
    if full != identifier:
        return load(full)
    file = f"{full}.json"
    return parse(file, (FOLDER / file).read_bytes())


def identifiers_among(names: Iterable[str]) -> tuple[str, ...]:
    """The identifiers of these file names, by name and version; other files are passed over."""
    found = (name.removesuffix(".json").partition("@") for name in names if name.endswith(".json"))
    versions = sorted((name, int(version)) for name, _, version in found if version.isdecimal())
    return tuple(f"{name}@{version}" for name, version in versions)


def newest(name: str, among: tuple[str, ...]) -> str:
    """The identifier of the newest version of that name; the bare name if there is none."""
    return next((found for found in reversed(among) if found.partition("@")[0] == name), name)


def parse(file: str, data: bytes) -> Rulebook:
    """The rulebook of a file's content, checked; raises ``InvalidRulebook``."""
    try:
        content = msgspec.json.decode(data, type=RulebookFile)
    except msgspec.ValidationError as error:
        field, rule = fault(error, "(file)")
        raise InvalidRulebook(file, field, rule) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidRulebook(file, "(file)", f"not JSON: {error}") from error
    for field, rule in _breaches(file, content):
        raise InvalidRulebook(file, field, rule)
    values = tuple(content.card_values[JOLLY_KEY if card == JOLLY else NOTATION[card][0]] for card in range(JOLLY + 1))
    return Rulebook(
        identifier=f"{content.name}@{content.version}",
        name=content.name,
        version=content.version,
        federation=content.federation,
        values=values,
        bonuses=content.burraco_bonuses,
        closing_bonus=content.closing_bonus,
        pozzetto_penalty=content.pozzetto_penalty,
        pozzetto_penalty_if_nobody_took=content.pozzetto_penalty_if_nobody_took,
        victory_points={table.deals: table for table in content.victory_points},
    )


def _breaches(file: str, content: RulebookFile) -> Iterator[tuple[str, str]]:
    """Each rule the content breaks, as the field and the rule."""
    if not content.name.isalnum():
        yield "name", "must be letters and figures"
    if content.version < 1:
        yield "version", "must be 1 or more"
    if file != f"{content.name}@{content.version}.json":
        yield "version", f"name and version must be those of the file name, not {content.name}@{content.version}"
    if not content.source.strip():
        yield "source", "must say where the figures come from"
    yield from _breaches_of_points(content)
    columns = [table.deals for table in content.victory_points]
    if sorted(columns) != list(DEALS):
        yield "victory_points", f"must have one table for each of 2, 3 and 4 deals, not {columns}"
    for table in content.victory_points:
        yield from _breaches_of_table(table)


def _breaches_of_points(content: RulebookFile) -> Iterator[tuple[str, str]]:
    if set(content.card_values) != set(CARD_KEYS):
        wrong = sorted(set(content.card_values) ^ set(CARD_KEYS))
        yield "card_values", f"must value each of {' '.join(CARD_KEYS)} and nothing else: {' '.join(wrong)}"
    for key, value in content.card_values.items():
        if value < 0:
            yield f"card_values.{key}", "must not be negative"
    for kind in (Kind.PULITO, Kind.SPORCO):
        if kind not in content.burraco_bonuses:
            yield "burraco_bonuses", f"must have {kind.value}: every burraco needs a kind"
    for kind, bonus in content.burraco_bonuses.items():
        if bonus < 0:
            yield f"burraco_bonuses.{kind.value}", "must not be negative"
    if content.closing_bonus < 0:
        yield "closing_bonus", "must not be negative"
    if content.pozzetto_penalty < 0:
        yield "pozzetto_penalty", "must not be negative: it is taken off"


def _breaches_of_table(table: VictoryPoints) -> Iterator[tuple[str, str]]:
    field = f"victory_points[deals={table.deals}]"
    edges = table.upper_edges
    if len(edges) != BANDS:
        yield f"{field}.upper_edges", f"must have {BANDS} upper edges, 10-10 to 19-1, not {len(edges)}"
    if any(edge < 0 for edge in edges):
        yield f"{field}.upper_edges", "must not be negative"
    if any(lower >= upper for lower, upper in pairwise(edges)):
        yield f"{field}.upper_edges", "must rise from band to band"
    if not table.source.strip():
        yield f"{field}.source", "must say where the figures come from"
