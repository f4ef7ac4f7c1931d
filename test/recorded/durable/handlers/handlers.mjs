// The durable function of all requirements, by the cloud's own SDK: the event names the requirement, and holds its input.
import { withDurableExecution } from '@aws/durable-execution-sdk-js';
import { batches } from './batches.mjs';
import { callbacks } from './callbacks.mjs';
import { chained } from './chained.mjs';
import { conditions } from './conditions.mjs';
import { contexts } from './contexts.mjs';
import { steps } from './steps.mjs';

const HANDLERS = { ...steps, ...contexts, ...callbacks, ...conditions, ...chained, ...batches };

export const handler = withDurableExecution(({ requirement, input }, context) => HANDLERS[requirement](input, context));

/** Targets of chained invocations end once the execution that waits for them is suspended. */
const MOMENT = { seconds: 1 };

export const echo = withDurableExecution(async (event, context) => {
  await context.wait(MOMENT);
  return event;
});

export const fails = withDurableExecution(async (_event, context) => {
  await context.wait(MOMENT);
  throw new Error('the target fails');
});
