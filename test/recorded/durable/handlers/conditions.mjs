// Conditions that are polled.
import { caught, fail } from './parts.mjs';

const polled = (goesOn, initialState, seconds = 1) => ({
  initialState,
  waitStrategy: (state, attempt) => (goesOn(state, attempt) ? { shouldContinue: true, delay: { seconds } } : { shouldContinue: false }),
});
const below = (most) => (state) => state < most;
const increment = async (state) => state + 1;

export const conditions = {
  '6-1': (input, context) => context.waitForCondition(increment, polled(below(input), 0)),
  '6-2': (input, context) => context.waitForCondition(async (state) => state, polled(below(input), 5)),
  '6-3': (input, context) => context.waitForCondition('poll-status', increment, polled(below(input), 0)),
  '6-4': (input, context) => context.waitForCondition(increment, polled(below(input), 5)),
  '6-5': (input, context) => context.waitForCondition(increment, polled(below(input), 0, 2)),
  '6-6': (_, context) =>
    context.waitForCondition(increment, {
      ...polled(() => true, 0),
      waitStrategy: (_state, attempt) => {
        if (attempt >= 3) throw new Error('too many attempts');
        return { shouldContinue: true, delay: { seconds: 1 } };
      },
    }),
  '6-7': (_, context) =>
    context.waitForCondition(
      () => fail(),
      polled(() => true, 0),
    ),
  '6-8': (_, context) =>
    caught(
      context.waitForCondition(
        () => fail(),
        polled(() => true, 0),
      ),
      'recovered',
    ),
  '6-9': (_, context) =>
    context.waitForCondition(
      async ({ attempts }) => ({ status: attempts === 1 ? 'DONE' : 'PENDING', attempts: attempts + 1 }),
      polled(({ status }) => status === 'PENDING', { status: 'PENDING', attempts: 0 }),
    ),
  '6-10': (_, context) =>
    context.waitForCondition(
      async () => null,
      polled(() => false, 0),
    ),
  '6-11': (_, context) =>
    context.waitForCondition(async (state) => `${state}x`, {
      ...polled((state) => state.length < 2, ''),
      serdes: { serialize: async (value) => `state:${value}`, deserialize: async (text) => text.slice('state:'.length) },
    }),
  '6-12': async (input, context) => {
    const reached = await context.waitForCondition(increment, polled(below(input), 0));
    return context.step(async () => reached * 10);
  },
  '6-13': async (_, context) => {
    const reached = await context.waitForCondition(increment, polled(below(2), 0));
    return context.waitForCondition(increment, polled(below(4), reached));
  },
};
