// The gateway's answers to requests that belong to no service.

import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

describe('the door', () => {
  it('answers its health', async () => {
    const answer = await fetch(`${emulator.url}/_emulator/health`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: 'ok', services: {} });
  });

  it('names an operation that is not emulated, in an error that no client repeats', async () => {
    const client = emulator.client(SSM, { maxAttempts: 3 });
    await expect(client.listDocuments({})).rejects.toMatchObject({
      name: 'NotImplementedException',
      message: expect.stringContaining('ListDocuments'),
      $metadata: { httpStatusCode: 501, attempts: 1 },
    });
  });

  it('refuses a host name that is nobody', async () => {
    const client = emulator.client(SQS);
    client.middlewareStack.add(
      (next) => (args) => {
        (args.request as { headers: Record<string, string> }).headers['host'] = 'evil.example.com';
        return next(args);
      },
      { step: 'finalizeRequest' },
    );
    await expect(client.listQueues()).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});
