# Maps and parallel branches.
import json

from batch import Batch, Config, mapped, parallel
from durable import Text
from parts import fail, just

COUNTS = ('successCount', 'failureCount', 'totalCount')
FACTS = ('completionReason', 'status', *COUNTS)


class Fails:
    """Stands for a value of which the branch fails."""


def each(_child, value, _index=0):
    return fail() if value is Fails else value


def uppercase(_child, value, _index):
    return value.upper()


class Wrapped(Text):
    @staticmethod
    def dump(value):
        return f'wrapped:{value}'

    @staticmethod
    def load(text):
        return text[len('wrapped:') :]


class WrappedJson:
    @staticmethod
    def dump(value):
        return json.dumps({'wrapped': value})

    @staticmethod
    def load(text):
        return json.loads(text)['wrapped']


class Whole:
    @staticmethod
    def dump(batch):
        return f"OPSERDE:{','.join(batch.results())}"

    @staticmethod
    def load(text):
        return Batch('ALL_COMPLETED', [(True, value) for value in text[len('OPSERDE:') :].split(',')])


def told_of_map(names, values, **config):
    return lambda _, context: mapped(context, values, each, config=Config(**config)).told(*names)


def told_of_branches(names, values, **config):
    return lambda _, context: together(context, values, **config).told(*names)


def together(context, values, **config):
    return parallel(context, [lambda child, value=value: each(child, value) for value in values], config=Config(**config))


def steps(*values):
    return [just(value) for value in values]


def before_a_wait(run, told):
    def handler(_, context):
        found = run(context)
        context.wait(1)
        return told(found)

    return handler


def second_waits(child, value, index):
    if index == 1:
        child.wait(1)
    return just(value)(child)


def waits(child):
    child.wait(2)
    return 'b1'


def counted(_, context):
    found = together(context, ['a', Fails, 'c'], tolerated=1)
    return {
        'hasFailure': len(found.errors()) > 0,
        'successCount': len(found.results()),
        'failureCount': len(found.errors()),
        'errorCount': len(found.errors()),
    }


HANDLERS = {
    '9-1': lambda names, context: mapped(context, names, lambda child, name, _index: just(f'Hello, {name}!')(child)).results(),
    '9-2': lambda values, context: mapped(context, values, lambda _child, value, _index: value * 2, None).results(),
    '9-3': lambda values, context: mapped(context, values, lambda _child, value, index: value + index).results(),
    '9-4': lambda values, context: mapped(context, values, each).results(),
    '9-5': told_of_map(FACTS, ['ok', Fails, 'never'], tolerated=0),
    '9-6': lambda _, context: mapped(context, [Fails, 'never'], each, config=Config(tolerated=0)).raise_if_error(),
    '9-7': told_of_map(('completionReason', 'successCount', 'totalCount'), ['a', 'b', 'c', 'd'], min_successful=2),
    '9-8': told_of_map(FACTS, ['a', Fails, 'c'], tolerated=1),
    '9-9': told_of_map(('completionReason', *COUNTS), [Fails, Fails, 'c'], tolerated=1),
    '9-10': told_of_map(('completionReason', *COUNTS), [Fails, Fails, 'c', 'd'], tolerated_percentage=25),
    '9-11': lambda _, context: mapped(context, ['r0', 'r1', 'r2'], each, config=Config(at_once=2)).results(),
    '9-12': lambda _, context: mapped(
        context, ['fa', 'fb'], lambda child, value, _index: just(value)(child), config=Config(is_flat=True)
    ).results(),
    '9-13': lambda values, context: mapped(
        context, values, lambda _child, value, _index: value * 10, 'named-items', item_name=lambda value: f'item-{value}'
    ).results(),
    '9-14': lambda _, context: mapped(context, ['x', 'y'], uppercase, config=Config(item_serdes=Wrapped)).results(),
    '9-15': lambda _, context: mapped(context, ['r0', 'r1'], second_waits).results(),
    '9-16': told_of_map(('successCount', 'totalCount'), ['l' * 70_000] * 4),
    '9-17': before_a_wait(lambda context: mapped(context, ['a', 'b'], uppercase), Batch.results),
    '9-18': before_a_wait(
        lambda context: mapped(context, ['ok', Fails], each, config=Config(tolerated=1)), lambda found: found.told(*FACTS)
    ),
    '9-19': lambda _, context: mapped(context, ['x', 'y'], uppercase, serdes=Whole).results(),
    '9-20': before_a_wait(lambda context: mapped(context, ['x', 'y'], uppercase, serdes=Whole), Batch.results),
    '8-1': lambda _, context: parallel(context, steps('task-1', 'task-2')).results(),
    '8-2': lambda _, context: parallel(context, [lambda _child: 'alpha', lambda _child: 'beta'], None).results(),
    '8-3': lambda _, context: parallel(context, [('first', lambda _child: 'one'), ('second', lambda _child: 'two')]).results(),
    '8-4': lambda _, context: together(context, ['hello', 42, {'k': 'v'}]).results(),
    '8-5': lambda _, context: together(context, []).results(),
    '8-6': told_of_branches(FACTS, ['ok', Fails, 'never'], tolerated=0),
    '8-7': lambda _, context: together(context, [Fails, 'never'], tolerated=0).raise_if_error(),
    '8-8': told_of_branches(('completionReason', 'successCount', 'totalCount'), ['a', 'b', 'c', 'd'], min_successful=2),
    '8-9': told_of_branches(FACTS, ['a', Fails, 'c'], tolerated=1),
    '8-10': told_of_branches(('completionReason', *COUNTS), [Fails, Fails, 'c'], tolerated=1),
    '8-11': lambda _, context: together(context, ['r0', 'r1', 'r2'], at_once=2).results(),
    '8-12': lambda _, context: parallel(context, steps('fa', 'fb'), config=Config(is_flat=True)).results(),
    '8-13': told_of_branches(('completionReason', *COUNTS), [Fails, Fails, 'c', 'd'], tolerated_percentage=25),
    '8-14': lambda _, context: parallel(context, [just('b0'), waits], config=Config(at_once=2)).results(),
    '8-15': lambda _, context: together(context, ['x', 'y'], item_serdes=WrappedJson).results(),
    '8-16': told_of_branches(FACTS, [Fails] * 3, tolerated=3),
    '8-17': told_of_branches(FACTS, ['a', Fails, 'c'], min_successful=3),
    '8-18': told_of_branches(FACTS, [Fails, Fails, 'c', 'd'], min_successful=3, tolerated=1),
    '8-19': lambda _, context: together(context, ['a', 'b'], at_once=0).results(),
    '8-20': counted,
    '8-21': lambda _, context: parallel(
        context, [lambda outer: parallel(outer, steps('i1', 'i2'), 'inner').results()], 'outer'
    ).results(),
    '8-22': told_of_branches(FACTS, [Fails, 'b', 'c', 'd'], tolerated_percentage=25),
}
