// kill -9 of the emulator, of its spawner and of functions in the middle of invocations: nothing runs on, nothing stays Pending, and every
// caller is told what happened.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lambda } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler, ROLE } from '../conformance/lambda/fixture.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { isMissing } from '../support/is-missing.ts';
import { untilTrue } from '../support/until-passes.ts';

/** `.ci/run` kills more often. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
const MARK = `killed-functions-${process.pid}-${Date.now()}`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'killed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};
const pids = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
/** All processes of a function carry its variables. */
const marked = (): string[] => pids().filter((pid) => read(`/proc/${pid}/environ`).includes(`MARK=${MARK}`));
/** Their time on the processor, in ticks of 10 ms. */
const ticks = (): number =>
  marked()
    .map((pid) => Number(read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[11] ?? 0))
    .reduce((sum, each) => sum + each, 0);
const spawnersOf = (parent: number | undefined): number[] =>
  pids()
    .filter((pid) => read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] === String(parent))
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes('spawner.mjs'))
    .map(Number);

const CODE = handler(`
  if (event.leave) require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref();
  if (event.spin) for (;;);
  if (event.wait) await new Promise((resolve) => setTimeout(resolve, event.wait));
  return process.pid;`);

const clientOf = (endpoint: string): Lambda =>
  new Lambda({ endpoint, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' }, maxAttempts: 1 });
const create = (lambda: Lambda, FunctionName: string) =>
  lambda.createFunction({
    ...{ FunctionName, Runtime: 'nodejs20.x', Handler: 'index.handler', Role: ROLE, Timeout: 60, Code: { ZipFile: CODE } },
    Environment: { Variables: { MARK } },
  });
const invoke = (lambda: Lambda, FunctionName: string, event: object) =>
  lambda.invoke({ FunctionName, Payload: Buffer.from(JSON.stringify(event)) });
const active = async (lambda: Lambda, FunctionName: string): Promise<boolean> =>
  (await lambda.getFunctionConfiguration({ FunctionName })).State === 'Active';

/** With the first of them others may go by themselves. */
const killed = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const cases = [
  ['auto', ROUNDS],
  ['plain', Math.ceil(ROUNDS / 3)],
] as const;
const noLinux = process.platform !== 'linux' && 'needs Linux: processes are found in /proc';
describe.skipIf(isMissing('killed functions', noLinux)).each(cases)('embedded (FUNCTION_SANDBOX=%s)', (sandbox, rounds) => {
  // A place of their own for what they put aside: other emulators run at the same time.
  const ownTmp = () => join(folder, `${sandbox}-tmp`);
  const start = (): Promise<ChildEmulator> => {
    mkdirSync(ownTmp(), { recursive: true });
    return startChild({
      CONTAINER_RUNTIME: 'embedded',
      FUNCTION_SANDBOX: sandbox,
      PERSISTENCE: '1',
      DATA_DIR: join(folder, sandbox),
      TMPDIR: ownTmp(),
    });
  };

  it(`${rounds} times kill -9 of the emulator leaves nothing`, { timeout: 120_000 * rounds }, async () => {
    const temporary = () => readdirSync(ownTmp()).filter((name) => name.startsWith('cloud-emulator-run-')).length;
    for (let round = 0; round < rounds; round++) {
      const emulator = await start();
      const lambda = clientOf(emulator.url);
      if (round === 0) await create(lambda, 'steady');
      await untilTrue(() => active(lambda, 'steady'));
      const answers = [{ spin: true }, { wait: 50_000, leave: true }, { wait: 50_000 }].map((event) => invoke(lambda, 'steady', event));
      const outcomes = Promise.allSettled(answers);
      await untilTrue(() => marked().length >= 4);
      // On its way from Pending when the emulator dies.
      const late = create(lambda, `late-${round}`).then(
        () => true,
        () => false,
      );
      if (round % 2 === 0) await late;
      await emulator.kill('SIGKILL');
      for (const outcome of await outcomes) {
        expect(outcome).toMatchObject({
          status: 'rejected',
          reason: { message: expect.stringMatching(/socket hang up|ECONNRESET|ECONNREFUSED/) },
        });
      }
      await late;
      await untilTrue(() => marked().length === 0);
      lambda.destroy();
    }
    const emulator = await start();
    const lambda = clientOf(emulator.url);
    const pending = async () =>
      (await lambda.listFunctions({ MaxItems: 50 })).Functions?.filter(({ FunctionName = '' }) => FunctionName !== '') ?? [];
    for (const { FunctionName = '' } of await pending()) await untilTrue(() => active(lambda, FunctionName));
    expect(JSON.parse((await invoke(lambda, 'late-0', {})).Payload?.transformToString() ?? '')).toBeGreaterThan(0);
    await untilTrue(() => temporary() <= 1);
    lambda.destroy();
    await emulator.kill('SIGTERM');
    expect(marked()).toEqual([]);
  });

  it('a killed function, or a killed spawner, is an error of that invocation and of no other', async () => {
    const emulator = await start();
    const lambda = clientOf(emulator.url);
    await create(lambda, 'victim');
    await untilTrue(() => active(lambda, 'victim'));
    const ended = { FunctionError: 'Unhandled', Payload: expect.anything() };
    const killings = [() => marked().map((pid) => killed(Number(pid))), () => spawnersOf(emulator.process.pid).map(killed)];
    for (const kill of killings) {
      // Its environment is there: what is killed is the handler, not a start.
      await invoke(lambda, 'victim', {});
      const before = ticks();
      const running = invoke(lambda, 'victim', { spin: true });
      await untilTrue(() => ticks() > before + 20);
      kill();
      const answer = await running;
      expect(answer).toMatchObject(ended);
      expect(JSON.parse(answer.Payload?.transformToString() ?? '')).toEqual({
        errorType: 'Runtime.ExitError',
        errorMessage: expect.stringMatching(/^RequestId: \S+ Error: Runtime exited with error: signal: killed$/),
      });
      expect((await invoke(lambda, 'victim', {})).FunctionError).toBeUndefined();
    }
    lambda.destroy();
    await emulator.kill('SIGTERM');
    await untilTrue(() => marked().length === 0);
  });
});
