// The test kills a function's container, the emulator (kill -9, again and again), and the container engine, which it starts for itself. No
// container stays, no function waits forever, and every caller is told what happened.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Lambda } from '@aws-sdk/client-lambda';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEngine } from '../../../emulator/src/containers/docker/engine.ts';
import { LABELS } from '../../../emulator/src/containers/docker/leftovers.ts';
import { type ChildEmulator, startChild } from '../../support/child.ts';
import { clientsOf } from '../../support/emulator.ts';
import { isMissing } from '../../support/is-missing.ts';
import { importTestImages, whyNoEngine } from '../../support/test-images.ts';
import { untilPasses, untilTrue } from '../../support/until-passes.ts';
import { creation, type Fixture, handler, jsonOf, startFixture } from './fixture.ts';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 10);
const found = await findEngine();
const images = found.ok ? JSON.stringify(await importTestImages(found.engine.docker)) : '';

const STATES = ['created', 'running', 'paused', 'restarting', 'removing', 'exited', 'dead'];

/** Containers of this process and of the processes that it starts. */
const ours = async (docker: Docker, name: string, status: readonly string[] = STATES): Promise<string[]> => {
  const filters = { label: [`${LABELS.function}=${name}`], status: [...status] };
  return (await docker.listContainers({ all: true, filters })).map(({ Id }) => Id);
};

/** The text that a caller got, whether in an answer or in an error. */
const told = async (lambda: Lambda, FunctionName: string, payload: object = {}): Promise<string> => {
  try {
    const { Payload } = await lambda.invoke({ FunctionName, Payload: JSON.stringify(payload) });
    return Buffer.from(Payload ?? []).toString();
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
};

describe.skipIf(isMissing('ends of containers', whyNoEngine(found)))('ends of containers', () => {
  const docker = found.ok ? found.engine.docker : (undefined as never);

  it('a container that is killed in the middle of an invocation', async () => {
    const fixture = await startFixture({
      options: { CONTAINER_RUNTIME: 'docker', FUNCTION_CONTAINER_NETWORK: 'host', FUNCTION_RUNTIME_IMAGE_MAPPING: images },
    });
    const name = `killed-${process.pid}`;
    await fixture.create(name, 'if (event.spin) { console.log("spinning"); for (;;); } return "fine";', { Timeout: 60 });
    expect(await told(fixture.lambda, name)).toBe('"fine"');
    const underWay = told(fixture.lambda, name, { spin: true });
    await untilTrue(() => fixture.emulator.lines.some((line) => line.includes(name) && line.includes('spinning')));
    for (const id of await ours(docker, name)) await docker.getContainer(id).kill();
    expect(await underWay).toMatch(
      /"errorType":"Runtime\.ExitError","errorMessage":"RequestId: \S+ Error: Runtime exited with error: signal: killed"/,
    );
    expect(await told(fixture.lambda, name)).toBe('"fine"');
    await fixture.emulator.stop();
    expect(await ours(docker, name)).toEqual([]);
  });

  it(`the emulator, killed ${ROUNDS} times while it starts containers and invokes`, async ({ onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), 'containers-crash-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const names = [`crash-${process.pid}`, `created-${process.pid}`];
    const start = () =>
      startChild({
        ...{ PERSISTENCE: '1', DATA_DIR: folder, CONTAINER_RUNTIME: 'docker', FUNCTION_CONTAINER_NETWORK: 'host' },
        ...{ FUNCTION_RUNTIME_IMAGE_MAPPING: images, DOCKER_HOST: process.env['DOCKER_HOST'] ?? '' },
      });
    const live = async (...status: string[]) => (await Promise.all(names.map((name) => ours(docker, name, status)))).flat();
    for (let round = 0; round < ROUNDS; round++) {
      const emulator: ChildEmulator = await start();
      const { client, destroy } = clientsOf(emulator.url);
      const lambda = client(Lambda);
      const create = (name: string) =>
        lambda.createFunction(
          creation(name, handler('if (event.spin) { console.log("spinning"); for (;;); } return "fine";'), { Timeout: 60 }),
        );
      if (round === 0) await create(names[0] ?? '');
      // The kill may have left the function in any state; it comes to an end.
      await untilPasses(async () => {
        const { State } = await lambda.getFunctionConfiguration({ FunctionName: names[0] });
        expect(State, `round ${round}: ${emulator.log()}`).toBe('Active');
      });
      if (round % 2 === 0) expect(await told(lambda, names[0] ?? ''), `round ${round}`).toBe('"fine"');
      const underWay = [told(lambda, names[0] ?? '', { spin: true }), told(lambda, names[0] ?? '', { spin: true })];
      if (round === 0) await create(names[1] ?? '');
      // Another moment in each round.
      await pause(60 * round);
      await emulator.kill('SIGKILL');
      for (const text of await Promise.all(underWay)) expect(text).toMatch(/^\w*(Error|Timeout\w*): |ECONN|socket/);
      destroy();
    }
    // Running containers end by themselves; the next emulator removes those that were made and never started, with its first function.
    await untilTrue(async () => (await live('running')).length === 0);
    const last = await start();
    const { client, destroy } = clientsOf(last.url);
    const lambda = client(Lambda);
    for (const name of names) expect(await told(lambda, name)).toBe('"fine"');
    destroy();
    await last.kill('SIGTERM');
    expect(await live(...STATES)).toEqual([]);
  });
});

/** Removes the leftovers of a killed engine: the parents of its containers, and file systems that are still mounted. */
function endLeftovers(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(folder)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended in between.
    }
  }
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  for (const path of mounted.filter((each) => each.startsWith(folder)).reverse()) spawnSync('umount', ['-l', path]);
}

