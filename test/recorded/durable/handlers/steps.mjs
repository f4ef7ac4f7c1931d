// Steps and waits.
import { createRetryStrategy, JitterStrategy, StepSemantics } from '@aws/durable-execution-sdk-js';
import { at, caught, fail, ONCE, tries, upper } from './parts.mjs';

const greet = (input) => async () => `Hello, ${input}!`;
const AT_MOST_ONCE = { semantics: StepSemantics.AtMostOncePerRetry };

class TransientError extends Error {
  name = 'TransientError';
}
const transient = async () => {
  throw new TransientError('soon');
};

export const steps = {
  '1-1': (input, context) => context.step(greet(input)),
  '1-2': (input, context) => context.step('custom_step_name', greet(input)),
  '1-3': async (_, context) => {
    const first = await context.step(async () => 'first');
    return context.step(async () => `${first}_second`);
  },
  '1-4': (input, context) => context.step(async () => ({ user: input, count: input.tags.length })),
  '1-5': (_, context) => context.step(async () => null),
  '1-6': (input, context) => context.step(async () => input, { serdes: upper }),
  '1-7': (input, context) =>
    context.step(async ({ logger }) => {
      logger.info(input);
      return `Hello, ${input}!`;
    }),
  '1-8': async (_, context) => {
    const value = await context.step(async () => 'computed');
    await context.wait({ seconds: 2 });
    return value;
  },
  '1-9': async (_, context) => {
    const value = await context.step(async () => 'cached_value');
    await context.wait({ seconds: 1 });
    return value;
  },
  '1-10': async (_, context) => {
    await caught(context.step(() => fail(), ONCE));
    await context.wait({ seconds: 1 });
  },
  '1-11': (_, context) => context.step(at(2, 'Operation succeeded'), tries(2)),
  '1-12': (_, context) => context.step(() => fail(), tries(4)),
  '1-13': (_, context) => context.step(at(3, 'done')),
  '1-14': (_, context) => {
    const delays = { initialDelay: { seconds: 2 }, backoffRate: 3, jitter: JitterStrategy.NONE };
    return context.step(at(3, 'done'), { retryStrategy: createRetryStrategy({ maxAttempts: 5, ...delays }) });
  },
  '1-15': (_, context) =>
    context.step(({ attempt }) => (attempt === 1 ? transient() : 'done'), {
      retryStrategy: (error) => ({ shouldRetry: error instanceof TransientError, delay: { seconds: 1 } }),
    }),
  '1-16': (_, context) =>
    context.step(transient, {
      retryStrategy: (error) => ({ shouldRetry: !(error instanceof TransientError), delay: { seconds: 1 } }),
    }),
  '1-17': (_, context) => context.step('at_most_once_flaky_step', async () => process.exit(1), { ...AT_MOST_ONCE, ...ONCE }),
  '1-18': (_, context) =>
    context.step(async ({ attempt }) => (attempt === 1 ? process.exit(1) : 'succeeded on second attempt'), {
      ...AT_MOST_ONCE,
      ...tries(2),
    }),
  '1-19': (_, context) => context.step(() => fail(), ONCE),
  '1-20': async (_, context) => {
    await caught(context.step(() => fail(), ONCE));
    return context.step(async () => 'fallback_result');
  },
  '2-1': (_, context) => context.wait({ seconds: 2 }),
  '2-2': (_, context) => context.wait('custom_wait_name', { seconds: 2 }),
  '2-3': async (_, context) => {
    await context.wait('wait-1', { seconds: 2 });
    await context.wait('wait-2', { seconds: 2 });
    return { completedWaits: 2 };
  },
  '2-4': (_, context) => context.wait({ minutes: 1 }),
  '2-5': (_, context) => context.wait({ hours: 1 }),
};
