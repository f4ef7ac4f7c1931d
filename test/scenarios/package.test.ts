// The package as people install it: packed, put into an empty project, type-checked as strictly as tsc can, and run.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '../support/is-missing.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const [, SNIPPET = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(`${ROOT}README.md`, 'utf8')) ?? [];
const TSCONFIG = {
  compilerOptions: { module: 'nodenext', target: 'es2022', strict: true, types: ['node'], outDir: 'out' },
  include: ['*.ts'],
};
/** Uses of the package that must compile, and uses that the types must refuse. */
const USES = `import { type Emulator, EmulatorError, type LogLine, type StartOptions, startEmulator } from 'cloud-emulator';
const lines: LogLine[] = [];
const start: StartOptions = { port: 0, options: { PERSISTENCE: '0', FUNCTION_KEEPALIVE_MS: 5, FUNCTION_FREEZE: true }, log: (line) => void lines.push(line) };
const emulator: Emulator = await startEmulator(start);
emulator.restore(emulator.snapshot());
const seconds: number = emulator.options.FUNCTION_RUNTIME_ENVIRONMENT_TIMEOUT;
const code = (error: unknown): string => (error instanceof EmulatorError ? error.code : String(seconds));
// @ts-expect-error it takes 0, 1 and strict
await startEmulator({ options: { PERSISTENCE: 'maybe' } }).catch(code);
// @ts-expect-error there is no such option
await startEmulator({ options: { PERSISTANCE: '1' } }).catch(code);
`;
/** Tests that must compile; the project has no Vitest. */
const TESTS = `import * as hooks from 'node:test';
import { test } from 'node:test';
import { SQS } from '@aws-sdk/client-sqs';
import { startEmulator, type Emulator } from 'cloud-emulator';
import { type EventRecorder, type TestEmulator, useEmulator } from 'cloud-emulator/testing';
import { useEmulator as useInVitest } from 'cloud-emulator/vitest';
const emulator: TestEmulator = useEmulator(hooks, { setUp: (started) => started.client(SQS).createQueue({ QueueName: 'jobs' }) });
const general: Emulator = emulator;
const sqs: SQS = general && emulator.client(SQS);
test('there is a queue', async () => {
  const recorder: EventRecorder = await emulator.recordEvents();
  const names: string[] = (await recorder.events()).map((event) => event['detail-type']);
  const url: string | undefined = await emulator.eventually(async () => (await sqs.getQueueUrl({ QueueName: 'jobs' })).QueueUrl, { within: '1m' });
  if (names.length !== 0 || !url) throw new Error('there is none');
});
// @ts-expect-error it takes a boolean
export const unused = [startEmulator, () => useInVitest({ reset: 1 })];
`;
const OVER_HTTP = `import { startEmulator } from 'cloud-emulator';
const emulator = await startEmulator({ port: 0, quiet: true });
const answer = await fetch(emulator.url + '/_emulator/clock', { method: 'POST', body: '{"advance":"5m"}' });
console.log(answer.status, await answer.text());
await emulator.stop();
`;
const KEPT = `import { startEmulator } from 'cloud-emulator';
for (const names of [[], ['kept']]) {
  const emulator = await startEmulator({ port: 0, quiet: true, options: { PERSISTENCE: '1', DATA_DIR: 'data' } });
  const ask = (target, body) => fetch(emulator.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'AmazonSQS.' + target, 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify(body),
  });
  const { QueueUrls = [] } = await (await ask('ListQueues', {})).json();
  console.log(QueueUrls.length);
  await ask('CreateQueue', { QueueName: 'kept' });
  await emulator.stop();
}
`;
const versionOf = (name: string): string => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as { version: string };
  return `${name}@${version}`;
};

const folder = mkdtempSync(join(tmpdir(), 'package-'));
// Thousands of small files: a busy disk needs a while.
afterAll(() => rm(folder, { recursive: true, force: true }), 120_000);

