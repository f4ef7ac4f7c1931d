# Child contexts.
from parts import Upper, at, caught, crash_once, fails, just, never, tries


def two_steps(value, context):
    def run(child):
        first = child.step(lambda _attempt: value)
        return child.step(lambda _attempt: first)

    return context.child(run, 'two')


def caught_before_a_step(value, context):
    caught(lambda: context.child(lambda child: child.step(fails, retry=never)), None)
    return just(value)(context)


def nested(value, context):
    def outer(child):
        just(value)(child)
        return child.child(just(value), 'inner')

    return context.child(outer, 'outer')


def before_a_wait(value, context):
    kept = context.child(just(value))
    context.wait(2)
    return kept


def mixed(value, context):
    def run(child):
        just(value)(child)
        child.wait(2)
        return value

    return context.child(run, 'mixed')


def large(value, context):
    kept = context.child(lambda child: just(value)(child).ljust(300_000, '.'), 'large')
    context.wait(2)
    return len(kept)


def interrupted(value, context):
    def run(_attempt):
        context.execution.flush()
        crash_once(context)
        return value

    return context.child(lambda child: child.step(run))


def waits(value):
    def run(child):
        child.wait(2)
        return value

    return run


def before_a_step(value, context):
    kept = context.child(waits(value), 'waits')
    return just(kept)(context)


def logged(value, context):
    def run(_child):
        print(value)
        return value

    kept = context.child(run, 'logs')
    context.wait(2)
    return kept


def several(value, context):
    def run(child):
        just(value)(child)
        child.wait(2)
        return value

    kept = context.child(run, 'inner')
    just(kept)(context)
    context.wait(2)
    return kept


HANDLERS = {
    '3-1': lambda value, context: context.child(just(value)),
    '3-2': lambda given, context: context.child(just(given['value']), given['name']),
    '3-3': two_steps,
    '3-4': lambda _, context: context.child(lambda child: child.step(fails, retry=never), 'fails'),
    '3-5': caught_before_a_step,
    '3-6': nested,
    '3-7': lambda value, context: context.child(lambda child: child.step(at(2, value), retry=tries(2)), 'again'),
    '3-8': lambda _, context: context.child(lambda child: child.step(fails, retry=tries(2)), 'never'),
    '3-9': before_a_wait,
    '3-10': mixed,
    '3-11': large,
    '3-12': interrupted,
    '3-13': before_a_step,
    '3-14': lambda value, context: context.child(just(value), 'upper', serdes=Upper),
    '3-15': lambda _, context: context.child(fails, 'fails'),
    '3-16': lambda _, context: context.child(lambda _child: None, 'nothing'),
    '3-17': logged,
    '3-18': several,
}
