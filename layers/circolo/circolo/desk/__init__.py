"""The operator's desk: the rules as a tool, on the command line and as a Lambda function.

``registry`` is the one list of commands; command line, function, help and event files follow from it.
"""
