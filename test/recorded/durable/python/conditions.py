# Conditions that are polled.
from durable import Text
from parts import caught, fail, fails


def below(most, seconds=1):
    return lambda state, _attempt: seconds if state < most else None


def increment(state):
    return state + 1


def always(_state, _attempt):
    return 1


def three_at_most(_state, attempt):
    return fail('too many attempts') if attempt >= 3 else 1


def polled(state):
    return {'status': 'DONE' if state['attempts'] == 1 else 'PENDING', 'attempts': state['attempts'] + 1}


class Marked(Text):
    @staticmethod
    def dump(value):
        return f'state:{value}'

    @staticmethod
    def load(text):
        return text[len('state:') :]


def before_a_step(most, context):
    reached = context.wait_for_condition(increment, 0, below(most))
    return context.step(lambda _attempt: reached * 10)


def one_after_the_other(_, context):
    reached = context.wait_for_condition(increment, 0, below(2))
    return context.wait_for_condition(increment, reached, below(4))


HANDLERS = {
    '6-1': lambda most, context: context.wait_for_condition(increment, 0, below(most)),
    '6-2': lambda most, context: context.wait_for_condition(lambda state: state, 5, below(most)),
    '6-3': lambda most, context: context.wait_for_condition(increment, 0, below(most), 'poll-status'),
    '6-4': lambda most, context: context.wait_for_condition(increment, 5, below(most)),
    '6-5': lambda most, context: context.wait_for_condition(increment, 0, below(most, 2)),
    '6-6': lambda _, context: context.wait_for_condition(increment, 0, three_at_most),
    '6-7': lambda _, context: context.wait_for_condition(fails, 0, always),
    '6-8': lambda _, context: caught(lambda: context.wait_for_condition(fails, 0, always), 'recovered'),
    '6-9': lambda _, context: context.wait_for_condition(
        polled, {'status': 'PENDING', 'attempts': 0}, lambda state, _attempt: 1 if state['status'] == 'PENDING' else None
    ),
    '6-10': lambda _, context: context.wait_for_condition(lambda _state: None, 0, lambda _state, _attempt: None),
    '6-11': lambda _, context: context.wait_for_condition(
        lambda state: f'{state}x', '', lambda state, _attempt: 1 if len(state) < 2 else None, serdes=Marked
    ),
    '6-12': before_a_step,
    '6-13': one_after_the_other,
}
