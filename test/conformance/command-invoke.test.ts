// `emulator invoke`: finds the function, shows the answer and the reason of a failure, invokes again on changes.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CloudFormation, waitUntilStackCreateComplete } from '@aws-sdk/client-cloudformation';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { WAITER } from '../support/until-passes.ts';
import { type Fixture, handler, ROLE, startFixture, zipOf } from './lambda/fixture.ts';

const TEMPLATE = {
  Resources: {
    OrdersA1B2C3D4: {
      Type: 'AWS::Lambda::Function',
      Properties: {
        FunctionName: 'shop-orders',
        Runtime: 'nodejs20.x',
        Handler: 'index.handler',
        Role: ROLE,
        Code: { ZipFile: 'exports.handler = async (event) => ({ from: "stack", event });' },
      },
    },
  },
};

let fixture: Fixture;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'invoke-'));
  fixture = await startFixture();
  await fixture.create('echo', handler('console.log("got", event.id); return { got: event };'));
  const stacks = fixture.emulator.client(CloudFormation);
  await stacks.createStack({ StackName: 'shop', TemplateBody: JSON.stringify(TEMPLATE) });
  await waitUntilStackCreateComplete({ client: stacks, ...WAITER }, { StackName: 'shop' });
});
afterAll(async () => {
  await fixture.emulator.stop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({ PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1', AWS_ENDPOINT_URL: fixture.emulator.url });

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function invoke(...words: string[]): Promise<Outcome> {
  const command = [...(await commandWords()), 'invoke', ...words];
  return new Promise((resolve) => {
    const options = { cwd: folder, env: environment() };
    const child = execFile(process.execPath, command, options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

describe('emulator invoke', () => {
  it('prints the answer to stdout, the log and the figures to stderr', async () => {
    const { code, stdout, stderr } = await invoke('echo', '--data', '{"id":7}');
    expect({ code, answer: JSON.parse(stdout) }).toEqual({ code: 0, answer: { got: { id: 7 } } });
    expect(stderr).toMatch(/^│ \S+\t\S+\tINFO\tgot 7\n✓ echo {2}[\d.]+ ms, init [\d.]+ ms, \d+ of 128 MB\n$/);
  });

  it('finds a function by its ARN and by its logical id, with or without the digits of the CDK', async () => {
    for (const name of ['arn:aws:lambda:us-east-1:000000000000:function:shop-orders:$LATEST', 'OrdersA1B2C3D4', 'shop/Orders']) {
      const outcome = await invoke(name, '--json');
      expect(JSON.parse(outcome.stdout)).toMatchObject({ function: 'shop-orders', version: '$LATEST', answer: { from: 'stack' } });
    }
  });

  it('names what is near where there is no such function, version or alias', async () => {
    expect(await invoke('ecko')).toMatchObject({
      code: 1,
      stderr: 'FUNCTION_UNKNOWN: There is no function ecko in us-east-1 (by default).\nDid you mean echo?\n',
    });
    expect((await invoke('echo', '--qualifier', 'live')).stderr).toContain('The function echo has no version or alias live.');
    expect((await invoke()).stderr).toContain('Name the function.\nThere are echo, shop-orders');
  });

  it('shows sources where the bundle has a source map, and ends with 1', async () => {
    writeFileSync(
      join(folder, 'orders.ts'),
      '\n\nexport const handler = (event: { id: number }) => {\n  throw new TypeError("no order " + event.id);\n};\n',
    );
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'orders.ts')],
      outdir: folder,
      format: 'cjs',
      sourcemap: 'linked',
      minify: true,
      write: false,
    });
    const files = Object.fromEntries(
      outputFiles.map(({ path, text }) => [path.replace(/^.*\/orders\./, 'index.'), text.replace('orders.js.map', 'index.js.map')]),
    );
    await fixture.create('mapped', zipOf(files));
    const { code, stdout, stderr } = await invoke('mapped', '--data', '{"id":7}');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('✗ mapped failed: TypeError: no order 7');
    expect(stderr).toMatch(/^ {4}at .*orders\.ts:4:9\)?$/m);
  });

  it('says so when a function takes too long', async () => {
    await fixture.create('slow', handler('await new Promise((resolve) => setTimeout(resolve, 60_000));'), { Timeout: 1 });
    const { code, stderr } = await invoke('slow');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('✗ slow ran longer than its time-out of 1 s.') });
    expect(stderr).toContain('--function-name slow --timeout 10');
  });

  it('says so when the code cannot be loaded', async () => {
    await fixture.create('broken', zipOf({ 'other.js': '' }));
    const { code, stdout } = await invoke('broken', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ function: 'broken', failure: { kind: 'init', type: 'Runtime.ImportModuleError' } });
  });

  it('makes events of sources, and hands them over', async () => {
    const printed = await invoke('--sample', 'sqs', '--print');
    expect(JSON.parse(printed.stdout)).toMatchObject({ Records: [{ eventSource: 'aws:sqs', awsRegion: 'us-east-1' }] });
    expect(JSON.parse((await invoke('echo', '--sample', 'http')).stdout)).toMatchObject({ got: { version: '2.0', rawPath: '/orders/7' } });
    expect((await invoke('echo', '--async')).stderr).toMatch(/^✓ echo accepted the event/);
    expect((await invoke('echo', '--sample', 'sqs', '--data', '{}')).stderr).toContain('EVENT_INVALID: The event is given more than once.');
    expect((await invoke('echo', '--data', '{id}')).stderr).toContain('EVENT_INVALID: The event in --data is no JSON');
  });

  it('invokes again when the event, the configuration or the code has changed', async () => {
    await fixture.create('watched', handler('return [event.id, process.env.COLOUR ?? "none", "old"].join(" ");'));
    const event = join(folder, 'event.json');
    writeFileSync(event, '{"id":1}');
    const command = [...(await commandWords()), 'invoke', 'watched', '--event', 'event.json', '--watch', '--json'];
    const child = spawn(process.execPath, command, { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => (JSON.parse((await lines.next()).value as string) as { answer: string }).answer;
    expect(await next()).toBe('1 none old');
    writeFileSync(event, '{"id":2}');
    expect(await next()).toBe('2 none old');
    const FunctionName = 'watched';
    await fixture.lambda.updateFunctionConfiguration({ FunctionName, Environment: { Variables: { COLOUR: 'red' } } });
    expect(await next()).toBe('2 red old');
    await fixture.settled(FunctionName);
    await fixture.lambda.updateFunctionCode({ FunctionName, ZipFile: handler('return "new";') });
    expect(await next()).toBe('new');
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(130);
  });
});
