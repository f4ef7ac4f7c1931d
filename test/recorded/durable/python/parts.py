# The parts of handlers that several requirements need.
import os
import re

from durable import Text, never


def fail(message='on purpose'):
    raise RuntimeError(message)


def fails(*_given):
    fail()


def at(attempt, value):
    """Succeeds with the value at that attempt, and fails before."""
    return lambda now: fail() if now < attempt else value


def tries(most):
    """Tries again after a second, up to so many attempts."""
    return lambda _error, attempt: 1 if attempt < most else None


def caught(run, value):
    """The result of `run`, or the value where it fails."""
    try:
        return run()
    except Exception:
        return value


def just(value):
    """A context with one step."""
    return lambda child: child.step(lambda _attempt: value)


def crash_once(context):
    """Ends the process where the execution comes by for the first time."""
    mark = '/tmp/' + re.sub(r'\W', '-', context.execution.arn)[-60:]
    if not os.path.exists(mark):
        open(mark, 'w').close()
        os._exit(1)


class Upper(Text):
    @staticmethod
    def dump(value):
        return value.upper()


__all__ = ['Upper', 'at', 'caught', 'crash_once', 'fail', 'fails', 'just', 'never', 'tries']
