// `emulator debug` where debuggers do not reach the processes of functions: it says so at once, and opens nothing.
import { execFile } from 'node:child_process';
import { afterEach, expect, it, vi } from 'vitest';
import { commandWords } from '../../support/command.ts';
import { type EngineStandIn, startEngineStandIn } from '../../support/engine-stand-in.ts';
import { untilPasses } from '../../support/until-passes.ts';
import { creation, type Fixture, handler, startFixture } from './fixture.ts';

const [engineArchitecture, architecture] = process.arch === 'arm64' ? (['arm64', 'arm64'] as const) : (['amd64', 'x86_64'] as const);
const CONTAINERS = { FUNCTION_RUNTIME_IMAGE_MAPPING: 'registry.example/<runtime>', CONTAINER_RUNTIME: 'docker' } as const;
let engine: EngineStandIn | undefined;
let fixture: Fixture;
afterEach(async () => {
  vi.unstubAllEnvs();
  await fixture.emulator.stop();
  await engine?.stop();
  engine = undefined;
});

/** Resolves with the exit code and what was printed, once it has ended or opened a debugger, which is closed again. */
async function debug(name: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const words = [...(await commandWords()), 'debug', '--json', '--no-launch', '--port', '0', name];
  const env = { PATH: process.env['PATH'], AWS_ENDPOINT_URL: fixture.emulator.url };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, words, { env }, (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }));
    child.stdout!.once('data', () => child.kill('SIGINT'));
  });
}

/** Creates a function with tenants. Nothing is started ahead for it: the engine is asked for the image alone. */
async function createInContainer(name: string): Promise<void> {
  engine = await startEngineStandIn(engineArchitecture);
  vi.stubEnv('DOCKER_HOST', engine.host);
  fixture = await startFixture({ options: CONTAINERS });
  await fixture.lambda.createFunction(
    creation(name, handler('return 1;'), { Architectures: [architecture], TenancyConfig: { TenantIsolationMode: 'PER_TENANT' } }),
  );
  const pulling = expect.stringContaining('Pulling the image registry.example/');
  await untilPasses(() => expect(fixture.emulator.lines).toContainEqual(pulling));
  await engine.finish();
  await fixture.settled(name);
}

it('refuses a function in a container, and names the ways out', async () => {
  await createInContainer('boxed');
  const { code, stdout, stderr } = await debug('boxed');
  expect(stderr).toMatch(/^DEBUG_REFUSED: boxed cannot be debugged: It runs in a container, whose loopback debuggers do not reach\./);
  expect(stderr).toContain('CONTAINER_RUNTIME=embedded');
  expect(stderr).toContain('`emulator docs debugging` shows further ways');
  expect([code, stdout]).toEqual([1, '']);
});

it('refuses a function with a network of its own', async () => {
  fixture = await startFixture({ options: { FUNCTION_NETWORK: 'gateway', CONTAINER_RUNTIME: 'embedded' } });
  await fixture.create('closed', 'return 1;');
  const { code, stderr } = await debug('closed');
  expect(stderr).toMatch(
    /^DEBUG_REFUSED: closed cannot be debugged: Its processes have a network of their own \(FUNCTION_NETWORK=gateway\)/,
  );
  expect(code).toBe(1);
});
