// A project made by `emulator new`, installed with links to what the repository has, and its scripts.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CDK_MODULES } from './cdk.ts';
import { commandWords } from './command.ts';
import { GO_VARIABLES } from './go-programs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
/** Programs and packages that some scenarios use. */
const CLIENT_MODULES = join(ROOT, 'test/scenarios/clients/node_modules');
const MAX_MS = 280_000;

export const whyNoClients = (): string | undefined =>
  existsSync(join(CLIENT_MODULES, 'cdktn')) ? undefined : 'needs `npm ci` in test/scenarios/clients';

export interface TemplateProject {
  readonly folder: string;
  /** The output of `emulator new`. */
  readonly said: string;
  /** Runs to its end: `npm` and its words, or `emulator` and its. Anything but success throws, with what it printed. */
  run(command: 'npm' | 'emulator', ...words: readonly string[]): Promise<string>;
  /** Starts a script that goes on, and resolves when it has printed that line. */
  begin(script: string, until: RegExp): Promise<ChildProcess>;
  edit(file: string, from: string, to: string): void;
  [Symbol.dispose](): void;
}

export async function openTemplate(template: string, variables: Record<string, string> = {}): Promise<TemplateProject> {
  const parent = mkdtempSync(join(tmpdir(), 'template-'));
  const folder = join(parent, 'shop');
  const env = { ...GO_VARIABLES, PATH: process.env['PATH'], HOME: parent, TMPDIR: parent, NO_COLOR: '1', ...variables };
  const emulator = await commandWords();
  const said = await succeeded(process.execPath, [...emulator, 'new', template, 'shop'], { cwd: parent, env });
  await link(folder, emulator);
  return {
    folder,
    said,
    run: (command, ...words) =>
      command === 'npm'
        ? succeeded('npm', ['--silent', ...words], { cwd: folder, env })
        : succeeded(process.execPath, [...emulator, ...words], { cwd: folder, env }),
    begin: (script, until) => begun(script, until, { cwd: folder, env }),
    edit: (file, from, to) => {
      const text = readFileSync(join(folder, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
      writeFileSync(join(folder, file), text.replaceAll(from, to));
    },
    [Symbol.dispose]: () => rmSync(parent, { recursive: true, force: true }),
  };
}

/** Every package that the project names, as npm would have installed it; the emulator is the one under test. */
async function link(folder: string, [program = '']: readonly string[]): Promise<void> {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  const { devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };
  const installed = [MODULES, devDependencies['cdktn'] ? CLIENT_MODULES : CDK_MODULES];
  const from = (name: string): string => installed.map((each) => join(each, name)).find((path) => existsSync(path)) ?? join(MODULES, name);
  for (const name of Object.keys(devDependencies)) {
    if (name === 'cloud-emulator') continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(from(name), join(modules, name));
  }
  for (const name of ['vitest', 'tsc', 'tsx', 'cdk'])
    for (const bin of [join(MODULES, '.bin', name), join(CDK_MODULES, '.bin', name)])
      if (existsSync(bin) && !existsSync(join(modules, '.bin', name))) symlinkSync(bin, join(modules, '.bin', name));
  const own = join(modules, 'cloud-emulator');
  const dist = join(own, 'dist');
  mkdirSync(dist, { recursive: true });
  for (const name of ['package.json', 'bin']) cpSync(join(ROOT, 'emulator', name), join(own, name), { recursive: true });
  for (const name of readdirSync(dirname(program))) symlinkSync(join(dirname(program), name), join(dist, name));
  for (const name of ['main', 'testing', 'vitest']) cpSync(join(ROOT, `emulator/dist/${name}.d.ts`), join(dist, `${name}.d.ts`));
  symlinkSync('../cloud-emulator/bin/emulator.mjs', join(modules, '.bin/emulator'));
}

interface Where {
  readonly cwd: string;
  readonly env: Record<string, string | undefined>;
}

function succeeded(command: string, words: readonly string[], where: Where): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, words, { ...where, timeout: MAX_MS, maxBuffer: 1 << 25 }, (_error, stdout, stderr) => {
      const output = `${stdout}${stderr}`;
      if (child.exitCode === 0) resolve(output);
      else reject(new Error(`${command} ${words.join(' ')} ended with ${child.exitCode ?? child.signalCode}\n${output}`));
    });
  });
}

/** In a process group of its own, so that the whole of it can be ended. */
function begun(script: string, until: RegExp, where: Where): Promise<ChildProcess> {
  const child = spawn('npm', ['--silent', 'run', script], { ...where, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  return new Promise((resolve, reject) => {
    let output = '';
    const see = (chunk: Buffer): void => {
      output += String(chunk);
      if (until.test(output)) resolve(child);
    };
    child.stdout.on('data', see);
    child.stderr.on('data', see);
    child.once('exit', (code) => reject(new Error(`npm run ${script} ended with ${code}\n${output}`)));
  });
}
