"""``python -m circolo.desk COMMAND < rows.jsonl > answers.jsonl``."""

import signal
import sys

from circolo.desk.command_line import run

if __name__ == "__main__":
    # As other filters do: the end of a reader and Ctrl-C end the desk without a word.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run(sys.argv[1:], sys.stdin.buffer, sys.stdout.buffer))
