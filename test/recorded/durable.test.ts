// Histories that the cloud's durable executions must have: the requirements of aws/aws-durable-execution-conformance-tests (August 2026) by their
// numbers, as data; those of its suite `plugin` are left out, which are about the log of an SDK. The functions are ours: in JavaScript by the public
// SDK (durable/handlers), in Python by the protocol itself (durable/python), because the SDK for Python is in no registry that every machine
// reaches. `npm run oracle:durable` runs the public handlers of that SDK.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Lambda } from '@aws-sdk/client-lambda';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInterpreters } from '../../emulator/src/containers/embedded/interpreters.ts';
import { creation, zipOf } from '../conformance/lambda/fixture.ts';
import { readRequirements } from '../oracles/durable/read-requirements.ts';
import { filled } from '../oracles/durable/requirement.ts';
import { comparedWith, randomText, runRequirement } from '../oracles/durable/run-requirement.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

const REQUIREMENTS = new URL('durable/requirements/', import.meta.url);
const CLIENTS = fileURLToPath(new URL('../scenarios/clients/node_modules', import.meta.url));
const HANDLERS = fileURLToPath(new URL('durable/handlers/handlers.mjs', import.meta.url));
const PYTHON = new URL('durable/python/', import.meta.url);
const DAY = { DurableConfig: { ExecutionTimeout: 86_400 }, Timeout: 60 };

const inJavaScript = async (): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    ...{ entryPoints: [HANDLERS], bundle: true, write: false, platform: 'node', format: 'cjs' },
    ...{ external: ['@aws-sdk/*'], nodePaths: [CLIENTS] },
  });
  return zipOf({ 'index.js': outputFiles[0]!.text });
};

const inPython = (): Uint8Array => {
  const names = readdirSync(PYTHON).filter((name) => name.endsWith('.py'));
  return zipOf(Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, PYTHON), 'utf8')])));
};

const { found } = await findInterpreters('python');
const lacksPython = isMissing(
  'durable executions of functions in Python',
  found.length === 0 && 'no Python from 3.8 on is on this machine',
);

const LANGUAGES = [
  { language: 'JavaScript', code: inJavaScript, Runtime: 'nodejs20.x' },
  ...(lacksPython ? [] : [{ language: 'Python', code: inPython, Runtime: 'python3.13' } as const]),
] as const;

/** Differences that are not ours. */
const DIFFERS: Readonly<Record<string, string>> = {};

describe.each(LANGUAGES)('functions in $language', ({ code, Runtime }) => {
  let emulator: TestEmulator;
  let lambda: Lambda;
  beforeAll(async () => {
    const archive = await code();
    // Every requirement ends by an advance of hours: environments outlast it, or each would begin with a cold start.
    emulator = await startTestEmulator({ clock: 'manual', environment: { FUNCTION_KEEPALIVE_MS: String(10 * 86_400_000) } });
    lambda = emulator.client(Lambda);
    const create = (name: string, Handler: string, more: object = {}) =>
      lambda.createFunction(creation(name, archive, { Handler: `index.${Handler}`, Runtime, ...DAY, ...more }));
    for (const name of ['handler', 'echo', 'fails']) await create(name, name);
    await create('tenants', 'echo', { TenancyConfig: { TenantIsolationMode: 'PER_TENANT' } });
    await emulator.idle();
  });
  afterAll(() => emulator.stop());

  describe.each(readdirSync(REQUIREMENTS))('%s', (file) => {
    const requirements = readRequirements(readFileSync(new URL(file, REQUIREMENTS), 'utf8'));
    it.each([...requirements])('%s', async (requirement, asked) => {
      const required = filled(asked, randomText);
      const input = { requirement, input: required.Input ?? null };
      const differences = comparedWith(required, await runRequirement({ emulator, lambda }, 'handler', required, input));
      if (DIFFERS[requirement] === undefined) expect(differences).toEqual([]);
      else expect(differences, DIFFERS[requirement]).not.toEqual([]);
    });
  });
});
