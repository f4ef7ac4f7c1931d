// The parts of handlers that several requirements need.
import { existsSync, writeFileSync } from 'node:fs';
import { Lambda } from '@aws-sdk/client-lambda';

export const ONCE = { retryStrategy: () => ({ shouldRetry: false }) };

/** Tries again after a second, up to so many attempts. */
export const tries = (most) => ({ retryStrategy: (_error, attempt) => ({ shouldRetry: attempt < most, delay: { seconds: 1 } }) });

export const fail = async (message = 'on purpose') => {
  throw new Error(message);
};

/** Succeeds with the value at that attempt, and fails before. */
export const at = (attempt, value) => async (step) => (step.attempt < attempt ? fail() : value);

/** The value, or this one where it fails. */
export const caught = (promise, value) => Promise.resolve(promise).catch(() => value);

/** The start of a step is written while the step runs. */
export async function untilStarted({ executionContext }) {
  const lambda = new Lambda();
  const isStarted = async () => {
    const { Events } = await lambda.getDurableExecutionHistory({ DurableExecutionArn: executionContext.durableExecutionArn });
    return Events.some(({ EventType }) => EventType === 'StepStarted');
  };
  while (!(await isStarted()));
}

/** Ends the process where the execution comes by for the first time. */
export function crashOnce(context) {
  const mark = `/tmp/${context.executionContext.durableExecutionArn.replaceAll(/\W/g, '-').slice(-60)}`;
  if (existsSync(mark)) return;
  writeFileSync(mark, '');
  process.exit(1);
}

export const upper = { serialize: async (value) => value.toUpperCase(), deserialize: async (text) => text };

export const json = { deserialize: async (text) => (text === undefined ? undefined : JSON.parse(text)) };
