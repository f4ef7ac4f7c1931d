// The key by which commands call the cloud's API of an emulator.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { cloudRequest } from './cloud-request.ts';

/** A key that the emulator made for the account 123456789012. */
const MADE = 'AKIAEMDS7JSGQUHHHHHH';

const keys: (string | undefined)[] = [];
const server = createServer(({ headers }, response) => {
  keys.push(/Credential=([^/]*)/.exec(headers.authorization ?? '')?.[1]);
  response.end();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

it.each([
  [MADE, '123456789012', MADE],
  [MADE, undefined, MADE],
  [MADE, '000000000000', '000000000000'],
  ['AKIAREALREALREALREAL', '000000000000', '000000000000'],
  ['test', '123456789012', '123456789012'],
])('with %s in the environment, for the account %s, is %s', async (given, account, key) => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', given);
  const { port } = server.address() as AddressInfo;
  await cloudRequest(`http://127.0.0.1:${port}`, { service: 'lambda', region: 'us-east-1', account });
  expect(keys.at(-1)).toBe(key);
});
