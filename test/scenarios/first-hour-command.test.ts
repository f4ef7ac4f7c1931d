// The commands in the first hour: `doctor` reads the app that runs, `logs` says in which region it looked, `docs` shows the pages.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creation, handler } from '../conformance/lambda/fixture.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { commandWords } from '../support/command.ts';
import { clientsOf } from '../support/emulator.ts';
import { WAITER } from '../support/until-passes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROLE = 'arn:aws:iam::000000000000:role/forgot';

let emulator: ChildEmulator;
let clients: ReturnType<typeof clientsOf>;
let folder: string;

/** Runs the command in the region of the profile; resolves with everything that it printed. */
const run = (...words: string[]): Promise<string> => runWith({}, ...words);

async function runWith(more: NodeJS.ProcessEnv, ...words: string[]): Promise<string> {
  const profile = { AWS_CONFIG_FILE: join(folder, 'config'), AWS_PROFILE: 'shop' };
  const env = { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1', AWS_ENDPOINT_URL: emulator.url, ...profile, ...more };
  const command = [...(await commandWords()), ...words];
  return new Promise((resolve) => execFile(process.execPath, command, { cwd: ROOT, env }, (_, stdout, stderr) => resolve(stdout + stderr)));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first-hour-'));
  writeFileSync(join(folder, 'config'), '[profile shop]\nregion = eu-west-1\n');
  emulator = await startChild({}, [], [], []);
  clients = clientsOf(emulator.url);
  const lambda = clients.client(Lambda, { region: 'eu-west-1' });
  await lambda.createFunction(creation('archive', handler('throw new TypeError("no such order");'), { Role: ROLE }));
  await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: 'archive' });
  await lambda.invoke({ FunctionName: 'archive' });
  await lambda.createFunction(creation('never', handler('return 1;'), { Role: ROLE }));
  const events = clients.client(EventBridge, { region: 'eu-west-1' });
  await events.putRule({ Name: 'idle', EventPattern: '{"source":["shop.order"]}' });
  await events.putEvents({ Entries: [{ Source: 'shop.orders', DetailType: 'Placed', Detail: '{}' }] });
});
afterAll(async () => {
  clients.destroy();
  await emulator.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

it('doctor reads the app: functions that fail, roles that are missing, rules without effect', async () => {
  const findings = JSON.parse(await run('doctor', '--json')) as { about: string; text: string }[];
  const texts = findings.map(({ about, text }) => `${about}: ${text}`);
  expect(texts).toEqual(
    expect.arrayContaining([
      `gateway: an emulator answers at ${emulator.url}`,
      `app: 2 functions and 1 rule in eu-west-1 (profile shop in ${join(folder, 'config')})`,
      `role: the role ${ROLE} of archive, never does not exist here`,
      'rule: the rule idle on bus default has no target: what it takes goes nowhere',
      expect.stringMatching(/^failures: archive failed: TypeError: no such order \(request /),
      expect.stringMatching(/^events: event .* not idle: source is "shop\.orders", wanted "shop\.order"$/),
    ]),
  );
});

it('doctor names another region where the one that it looks in holds nothing', async () => {
  const findings = JSON.parse(await runWith({ AWS_REGION: 'us-west-2' }, 'doctor', '--json')) as { text: string; hint?: string }[];
  expect(findings).toContainEqual(
    expect.objectContaining({ text: 'eu-west-1 holds something', hint: 'AWS_REGION=eu-west-1 emulator doctor looks there.' }),
  );
});

describe('logs', () => {
  it('reads the region of the profile', async () => {
    expect(await run('logs', 'archive')).toContain('no such order');
  });

  it('says in which region it looked', async () => {
    const said = await run('logs', 'nothing');
    expect(said).toContain(`NO_LOG: There is no log group /aws/lambda/nothing in eu-west-1 (profile shop in ${join(folder, 'config')}).`);
    expect(said).toContain('for which -f waits. No other region has it.');
    expect(await runWith({ AWS_REGION: 'us-east-1' }, 'logs', 'archive')).toContain(
      'It is in eu-west-1: AWS_REGION=eu-west-1 emulator logs archive',
    );
  });

  it('shows the code of each message to machines', async () => {
    const lines = (await run('logs', '--json')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { code?: string }).code)).toContain('FUNCTION_FAILED');
  });
});

it('commands that only look leave no lines in the log, and no calls for `why`', async () => {
  expect(await run('why')).toMatch(/lambda\.Invoke archive/);
  expect(emulator.log()).toMatch(/lambda\.Invoke archive 000000000000 eu-west-1 the function failed/);
  expect(emulator.log()).not.toMatch(
    /iam\.GetRole|logs\.(?:DescribeLogGroups|FilterLogEvents)|lambda\.(?:ListFunctions|GetFunctionConfiguration)/,
  );
});

describe('docs', () => {
  it('lists the pages with their paths, and prints one', async () => {
    const [, path = ''] = /^messages +(\S+)$/m.exec(await run('docs')) ?? [];
    expect(existsSync(path)).toBe(true);
    expect(await run('docs', 'docs/coverage.md')).toMatch(/^# /);
  });

  it('explains a code', async () => {
    expect(await run('docs', 'FUNCTION_TIMED_OUT')).toMatch(/^`FUNCTION_TIMED_OUT`\nerror\nA function ran longer than its timeout/);
    expect(await run('docs', 'NO_SUCH_CODE')).toMatch(/^PAGE_MISSING: There is no page NO_SUCH_CODE\./);
  });
});
