// One emulator for a file of tests: the hooks of the test runner start, reset and stop it.
import { explainFailure } from './failed-test.ts';
import { createClients } from './sdk-clients.ts';
import { startTestEmulator, type TestEmulator, type TestOptions } from './test-emulator.ts';

type Hook = (run: () => Promise<void>) => unknown;
type HookOfTest = (run: (...context: unknown[]) => Promise<void>) => unknown;

/**
 * The hooks of a test runner, which its module has: `import * as hooks from 'node:test'`, from `@jest/globals`, or from `vitest`. Either
 * `beforeAll` and `afterAll` or `before` and `after` are there.
 */
export interface TestHooks {
  readonly beforeAll?: Hook;
  readonly before?: Hook;
  readonly beforeEach: Hook;
  /** Shows the problems of the emulator with a test that failed, with Vitest, node:test and Jest. */
  readonly afterEach?: HookOfTest;
  readonly afterAll?: Hook;
  readonly after?: Hook;
}

/**
 * An emulator that starts before the first test of the file that calls this, is reset before each, and stops after the last. Clients may be made at
 * once, everything else is there in hooks and tests.
 * @throws TypeError when hooks are missing
 */
export function useEmulator(hooks: TestHooks, { setUp, reset = true, ...start }: TestOptions = {}): TestEmulator {
  const beforeAll = hooks.beforeAll ?? hooks.before;
  const afterAll = hooks.afterAll ?? hooks.after;
  if (!beforeAll || !afterAll || !hooks.beforeEach)
    throw new TypeError("useEmulator takes the hooks of the test runner: import * as hooks from 'node:test'; useEmulator(hooks)");
  let running: TestEmulator | undefined;
  const current = (): TestEmulator => {
    if (running) return running;
    throw new Error('The emulator runs from before the first test to after the last one: use it in hooks and tests.');
  };
  const clients = createClients(() => current().url);
  let before = async (): Promise<void> => {};

  beforeAll(async () => {
    running = await startTestEmulator(start);
    if (!reset) await setUp?.(running);
    else if (setUp) before = await snapshotOf(running, setUp);
    else before = running.reset;
  });
  let sinceMs = 0;
  hooks.beforeEach(async () => {
    await before();
    sinceMs = current().clock.now();
  });
  const explain = async (...[context]: unknown[]): Promise<void> => {
    if (running) await explainFailure(context, running.url, sinceMs);
  };
  // A bound function shows no parameters: Jest would take one for a callback, Vitest for fixtures.
  hooks.afterEach?.(explain.bind(undefined));
  afterAll(async () => {
    clients.destroy();
    await running?.stop();
    running = undefined;
  });
  return late(current, clients.client);
}

/** Deploys, and answers how to return to what was deployed. */
async function snapshotOf(emulator: TestEmulator, setUp: (emulator: TestEmulator) => Promise<unknown>): Promise<() => Promise<void>> {
  await setUp(emulator);
  await emulator.idle();
  const snapshot = emulator.snapshot();
  return async () => {
    await emulator.idle();
    emulator.restore(snapshot);
  };
}

/** Every member is looked up when it is used. */
function late(current: () => TestEmulator, client: TestEmulator['client']): TestEmulator {
  const stop = (): Promise<void> => current().stop();
  return {
    get url() {
      return current().url;
    },
    get port() {
      return current().port;
    },
    get clock() {
      return current().clock;
    },
    get options() {
      return current().options;
    },
    get choices() {
      return current().choices;
    },
    get ready() {
      return current().ready;
    },
    get faults() {
      return current().faults;
    },
    get stubs() {
      return current().stubs;
    },
    policyOf: (identity) => current().policyOf(identity),
    idle: () => current().idle(),
    reset: () => current().reset(),
    snapshot: () => current().snapshot(),
    restore: (snapshot) => current().restore(snapshot),
    client,
    eventually: (attempt, options) => current().eventually(attempt, options),
    recordEvents: (options) => current().recordEvents(options),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
