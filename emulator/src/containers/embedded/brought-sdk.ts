// Installs the SDK of durable functions for JavaScript from the npm registry into the user's cache: the cloud's runtimes bring it, and functions
// here find it there.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUNTIME_NOT_BROUGHT } from '#containers/messages';
import { cacheFolder } from '#lib/cache-folder';
import { EmulatorError } from '#lib/emulator-error';
import { npm, npmReason } from './npm.ts';

export const DURABLE_SDK = '@aws/durable-execution-sdk-js';

export const broughtSdkFolder = (): string => cacheFolder('runtimes/durable-nodejs');

const packageIn = (folder: string): string => join(folder, 'node_modules', DURABLE_SDK, 'package.json');

/** Its version; undefined where it has not been brought. */
export function broughtSdk(folder = broughtSdkFolder()): string | undefined {
  const file = packageIn(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : undefined;
}

/** Installs the newest version. @throws EmulatorError RUNTIME_NOT_BROUGHT */
export async function bringSdk(folder = broughtSdkFolder()): Promise<{ readonly version: string; readonly path: string }> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  try {
    await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', `${DURABLE_SDK}@latest`], folder);
  } catch (cause) {
    throw new EmulatorError(
      RUNTIME_NOT_BROUGHT,
      `${DURABLE_SDK} could not be brought from the npm registry: ${npmReason(cause as Error)}`,
      {
        ...{ cause, hint: '`npm ping` tells whether npm reaches its registry.' },
      },
    );
  }
  return { version: broughtSdk(folder)!, path: folder };
}

/** Removes it; returns the version that was there. */
export async function removeSdk(folder = broughtSdkFolder()): Promise<string | undefined> {
  const version = broughtSdk(folder);
  await rm(folder, { recursive: true, force: true });
  return version;
}
