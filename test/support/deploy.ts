// `emulator deploy` and its kin as they were built, in a copy of a folder of test/scenarios/deploy-templates.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import yazl from 'yazl';
import { commandWords } from './command.ts';
import { GO_VARIABLES } from './go-programs.ts';

const TEMPLATES = fileURLToPath(new URL('../scenarios/deploy-templates', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface DeployProject {
  readonly folder: string;
  /** The command `emulator`, in the folder, told of the endpoint. */
  emulator(...words: readonly string[]): Promise<CommandResult>;
  /** The same with `--json`: what it wrote, line by line; anything but success throws. */
  documents(...words: readonly string[]): Promise<Record<string, unknown>[]>;
  edit(file: string, from: string, to: string): void;
  [Symbol.dispose](): void;
}

/** The command `emulator` in that folder. */
export async function runEmulator(
  words: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const { PATH = '' } = process.env;
  const env = { ...GO_VARIABLES, PATH, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', NO_COLOR: '1', ...environment };
  const program = [...(await commandWords()), ...words];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, program, { cwd: folder, env, maxBuffer: 1 << 25 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

export function openDeployProject(name: string, endpoint: string, environment: Record<string, string> = {}): DeployProject {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  cpSync(join(TEMPLATES, name), folder, { recursive: true });
  const { HOME = folder } = process.env;
  const emulator = (...words: readonly string[]) => runEmulator(words, folder, { HOME, AWS_ENDPOINT_URL: endpoint, ...environment });
  return {
    folder,
    emulator,
    documents: async (...words) => {
      const { code, stdout, stderr } = await emulator(...words, '--json');
      if (code !== 0) throw new Error(`emulator ${words.join(' ')} ended with ${code}: ${stderr}`);
      return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
    },
    edit: (file, from, to) => {
      const text = readFileSync(join(folder, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
      writeFileSync(join(folder, file), text.replace(from, to));
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** esbuild as a project has it. */
export function installEsbuild({ folder }: DeployProject): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(MODULES, 'esbuild'), join(folder, 'node_modules/esbuild'));
}

export function whyNoPip(): string | undefined {
  try {
    execFileSync('python3', ['-m', 'pip', '--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'needs python3 with pip';
  }
}

/** A package of Python with one module, as an index would offer it. */
export async function writeWheel(folder: string, name: string, text: string): Promise<void> {
  const archive = new yazl.ZipFile();
  const info = `${name}-1.0.dist-info`;
  archive.addBuffer(Buffer.from(text), `${name}.py`);
  archive.addBuffer(Buffer.from(`Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`), `${info}/METADATA`);
  archive.addBuffer(Buffer.from('Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n'), `${info}/WHEEL`);
  archive.addBuffer(Buffer.from(`${name}.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`), `${info}/RECORD`);
  archive.end();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}-1.0-py3-none-any.whl`), await buffer(archive.outputStream));
}
