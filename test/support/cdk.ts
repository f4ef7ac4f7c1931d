// The real CDK, where the examples have installed it: a copy of an app to work in and the command to run in it.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** One installation serves all apps: they ask for the same versions. */
export const CDK_MODULES = fileURLToPath(new URL('../../examples/cdk-events/node_modules', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../integrations/cdk', import.meta.url));
const PROGRAM = join(CDK_MODULES, 'aws-cdk/bin/cdk');
const MAX_OUTPUT_BYTES = 20_000_000;
const MAX_MS = 280_000;

export interface CdkApp {
  readonly folder: string;
  /** Runs the CDK and returns its output. @throws Error with the output unless it succeeds */
  cdk(...words: readonly string[]): Promise<string>;
  /** Runs until it is told to end. */
  begin(...words: readonly string[]): ChildProcess;
  /** Synthesises into a folder of the app, for `--app`. */
  synth(into: string, context?: Readonly<Record<string, string>>): Promise<string>;
  [Symbol.dispose](): void;
}

export function whyNoCdk(): string | undefined {
  return existsSync(PROGRAM) ? undefined : 'needs `npm ci` in examples/cdk-events';
}

/** A copy of the app, which knows nothing of the emulator but its address. `variables`: in place of its own. */
export function openApp(source: string, endpoint: string, variables: Readonly<Record<string, string>> = {}): CdkApp {
  const folder = mkdtempSync(join(tmpdir(), 'cdk-'));
  cpSync(source, folder, { recursive: true, filter: (path) => !/\/(node_modules|cdk\.out)$/.test(path.slice(source.length)) });
  symlinkSync(CDK_MODULES, join(folder, 'node_modules'));
  // Its own check of templates takes longer than everything else together, and asks nobody.
  const quiet = { CDK_VALIDATION: 'false', CDK_DISABLE_VERSION_CHECK: '1', CDK_DISABLE_CLI_TELEMETRY: 'true' };
  const env = {
    ...{ PATH: process.env['PATH'], HOME: folder, ...quiet },
    ...{ AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
    ...variables,
  };
  const words = (given: readonly string[]): string[] => [PROGRAM, '--no-notices', '--no-color', ...given];
  const cdk = async (...given: readonly string[]): Promise<string> => {
    const options = { cwd: folder, env, timeout: MAX_MS, maxBuffer: MAX_OUTPUT_BYTES };
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, words(given), options);
      return `${stdout}${stderr}`;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`cdk ${given.join(' ')}\n${stdout}${stderr}`, { cause: error });
    }
  };
  return {
    folder,
    cdk,
    begin: (...given) => spawn(process.execPath, words(given), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] }),
    synth: (into, context = {}) => {
      const told = Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      return cdk('synth', '--quiet', '--output', into, ...told);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** As npm would: the CDK of the examples, and the package for apps as it is packed. */
export function installPackage(folder: string): void {
  const modules = join(folder, 'node_modules');
  rmSync(modules);
  mkdirSync(modules);
  for (const name of ['aws-cdk', 'aws-cdk-lib', 'constructs', '@aws-cdk']) symlinkSync(join(CDK_MODULES, name), join(modules, name));
  const npm = ['pack', PACKAGE, '--json', '--pack-destination', folder];
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  execFileSync('tar', ['-xzf', 'cloud-emulator-cdk-0.1.0.tgz'], { cwd: folder });
  renameSync(join(folder, 'package'), join(modules, 'cloud-emulator-cdk'));
}

/** The template of a stack of an app of one file: only the CDK's library runs. */
export function synthesised(file: URL, stack: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cdk-'));
  try {
    symlinkSync(CDK_MODULES, join(folder, 'node_modules'));
    cpSync(file, join(folder, 'app.mjs'));
    const env = { PATH: process.env['PATH'], HOME: folder, CDK_OUTDIR: join(folder, 'cdk.out'), CDK_VALIDATION: 'false' };
    execFileSync(process.execPath, ['app.mjs'], { cwd: folder, env });
    return readFileSync(join(folder, `cdk.out/${stack}.template.json`), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
