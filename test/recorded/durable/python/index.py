# The durable function of all requirements, without an SDK: the event names the requirement, and holds its input.
import batches
import callbacks
import chained
import conditions
import contexts
import steps
from durable import durable
from parts import fail

HANDLERS = {}
for part in (steps, contexts, callbacks, conditions, chained, batches):
    HANDLERS.update(part.HANDLERS)


@durable
def handler(event, context):
    return HANDLERS[event['requirement']](event['input'], context)


# Targets of chained invocations end once the execution that waits for them is suspended.
@durable
def echo(event, context):
    context.wait(1)
    return event


@durable
def fails(_event, context):
    context.wait(1)
    fail('the target fails')
