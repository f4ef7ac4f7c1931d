// Services and operations that are not emulated: each call is in the traces; the first of an operation is told on the console and in the ledger.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { problemsOf } from '../support/problems.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

const signedFor = (service: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
});

it('are told once, with what to do', async () => {
  for (const _ of [1, 2])
    await fetch(emulator.url, {
      method: 'POST',
      headers: { ...signedFor('ecs'), 'x-amz-target': 'AmazonEC2ContainerServiceV20141113.ListClusters' },
      body: '{}',
    });
  const answer = await fetch(`${emulator.url}/v1/apis?token=hush`, { headers: signedFor('batch') });
  expect(answer.status).toBe(501);
  expect(emulator.lines.filter((line) => line.includes('is answered with 501'))).toEqual([
    'warn gateway ecs.ListClusters is answered with 501: the service ecs is not emulated',
    'warn gateway batch is answered with 501: the service batch is not emulated',
  ]);
  expect((await problemsOf(emulator)).slice(0, 2)).toMatchObject([
    {
      code: 'NOT_EMULATED',
      cause: 'ecs.ListClusters: the service ecs is not emulated',
      resource: 'ecs',
      remedy: 'emulator stub ecs.ListClusters answer.json',
    },
    { code: 'NOT_EMULATED', resource: 'batch' },
  ]);
  const traces = (await (await fetch(`${emulator.url}/_emulator/traces?lines=100`)).text()).trim().split('\n');
  const unknown = traces.map((line) => JSON.parse(line) as { call?: string }).filter(({ call }) => /^(ecs|batch)/.test(call ?? ''));
  expect(unknown.map(({ call }) => call)).toEqual(['ecs.ListClusters', 'ecs.ListClusters', 'batch.GET /v1/apis']);
});
