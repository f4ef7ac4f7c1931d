// Child contexts.
import { at, caught, crashOnce, fail, ONCE, tries, untilStarted, upper } from './parts.mjs';

const TWO_SECONDS = { seconds: 2 };
const just = (value) => (child) => child.step(async () => value);

export const contexts = {
  '3-1': (input, context) => context.runInChildContext(just(input)),
  '3-2': ({ name, value }, context) => context.runInChildContext(name, just(value)),
  '3-3': (input, context) =>
    context.runInChildContext('two', async (child) => {
      const first = await child.step(async () => input);
      return child.step(async () => first);
    }),
  '3-4': (_, context) => context.runInChildContext('fails', (child) => child.step(() => fail(), ONCE)),
  '3-5': async (input, context) => {
    await caught(context.runInChildContext((child) => child.step(() => fail(), ONCE)));
    return context.step(async () => input);
  },
  '3-6': (input, context) =>
    context.runInChildContext('outer', async (outer) => {
      await outer.step(async () => input);
      return outer.runInChildContext('inner', just(input));
    }),
  '3-7': (input, context) => context.runInChildContext('again', (child) => child.step(at(2, input), tries(2))),
  '3-8': (_, context) => context.runInChildContext('never', (child) => child.step(() => fail(), tries(2))),
  '3-9': async (input, context) => {
    const value = await context.runInChildContext(just(input));
    await context.wait(TWO_SECONDS);
    return value;
  },
  '3-10': (input, context) =>
    context.runInChildContext('mixed', async (child) => {
      await child.step(async () => input);
      await child.wait(TWO_SECONDS);
      return input;
    }),
  '3-11': async (input, context) => {
    const large = await context.runInChildContext('large', async (child) => (await child.step(async () => input)).padEnd(300_000, '.'));
    await context.wait(TWO_SECONDS);
    return large.length;
  },
  '3-12': (input, context) =>
    context.runInChildContext((child) =>
      child.step(async () => {
        await untilStarted(context);
        crashOnce(context);
        return input;
      }),
    ),
  '3-13': async (input, context) => {
    const value = await context.runInChildContext('waits', async (child) => {
      await child.wait(TWO_SECONDS);
      return input;
    });
    return context.step(async () => value);
  },
  '3-14': (input, context) => context.runInChildContext('upper', just(input), { serdes: upper }),
  '3-15': (_, context) => context.runInChildContext('fails', () => fail()),
  '3-16': (_, context) => context.runInChildContext('nothing', async () => null),
  '3-17': async (input, context) => {
    const value = await context.runInChildContext('logs', async (child) => {
      child.logger.info(input);
      return input;
    });
    await context.wait(TWO_SECONDS);
    return value;
  },
  '3-18': async (input, context) => {
    const value = await context.runInChildContext('inner', async (child) => {
      await child.step(async () => input);
      await child.wait(TWO_SECONDS);
      return input;
    });
    await context.step(async () => value);
    await context.wait(TWO_SECONDS);
    return value;
  },
};