const run = async (command: string, args: readonly string[], cwd: string): Promise<string> => {
  try {
    return (await promisify(execFile)(command, args, { cwd, maxBuffer: 1 << 25 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
};

/** A project that has nothing but the files; `tsc` and Node run in it. */
function project(name: string, files: Record<string, string>): string {
  const directory = join(folder, name);
  mkdirSync(directory);
  const all = { 'package.json': '{ "type": "module", "private": true }', 'tsconfig.json': JSON.stringify(TSCONFIG), ...files };
  for (const [file, text] of Object.entries(all)) writeFileSync(join(directory, file), text);
  return directory;
}

/** One for each entry point. */
const DECLARATIONS = ['dist/main.d.ts', 'dist/testing.d.ts', 'dist/vitest.d.ts'];
let tarball = '';
let packed: string[] = [];
beforeAll(async () => {
  // A copy with a bundle of its own, so that the sources of this very moment are packed.
  const copy = join(folder, 'emulator');
  const unneeded = ['node_modules', 'dist'].map((name) => join(ROOT, 'emulator', name));
  cpSync(join(ROOT, 'emulator'), copy, { recursive: true, filter: (file) => !unneeded.includes(file) });
  await run('npx', ['tsx', 'emulator/build.ts', join(copy, 'dist')], ROOT);
  const [pack] = JSON.parse(await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], copy)) as {
    filename: string;
    files: { path: string }[];
  }[];
  tarball = join(folder, pack!.filename);
  packed = pack!.files.map(({ path }) => path);
});

describe('the tarball', () => {
  it('has the bundle, its types in a file for each entry point, the pages and the models', () => {
    expect(packed).toEqual(
      expect.arrayContaining(['bin/emulator.mjs', 'dist/cli.js', 'dist/main.js', 'docs/errors.md', 'models/dist/sqs.json']),
    );
    expect(packed.filter((path) => path.endsWith('.d.ts')).sort()).toEqual(DECLARATIONS);
  });

  it('has all files of the templates', () => {
    const templates = readdirSync(join(ROOT, 'templates'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const inside = templates.map(({ parentPath, name }) => `dist/${relative(ROOT, join(parentPath, name))}`);
    expect(packed).toEqual(expect.arrayContaining(inside));
  });

  it('depends on compiled packages alone, one of each for a platform', () => {
    const {
      dependencies,
      peerDependencies,
      peerDependenciesMeta,
      optionalDependencies = {},
    } = JSON.parse(readFileSync(join(folder, 'emulator/package.json'), 'utf8')) as Record<string, object>;
    expect(dependencies).toBeUndefined();
    // A range for Vitest would make npm look up all that Vitest may bring, in every project. Without one it is optional all the same.
    expect({ peerDependencies, peerDependenciesMeta }).toEqual({ peerDependenciesMeta: { vitest: { optional: true } } });
    for (const name of Object.keys(optionalDependencies)) expect(name).toMatch(/^@(lmdb|msgpackr-extract)\/[a-z-]+-[a-z0-9]+-[a-z0-9]+$/);
  });

  it('has no tests, and of the sources those that the init program of containers is compiled from', async () => {
    const entryPoints = [`${ROOT}emulator/init-program/main.ts`];
    const { metafile } = await build({
      entryPoints,
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      // Bun has it built in.
      external: ['bun:ffi'],
      absWorkingDir: `${ROOT}emulator`,
    });
    const needed = Object.keys(metafile.inputs);
    expect(packed).toEqual(expect.arrayContaining(needed));
    const folders = new Set(needed.map((path) => dirname(path)));
    const sources = packed.filter((path) => /^(?!dist\/templates\/).*\.ts$/.test(path) && !DECLARATIONS.includes(path));
    expect(sources.filter((path) => !folders.has(dirname(path)) || path.includes('.test.'))).toEqual([]);
  });
});

it('type-checks in a strict project, without skipLibCheck, and refuses what is no option', async () => {
  const directory = project('types', { 'clock.ts': SNIPPET, 'uses.ts': USES, 'queues.ts': TESTS });
  const modules = join(directory, 'node_modules');
  for (const name of ['@aws-sdk/client-sqs', '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  mkdirSync(join(modules, 'cloud-emulator'));
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, 'cloud-emulator')], directory);
  expect(await run(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit'], directory)).toBe('');
});

const offline = await run('npm', ['ping', '--fetch-timeout=5000', '--fetch-retries=0'], folder).then(
  () => undefined,
  () => 'needs a package registry: `npm ping` has no answer',
);
it.skipIf(isMissing('the package installed alone', offline))(
  'brings no package with an install script, few packages, and what keeps the state on the disk',
  async () => {
    const directory = project('alone', { 'kept.mjs': KEPT });
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], directory);
    const { packages } = JSON.parse(readFileSync(join(directory, 'node_modules/.package-lock.json'), 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    expect(Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
    expect(Object.keys(packages).length).toBeLessThan(10);
    expect(await run(process.execPath, ['kept.mjs'], directory)).toBe('0\n1\n');
  },
);

it.skipIf(isMissing('the package installed from a tarball', offline))(
  'installs into an empty project, and the test of the README compiles and runs there',
  async () => {
    const directory = project('installed', {
      'clock.ts': SNIPPET,
      'http.ts': OVER_HTTP,
      'queues.ts': TESTS.replace(/^.*(?:vitest|Vitest|a boolean).*\n/gm, ''),
    });
    const packages = ['@aws-sdk/client-sqs', '@types/node', 'typescript'].map(versionOf);
    await run('npm', ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball, ...packages], directory);
    expect(await run('npx', ['tsc'], directory)).toBe('');
    expect(await run(process.execPath, ['out/clock.js'], directory)).toContain('hello from five minutes ago');
    expect(await run(process.execPath, ['out/http.js'], directory)).toMatch(/^200 \{"now":/);
    expect(await run(process.execPath, ['--test', '--test-reporter=tap', 'out/queues.js'], directory)).toContain('# pass 1\n');
    await run('npx', ['emulator', 'new', 'stack-yaml', 'made'], directory);
    expect(readFileSync(join(directory, 'made/package.json'), 'utf8')).toContain('"cloud-emulator": "file:../node_modules/cloud-emulator"');
    expect(await run('npx', ['emulator', '--version'], directory)).toMatch(/^\d+\.\d+\.\d+/);
  },
);
