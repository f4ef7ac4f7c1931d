// APIs of a data directory are there after a restart, with their keys and resolvers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { createApi } from './use-api.ts';

const CODE = 'export function request(ctx) { return { payload: ctx.env.STAGE }; } export function response(ctx) { return ctx.result; }';
const DATA_DIR = mkdtempSync(join(tmpdir(), 'graphql-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

it('are there after a restart', async () => {
  const start = () => startTestEmulator({ options: { PERSISTENCE: '1', DATA_DIR } });
  let api: Awaited<ReturnType<typeof createApi>>;
  {
    await using emulator = await start();
    api = await createApi(emulator, 'type Query { stage: String }');
    await api.appsync.putGraphqlApiEnvironmentVariables({ apiId: api.apiId, environmentVariables: { STAGE: 'kept' } });
    await api.resolver('Query.stage', CODE);
  }
  await using emulator = await start();
  const answer = await fetch(`${emulator.url}/graphql/${api.apiId}`, {
    method: 'POST',
    headers: { 'x-api-key': api.key },
    body: '{"query":"{ stage }"}',
  });
  expect(await answer.json()).toEqual({ data: { stage: 'kept' } });
});
