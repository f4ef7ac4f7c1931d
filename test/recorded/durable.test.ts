// Histories that the cloud's durable executions must have: the requirements of aws/aws-durable-execution-conformance-tests (August 2026) by their
// numbers, as data; those of its suite `plugin` are left out, which are about the log of an SDK. The functions are ours (durable/handlers), by the
// public SDK for JavaScript. `npm run oracle:durable` runs the public handlers of the SDK for Python.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Lambda } from '@aws-sdk/client-lambda';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creation, zipOf } from '../conformance/lambda/fixture.ts';
import { readRequirements } from '../oracles/durable/read-requirements.ts';
import { filled } from '../oracles/durable/requirement.ts';
import { comparedWith, randomText, runRequirement } from '../oracles/durable/run-requirement.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';

const REQUIREMENTS = new URL('durable/requirements/', import.meta.url);
const CLIENTS = fileURLToPath(new URL('../scenarios/clients/node_modules', import.meta.url));
const HANDLERS = fileURLToPath(new URL('durable/handlers/handlers.mjs', import.meta.url));
const DAY = { DurableConfig: { ExecutionTimeout: 86_400 }, Timeout: 60 };

/** Differences that are not ours. */
const DIFFERS: Readonly<Record<string, string>> = {};

let emulator: TestEmulator;
let lambda: Lambda;
beforeAll(async () => {
  const { outputFiles } = await build({
    ...{ entryPoints: [HANDLERS], bundle: true, write: false, platform: 'node', format: 'cjs' },
    ...{ external: ['@aws-sdk/*'], nodePaths: [CLIENTS] },
  });
  const code = zipOf({ 'index.js': outputFiles[0]!.text });
  // Every requirement ends by an advance of hours: environments outlast it, or each would begin with a cold start.
  emulator = await startTestEmulator({ clock: 'manual', environment: { FUNCTION_KEEPALIVE_MS: String(10 * 86_400_000) } });
  lambda = emulator.client(Lambda);
  for (const name of ['handler', 'echo', 'fails']) await lambda.createFunction(creation(name, code, { Handler: `index.${name}`, ...DAY }));
  const TenancyConfig = { TenantIsolationMode: 'PER_TENANT' } as const;
  await lambda.createFunction(creation('tenants', code, { Handler: 'index.echo', TenancyConfig, ...DAY }));
  await emulator.idle();
});
afterAll(() => emulator.stop());

describe.each(readdirSync(REQUIREMENTS))('%s', (file) => {
  const requirements = readRequirements(readFileSync(new URL(file, REQUIREMENTS), 'utf8'));
  it.each([...requirements])('%s', async (requirement, asked) => {
    const required = filled(asked, randomText);
    const input = { requirement, input: required.Input ?? null };
    const found = comparedWith(required, await runRequirement({ emulator, lambda }, 'handler', required, input));
    if (DIFFERS[requirement] === undefined) expect(found).toEqual([]);
    else expect(found, DIFFERS[requirement]).not.toEqual([]);
  });
});
