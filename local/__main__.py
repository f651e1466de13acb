"""``python -m local``: the card room on this machine, until it is stopped."""

import argparse
import logging
import signal
import sys
import threading
from pathlib import Path

from local.stack import ROOT, Stack


def main() -> int:
    """Start the stack, print its address, wait for Ctrl-C or SIGTERM, stop it."""
    arguments = _arguments()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    print(f"Creating the stack of {arguments.template.name} on this machine ...", flush=True)
    stack = Stack(
        arguments.template,
        host=arguments.host,
        port=arguments.port,
        spare_port=True,
        parameters={"LogLevel": arguments.log_level},
    )
    with stack:
        deployment = stack.deployment
        print(f"  tables     {', '.join(deployment.tables)}")
        print(f"  queues     {', '.join(deployment.queues)}")
        for name in stack.functions:
            print(f"  function   {name}", flush=True)
            stack.functions.start(name)
        if stack.schedules.not_run:
            print(f"  not run    schedules by cron: {', '.join(stack.schedules.not_run)}")
        print(f"  sockets    {stack.socket_url}")
        if arguments.port and not stack.url.endswith(f":{arguments.port}"):
            print(f"  port {arguments.port} was taken, another one was picked")
        print(f"\nOpen {stack.url}/ in a browser. Ctrl-C stops everything; nothing is kept.", flush=True)
        stopped.wait()
        print("\nStopping ...", flush=True)
    print("Stopped.")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m local", description="The whole stack on this machine.")
    parser.add_argument("--port", type=int, default=8080, help="port to listen on (another is picked if taken)")
    parser.add_argument("--host", default="127.0.0.1", help="address to bind (default: this machine only)")
    parser.add_argument("--template", type=Path, default=ROOT / "template.yaml", help="template to run")
    parser.add_argument("--log-level", default="WARNING", help="least severe message the functions log")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
