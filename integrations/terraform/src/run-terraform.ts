// `emulator tf …`: runs Terraform in its folder with the environment set, and with an override beside the project's files for as long as it runs
// where they name credentials of their own.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clientEnvironment, type Environment } from 'cloud-emulator-client/client-environment';
import { runClient } from 'cloud-emulator-client/run-client';
import { byNumbers } from './by-numbers.ts';
import { providerOverride } from './provider-override.ts';

export { findTerraform } from './find-terraform.ts';

const OVERRIDE = 'cloud_emulator_override.tf';
const OVERRIDING = /(?:^|_)override\.tf(?:\.json)?$/;
/** Commands that only read files and print. All others may read state, or the provider's data. */
const OFFLINE = ['fmt', 'version', 'validate', 'graph', 'providers', 'metadata', 'login', 'logout', 'help'];

export interface TerraformRun {
  /** Absolute path of terraform or tofu. */
  readonly program: string;
  readonly words: readonly string[];
  readonly url: string;
  readonly environment: Environment;
  readonly folder: string;
  /** A folder of providers, laid out as `terraform providers mirror` writes it, instead of a registry. */
  readonly mirror?: string | undefined;
  readonly output?: 'stdout' | 'stderr';
}

/** Whether a command may reach the cloud. */
export const needsEmulator = (words: readonly string[]): boolean => {
  const command = words.find((word) => !word.startsWith('-'));
  return command !== undefined && !OFFLINE.includes(command) && !words.some((word) => /^--?(?:help|version|h|v)$/.test(word));
};

/** The exit code of Terraform. */
export async function runTerraform({ program, words, url, environment, folder, mirror, output = 'stdout' }: TerraformRun): Promise<number> {
  const chosen = words.find((word) => word.startsWith('-chdir='))?.slice('-chdir='.length);
  const override = writeOverride(chosen === undefined ? folder : resolve(folder, chosen), url, environment);
  const settings = mirror === undefined ? undefined : writeMirrorSettings(mirror);
  try {
    return await runClient(program, words, { environment: terraformEnvironment(environment, url, settings?.file), output, folder });
  } finally {
    if (override !== undefined) rmSync(override, { force: true });
    if (settings) rmSync(settings.folder, { recursive: true, force: true });
  }
}

const terraformEnvironment = (environment: Environment, url: string, settings: string | undefined): Environment => ({
  ...clientEnvironment(environment, byNumbers(url)),
  CHECKPOINT_DISABLE: '1',
  ...(settings === undefined ? {} : { TF_CLI_CONFIG_FILE: settings }),
});

/** The path of the file; undefined where none is needed. */
function writeOverride(folder: string, url: string, environment: Environment): string | undefined {
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => /\.(?:tf|tofu)(?:\.json)?$/.test(name) && !OVERRIDING.test(name));
  const sources = names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  const { hostname } = new URL(byNumbers(url));
  const {
    AWS_ACCESS_KEY_ID: accessKeyId = 'test',
    AWS_SECRET_ACCESS_KEY: secretAccessKey = 'test',
    AWS_SESSION_TOKEN: sessionToken,
  } = clientEnvironment(environment, url);
  const text = providerOverride(sources, {
    accessKeyId,
    secretAccessKey,
    sessionToken,
    pathStyle: !/^(?:\d+(?:\.\d+){3}|\[.*\])$/.test(hostname),
  });
  if (text === undefined) return undefined;
  const path = join(folder, OVERRIDE);
  writeFileSync(path, text);
  return path;
}

function writeMirrorSettings(mirror: string): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'cloud-emulator-terraform-'));
  const file = join(folder, 'terraformrc');
  writeFileSync(file, `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(resolve(mirror))}\n  }\n}\n`);
  return { folder, file };
}
