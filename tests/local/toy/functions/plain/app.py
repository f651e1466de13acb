"""A handler without ``start``: it is called as it is."""

import os


def handler(event, context):
    return {
        "word": os.environ["PLAIN_WORD"],
        "event": event,
        "left": context.get_remaining_time_in_millis(),
        "request": context.aws_request_id,
    }
