// Durable functions for the scenario, by the cloud's own SDK.
import { withDurableExecution as durable } from '@aws/durable-execution-sdk-js';

export const week = durable(async (event, context) => {
  const first = await context.step('first', async () => event.n + 1);
  await context.wait('week', { days: 7 });
  return context.step('second', async () => first * 2);
});

export const approval = durable(async (_event, context) => context.waitForCallback('approve', async () => {}, { timeout: { hours: 24 } }));

export const retried = durable(async (_event, context) =>
  context.step(
    'flaky',
    async ({ attempt }) => {
      if (attempt < 3) throw new Error(`no ${attempt}`);
      return attempt;
    },
    { retryStrategy: (_error, attempt) => ({ shouldRetry: attempt < 5, delay: { seconds: 60 } }) },
  ),
);

export const parent = durable(async (event, context) => context.invoke('child', event.child, event));

export const child = durable(async (event, context) => {
  await context.wait({ hours: 1 });
  return { echo: event };
});

export const mapped = durable(async (event, context) => {
  const results = await context.map('items', event.items, async (each, item, _index) => each.step('square', async () => item * item));
  return results.getResults();
});

export const together = durable(async (_event, context) => {
  const results = await context.parallel([
    async (each) => {
      await each.wait({ hours: 2 });
      return each.step('late', async () => 'a');
    },
    async (each) => each.step('early', async () => 'b'),
  ]);
  return results.getResults();
});

export const large = durable(async (event, context) => {
  const parts = await context.runInChildContext('big', async (each) => {
    const found = [];
    for (let i = 0; i < 3; i++) found.push(await each.step(`part ${i}`, async () => 'x'.repeat(200_000)));
    return found;
  });
  await context.wait({ seconds: 5 });
  return event.letters === undefined ? parts.map((part) => part.length) : 'x'.repeat(event.letters);
});

export const failing = durable(async (_event, context) => {
  await context.step(
    'wrong',
    async () => {
      throw new TypeError('never');
    },
    { retryStrategy: () => ({ shouldRetry: false }) },
  );
});

/** Reads a parameter from the extension that a public layer brings, after a week. */
export const settings = durable(async (event, context) => {
  const first = await context.step('first', async () => event.n + 1);
  await context.wait('week', { days: 7 });
  return context.step('read', async () => {
    const url = `http://localhost:${process.env.PARAMETERS_SECRETS_EXTENSION_HTTP_PORT}/systemsmanager/parameters/get?name=%2Fsize`;
    const answer = await fetch(url, { headers: { 'X-Aws-Parameters-Secrets-Token': process.env.AWS_SESSION_TOKEN } });
    const { Parameter } = await answer.json();
    return { first, size: Parameter.Value };
  });
});

/** Every kind of operation, one after the other, so that each run writes the same history. */
export const order = durable(async (event, context) => {
  const reserved = await context.step('reserve', async () => event.items);
  await context.wait('pause', { seconds: 1 });
  const checked = await context.map('check', reserved, async (each, item) => each.step('one', async () => `${item} is there`), {
    maxConcurrency: 1,
  });
  const approval = await context.waitForCallback('approve', async () => {});
  const shipped = await context.invoke('ship', event.ship, { reserved });
  const paid = await context.step('pay', async ({ attempt }) => (attempt < 2 ? Promise.reject(new Error('later')) : attempt), {
    retryStrategy: () => ({ shouldRetry: true, delay: { seconds: 1 } }),
  });
  return { checked: checked.getResults(), approval, shipped, paid };
});

export const ship = durable(async (event, context) => context.step('send', async () => event.reserved.length));