const DOCKERD = ['/usr/sbin/dockerd', '/usr/bin/dockerd', '/usr/local/bin/dockerd'].find((path) => existsSync(path));
const noEnd = whyNoEngine(found) ?? ((DOCKERD === undefined || process.getuid?.() !== 0) && 'needs dockerd, started as root');

describe.skipIf(isMissing('the end of the container engine', noEnd))('the end of the container engine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  const socket = join(folder, 'socket');
  const docker = new Docker({ socketPath: socket });
  const before = process.env['DOCKER_HOST'];
  let engine: ChildProcess;
  let fixture: Fixture;

  async function startEngine(): Promise<void> {
    const places = [
      '--data-root',
      join(folder, 'data'),
      '--exec-root',
      join(folder, 'exec'),
      '-p',
      join(folder, 'pid'),
      '-H',
      `unix://${socket}`,
    ];
    const network = ['--iptables=false', '--ip6tables=false', '--bridge=none', '--log-level=error'];
    rmSync(join(folder, 'pid'), { force: true });
    engine = spawn(DOCKERD ?? '', [...places, ...network], { stdio: 'ignore' });
    const answers = () =>
      docker.ping().then(
        () => true,
        () => false,
      );
    await untilTrue(answers);
  }

  /** Kills the engine. Its containerd dies with it, a moment later: an engine that is started before then would wait for that one in vain. */
  async function killEngine(): Promise<void> {
    const containerd = readFileSync(join(folder, 'exec', 'containerd', 'containerd.pid'), 'utf8').trim();
    engine.kill('SIGKILL');
    await untilTrue(() => !existsSync(`/proc/${containerd}`));
  }

  beforeAll(async () => {
    await startEngine();
    process.env['DOCKER_HOST'] = `unix://${socket}`;
    fixture = await startFixture({
      options: {
        ...{ CONTAINER_RUNTIME: 'docker', FUNCTION_CONTAINER_NETWORK: 'host' },
        FUNCTION_RUNTIME_IMAGE_MAPPING: JSON.stringify(await importTestImages(docker)),
      },
    });
  });
  afterAll(async () => {
    await fixture?.emulator.stop();
    if (before === undefined) delete process.env['DOCKER_HOST'];
    else process.env['DOCKER_HOST'] = before;
    engine.kill('SIGTERM');
    await untilTrue(() => engine.exitCode !== null || engine.signalCode !== null);
    endLeftovers(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is told to who waits and to who comes, and is over when it is back', async () => {
    const name = `engine-${process.pid}`;
    await fixture.create(name, 'if (event.spin) { console.log("spinning"); for (;;); } return "fine";', { Timeout: 60 });
    expect(await told(fixture.lambda, name)).toBe('"fine"');
    const underWay = told(fixture.lambda, name, { spin: true });
    await untilTrue(() => fixture.emulator.lines.some((line) => line.includes(name) && line.includes('spinning')));
    await killEngine();
    expect(jsonOf(Buffer.from(await underWay))).toMatchObject({ errorMessage: expect.stringContaining('the container engine is gone') });
    expect(await told(fixture.lambda, name)).toMatch(/no container engine answers/);
    await fixture.lambda.createFunction(creation(`${name}-new`, handler('return 1;')));
    expect(await fixture.settled(`${name}-new`)).toMatchObject({
      State: 'Failed',
      StateReason: expect.stringContaining('no container engine answers'),
    });
    await startEngine();
    expect(await told(fixture.lambda, name)).toBe('"fine"');
    const running = async () => (await docker.listContainers({ filters: { label: [`${LABELS.function}=${name}`] } })).length;
    await untilTrue(async () => (await running()) <= 1);
    await fixture.emulator.stop();
    await untilTrue(async () => (await ours(docker, name)).length === 0);
  });
});
