// Callbacks, by themselves and with a submitter.
import { caught, fail, json, tries } from './parts.mjs';

const waits = (seconds) => ({ seconds });
const answerTo = async (context, name, config) => (await context.createCallback(name, config))[0];
const submitted = async () => undefined;

/** An operation between the callback's start and its answer. */
const between = (config, operation) => async (input, context) => {
  const [answer] = await context.createCallback(input, config);
  await operation(context);
  return answer;
};
const step = (context) => context.step(async () => 'data');

/** The callback's answer, or its failure caught, before a wait. */
const before = (config, isCaught) => async (input, context) => {
  const [answer] = await context.createCallback(input, config);
  const value = await (isCaught ? caught(answer, 'caught') : answer);
  await context.wait(waits(2));
  return value;
};

export const callbacks = {
  '4-1': async (input, context) => await answerTo(context, input),
  '4-2': async (_, context) => await answerTo(context, 'approval'),
  '4-3': async (input, context) => await answerTo(context, input, { timeout: waits(5) }),
  '4-4': async (input, context) => await answerTo(context, input, { heartbeatTimeout: waits(5) }),
  '4-5': async (input, context) => await answerTo(context, input, { heartbeatTimeout: waits(10) }),
  '4-6': async (input, context) => await answerTo(context, input),
  '4-7': between({}, step),
  '4-8': between({ timeout: waits(5) }, step),
  '4-9': between({}, (context) => context.wait(waits(5))),
  '4-10': between({}, (context) => context.wait(waits(5))),
  '4-11': between({ timeout: waits(3) }, (context) => context.wait(waits(6))),
  '4-12': before({}, false),
  '4-13': before({}, true),
  '4-14': before({ timeout: waits(3) }, true),
  '4-15': async (input, context) => {
    const deserialize = async (text) => {
      const { timestamp, ...rest } = JSON.parse(text);
      return { ...rest, timestamp: Date.parse(timestamp) / 1000 };
    };
    return { received: await answerTo(context, input, { serdes: { deserialize } }) };
  },
  '4-16': async (input, context) => {
    const count = await answerTo(context, input, { serdes: json });
    return { count, doubled: count * 2 };
  },
  '4-17': async ([a, b], context) => {
    const first = await answerTo(context, a);
    return [first, await answerTo(context, b)];
  },
  '4-18': async ([a, b], context) => {
    const [first] = await context.createCallback(a);
    const [second] = await context.createCallback(b);
    return [await first, await second];
  },
  '4-19': async ([a, b], context) => {
    const [first] = await context.createCallback(a);
    const [second] = await context.createCallback(b);
    const last = await second;
    return [await first, last];
  },
  '7-1': (input, context) => context.waitForCallback(input, submitted),
  '7-2': (_, context) => context.waitForCallback('approval', submitted),
  '7-3': (_, context) => context.waitForCallback(submitted),
  '7-4': (input, context) => context.waitForCallback(input, submitted),
  '7-5': (input, context) => context.waitForCallback(input, submitted, { timeout: waits(3) }),
  '7-6': (input, context) => caught(context.waitForCallback(input, submitted), 'recovered'),
  '7-7': (input, context) => context.waitForCallback(input, () => fail(), tries(2)),
  '7-8': (input, context) => context.runInChildContext('wrapper', (child) => child.waitForCallback(input, submitted)),
  '7-9': async (_, context) => {
    await context.waitForCallback('first', submitted);
    return context.waitForCallback('second', submitted);
  },
  '7-10': async (input, context) => {
    await context.wait(waits(1));
    await step(context);
    return context.waitForCallback(input, submitted);
  },
  '7-11': async (input, context) => (await context.waitForCallback(input, submitted, { serdes: json })).status,
  '7-12': (input, context) => context.waitForCallback(input, submitted, { heartbeatTimeout: waits(5) }),
  '7-13': (input, context) => context.waitForCallback(input, submitted, { heartbeatTimeout: waits(10) }),
  '7-14': (input, context) => caught(context.waitForCallback(input, submitted, { timeout: waits(3) }), 'timed-out-handled'),
  '7-15': (input, context) => context.waitForCallback(input, submitted),
};
