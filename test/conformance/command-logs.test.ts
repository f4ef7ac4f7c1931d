// `emulator logs` over several functions: as one log, filtered, and as they come, with functions that have not logged before.
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { type Fixture, handler, startFixture } from './lambda/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
  for (const name of ['orders', 'invoices'])
    await fixture.create(name, handler(`console.${name === 'orders' ? 'log' : 'error'}("seen by ${name}", event.id);`));
  await fixture.create('reports', handler('console.log("seen by reports", event.id);'), { LoggingConfig: { LogGroup: '/shop/reports' } });
  for (const name of ['orders', 'invoices', 'reports']) await invoke(name, 1);
  await fixture.emulator.idle();
});
afterAll(() => fixture.emulator.stop());

const invoke = (FunctionName: string, id: number) => fixture.lambda.invoke({ FunctionName, Payload: Buffer.from(JSON.stringify({ id })) });
const environment = (colour: object = { NO_COLOR: '1' }) => ({
  PATH: process.env['PATH'],
  AWS_ENDPOINT_URL: fixture.emulator.url,
  ...colour,
});

async function logs(words: readonly string[], colour?: object): Promise<{ stdout: string; stderr: string }> {
  const command = [...(await commandWords()), 'logs', ...words];
  return new Promise((resolve) =>
    execFile(process.execPath, command, { env: environment(colour) }, (_, stdout, stderr) => resolve({ stdout, stderr })),
  );
}
const seen = (text: string): string[] => [...text.matchAll(/seen by (\w+ \d)/g)].map(([, what = '']) => what);

it('shows several functions in the order of time, each line with its name', async () => {
  const { stdout } = await logs(['orders', 'invoices']);
  expect(seen(stdout)).toEqual(['orders 1', 'invoices 1']);
  expect(stdout).toMatch(/^\S+ invoices \S+\t\S+\tERROR\tseen by invoices 1$/m);
});

it('shows all functions, also those with a group of their own choice, filtered as it is told', async () => {
  expect(seen((await logs(['--all'])).stdout)).toEqual(['orders 1', 'invoices 1', 'reports 1']);
  expect(seen((await logs(['reports'])).stdout)).toEqual(['reports 1']);
  const filtered = (await logs(['--all', '--filter', 'SEEN BY INV'])).stdout.trim().split('\n');
  expect(filtered).toEqual([expect.stringContaining('seen by invoices 1')]);
  expect(seen((await logs(['--all', '--since', '1h'])).stdout)).toHaveLength(3);
  expect((await logs(['--all', '--since', 'soon'])).stderr).toContain('OPTION_INVALID: --since soon is not a duration.');
});

it('shows errors in red, and lines of the platform dimmed', async () => {
  const { stdout } = await logs(['--all'], { FORCE_COLOR: '1' });
  expect(stdout).toMatch(/\x1b\[31m[^\x1b]*seen by invoices 1\x1b/);
  expect(stdout).toMatch(/\x1b\[2mSTART RequestId/);
});

it('follows all functions, with one that is new, and shows nothing twice', async () => {
  const command = [...(await commandWords()), 'logs', '--all', '--follow', '--json', '--filter', 'seen by'];
  const child = spawn(process.execPath, command, { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { function: name, message } = JSON.parse((await lines.next()).value as string) as { function: string; message: string };
    return [name, ...seen(message)];
  };
  for (const name of ['orders', 'invoices', 'reports']) expect(await next()).toEqual([name, `${name} 1`]);
  await invoke('invoices', 2);
  expect(await next()).toEqual(['invoices', 'invoices 2']);
  await fixture.create('late', handler('console.log("seen by late", event.id);'));
  await invoke('late', 3);
  expect(await next()).toEqual(['late', 'late 3']);
  await invoke('late', 4);
  expect(await next()).toEqual(['late', 'late 4']);
  await invoke('orders', 5);
  expect(await next()).toEqual(['orders', 'orders 5']);
  child.kill();
});

it('waits for a function that has not logged yet, and for none that does not exist', async () => {
  expect((await logs(['nobody', '--follow'])).stderr).toContain('NO_LOG');
  await fixture.create('quiet', handler('console.log("seen by quiet", event.id);'));
  const command = [...(await commandWords()), 'logs', 'quiet', '--follow', '--filter', 'seen'];
  const child = spawn(process.execPath, command, { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = lines.next();
  // The function is invoked until its log is followed: nothing tells from outside when that is.
  let done = false;
  void line.then(() => {
    done = true;
  });
  for (let id = 6; !done && id < 100; id++) await invoke('quiet', 6);
  expect(seen((await line).value as string)).toEqual(['quiet 6']);
  child.kill();
});
