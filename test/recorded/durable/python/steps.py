# Steps and waits.
import os

from parts import Upper, at, caught, fails, just, never, tries


class TransientError(Exception):
    pass


def transient(_attempt=0):
    raise TransientError('soon')


def greet(name):
    return lambda _attempt: f'Hello, {name}!'


def crash(_attempt=0):
    os._exit(1)


def after_a_wait(value, seconds):
    def handler(_, context):
        kept = just(value)(context)
        context.wait(seconds)
        return kept

    return handler


def chained_steps(_, context):
    first = context.step(lambda _attempt: 'first')
    return context.step(lambda _attempt: f'{first}_second')


def logged(name, context):
    def run(_attempt):
        print(name)
        return f'Hello, {name}!'

    return context.step(run)


def caught_before_a_wait(_, context):
    caught(lambda: context.step(fails, retry=never), None)
    context.wait(1)


def fallback(_, context):
    caught(lambda: context.step(fails, retry=never), None)
    return context.step(lambda _attempt: 'fallback_result')


def two_waits(_, context):
    context.wait(2, 'wait-1')
    context.wait(2, 'wait-2')
    return {'completedWaits': 2}


HANDLERS = {
    '1-1': lambda name, context: context.step(greet(name)),
    '1-2': lambda name, context: context.step(greet(name), 'custom_step_name'),
    '1-3': chained_steps,
    '1-4': lambda user, context: context.step(lambda _attempt: {'user': user, 'count': len(user['tags'])}),
    '1-5': lambda _, context: context.step(lambda _attempt: None),
    '1-6': lambda value, context: context.step(lambda _attempt: value, serdes=Upper),
    '1-7': logged,
    '1-8': after_a_wait('computed', 2),
    '1-9': after_a_wait('cached_value', 1),
    '1-10': caught_before_a_wait,
    '1-11': lambda _, context: context.step(at(2, 'Operation succeeded'), retry=tries(2)),
    '1-12': lambda _, context: context.step(fails, retry=tries(4)),
    '1-13': lambda _, context: context.step(at(3, 'done')),
    '1-14': lambda _, context: context.step(at(3, 'done'), retry=lambda _error, attempt: 2 * 3 ** (attempt - 1)),
    '1-15': lambda _, context: context.step(
        lambda attempt: transient() if attempt == 1 else 'done', retry=lambda error, _attempt: 1 if isinstance(error, TransientError) else None
    ),
    '1-16': lambda _, context: context.step(transient, retry=lambda error, _attempt: None if isinstance(error, TransientError) else 1),
    '1-17': lambda _, context: context.step(crash, 'at_most_once_flaky_step', retry=never, at_most_once=True),
    '1-18': lambda _, context: context.step(
        lambda attempt: crash() if attempt == 1 else 'succeeded on second attempt', retry=tries(2), at_most_once=True
    ),
    '1-19': lambda _, context: context.step(fails, retry=never),
    '1-20': fallback,
    '2-1': lambda _, context: context.wait(2),
    '2-2': lambda _, context: context.wait(2, 'custom_wait_name'),
    '2-3': two_waits,
    '2-4': lambda _, context: context.wait(60),
    '2-5': lambda _, context: context.wait(3600),
}
