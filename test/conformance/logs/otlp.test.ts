// Log records of OpenTelemetry over HTTP. https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_HTTP_Endpoints_OTLP.html
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { problemsOf } from '../../support/problems.ts';

let emulator: TestEmulator;
let logs: CloudWatchLogs;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  logs = emulator.client(CloudWatchLogs);
  await logs.createLogGroup({ logGroupName: 'shop' });
  await logs.createLogStream({ logGroupName: 'shop', logStreamName: 'web' });
});
afterAll(() => emulator.stop());

const PLACE = { 'x-aws-log-group': 'shop', 'x-aws-log-stream': 'web' };

async function send(logRecords: object[], headers: Record<string, string> = PLACE, path = '/v1/logs') {
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] };
  const body = JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'app', version: '1' }, logRecords }] }] });
  const answer = await fetch(`${emulator.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

it('keeps a record with its resource and scope as an event, in the order of time', async () => {
  const atMs = emulator.clock.now();
  const record = (ms: number, body: object) => ({ timeUnixNano: `${ms}000001`, severityNumber: 9, severityText: 'INFO', body });
  const first = {
    ...record(atMs - 5, { stringValue: 'one' }),
    traceId: '6750f5e1bd862e3fe1be46a994272793',
    spanId: '00000000000000aa',
    flags: 1,
  };
  expect(await send([record(atMs, { kvlistValue: { values: [{ key: 'n', value: { intValue: '2' } }] } }), first])).toEqual({
    status: 200,
    body: {},
  });
  const { events = [] } = await logs.getLogEvents({ logGroupName: 'shop', logStreamName: 'web', startFromHead: true });
  expect(events.map(({ timestamp }) => timestamp)).toEqual([atMs - 5, atMs]);
  expect(events[0]!.message).toBe(
    `{"resource":{"attributes":{"service.name":"shop"}},"scope":{"name":"app","version":"1"},"timeUnixNano":${atMs - 5}000001,"observedTimeUnixNano":0,` +
      '"severityNumber":9,"severityText":"INFO","body":"one","attributes":{},"flags":1,"traceId":"6750f5e1bd862e3fe1be46a994272793","spanId":"00000000000000aa"}',
  );
  expect(JSON.parse(events[1]!.message!)).toMatchObject({ body: { n: 2 } });
});

it('tells of each kind of refusal once, in the ledger of problems', async () => {
  const before = (await problemsOf(emulator)).length;
  for (let i = 0; i < 3; i++) expect(await send([], {})).toMatchObject({ status: 400 });
  for (let i = 0; i < 3; i++) expect(await send([], {}, '/v1/metrics')).toMatchObject({ status: 501 });
  const told = (await problemsOf(emulator)).slice(before);
  expect(told.map(({ cause }) => cause)).toEqual([
    expect.stringMatching(/^InvalidParameterException: The headers x-aws-log-group/),
    expect.stringMatching(/^NotImplemented: Metrics of OpenTelemetry are not kept, because PromQL/),
  ]);
});

it('tells how many records were too old or too new', async () => {
  const nowMs = emulator.clock.now();
  const at = (ms: number) => ({ timeUnixNano: `${ms}000000`, body: { stringValue: 'x' } });
  expect(await send([at(nowMs - 15 * 86_400_000), at(nowMs), at(nowMs + 3 * 3_600_000)])).toEqual({
    status: 200,
    body: {
      partialSuccess: { rejectedLogRecords: 2, errorMessage: '{"tooOldLogEventCount":1,"tooNewLogEventCount":1,"expiredLogEventCount":0}' },
    },
  });
});

it('refuses records without a group, or for one that is not there', async () => {
  expect(await send([{}], {})).toMatchObject({ status: 400, body: { code: 3, message: expect.stringContaining('x-aws-log-group') } });
  expect(await send([{ body: { stringValue: 'x' } }], { ...PLACE, 'x-aws-log-group': 'none' })).toMatchObject({
    status: 400,
    body: { message: 'The specified log group does not exist.' },
  });
});

it('says that metrics are not taken', async () => {
  expect(await send([], {}, '/v1/metrics')).toMatchObject({
    status: 501,
    body: { message: expect.stringContaining('OTEL_METRICS_EXPORTER=none') },
  });
});
