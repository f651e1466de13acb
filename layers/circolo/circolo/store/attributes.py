"""Attribute types that refuse what must never be stored: floats, empty texts, empty blobs."""

from typing import Any

from pynamodb.attributes import Attribute, BinaryAttribute, UnicodeAttribute
from pynamodb.constants import NUMBER


class Integer(Attribute[int]):
    """A whole number; floats and booleans raise ``ValueError``."""

    attr_type = NUMBER

    def serialize(self, value: Any) -> str:
        """The number as DynamoDB takes it."""
        if type(value) is not int:
            raise ValueError(f"attribute {self.attr_name!r} holds whole numbers, not {type(value).__name__}")
        return str(value)

    def deserialize(self, value: Any) -> int:
        """The number; one that is not whole raises ``ValueError``."""
        return int(value)


class Text(UnicodeAttribute):
    """A text of at least one character."""

    def serialize(self, value: Any) -> Any:
        """The text as DynamoDB takes it."""
        if not isinstance(value, str) or not value:
            raise ValueError(f"attribute {self.attr_name!r} holds a text that is not empty")
        return value


class Blob(BinaryAttribute):
    """At least one byte, opaque to the store."""

    def __init__(self, **options: Any) -> None:
        super().__init__(legacy_encoding=False, **options)

    def serialize(self, value: Any) -> Any:
        """The bytes as DynamoDB takes them."""
        if not isinstance(value, bytes) or not value:
            raise ValueError(f"attribute {self.attr_name!r} holds bytes, at least one")
        return value
