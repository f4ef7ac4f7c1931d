// The GitHub action: the shell of its steps, run with the inputs put in, as a runner does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { afterAll, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { initFolder } from '../support/init-folder.ts';

interface Action {
  readonly inputs?: Record<string, { default: string }>;
  readonly runs: {
    readonly steps: readonly { run: string; shell: string; if?: string; env?: Record<string, string>; 'working-directory'?: string }[];
  };
}
interface Job {
  readonly project: string;
  /** The variables that `GITHUB_ENV` has given later steps. */
  readonly env: Record<string, string>;
}
interface Ended {
  readonly code: number;
  readonly printed: string;
  readonly outputs: Record<string, string>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = join(ROOT, 'integrations/github-action');
const read = (path: string): Action => load(readFileSync(join(FOLDER, path), 'utf8')) as Action;
const START = read('action.yml');
const LOGS = read('logs/action.yml');

const temporary = mkdtempSync(join(tmpdir(), 'action-'));
const endpoints: string[] = [];
afterAll(async () => {
  for (const endpoint of endpoints) await fetch(`${endpoint}/_emulator/stop`, { method: 'POST' });
  rmSync(temporary, { recursive: true, force: true });
});

/** A program in the emulator's place, which runs it. */
const PROGRAM = `#!/bin/sh\nexec '${process.execPath}' ${(await commandWords()).map((word) => `'${word}'`).join(' ')} "$@"\n`;

let jobs = 0;
function newJob(installed: boolean): Job {
  const project = join(temporary, `job-${++jobs}`);
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
  if (installed) writeFileSync(join(project, 'node_modules/.bin/emulator'), PROGRAM, { mode: 0o755 });
  return { project, env: {} };
}

const variablesIn = (file: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Runs the steps one after the other, up to one that fails. */
async function use(action: Action, given: Record<string, string>, job: Job): Promise<Ended> {
  const inputs = { ...Object.fromEntries(Object.entries(action.inputs ?? {}).map(([name, one]) => [name, one.default])), ...given };
  const put = (text: string): string => text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_all, name: string) => inputs[name]!);
  const [environment, output] = ['env', 'output'].map((name) => join(job.project, `github-${name}`)) as [string, string];
  for (const file of [environment, output]) writeFileSync(file, '');
  let printed = '';
  for (const step of action.runs.steps) {
    expect(step.shell).toBe('bash');
    if (step.if !== undefined) {
      expect(step.if).toBe("inputs.package != ''");
      if (inputs['package'] === '') continue;
    }
    const script = join(job.project, 'step.sh');
    writeFileSync(script, put(step.run));
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, put(text)]));
    const runner = { RUNNER_TEMP: job.project, GITHUB_ENV: environment, GITHUB_OUTPUT: output };
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: join(job.project, put(step['working-directory'] ?? '.')),
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...job.env, ...runner, ...own },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (printed += String(bytes)));
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) return { code, printed, outputs: {} };
  }
  Object.assign(job.env, variablesIn(environment));
  const outputs = variablesIn(output);
  if (outputs['endpoint']) endpoints.push(outputs['endpoint']);
  return { code: 0, printed, outputs };
}

it('starts the installed emulator with its options, and gives later steps its address and its log', async () => {
  const job = newJob(true);
  const options = '# kept\nPERSISTENCE=1\n\n  DATA_DIR=./some data\n';
  const { code, printed, outputs } = await use(START, { port: '0', options }, job);
  expect([code, printed]).toEqual([0, expect.stringMatching(/gateway: .*Ready\.\n/s)]);
  expect(job.env).toMatchObject({ AWS_ENDPOINT_URL: outputs['endpoint'], AWS_ACCESS_KEY_ID: 'test', AWS_DEFAULT_REGION: 'us-east-1' });
  expect(await (await fetch(`${outputs['endpoint']}/_emulator/health`)).json()).toMatchObject({ ready: true, persistence: '1' });
  expect(printed).toContain(`${job.project}/some data`);
  const logs = await use(LOGS, {}, job);
  expect(logs.printed).toContain(readFileSync(outputs['log']!, 'utf8'));
});

it('installs the package that is given', async () => {
  const job = newJob(false);
  const source = join(job.project, 'package');
  mkdirSync(source);
  writeFileSync(join(source, 'package.json'), '{"name":"cloud-emulator","version":"0.0.0","bin":{"emulator":"emulator.sh"}}');
  writeFileSync(join(source, 'emulator.sh'), PROGRAM, { mode: 0o755 });
  const { code, printed } = await use(START, { port: '0', package: source }, job);
  expect([code, printed]).toEqual([0, expect.stringContaining('Ready.')]);
});

it.each<[string, boolean, Record<string, string>, RegExp]>([
  ['there is no package', false, {}, /::error::There is no emulator at node_modules\/\.bin\/emulator/],
  ['a line is no option', true, { options: 'PERSISTENCE 1' }, /::error::`PERSISTENCE 1` is no option/],
  ['the emulator ends', true, { options: 'PERSISTENCE=maybe' }, /::error::The emulator ended at its start\.\n.*OPTION_INVALID/s],
])('fails where %s, and says why', async (_what, installed, inputs, said) => {
  const { code, printed } = await use(START, { port: '0', ...inputs }, newJob(installed));
  expect([code, printed]).toEqual([1, expect.stringMatching(said)]);
});

it('fails where the emulator is not ready in time', async () => {
  const options = `EMULATOR_INIT_DIR=${initFolder({ 'ready.d/1.sh': 'sleep 20' })}`;
  const { code, printed } = await use(START, { port: '0', options, timeout: '2' }, newJob(true));
  expect([code, printed]).toEqual([1, expect.stringContaining('::error::The emulator was not ready after 2 seconds.')]);
});

it('shows no log where none was started', async () => {
  expect((await use(LOGS, {}, newJob(false))).printed).toBe('No emulator was started in this job.\n');
});

it('takes the inputs that its page lists', () => {
  const page = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(Object.keys(START.inputs ?? {}));
});
