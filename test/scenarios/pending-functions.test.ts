// A function that is being created when the emulator ends: the next one goes on with it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { handler, ROLE } from '../conformance/lambda/fixture.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';
import { WAITER } from '../support/until-passes.ts';

let folder: string;
let emulator: ChildEmulator;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pending-functions-'));
});
afterEach(async () => {
  await emulator.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it.each(['SIGTERM', 'SIGKILL'] as const)('a function that is Pending at %s runs after the next start', async (signal) => {
  const start = () => startChild({ PERSISTENCE: '1', DATA_DIR: folder });
  emulator = await start();
  const first = clientsOf(emulator.url);
  await first.client(Lambda).createFunction({
    ...{ FunctionName: 'early', Runtime: 'nodejs22.x', Handler: 'index.handler', Role: ROLE, Timeout: 30 },
    Code: { ZipFile: handler('return "here"') },
  });
  await emulator.kill(signal);
  first.destroy();
  emulator = await start();
  const { client, destroy } = clientsOf(emulator.url);
  await waitUntilFunctionActiveV2({ client: client(Lambda), ...WAITER }, { FunctionName: 'early' });
  const { Payload } = await client(Lambda).invoke({ FunctionName: 'early' });
  expect(Payload!.transformToString()).toBe('"here"');
  destroy();
});
