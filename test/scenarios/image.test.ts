// The image, built on this machine's own Node: it runs the scripts of its volume, says that it is healthy, and keeps its data; and the example
// for Docker Compose starts it.
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildImage, composeCommand, docker, engineSocket, hasBridge, removeImage, whyNoImage } from '../support/image.ts';
import { isMissing } from '../support/is-missing.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NAME = `cloud-emulator-test-${process.pid}`;
/** Asks the engine from inside the container. */
const PING = "require('http').get({ socketPath: '/var/run/docker.sock', path: '/_ping' }, (answer) => answer.pipe(process.stdout))";
const skipped = whyNoImage();
const compose = composeCommand();

function whyNoCompose(): string | undefined {
  if (skipped) return skipped;
  if (!compose) return 'Docker Compose is not installed';
  return hasBridge() && engineSocket() ? undefined : 'the container engine has no bridge, or no socket on this machine';
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

describe.skipIf(isMissing('the image', skipped))('the image', () => {
  let port: number;
  beforeAll(() => buildImage(NAME), 120_000);
  beforeEach(async () => {
    port = await freePort();
  });
  afterEach(() => docker('rm', '--force', '--volumes', NAME));
  afterAll(() => {
    docker('volume', 'rm', '--force', NAME);
    removeImage(NAME);
  });

  const healthy = (container: string): Promise<void> =>
    expect.poll(() => docker('inspect', '--format', '{{.State.Health.Status}}', container), { interval: 500 }).toBe('healthy');
  const run = async (...more: string[]): Promise<void> => {
    const volumes = ['--volume', `${NAME}:/var/lib/emulator`, ...more];
    const environment = ['--env', `GATEWAY_LISTEN=127.0.0.1:${port}`, '--env', 'PERSISTENCE=1'];
    docker('run', '--detach', '--name', NAME, '--init', '--network', 'host', ...volumes, ...environment, NAME);
    await healthy(NAME);
  };
  const queues = async (): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.ListQueues' },
      body: '{}',
    });
    return answer.json();
  };

  it('is healthy after the scripts of its volume, stops when told, and finds its data again', async () => {
    await run('--volume', `${ROOT}examples/compose/init:/etc/emulator/init:ro`);
    expect(docker('logs', NAME)).toMatch(/^Ready\.$/m);
    expect(await (await fetch(`http://127.0.0.1:${port}/_emulator/init/ready`)).json()).toMatchObject({
      completed: true,
      scripts: [{ name: '10-queue.mjs', state: 'SUCCESSFUL' }],
    });
    docker('stop', '--time', '20', NAME);
    expect(docker('inspect', '--format', '{{.State.ExitCode}}', NAME)).toBe('0');
    docker('rm', '--volumes', NAME);
    await run();
    expect(await queues()).toMatchObject({ QueueUrls: [expect.stringMatching(/\/jobs$/)] });
  });

  it.skipIf(isMissing('the image with Docker Compose', whyNoCompose()))(
    'starts as the example for Docker Compose says',
    async () => {
      const [command = '', ...first] = compose ?? [];
      const env = { ...process.env, IMAGE: NAME, PORT: String(port), DOCKER_SOCK: engineSocket() };
      const run = (...words: string[]): string => {
        const all = [...first, '--file', `${ROOT}examples/compose/compose.yaml`, '--project-name', NAME, ...words];
        return execFileSync(command, all, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
      };
      try {
        run('up', '--detach');
        const container = run('ps', '--quiet');
        await healthy(container);
        expect(await queues()).toMatchObject({ QueueUrls: [`http://127.0.0.1:${port}/000000000000/jobs`] });
        expect(docker('exec', container, 'node', '-e', PING)).toBe('OK');
        run('down');
        run('up', '--detach');
        await healthy(run('ps', '--quiet'));
        expect(docker('volume', 'ls', '--quiet')).toContain(`${NAME}_data`);
      } finally {
        run('down', '--volumes');
      }
    },
    180_000,
  );
});
