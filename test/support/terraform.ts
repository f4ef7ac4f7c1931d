// The real Terraform with the real AWS provider, where both are on the machine: a folder to work in and a command to run in it.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GO_VARIABLES } from './go-programs.ts';
import { type StartedProvider, startProvider } from './terraform-provider.ts';

const MIRRORS = [process.env['TERRAFORM_MIRROR'], '/opt/tf-plugins', '/usr/local/share/terraform/plugins', '/usr/share/terraform/plugins'];
const mirror = MIRRORS.find((folder) => folder && existsSync(join(folder, 'registry.terraform.io/hashicorp/aws')));
const MAX_OUTPUT_BYTES = 100_000_000;

/** Queues are waited for half a minute each, whoever answers: all at once, then. */
export const AT_ONCE = '-parallelism=30';

export interface Terraform {
  /** Runs Terraform and returns its output. @throws Error with the output unless it succeeds */
  run(...args: readonly string[]): Promise<string>;
  /** The resource types in its state. */
  types(): Promise<string[]>;
}

export interface Project extends Terraform {
  readonly folder: string;
  [Symbol.dispose](): void;
}

export function whyNoTerraform(): string | undefined {
  try {
    execFileSync('terraform', ['version'], { stdio: 'ignore' });
  } catch {
    return 'no terraform in PATH';
  }
  return mirror ? undefined : 'no mirror with the AWS provider, TERRAFORM_MIRROR may name one';
}

const withoutProgress = (text: string): string => text.replace(/^.*: (?:Refreshing state|Reading|Read complete|Still).*\n/gm, '');

/** Where the provider is found: a file for TF_CLI_CONFIG_FILE. */
export function writeSettings(folder: string): string {
  const settings = join(folder, 'terraformrc');
  writeFileSync(settings, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`);
  return settings;
}

export interface TerraformEnvironment {
  readonly settings: string;
  /** All that it is told of the emulator; absent where the project's own files say more. */
  readonly endpoint?: string;
  readonly accessKeyId?: string;
  readonly more?: Readonly<Record<string, string>>;
}

/** Runs the command in that folder, with variables that `more` tells at each run. */
export function terraformIn(folder: string, environment: TerraformEnvironment, more?: () => Promise<Record<string, string>>): Terraform {
  const env = variablesOf(folder, environment);
  const run = async (...args: readonly string[]): Promise<string> => {
    const options = { cwd: folder, env: { ...env, ...(await more?.()) }, maxBuffer: MAX_OUTPUT_BYTES };
    try {
      return (await promisify(execFile)('terraform', [...args], options)).stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`terraform ${args.join(' ')}\n${withoutProgress(stdout)}${stderr}`, { cause: error });
    }
  };
  const types = async (): Promise<string[]> => {
    const managed = (await run('state', 'list')).split('\n').filter((name) => name.startsWith('aws_'));
    return [...new Set(managed.map((name) => name.split('.')[0]!))].sort();
  };
  return { run, types };
}

const variablesOf = (folder: string, { settings, endpoint, accessKeyId = 'test', more }: TerraformEnvironment) => ({
  ...GO_VARIABLES,
  ...{ PATH: process.env['PATH'], HOME: folder },
  ...{ TF_CLI_CONFIG_FILE: settings, TF_IN_AUTOMATION: '1', CHECKPOINT_DISABLE: '1' },
  ...(endpoint === undefined ? {} : { AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: 'test' }),
  ...more,
});

/** A running provider has one configuration: where a project has several, Terraform starts one for each. An override adds none. */
function providersIn(folder: string): number {
  const files = readdirSync(folder).filter((name) => name.endsWith('.tf') && !name.endsWith('override.tf'));
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  return text.match(/^provider "aws"/gm)?.length ?? 0;
}

/**
 * Runs the command in that folder as `terraformIn` does. Its commands share one process of the provider where they can: to start one takes
 * longer than most of them. Dispose of it to end that process.
 */
export function sharedTerraformIn(folder: string, environment: TerraformEnvironment): Terraform & Disposable {
  let provider: Promise<StartedProvider> | undefined;
  const shared = async () => {
    provider ??= startProvider(mirror!, folder, variablesOf(folder, environment));
    return { TF_REATTACH_PROVIDERS: (await provider).address };
  };
  return {
    ...terraformIn(folder, environment, providersIn(folder) > 1 ? undefined : shared),
    [Symbol.dispose]: () => {
      // One that did not start has failed the command that waited for it.
      provider?.then(
        ({ stop }) => stop(),
        () => undefined,
      );
    },
  };
}

/** A copy of the project, which knows nothing of the emulator but its address. */
export function openProject(source: string, endpoint: string, accessKeyId = 'test'): Project {
  const folder = mkdtempSync(join(tmpdir(), 'terraform-'));
  cpSync(source, folder, { recursive: true });
  const terraform = sharedTerraformIn(folder, { settings: writeSettings(folder), endpoint, accessKeyId });
  return {
    ...terraform,
    folder,
    [Symbol.dispose]: () => {
      terraform[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
