// Events that no rule takes: told with the nearest reason, once a second for each kind, and only where somebody sees it.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let events: EventBridge;
beforeAll(async () => {
  emulator = await startTestEmulator();
  events = emulator.client(EventBridge);
});
afterAll(() => emulator.stop());

const entry = (Source: string, EventBusName?: string) => ({ Source, DetailType: 'Placed', Detail: '{"total":1}', EventBusName });
const told = (text: string): string[] => emulator.lines.filter((line) => /matched none|went nowhere/.test(line) && line.includes(text));

it('names the three nearest rules, the nearest first', async () => {
  const patterns = [
    '{"source":["a"],"detail":{"total":[2]}}',
    '{"source":["near"],"detail":{"total":[2]}}',
    '{"source":["b"]}',
    '{"source":["c"]}',
  ];
  for (const [i, EventPattern] of patterns.entries()) await events.putRule({ Name: `r${i}`, EventPattern });
  await events.putEvents({ Entries: [entry('near')] });
  expect(told('(near, Placed)')).toHaveLength(1);
  expect(told('(near, Placed)')[0]).toMatch(
    /on bus default: 4 rules tried, matched none; not r1: detail\.total is 1, wanted 2; not r\d: .*; not r\d: [^;]*$/,
  );
});

it('tells one of many events of a kind, and in the line of the call how many there were', async () => {
  await events.putEvents({ Entries: Array(5).fill(entry('many')) });
  await events.putEvents({ Entries: Array(5).fill(entry('many')) });
  expect(told('(many, Placed)')).toHaveLength(1);
  expect(emulator.lines.filter((line) => line.includes('ok, but no rule took 5 of 5 events'))).toHaveLength(2);
});

it('says nothing of an event that a rule took', async () => {
  await events.putEvents({ Entries: [entry('b')] });
  expect(told('(b, Placed)')).toEqual([]);
  expect(emulator.lines.at(-1)).toMatch(/events\.PutEvents default 000000000000 us-east-1 ok [0-9.]+ ms$/);
});

it('tells events of services only where a rule came near', async () => {
  const s3 = emulator.client(S3);
  await s3.createBucket({ Bucket: 'shop' });
  await s3.putBucketNotificationConfiguration({ Bucket: 'shop', NotificationConfiguration: { EventBridgeConfiguration: {} } });
  await s3.putObject({ Bucket: 'shop', Key: 'far' });
  await emulator.idle();
  expect(told('aws.s3')).toEqual([]);
  await events.putRule({ Name: 'uploads', EventPattern: '{"source":["aws.s3"],"detail":{"bucket":{"name":["shopp"]}}}' });
  await s3.deleteObject({ Bucket: 'shop', Key: 'far' });
  await emulator.idle();
  expect(told('aws.s3').at(-1)).toMatch(/not uploads: detail\.bucket\.name is "shop", wanted "shopp"/);
});

it('says nothing where the console is quiet', async () => {
  const lines: string[] = [];
  const quiet = await startTestEmulator({ quiet: true, log: ({ text }) => void lines.push(text) });
  await quiet.client(EventBridge).putEvents({ Entries: [entry('quiet')] });
  const kept = await (await fetch(`${quiet.url}/_emulator/log`)).text();
  await quiet.stop();
  expect(lines).toEqual([]);
  expect(kept).toContain('ok, but no rule took the event');
  expect(kept).not.toContain('went nowhere');
});
