# Durable functions in Python: what has happened is returned, what has not is done and kept; what must wait suspends the invocation.
import hashlib
import json

from service import Execution

# A longer result of a context is not kept: its function runs again with the results of its children.
MOST_BYTES = 256 * 1024


class Suspended(BaseException):
    """Nothing is left to do in this invocation."""


class Failed(Exception):
    """An operation has failed, now or in an earlier invocation."""

    def __init__(self, error):
        super().__init__(error.get('ErrorMessage', ''))
        self.error = error


class Interrupted(Exception):
    """The process ended within a step that may run once only."""


class Json:
    dump = staticmethod(json.dumps)

    @staticmethod
    def load(text):
        return None if text is None else json.loads(text)


class Text:
    dump = staticmethod(str)

    @staticmethod
    def load(text):
        return text


def error_of(error):
    return error.error if isinstance(error, Failed) else {'ErrorType': type(error).__name__, 'ErrorMessage': str(error)}


def never(_error, _attempt):
    return None


def usual(_error, attempt):
    """Seconds until the next attempt: half of a pause that doubles, six attempts in all."""
    return min(60, 5 * 2 ** (attempt - 1)) // 2 if attempt < 6 else None


def durable(handler):
    def invoke(event, _context):
        execution = Execution(event)
        try:
            answer = {'Status': 'SUCCEEDED', 'Result': json.dumps(handler(execution.input, Context(execution)))}
        except Suspended:
            answer = {'Status': 'PENDING'}
        except Exception as error:
            answer = {'Status': 'FAILED', 'Error': error_of(error)}
        execution.flush()
        return answer

    return invoke


