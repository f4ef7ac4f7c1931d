// `emulator metrics`: the values of the last minute, for people and as JSON.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
  const Dimensions = [{ Name: 'City', Value: 'Ulm' }];
  await emulator.client(CloudWatch).putMetricData({
    Namespace: 'shop',
    MetricData: [
      { MetricName: 'orders', Values: [1, 2.5], Dimensions, Unit: 'Count' },
      { MetricName: 'latency', Value: 7, Unit: 'Milliseconds' },
    ],
  });
});
afterAll(() => emulator.stop());

async function metrics(...words: string[]): Promise<string[]> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1' };
  const command = [...(await commandWords()), 'metrics', ...words, '--endpoint', emulator.url];
  const stdout = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, command, { cwd: ROOT, env }, (error, out) => (error ? reject(error) : resolve(out))),
  );
  return stdout.split('\n').filter(Boolean);
}

it('lists metrics with their last values', async () => {
  expect(await metrics('shop')).toEqual([
    expect.stringMatching(/^\d\d:\d\d:00 shop latency 7 Milliseconds$/),
    expect.stringMatching(/^\d\d:\d\d:00 shop orders City=Ulm 3\.5 in 2: 1 to 2\.5$/),
  ]);
  const lines = (await metrics('shop', '--json')).map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([
    { namespace: 'shop', name: 'latency', count: 1, sum: 7, unit: 'Milliseconds' },
    { name: 'orders', count: 2, minimum: 1, maximum: 2.5, dimensions: [{ name: 'City', value: 'Ulm' }] },
  ]);
  expect(await metrics('none')).toEqual(['no metrics in the last three hours']);
});
