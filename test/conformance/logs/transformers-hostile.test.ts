// Hostile events and transformers: what they cost, and what becomes of outcomes that are too large.
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs, type Processor } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileTransformer, transformed } from '../../../emulator/src/services/logs/transformers/compile-transformer.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { processorMs } from '../../support/processor-time.ts';

let emulator: TestEmulator;
let logs: CloudWatchLogs;
beforeAll(async () => {
  emulator = await startTestEmulator();
  logs = emulator.client(CloudWatchLogs);
});
afterAll(() => emulator.stop());

it('takes hostile events in a bounded time', () => {
  const grok = compileTransformer([{ grok: { match: '%{DATA:a} %{DATA:b} %{IPORHOST:c} %{QUOTEDSTRING:d}$' } }]);
  const csv = compileTransformer([{ csv: {} }]);
  const key = compileTransformer([
    { parseKeyValue: {} },
    { substituteString: { entries: [{ source: 'a', from: 'a', to: 'b'.repeat(128) }] } },
  ]);
  expect(
    processorMs(() => {
      for (const [steps, message] of [
        [grok, `${'"a. '.repeat(2_000)}`],
        [csv, `${'"",'.repeat(60_000)}`],
        [key, `a=${'a'.repeat(200_000)}`],
      ] as const)
        try {
          transformed(message, steps, {});
        } catch {
          // The event stays as it was put.
        }
    }),
  ).toBeLessThan(750);
});

it('keeps events as they were put that would grow too large or are too deep', async () => {
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const grow: Processor = { substituteString: { entries: [{ source: 'a', from: 'a', to: 'b'.repeat(128) }] } };
  const again: Processor = { substituteString: { entries: [{ source: 'a', from: 'b', to: 'c'.repeat(128) }] } };
  const { transformedLogs } = await logs.testTransformer({ transformerConfig: [{ parseJSON: {} }], logEventMessages: [deep] });
  expect(transformedLogs![0]!.transformedEventMessage).toBe(deep);
  const logGroupName = 'growing';
  await logs.createLogGroup({ logGroupName });
  await logs.createLogStream({ logGroupName, logStreamName: 's' });
  await logs.putTransformer({ logGroupIdentifier: logGroupName, transformerConfig: [{ parseKeyValue: {} }, grow, again] });
  const timestamp = emulator.clock.now();
  // Each would become 800 KB.
  const logEvents = Array.from({ length: 200 }, () => ({ timestamp, message: `a=${'a'.repeat(50)}` }));
  await logs.putLogEvents({ logGroupName, logStreamName: 's', logEvents });
  const { Datapoints } = await emulator.client(CloudWatch).getMetricStatistics({
    ...{ Namespace: 'AWS/Logs', MetricName: 'TransformationErrors', Statistics: ['Sum'], Period: 60 },
    ...{ StartTime: new Date(timestamp - 120_000), EndTime: new Date(timestamp + 120_000) },
    Dimensions: [{ Name: 'LogGroupName', Value: logGroupName }],
  });
  // There is room for 20 of them in 16 MB.
  expect(Datapoints?.[0]?.Sum).toBe(180);
});
