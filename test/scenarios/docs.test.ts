// The blocks of the pages for users, run as they are written.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from '../conformance/lambda/fixture.ts';
import { whyNoAws } from '../support/aws-clients.ts';
import { commandWords } from '../support/command.ts';
import { isMissing } from '../support/is-missing.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCS = join(ROOT, 'emulator/docs');
const page = (name: string): string => readFileSync(join(DOCS, name), 'utf8');
const blocks = (name: string, language: string): string[] =>
  [...page(name).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text!);

const folder = mkdtempSync(join(tmpdir(), 'docs-'));
beforeAll(() => {
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = async (command: string, args: readonly string[], env: Record<string, string | undefined> = {}) => {
  const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: folder, env: { ...process.env, ...env } });
  return `${stdout}${stderr}`;
};

it('all links of the pages lead to files', () => {
  const pages = [
    ...readdirSync(DOCS).map((name) => join(DOCS, name)),
    join(ROOT, 'README.md'),
    join(ROOT, 'integrations/github-action/README.md'),
  ].filter((file) => file.endsWith('.md'));
  const dead = pages.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)]
      .filter(([, target]) => !existsSync(join(dirname(file), target!)))
      .map(([, target]) => `${file}: ${target}`),
  );
  expect(dead).toEqual([]);
});

it('the tests of states pass', async () => {
  writeFileSync(join(folder, 'states.test.ts'), blocks('state-machines.md', 'ts')[0]!);
  expect(await run('npx', ['vitest', 'run', '--root', folder, 'states.test.ts'], { NO_COLOR: '1' })).toMatch(/2 passed/);
});

describe('testing.md', () => {
  const [suite = '', nodeSuite = '', snapshot = '', idle = ''] = blocks('testing.md', 'ts');

  it('the tests of one file pass', async () => {
    writeFileSync(join(folder, 'queues.test.ts'), suite);
    expect(await run('npx', ['vitest', 'run', '--root', folder, 'queues.test.ts'], { NO_COLOR: '1' })).toMatch(/2 passed/);
  });

  it('the test that hands hooks over passes', async () => {
    writeFileSync(join(folder, 'shop.mts'), nodeSuite);
    expect(await run(process.execPath, ['--import', 'tsx', '--test', '--test-reporter=tap', 'shop.mts'])).toMatch(/# pass 1\n/);
  });

  it.each([
    ['a snapshot', snapshot, '0'],
    ['idle()', idle, '7'],
  ])('%s does what it says', async (_what, text, printed) => {
    writeFileSync(join(folder, 'block.mts'), text);
    expect(await run(process.execPath, ['--import', 'tsx', 'block.mts'])).toContain(`${printed}\n`);
  });

  it('lists every start option and every member', () => {
    const types = readFileSync(join(ROOT, 'emulator/src/api.ts'), 'utf8');
    const names = [...types.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, name]) => name!);
    expect(names.filter((name) => !new RegExp(`\`(?:clock\\.)?${name}\\b`).test(page('testing.md')))).toEqual([]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Workflow {
  readonly jobs: Record<string, { env: Record<string, string>; steps: { run?: string; if?: string }[] }>;
}

it('ci.md: the workflow starts an emulator, waits for it, tests, and shows its log', async () => {
  const { env, steps } = (load(blocks('ci.md', 'yaml')[0]!) as Workflow).jobs['test']!;
  // Stand-ins for the project's own programs: its `npm ci` installs nothing, its test asks the emulator, `npx emulator` is this one.
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const programs = {
    npm: '[ "$1" = ci ] || curl --fail --silent "$AWS_ENDPOINT_URL/_emulator/health?ready=1"',
    npx: `shift; exec '${process.execPath}' ${(await commandWords()).map((word) => `'${word}'`).join(' ')} "$@"`,
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const port = await freePort();
  const variables = {
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace('4566', String(port))])),
    GATEWAY_LISTEN: `127.0.0.1:${port}`,
    PATH: `${bin}:${process.env['PATH']}`,
  };
  const printed: string[] = [];
  try {
    for (const step of steps) if (step.run) printed.push(await run('bash', ['--norc', '-eo', 'pipefail', '-c', step.run], variables));
  } finally {
    await run(join(bin, 'npx'), ['emulator', 'stop'], variables);
  }
  const [install, start, test, log] = printed;
  expect([install, start]).toEqual(['', '']);
  expect(JSON.parse(test!)).toMatchObject({ ready: true });
  expect(log).toMatch(/gateway: .*\nReady\.\n/s);
  expect(steps.at(-1)!.if).toBe('failure()');
});

describe('debugging.md', () => {
  it('has configurations that are JSON', () => {
    for (const text of blocks('debugging.md', 'json')) expect(JSON.parse(text)).toMatchObject({ configurations: [{ request: 'attach' }] });
  });
});

describe.skipIf(isMissing('the AWS CLI parts of the pages', whyNoAws()))('with the AWS CLI', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture();
  });
  afterAll(() => fixture.emulator.stop());
  const shell = (text: string): Promise<string> =>
    run('bash', ['--norc', '-euo', 'pipefail', '-c', text.replaceAll('http://localhost:4566', fixture.emulator.url)], {
      ...{ AWS_ENDPOINT_URL: fixture.emulator.url, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
      ...{ AWS_DEFAULT_REGION: 'us-east-1', AWS_PAGER: '' },
    });

  it('coming-from-localstack.md: health and a bucket', async () => {
    const out = await shell(blocks('coming-from-localstack.md', 'sh')[0]!);
    expect(out).toContain('"edition":"community"');
    expect(out).toContain('make_bucket: photos');
  });

  it('hot-reload.md: a function that is changed between two invocations', async () => {
    expect(await shell(blocks('hot-reload.md', 'sh')[0]!)).toMatch(/\n"first"\{.*\n"second"$/s);
  });

  it('debugging.md: a function that waits', async () => {
    await fixture.create('on-sale', 'return 1;');
    // The first block is a command that stays until it is ended.
    expect(await shell(blocks('debugging.md', 'sh')[1]!)).toContain('--inspect-brk=127.0.0.1:9229');
  });
});
