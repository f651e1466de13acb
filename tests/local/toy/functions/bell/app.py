"""Notes down each message and tick with the instant; a message ``fail`` is reported, ``crash`` raises."""

import json

import boto3


def start(environ, clock):
    notes = boto3.resource("dynamodb").Table(environ["NOTES_TABLE"])

    def note(name, event):
        key = f"bell#{name}"
        notes.update_item(
            Key={"id": key},
            UpdateExpression="SET rung = list_append(if_not_exists(rung, :none), :now), event = :event",
            ExpressionAttributeValues={":none": [], ":now": [clock()], ":event": json.dumps(event)},
        )

    def invoke(event, context):
        if "Records" not in event:
            note(event.get("tick") or event["source"], event)
            return None
        failed = []
        for record in event["Records"]:
            word = json.loads(record["body"])
            note(word, event)
            if word == "crash":
                raise RuntimeError("as asked")
            if word.startswith("fail"):
                failed.append({"itemIdentifier": record["messageId"]})
        return {"batchItemFailures": failed}

    return invoke


def handler(event, context):
    raise NotImplementedError


handler.start = start  # type: ignore[attr-defined]
