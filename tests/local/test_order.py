"""In which order messages are handled: any, as in the cloud, or one connection's own if so asked."""

from local.clock import FakeClock
from local.stack import Stack
from tests.local.client import TOY, opened


def test_messages_of_a_connection_do_not_wait_for_each_other(connect):
    client = connect("anna")

    client.tell("wait")
    client.tell("release")

    answers = [client.hear(), client.hear()]
    assert {"released": True} in answers
    assert {"release": True} in answers


def test_in_order_they_do_and_other_connections_do_not():
    with (
        Stack(TOY, clock=FakeClock(), ordered=True) as stack,
        opened(stack, stack.token("anna")) as anna,
        opened(stack, stack.token("bruno")) as bruno,
    ):
        anna.tell("wait")
        anna.tell("greet")
        bruno.ask("release")
        answers = [anna.hear(), anna.hear()]

    assert answers[0] == {"released": True}
    assert answers[1]["greeting"] == "hello"
