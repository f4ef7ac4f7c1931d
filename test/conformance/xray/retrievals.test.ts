// Retrievals of traces: many at a time, by a token, as segments and as spans of OpenTelemetry.
import { expect, it } from 'vitest';
import { lately, newTraceId, nowS, put, segment, useXray, xray } from './use-xray.ts';

const emulator = useXray();

it('reads whole traces and their graph by a token', async () => {
  const trace_id = newTraceId();
  const call = { ...segment(), namespace: 'aws', name: 'DynamoDB', aws: { table_name: 'items', operation: 'GetItem' }, fault: true };
  const front = segment({ trace_id, annotations: { tenant: 'a' }, http: { response: { status: 200 } }, subsegments: [call] });
  await put(front);
  const { RetrievalToken } = await xray.startTraceRetrieval({ TraceIds: [trace_id, newTraceId()], ...lately() });
  const { RetrievalStatus, TraceFormat, Traces } = await xray.listRetrievedTraces({ RetrievalToken });
  expect({ RetrievalStatus, TraceFormat }).toEqual({ RetrievalStatus: 'COMPLETE', TraceFormat: 'XRAY' });
  expect(Traces).toMatchObject([{ Id: trace_id, Duration: 1, Spans: [{ Id: front.id }, {}] }]);
  expect(JSON.parse(Traces![0]!.Spans![0]!.Document!)).toMatchObject({ name: 'orders', subsegments: [{ name: 'DynamoDB' }] });
  const graph = await xray.getRetrievedTracesGraph({ RetrievalToken });
  expect(graph.RetrievalStatus).toBe('COMPLETE');
  expect(graph.Services?.map(({ Service }) => Service?.Name)).toEqual(expect.arrayContaining(['orders', 'items']));

  const spans = (await xray.listRetrievedTraces({ RetrievalToken, TraceFormat: 'OTEL' })).Traces?.[0]?.Spans ?? [];
  expect(spans.slice(0, 2).map(({ Document = '' }) => JSON.parse(Document) as unknown)).toMatchObject([
    {
      ...{ traceId: trace_id.slice(2).replace('-', ''), spanId: front.id, name: 'orders', kind: 'SERVER', durationNano: 1e9 },
      resource: { attributes: { 'service.name': 'orders' } },
      ...{ attributes: { tenant: 'a', 'http.response.status_code': 200 }, status: { code: 'UNSET' } },
    },
    {
      spanId: call.id,
      parentSpanId: front.id,
      kind: 'CLIENT',
      attributes: { 'aws.remote.operation': 'GetItem' },
      status: { code: 'ERROR' },
    },
  ]);
});

it('leaves out traces of other times, and reads on in pages', async () => {
  const ids = Array.from({ length: 12 }, newTraceId);
  await put(...ids.map((trace_id) => segment({ trace_id })));
  const { RetrievalToken } = await xray.startTraceRetrieval({ TraceIds: ids, ...lately() });
  const first = await xray.listRetrievedTraces({ RetrievalToken });
  const second = await xray.listRetrievedTraces({ RetrievalToken, NextToken: first.NextToken });
  expect([...(first.Traces ?? []), ...(second.Traces ?? [])].map(({ Id }) => Id)).toEqual([...ids].sort());
  const earlier = { StartTime: new Date((nowS() - 7200) * 1000), EndTime: new Date((nowS() - 3600) * 1000) };
  const { RetrievalToken: other } = await xray.startTraceRetrieval({ TraceIds: ids, ...earlier });
  expect(await xray.listRetrievedTraces({ RetrievalToken: other })).toMatchObject({ RetrievalStatus: 'COMPLETE', Traces: [] });
});

it('is cancelled, and forgotten after an hour', async () => {
  const { RetrievalToken } = await xray.startTraceRetrieval({ TraceIds: [newTraceId()], ...lately() });
  await xray.cancelTraceRetrieval({ RetrievalToken });
  expect(await xray.listRetrievedTraces({ RetrievalToken })).toMatchObject({ RetrievalStatus: 'CANCELLED', Traces: [] });
  expect(await xray.getRetrievedTracesGraph({ RetrievalToken })).toMatchObject({ RetrievalStatus: 'CANCELLED', Services: [] });
  await emulator().clock.advance('61m');
  await expect(xray.listRetrievedTraces({ RetrievalToken })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(xray.cancelTraceRetrieval({ RetrievalToken: 'none' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(xray.startTraceRetrieval({ TraceIds: ['x'], ...lately() })).rejects.toThrow('Invalid trace ID: x');
  await expect(xray.startTraceRetrieval({ TraceIds: [], ...lately() })).rejects.toMatchObject({ name: 'InvalidRequestException' });
});
