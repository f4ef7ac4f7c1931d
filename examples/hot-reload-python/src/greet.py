"""Change it while the emulator runs: the next invocation runs the new code."""

from person import name_of


def handler(event, context):
    return f"hello, {name_of(event)}"
