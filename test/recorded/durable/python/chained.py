# Chained invocations of other functions.
import json

from durable import Json
from parts import caught, just

ECHO = 'echo:$LATEST'
FAILS = 'fails:$LATEST'
LARGE = 'x' * 200_000


class UpperOut(Json):
    @staticmethod
    def dump(value):
        return json.dumps(value).upper()


class UpperIn(Json):
    @staticmethod
    def load(text):
        return json.loads(text).upper()


def echo(payload, context, **options):
    return context.invoke(ECHO, payload, 'echo', **options)


def before_a_wait(run):
    def handler(_, context):
        value = run(context)
        context.wait(1)
        return value

    return handler


HANDLERS = {
    '5-1': echo,
    '5-2': lambda given, context: context.invoke(ECHO, given['payload'], given['name']),
    '5-3': echo,
    '5-4': echo,
    '5-5': lambda _, context: context.invoke(FAILS, {}),
    '5-6': lambda _, context: caught(lambda: context.invoke(FAILS, {}), 'fallback'),
    '5-7': lambda _, context: len(echo(LARGE, context)),
    '5-8': lambda given, context: context.invoke('tenants:$LATEST', given['payload'], 'tenant', given['tenantId']),
    '5-9': before_a_wait(lambda context: echo('once', context)),
    '5-10': before_a_wait(lambda context: caught(lambda: context.invoke(FAILS, {}), 'caught')),
    '5-11': lambda _, context: echo(just('from a step')(context), context),
    '5-12': lambda _, context: just(echo('to a step', context))(context),
    '5-13': lambda _, context: context.child(lambda child: echo('in a context', child)),
    '5-14': lambda _, context: [echo('one', context), echo('two', context)],
    '5-15': lambda payload, context: echo(payload, context, payload_serdes=UpperOut),
    '5-16': lambda payload, context: echo(payload, context, serdes=UpperIn),
}
