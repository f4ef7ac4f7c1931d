// Maps and parallel branches.
import { NestingType } from '@aws/durable-execution-sdk-js';
import { fail } from './parts.mjs';

const ONE = { maxConcurrency: 1 };
const tolerating = (toleratedFailureCount) => ({ ...ONE, completionConfig: { toleratedFailureCount } });
const completedBy = (completionConfig) => ({ ...ONE, completionConfig });
const pick = (result, ...names) => Object.fromEntries(names.map((name) => [name, result[name]]));
const COUNTS = ['successCount', 'failureCount', 'totalCount'];
const SECOND = { seconds: 1 };

/** Values, and `undefined` for what fails. */
const each = async (_child, value) => (value === undefined ? fail() : value);
const mapped = (context, values, config = ONE) => context.map('map', values, each, config);
const branches = (...values) => values.map((value) => (child) => each(child, value));
const together = (context, values, config = ONE) => context.parallel('parallel', branches(...values), config);
const resultsOf = async (batch) => (await batch).getResults();
const uppercase = async (_child, item) => item.toUpperCase();
const wrapped = { serialize: async (value) => `wrapped:${value}`, deserialize: async (text) => text.slice('wrapped:'.length) };
const whole = {
  serialize: async (result) => `OPSERDE:${result.getResults().join(',')}`,
  deserialize: async (text) => ({ getResults: () => text.slice('OPSERDE:'.length).split(',') }),
};
const [X, Y] = ['x', 'y'];

