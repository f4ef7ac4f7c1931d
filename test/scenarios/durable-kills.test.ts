// A durable function by the cloud's own SDK ends the same wherever its emulator is killed: after every transaction that one execution writes, told to
// clients or not.
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { creation, zipOf } from '../conformance/lambda/fixture.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { WAITER } from '../support/until-passes.ts';

const CLIENTS = fileURLToPath(new URL('clients/node_modules', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('durable/programs.mjs', import.meta.url));
const KILLER = fileURLToPath(new URL('durable/kill-at-write.mjs', import.meta.url));
const INPUT = { items: ['book', 'pen'], ship: 'ship:$LATEST' };
/** Transactions at which executions are killed; all of them where CRASH_ROUNDS is large. */
const POINTS = 2 * Number(process.env['CRASH_ROUNDS'] ?? 1);
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'durable-kills-'));
  const { outputFiles } = await build({
    ...{ entryPoints: [PROGRAMS], bundle: true, write: false, platform: 'node', format: 'cjs' },
    ...{ external: ['@aws-sdk/*'], nodePaths: [CLIENTS] },
  });
  const code = zipOf({ 'index.js': outputFiles[0]!.text });
  const child = await start('deployed');
  for (const name of ['order', 'ship']) {
    await lambdaOf(child).createFunction(
      creation(name, code, { Handler: `index.${name}`, Timeout: 60, DurableConfig: { ExecutionTimeout: 3600 } }),
    );
    await waitUntilFunctionActiveV2({ client: lambdaOf(child), ...WAITER }, { FunctionName: name });
  }
  await child.kill('SIGTERM');
});
afterAll(() => rm(root, { recursive: true, force: true }));

const start = (name: string, environment: Record<string, string> = {}): Promise<ChildEmulator> =>
  startChild({ PERSISTENCE: '1', DATA_DIR: join(root, name), ...environment }, ['--import', KILLER]);

const lambdaOf = ({ url }: ChildEmulator): Lambda =>
  new Lambda({ endpoint: url, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' }, maxAttempts: 1 });

/** Begins the execution, which the same name finds again, answers its callback, and waits for its end. @throws where the emulator is killed */
async function run(child: ChildEmulator): Promise<object> {
  const lambda = lambdaOf(child);
  const Payload = Buffer.from(JSON.stringify(INPUT));
  const asked = { FunctionName: 'order:$LATEST', InvocationType: 'Event', DurableExecutionName: 'run', Payload } as const;
  const { DurableExecutionArn } = await lambda.invoke(asked);
  for (;;) {
    const { Events } = await lambda.getDurableExecutionHistory({ DurableExecutionArn, MaxItems: 1000 });
    const told = Events!.filter(({ EventType }) => EventType !== 'InvocationCompleted');
    if (told.at(-1)!.EventType === 'ExecutionSucceeded') {
      const { Status, Result } = await lambda.getDurableExecution({ DurableExecutionArn });
      return { Status, Result: JSON.parse(Result!), events: told.map(({ EventType, Name, Id }) => `${EventType} ${Name ?? Id}`) };
    }
    // Once the step that hands the callback over has succeeded, and not sooner: the order of the events is always the same.
    const callback = told.find(({ EventType }) => EventType === 'CallbackStarted');
    if (callback && told.at(-1)!.EventType === 'StepSucceeded' && told.indexOf(callback) >= told.length - 3) {
      const { CallbackId } = callback.CallbackStartedDetails!;
      await lambda.sendDurableExecutionCallbackSuccess({ CallbackId: CallbackId!, Result: Buffer.from('yes') });
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** How the execution ends that is killed at this transaction, and is over in the next process. One that writes less is killed at its end. */
async function killedAt(write: number, isWritten: boolean): Promise<object> {
  const name = `killed-${write}`;
  await cp(join(root, 'deployed'), join(root, name), { recursive: true });
  const first = await start(name, { KILL_AT_WRITE: `${write}${isWritten ? ' written' : ''}` }).catch(() => undefined);
  if (first) {
    await run(first).catch(() => undefined);
    await first.kill('SIGKILL');
  }
  const second = await start(name);
  const ended = await run(second);
  await second.kill('SIGKILL');
  await rm(join(root, name), { recursive: true, force: true });
  return ended;
}

it(`ends the same after every kill (CRASH_SEED=${SEED})`, { timeout: 1_200_000 }, async () => {
  await cp(join(root, 'deployed'), join(root, 'whole'), { recursive: true });
  const counted = join(root, 'writes');
  const whole = await start('whole', { WRITES_FILE: counted });
  const expected = await run(whole);
  await whole.kill('SIGTERM');
  expect(expected).toMatchObject({ Status: 'SUCCEEDED', Result: { approval: 'yes', shipped: 2, paid: 2 } });
  const writes = Number(await readFile(counted, 'utf8'));
  const random = randomNumbers(SEED);
  // Evenly spread, from a random one on
  const every = Math.max(1, writes / POINTS);
  const points = Array.from({ length: Math.min(writes, POINTS) }, (_, index) => 1 + Math.floor((index + random()) * every));
  for (const write of points) {
    const isWritten = random() < 0.5;
    expect(await killedAt(write, isWritten), `killed at ${write}${isWritten ? ' written' : ''} of ${writes}`).toEqual(expected);
  }
});
