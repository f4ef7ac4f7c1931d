# Callbacks, by themselves and with a submitter.
import json
from datetime import datetime

from durable import Json
from parts import caught, fails, tries


def submitted(_callback_id):
    return None


def answer(name=None, **options):
    """The answer to a callback; the input names it unless a name is given."""
    return lambda given, context: context.create_callback(name or given, **options).result()


def between(operate, **options):
    """An operation between the callback's start and its answer."""

    def handler(name, context):
        callback = context.create_callback(name, **options)
        operate(context)
        return callback.result()

    return handler


def before_a_wait(result, **options):
    def handler(name, context):
        value = result(context.create_callback(name, **options))
        context.wait(2)
        return value

    return handler


class Dated:
    @staticmethod
    def load(text):
        value = json.loads(text)
        return {**value, 'timestamp': datetime.fromisoformat(value['timestamp'].replace('Z', '+00:00')).timestamp()}


def doubled(name, context):
    count = context.create_callback(name, serdes=Json).result()
    return {'count': count, 'doubled': count * 2}


def one_by_one(names, context):
    return [context.create_callback(name).result() for name in names]


def together(names, context):
    return [callback.result() for callback in [context.create_callback(name) for name in names]]


def last_first(names, context):
    first, second = [context.create_callback(name) for name in names]
    last = second.result()
    return [first.result(), last]


def asked(name=None, **options):
    return lambda given, context: context.wait_for_callback(submitted, name or given, **options)


def two_asked(_, context):
    context.wait_for_callback(submitted, 'first')
    return context.wait_for_callback(submitted, 'second')


def asked_after_others(name, context):
    context.wait(1)
    step(context)
    return context.wait_for_callback(submitted, name)


def step(context):
    return context.step(lambda _attempt: 'data')


def received(name, context):
    return {'received': context.create_callback(name, serdes=Dated).result()}


HANDLERS = {
    '4-1': answer(),
    '4-2': answer('approval'),
    '4-3': answer(timeout=5),
    '4-4': answer(heartbeat=5),
    '4-5': answer(heartbeat=10),
    '4-6': answer(),
    '4-7': between(step),
    '4-8': between(step, timeout=5),
    '4-9': between(lambda context: context.wait(5)),
    '4-10': between(lambda context: context.wait(5)),
    '4-11': between(lambda context: context.wait(6), timeout=3),
    '4-12': before_a_wait(lambda callback: callback.result()),
    '4-13': before_a_wait(lambda callback: caught(callback.result, 'caught')),
    '4-14': before_a_wait(lambda callback: caught(callback.result, 'caught'), timeout=3),
    '4-15': received,
    '4-16': doubled,
    '4-17': one_by_one,
    '4-18': together,
    '4-19': last_first,
    '7-1': asked(),
    '7-2': asked('approval'),
    '7-3': lambda _, context: context.wait_for_callback(submitted),
    '7-4': asked(),
    '7-5': asked(timeout=3),
    '7-6': lambda name, context: caught(lambda: context.wait_for_callback(submitted, name), 'recovered'),
    '7-7': lambda name, context: context.wait_for_callback(fails, name, retry=tries(2)),
    '7-8': lambda name, context: context.child(lambda child: child.wait_for_callback(submitted, name), 'wrapper'),
    '7-9': two_asked,
    '7-10': asked_after_others,
    '7-11': lambda name, context: context.wait_for_callback(submitted, name, serdes=Json)['status'],
    '7-12': asked(heartbeat=5),
    '7-13': asked(heartbeat=10),
    '7-14': lambda name, context: caught(lambda: context.wait_for_callback(submitted, name, timeout=3), 'timed-out-handled'),
    '7-15': asked(),
}