export const batches = {
  '9-1': (input, context) => resultsOf(context.map('map', input, (child, item) => child.step(async () => `Hello, ${item}!`), ONE)),
  '9-2': (input, context) => resultsOf(context.map(input, async (_child, item) => item * 2, ONE)),
  '9-3': (input, context) => resultsOf(context.map('map', input, async (_child, item, index) => item + index, ONE)),
  '9-4': (input, context) => resultsOf(mapped(context, input)),
  '9-5': async (_, context) =>
    pick(await mapped(context, ['ok', undefined, 'never'], tolerating(0)), 'completionReason', 'status', ...COUNTS),
  '9-6': async (_, context) => (await mapped(context, [undefined, 'never'], tolerating(0))).throwIfError(),
  '9-7': async (_, context) =>
    pick(await mapped(context, ['a', 'b', 'c', 'd'], completedBy({ minSuccessful: 2 })), 'completionReason', 'successCount', 'totalCount'),
  '9-8': async (_, context) => pick(await mapped(context, ['a', undefined, 'c'], tolerating(1)), 'completionReason', 'status', ...COUNTS),
  '9-9': async (_, context) => pick(await mapped(context, [undefined, undefined, 'c'], tolerating(1)), 'completionReason', ...COUNTS),
  '9-10': async (_, context) =>
    pick(
      await mapped(context, [undefined, undefined, 'c', 'd'], completedBy({ toleratedFailurePercentage: 25 })),
      ...['completionReason', ...COUNTS],
    ),
  '9-11': (_, context) => resultsOf(mapped(context, ['r0', 'r1', 'r2'], { maxConcurrency: 2 })),
  '9-12': (_, context) =>
    resultsOf(context.map('map', ['fa', 'fb'], (child, item) => child.step(async () => item), { ...ONE, nesting: NestingType.FLAT })),
  '9-13': (input, context) =>
    resultsOf(context.map('named-items', input, async (_child, item) => item * 10, { ...ONE, itemNamer: (item) => `item-${item}` })),
  '9-14': (_, context) => resultsOf(context.map('map', [X, Y], uppercase, { ...ONE, itemSerdes: wrapped })),
  '9-15': (_, context) =>
    resultsOf(
      context.map(
        'map',
        ['r0', 'r1'],
        async (child, item, index) => {
          if (index === 1) await child.wait(SECOND);
          return child.step(async () => item);
        },
        ONE,
      ),
    ),
  '9-16': async (_, context) => pick(await mapped(context, Array(4).fill('l'.repeat(70_000))), 'successCount', 'totalCount'),
  '9-17': async (_, context) => {
    const found = await context.map('map', ['a', 'b'], uppercase, ONE);
    await context.wait(SECOND);
    return found.getResults();
  },
  '9-18': async (_, context) => {
    const found = await mapped(context, ['ok', undefined], tolerating(1));
    await context.wait(SECOND);
    return pick(found, 'completionReason', 'status', ...COUNTS);
  },
  '9-19': (_, context) => resultsOf(context.map('map', [X, Y], uppercase, { ...ONE, serdes: whole })),
  '9-20': async (_, context) => {
    const found = await context.map('map', [X, Y], uppercase, { ...ONE, serdes: whole });
    await context.wait(SECOND);
    return found.getResults();
  },
  '8-1': (_, context) =>
    resultsOf(
      context.parallel(
        'parallel',
        ['task-1', 'task-2'].map((value) => (child) => child.step(async () => value)),
        ONE,
      ),
    ),
  '8-2': (_, context) => resultsOf(context.parallel(branches('alpha', 'beta'), ONE)),
  '8-3': (_, context) =>
    resultsOf(
      context.parallel(
        'parallel',
        [
          { name: 'first', func: async () => 'one' },
          { name: 'second', func: async () => 'two' },
        ],
        ONE,
      ),
    ),
  '8-4': (_, context) => resultsOf(together(context, ['hello', 42, { k: 'v' }])),
  '8-5': (_, context) => resultsOf(together(context, [])),
  '8-6': async (_, context) =>
    pick(await together(context, ['ok', undefined, 'never'], tolerating(0)), 'completionReason', 'status', ...COUNTS),
  '8-7': async (_, context) => (await together(context, [undefined, 'never'], tolerating(0))).throwIfError(),
  '8-8': async (_, context) =>
    pick(
      await together(context, ['a', 'b', 'c', 'd'], completedBy({ minSuccessful: 2 })),
      'completionReason',
      'successCount',
      'totalCount',
    ),
  '8-9': async (_, context) => pick(await together(context, ['a', undefined, 'c'], tolerating(1)), 'completionReason', 'status', ...COUNTS),
  '8-10': async (_, context) => pick(await together(context, [undefined, undefined, 'c'], tolerating(1)), 'completionReason', ...COUNTS),
  '8-11': (_, context) => resultsOf(together(context, ['r0', 'r1', 'r2'], { maxConcurrency: 2 })),
  '8-12': (_, context) =>
    resultsOf(
      context.parallel(
        'parallel',
        ['fa', 'fb'].map((value) => (child) => child.step(async () => value)),
        { ...ONE, nesting: NestingType.FLAT },
      ),
    ),
  '8-13': async (_, context) =>
    pick(
      await together(context, [undefined, undefined, 'c', 'd'], completedBy({ toleratedFailurePercentage: 25 })),
      ...['completionReason', ...COUNTS],
    ),
  '8-14': (_, context) =>
    resultsOf(
      context.parallel(
        'parallel',
        [
          (child) => child.step(async () => 'b0'),
          async (child) => {
            await child.wait({ seconds: 2 });
            return 'b1';
          },
        ],
        ONE,
      ),
    ),
  '8-15': (_, context) => {
    const itemSerdes = {
      serialize: async (value) => JSON.stringify({ wrapped: value }),
      deserialize: async (text) => JSON.parse(text).wrapped,
    };
    return resultsOf(together(context, [X, Y], { ...ONE, itemSerdes }));
  },
  '8-16': async (_, context) =>
    pick(await together(context, Array(3).fill(undefined), tolerating(3)), 'completionReason', 'status', ...COUNTS),
  '8-17': async (_, context) =>
    pick(await together(context, ['a', undefined, 'c'], completedBy({ minSuccessful: 3 })), 'completionReason', 'status', ...COUNTS),
  '8-18': async (_, context) =>
    pick(
      await together(context, [undefined, undefined, 'c', 'd'], completedBy({ minSuccessful: 3, toleratedFailureCount: 1 })),
      ...['completionReason', ...COUNTS],
    ),
  '8-19': (_, context) => resultsOf(together(context, ['a', 'b'], { maxConcurrency: 0 })),
  '8-20': async (_, context) => {
    const found = await together(context, ['a', undefined, 'c'], tolerating(1));
    return {
      ...pick(found, 'hasFailure'),
      ...{ successCount: found.succeeded().length, failureCount: found.failed().length, errorCount: found.getErrors().length },
    };
  },
  '8-21': (_, context) =>
    resultsOf(
      context.parallel(
        'outer',
        [
          (outer) =>
            resultsOf(
              outer.parallel(
                'inner',
                ['i1', 'i2'].map((value) => (child) => child.step(async () => value)),
                ONE,
              ),
            ),
        ],
        ONE,
      ),
    ),
  '8-22': async (_, context) =>
    pick(
      await together(context, [undefined, 'b', 'c', 'd'], completedBy({ toleratedFailurePercentage: 25 })),
      ...['completionReason', 'status', ...COUNTS],
    ),
};
