// Requests that the gateway accepts from functions that reach nothing else: it knows such functions by their address.

import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUNCTION_ADDRESS } from '#lib/function-address';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

const why = process.platform === 'linux' ? undefined : 'all of 127.0.0.0/8 is this machine on Linux only';
describe.skipIf(isMissing('callers by their address', why))('a function that reaches the gateway alone', () => {
  let emulator: TestEmulator;
  beforeAll(async () => {
    emulator = await startTestEmulator();
  });
  afterAll(() => emulator.stop());

  const statusOf = (method: string, path: string, localAddress: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port: emulator.port, method, path, localAddress, agent: false }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      });
      asked.on('error', reject).end();
    });

  it.each([
    ['GET', '/_emulator/config'],
    ['POST', '/_emulator/state/reset'],
    ['POST', '/_emulator/stop'],
    ['GET', '/_emulator/../_emulator/config'],
    ['GET', '/_localstack/diagnose'],
    ['GET', '/_emulator/health/../config'],
  ])('is refused %s %s', async (method, path) => {
    expect(await statusOf(method, path, FUNCTION_ADDRESS)).toBe(403);
  });

  it.each(['/_emulator/health', '/_emulator/health?verbose', '/_emulator/authority', '/?Action=ListQueues&Version=2012-11-05'])(
    'is answered at %s',
    async (path) => {
      expect(await statusOf('GET', path, FUNCTION_ADDRESS)).not.toBe(403);
    },
  );

  it('is told from everybody else of this machine', async () => {
    expect(await statusOf('GET', '/_emulator/config', '127.0.0.1')).toBe(200);
  });
});
