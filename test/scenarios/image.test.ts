// The image, built on this machine's own Node: it runs the scripts of its volume, says that it is healthy, and keeps its data.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLocalBase } from '../support/local-base.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NAME = `cloud-emulator-test-${process.pid}`;
const docker = (...args: string[]): string => execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

function whyNot(): string | undefined {
  if (!existsSync(`${ROOT}emulator/dist/cli.js`)) return 'there is no bundle (npm run build)';
  try {
    docker('version', '--format', '{{.Server.Version}}');
    return undefined;
  } catch {
    return 'no container engine answers';
  }
}
const skipped = whyNot();

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

describe.skipIf(skipped !== undefined)(`the image${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    importLocalBase(`${NAME}-base`);
    execFileSync('npx', ['tsx', 'emulator/image/build.ts'], {
      cwd: ROOT,
      stdio: 'ignore',
      env: { ...process.env, BASE: `${NAME}-base`, IMAGE: NAME },
    });
  }, 120_000);
  afterAll(() => {
    for (const args of [
      ['rm', '--force', NAME],
      ['volume', 'rm', '--force', NAME],
      ['rmi', '--force', NAME, `${NAME}-base`],
    ])
      docker(...args);
  });

  const run = async (...more: string[]): Promise<void> => {
    const volumes = ['--volume', `${NAME}:/var/lib/emulator`, ...more];
    const environment = ['--env', `GATEWAY_LISTEN=127.0.0.1:${port}`, '--env', 'PERSISTENCE=1'];
    docker('run', '--detach', '--name', NAME, '--init', '--network', 'host', ...volumes, ...environment, NAME);
    await expect
      .poll(() => docker('inspect', '--format', '{{.State.Health.Status}}', NAME), { timeout: 60_000, interval: 500 })
      .toBe('healthy');
  };
  const queues = async (): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.ListQueues' },
      body: '{}',
    });
    return answer.json();
  };

  it('is healthy after the scripts of its volume, stops when told, and finds its data again', { timeout: 180_000 }, async () => {
    await run('--volume', `${ROOT}examples/compose/init:/etc/emulator/init:ro`);
    expect(docker('logs', NAME)).toMatch(/^Ready\.$/m);
    expect(await (await fetch(`http://127.0.0.1:${port}/_emulator/init/ready`)).json()).toMatchObject({
      completed: true,
      scripts: [{ name: '10-queue.mjs', state: 'SUCCESSFUL' }],
    });
    docker('stop', '--time', '20', NAME);
    expect(docker('inspect', '--format', '{{.State.ExitCode}}', NAME)).toBe('0');
    docker('rm', NAME);
    await run();
    expect(await queues()).toMatchObject({ QueueUrls: [expect.stringMatching(/\/jobs$/)] });
  });
});
