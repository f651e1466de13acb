"""Does what a message asks, so that tests can drive every part of the stack."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import boto3
from botocore.exceptions import ClientError


class Door:
    def __init__(self, environ, clock):
        self.environ, self.clock = environ, clock
        self.released = threading.Event()
        self.notes = boto3.resource("dynamodb").Table(environ["NOTES_TABLE"])
        self.sqs = boto3.client("sqs")
        self.sockets = boto3.client("apigatewaymanagementapi", endpoint_url=environ["CONNECTIONS_URL"])

    def __call__(self, event, context):
        kind = event["requestContext"]["eventType"].lower()
        return getattr(self, kind)(event, event["requestContext"])

    def connect(self, event, request):
        self.notes.put_item(Item={"id": "connect", "event": json.dumps(event)})
        if event.get("queryStringParameters", {}).get("full"):
            return {"statusCode": 409}
        return {"statusCode": 200, "headers": {"Sec-WebSocket-Protocol": "circolo.v1"}}

    def disconnect(self, event, request):
        self.notes.put_item(Item={"id": "disconnect", "event": json.dumps(event)})
        return {"statusCode": 200}

    def message(self, event, request):
        command = json.loads(event["body"])
        answer = getattr(self, f"do_{command['do']}")(command, event)
        if answer is not None:
            self.push(request["connectionId"], answer)
        return {"statusCode": 200}

    def push(self, connection, content):
        self.sockets.post_to_connection(ConnectionId=connection, Data=json.dumps(content).encode())

    def do_event(self, command, event):
        return event

    def do_greet(self, command, event):
        return {"greeting": self.environ["GREETING"], "now": self.clock()}

    def do_fail(self, command, event):
        raise RuntimeError("as asked")

    def do_silence(self, command, event):
        return None

    def do_push(self, command, event):
        try:
            self.push(command["to"], "x" * command.get("size", 1))
        except self.sockets.exceptions.GoneException as error:
            return {"error": "gone", "status": error.response["ResponseMetadata"]["HTTPStatusCode"]}
        except ClientError as error:
            return {"error": error.response["Error"]["Code"]}
        return {"pushed": command["to"]}

    def do_push_in_parallel(self, command, event):
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda to: self.push(to, "hello"), command["to"]))

    def do_describe(self, command, event):
        told = self.sockets.get_connection(ConnectionId=command["who"])
        return {"ip": told["Identity"]["SourceIp"], "since": told["ConnectedAt"].isoformat()}

    def do_drop(self, command, event):
        self.sockets.delete_connection(ConnectionId=command["who"])
        return {"dropped": command["who"]}

    def do_later(self, command, event):
        body = json.dumps(command["what"])
        sent = self.sqs.send_message(
            QueueUrl=self.environ["BELL_QUEUE_URL"],
            MessageBody=body,
            DelaySeconds=command["seconds"],
            MessageAttributes={"kind": {"DataType": "String", "StringValue": "toy"}},
        )
        return {"id": sent["MessageId"]}

    def do_wait(self, command, event):
        """Does not end until another message says ``release``."""
        return {"released": self.released.wait(timeout=5)}

    def do_release(self, command, event):
        self.released.set()
        return {"release": True}

    def do_count(self, command, event):
        """Read, add one, write if nobody has written between: again until it holds."""
        while True:
            seen = self.notes.get_item(Key={"id": "count"}, ConsistentRead=True).get("Item", {}).get("n", 0)
            try:
                self.notes.put_item(
                    Item={"id": "count", "n": seen + 1},
                    ConditionExpression="attribute_not_exists(id) OR n = :seen",
                    ExpressionAttributeValues={":seen": seen},
                )
            except ClientError as error:
                if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
                    raise
            else:
                return {"count": int(seen) + 1}


def handler(event, context):
    raise NotImplementedError


handler.start = Door  # type: ignore[attr-defined]
