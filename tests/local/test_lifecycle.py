"""Stacks start and stop one after another in a process and leave nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request

import boto3
import pytest
from moto.dynamodb.responses import DynamoHandler

from local.clock import FakeClock
from local.stack import ROOT, Stack
from tests.local.client import TOY, opened


def test_a_stopped_stack_leaves_no_thread_patch_socket_or_environment():
    threads, environment = set(threading.enumerate()), dict(os.environ)
    patched = DynamoHandler.call_action

    with Stack(TOY) as stack:
        stack.invoke("Plain", {})
        port = int(stack.url.rsplit(":", 1)[1])

    assert set(threading.enumerate()) == threads
    assert dict(os.environ) == environment
    assert DynamoHandler.call_action is patched
    socket.create_server(("127.0.0.1", port)).close()


def test_the_next_stack_starts_empty_and_works():
    for _ in range(2):
        with Stack(TOY, clock=FakeClock()) as stack:
            table = boto3.resource("dynamodb").Table(stack.deployment.tables["NotesTable"])
            assert table.scan()["Count"] == 0
            table.put_item(Item={"id": "left"})


def test_a_second_start_is_quick():
    with Stack(TOY, clock=FakeClock()):
        pass

    begun = time.process_time()
    with Stack(TOY, clock=FakeClock()):
        taken = time.process_time() - begun

    assert taken < 1


def test_only_one_stack_runs_at_a_time(stack):
    with pytest.raises(RuntimeError, match="another local stack"):
        Stack(TOY).start()

    assert stack.invoke("Plain", {})["word"] == "plain"


def test_a_start_that_fails_undoes_what_it_did(tmp_path):
    threads, environment = set(threading.enumerate()), dict(os.environ)
    (tmp_path / "template.yaml").write_text("Resources: {F: {Type: 'AWS::Serverless::Function', Properties: {}}}")

    with pytest.raises(Exception, match=r"Runtime|Handler|F"):
        Stack(tmp_path / "template.yaml").start()

    assert set(threading.enumerate()) == threads
    assert dict(os.environ) == environment
    with Stack(TOY, clock=FakeClock()) as stack:
        assert stack.invoke("Plain", {})["word"] == "plain"


def test_a_taken_port_is_an_error_unless_a_spare_one_will_do():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(OSError, match="in use"):
            Stack(TOY, port=port).start()
        with Stack(TOY, port=port, spare_port=True) as stack:
            assert not stack.url.endswith(f":{port}")


def test_only_this_machine_is_served_unless_told(stack):
    assert stack.url.startswith("http://127.0.0.1:")


def test_the_environment_holds_no_real_account(stack):
    assert os.environ["AWS_ACCESS_KEY_ID"] == "FOOBARKEY"
    assert "AWS_PROFILE" not in os.environ


def test_with_the_real_clock_messages_are_delivered_by_themselves():
    with Stack(TOY, patience=10) as stack:
        heard = threading.Event()
        invoke = stack.queues._invoke

        def listen(function, event):
            response = invoke(function, event)
            heard.set()
            return response

        stack.queues._invoke = listen
        url = stack.queue("BellQueue").settings.url

        boto3.client("sqs").send_message(QueueUrl=url, MessageBody='"ding"', DelaySeconds=0)

        assert heard.wait(timeout=10)


def test_a_real_clock_cannot_be_advanced():
    with Stack(TOY) as stack, pytest.raises(TypeError):
        stack.advance(seconds=1)


def test_what_does_not_end_is_an_error_when_patience_is_over():
    with (
        Stack(TOY, clock=FakeClock(), patience=0.05) as stack,
        opened(stack, stack.token("anna")) as client,
    ):
        client.tell("wait")

        with pytest.raises(TimeoutError, match="1 invocation"):
            stack.settle()

        client.tell("release")


def test_a_stopped_stack_can_be_started_again():
    stack = Stack(TOY, clock=FakeClock())
    for _ in range(2):
        with stack, opened(stack, stack.token("anna")) as client:
            assert client.ask("count") == {"count": 1}


@pytest.mark.slow
def test_the_command_serves_until_it_is_told_to_stop():
    command = [sys.executable, "-m", "local", "--port", "0", "--template", str(TOY)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = iter(process.stdout.readline, "")
        address = next(line.split()[1] for line in told if line.startswith("Open "))
        with urllib.request.urlopen(address, timeout=5) as page:
            content = page.read()
        process.send_signal(signal.SIGTERM)
        rest = list(told)

    assert content == b"<p>toy</p>\n"
    assert rest[-1] == "Stopped.\n"
    assert process.returncode == 0
