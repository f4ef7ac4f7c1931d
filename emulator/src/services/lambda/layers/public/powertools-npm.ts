// The packages of Powertools for TypeScript, installed by npm as its published layer has them.
// aws-powertools/powertools-lambda-typescript, layers/ (2026-08): utilities and the clients of the SDK that they use.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm, npmReason } from '#containers/embedded/npm';
import { NotBrought } from './not-brought.ts';

const UTILITIES: Readonly<Record<number, readonly string[]>> = {
  1: ['commons', 'logger', 'metrics', 'tracer', 'parameters', 'idempotency', 'batch'],
  2: ['commons', 'jmespath', 'logger', 'metrics', 'tracer', 'parameters', 'idempotency', 'batch', 'parser'],
};
const CLIENTS = ['client-dynamodb', 'util-dynamodb', 'client-ssm', 'client-secrets-manager', 'client-appconfigdata'];
const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--omit=dev', '--install-strategy=hoisted'];

export interface Installing {
  /** The folder that becomes the layer. */
  readonly folder: string;
  readonly name: string;
  readonly major: number;
  readonly onMake: (packages: string) => void;
}

/** @throws NotBrought */
export async function installPowertoolsFromNpm({ folder, major, onMake }: Installing): Promise<void> {
  const utilities = UTILITIES[major]!.map((each) => `@aws-lambda-powertools/${each}@^${major}`);
  onMake(`@aws-lambda-powertools/* ${major}, by npm`);
  const nodejs = join(folder, 'nodejs');
  await mkdir(nodejs);
  await writeFile(join(nodejs, 'package.json'), '{"private":true}');
  try {
    await npm(['install', ...FLAGS, ...utilities, ...CLIENTS.map((each) => `@aws-sdk/${each}@^3`)], nodejs);
  } catch (cause) {
    throw new NotBrought(`npm: ${npmReason(cause as Error)}`);
  }
  for (const part of ['package.json', 'node_modules/.bin', 'node_modules/.package-lock.json', 'node_modules/@types'])
    await rm(join(nodejs, part), { recursive: true, force: true });
}