class Context:
    """`path`: tells the operations of branches apart that share the context `parent`."""

    def __init__(self, execution, parent=None, path=None):
        self.execution = execution
        self._parent = parent
        self._path = path or parent or ''
        self._count = 0

    def step(self, run, name=None, retry=usual, at_most_once=False, serdes=Json):
        """`run` is given the number of the attempt; `retry` answers the seconds until the next one, or None."""
        about = self._about('STEP', 'Step', name)
        known = self.execution.get(about['Id'])
        if is_over(known):
            return outcome(known, 'StepDetails', serdes)
        attempt, status = self._attempt(known)
        try:
            if status == 'STARTED' and at_most_once:
                raise Interrupted('The step was interrupted.')
            if status != 'STARTED':
                (self.execution.checkpoint if at_most_once else self.execution.note)({**about, 'Action': 'START'})
            text = serdes.dump(run(attempt))
        except Exception as error:
            delay = retry(error, attempt)
            self._fail(about, error) if delay is None else self._again(about, delay, Error=error_of(error))
        self.execution.checkpoint({**about, 'Action': 'SUCCEED', 'Payload': text})
        return serdes.load(text)

    def wait_for_condition(self, check, initial, goes_on, name=None, serdes=Json):
        """`goes_on` is given a state and the number of the attempt; it answers the seconds until the next one, or None."""
        about = self._about('STEP', 'WaitForCondition', name)
        known = self.execution.get(about['Id'])
        if is_over(known):
            return outcome(known, 'StepDetails', serdes)
        attempt, status = self._attempt(known)
        kept = (known or {}).get('StepDetails', {}).get('Result')
        if status != 'STARTED':
            self.execution.note({**about, 'Action': 'START'})
        try:
            text = serdes.dump(check(initial if kept is None else serdes.load(kept)))
            delay = goes_on(serdes.load(text), attempt)
        except Exception as error:
            self._fail(about, error)
        if delay is not None:
            self._again(about, delay, Payload=text)
        self.execution.checkpoint({**about, 'Action': 'SUCCEED', 'Payload': text})
        return serdes.load(text)

    def wait(self, seconds, name=None):
        about = self._about('WAIT', 'Wait', name)
        if not self.execution.get(about['Id']):
            self.execution.checkpoint({**about, 'Action': 'START', 'WaitOptions': {'WaitSeconds': seconds}})
        if not is_over(self.execution.get(about['Id'])):
            raise Suspended

    def create_callback(self, name=None, timeout=0, heartbeat=0, serdes=Text):
        about = self._about('CALLBACK', 'Callback', name)
        if not self.execution.get(about['Id']):
            options = {'TimeoutSeconds': timeout, 'HeartbeatTimeoutSeconds': heartbeat}
            self.execution.checkpoint({**about, 'Action': 'START', 'CallbackOptions': options})
        return Callback(self.execution, about['Id'], serdes)

    def wait_for_callback(self, submit, name=None, retry=usual, **options):
        def asked(child):
            callback = child.create_callback(**options)
            child.step(lambda _attempt: submit(callback.id), retry=retry)
            return callback.result()

        return self.child(asked, name, 'WaitForCallback')

    def invoke(self, function, payload, name=None, tenant=None, payload_serdes=Json, serdes=Json):
        about = self._about('CHAINED_INVOKE', 'ChainedInvoke', name)
        if not self.execution.get(about['Id']):
            options = {'FunctionName': function, **({'TenantId': tenant} if tenant else {})}
            text = payload_serdes.dump(payload)
            self.execution.checkpoint({**about, 'Action': 'START', 'Payload': text, 'ChainedInvokeOptions': options})
        known = self.execution.get(about['Id'])
        if not is_over(known):
            raise Suspended
        return outcome(known, 'ChainedInvokeDetails', serdes)

    def child(self, run, name=None, sub_type='RunInChildContext', serdes=Json):
        about = self._about('CONTEXT', sub_type, name)
        known = self.execution.get(about['Id'])
        again = is_over(known) and known.get('ContextDetails', {}).get('ReplayChildren')
        if is_over(known) and not again:
            return outcome(known, 'ContextDetails', serdes)
        if not known:
            self.execution.note({**about, 'Action': 'START'})
        try:
            value = run(Context(self.execution, about['Id']))
        except Exception as error:
            self._fail(about, error)
        if again:
            return value
        text = serdes.dump(value)
        is_large = len(text.encode()) > MOST_BYTES
        kept = {'Payload': '', 'ContextOptions': {'ReplayChildren': True}} if is_large else {'Payload': text}
        self.execution.checkpoint({**about, 'Action': 'SUCCEED', **kept})
        return value if is_large else serdes.load(text)

    def branch(self, number):
        """A context for operations of this one's own, beside those of other branches."""
        return Context(self.execution, self._parent, f'{self._path}/{number}')

    def _about(self, kind, sub_type, name):
        self._count += 1
        # At most 64 characters
        operation_id = hashlib.blake2b(f'{self._path}-{self._count}'.encode(), digest_size=16).hexdigest()
        facts = {'Id': operation_id, 'Type': kind, 'SubType': sub_type, 'Name': name, 'ParentId': self._parent}
        return {member: value for member, value in facts.items() if value is not None}

    def _attempt(self, known):
        status = known and known['Status']
        if status == 'PENDING':
            raise Suspended
        return (known or {}).get('StepDetails', {}).get('Attempt', 0) + 1, status

    def _again(self, about, seconds, **what):
        self.execution.checkpoint({**about, 'Action': 'RETRY', 'StepOptions': {'NextAttemptDelaySeconds': max(1, seconds)}, **what})
        raise Suspended

    def _fail(self, about, error):
        self.execution.checkpoint({**about, 'Action': 'FAIL', 'Error': error_of(error)})
        raise Failed(error_of(error)) from error


class Callback:
    def __init__(self, execution, operation_id, serdes):
        self._execution, self._operation_id, self._serdes = execution, operation_id, serdes

    @property
    def id(self):
        return self._execution.get(self._operation_id)['CallbackDetails']['CallbackId']

    def result(self):
        known = self._execution.get(self._operation_id)
        if not is_over(known):
            raise Suspended
        return outcome(known, 'CallbackDetails', self._serdes)


def is_over(operation):
    return operation is not None and operation['Status'] in ('SUCCEEDED', 'FAILED', 'TIMED_OUT', 'STOPPED', 'CANCELLED')


def outcome(operation, details, serdes):
    if operation['Status'] != 'SUCCEEDED':
        raise Failed(operation.get(details, {}).get('Error', {}))
    return serdes.load(operation.get(details, {}).get('Result'))
