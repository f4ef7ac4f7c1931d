// Segments in, traces and their summaries out.
import { expect, it } from 'vitest';
import { lately, newId, nowS, put, segment, useXray, xray } from './use-xray.ts';

const emulator = useXray();

const traceOf = async (id: string) => (await xray.batchGetTraces({ TraceIds: [id] })).Traces?.[0];
const documentsOf = async (id: string) => ((await traceOf(id))?.Segments ?? []).map(({ Document }) => JSON.parse(Document!));

it('gives a trace back whole, and names those that are not known', async () => {
  const front = segment({ name: 'front' });
  const back = segment({ name: 'back', trace_id: front.trace_id, parent_id: front.id, start_time: nowS() + 0.5, end_time: nowS() + 3 });
  expect(await put(front, back)).toMatchObject({ UnprocessedTraceSegments: [] });
  const unknown = '1-00000000-000000000000000000000000';
  const { Traces, UnprocessedTraceIds } = await xray.batchGetTraces({ TraceIds: [front.trace_id, unknown] });
  expect(Traces).toMatchObject([{ Id: front.trace_id, Duration: 3, LimitExceeded: false, Segments: [{ Id: front.id }, { Id: back.id }] }]);
  expect(JSON.parse(Traces![0]!.Segments![0]!.Document!)).toEqual(front);
  expect(UnprocessedTraceIds).toEqual([unknown]);
  await expect(xray.batchGetTraces({ TraceIds: ['nonsense'] })).rejects.toMatchObject({ name: 'InvalidRequestException' });
  await expect(xray.batchGetTraces({ TraceIds: Array(6).fill(unknown) })).rejects.toMatchObject({ name: 'InvalidRequestException' });
});

it('puts subsegments that come alone into their segments, and lets the end of a segment replace its beginning', async () => {
  const { end_time: _, ...begun } = segment({ name: 'worker' });
  await put({ ...begun, in_progress: true });
  const sub = { ...segment(), trace_id: begun.trace_id, type: 'subsegment', parent_id: begun.id, name: 'step' };
  const inner = { ...segment(), trace_id: begun.trace_id, type: 'subsegment', parent_id: sub.id, name: 'inner' };
  await put(inner);
  expect(await documentsOf(begun.trace_id)).toMatchObject([{ id: begun.id, in_progress: true }, { id: inner.id }]);
  await put(sub, { ...begun, end_time: nowS() + 1 });
  // Datagrams overtake each other
  await put({ ...begun, in_progress: true });
  const [whole, ...others] = await documentsOf(begun.trace_id);
  expect(whole).toMatchObject({ end_time: nowS() + 1, subsegments: [{ name: 'step', subsegments: [{ name: 'inner' }] }] });
  expect(others).toEqual([]);
});

it('makes segments of services that send none', async () => {
  const table = { ...segment(), namespace: 'aws', name: 'DynamoDB', aws: { operation: 'GetItem', table_name: 'items' } };
  const host = { ...segment(), namespace: 'remote', name: 'api.example.com', fault: true };
  const local = { ...segment(), name: 'own work' };
  const caller = segment({ subsegments: [table, host, local] });
  const called = { ...segment(), trace_id: caller.trace_id, parent_id: newId(), name: 'lost' };
  await put(caller, called);
  const documents = await documentsOf(caller.trace_id);
  expect(documents.filter(({ inferred }) => inferred)).toMatchObject([
    { name: 'items', origin: 'AWS::DynamoDB::Table', parent_id: table.id },
    { name: 'api.example.com', origin: 'remote', parent_id: host.id, fault: true },
  ]);
  expect(documents).toHaveLength(4);
});

it('refuses what is no segment, with its code, and takes the others', async () => {
  const good = segment();
  const { id: _id, ...noId } = segment();
  const { end_time: _end, ...open } = segment();
  const bad = [
    [{ ...segment(), trace_id: '1-2-3' }, 'InvalidTraceId'],
    [{ ...segment(), name: 'a?b' }, 'InvalidName'],
    [{ ...segment(), id: 'xyz' }, 'InvalidId'],
    [noId, 'MissingId'],
    [open, 'MissingEndTime'],
    [{ ...segment(), end_time: 1 }, 'InvalidEndTime'],
    [{ ...segment(), type: 'subsegment' }, 'MissingParentId'],
    [{ ...segment(), subsegments: [{ name: 'x' }] }, 'MissingId'],
    [{ ...segment(), metadata: 'x'.repeat(70_000) }, 'SegmentTooLarge'],
  ] as const;
  const documents = [...bad.map(([document]) => JSON.stringify(document)), '{"', '[]', '{"a":'.repeat(5000), JSON.stringify(good)];
  const { UnprocessedTraceSegments: refused } = await xray.putTraceSegments({ TraceSegmentDocuments: documents });
  expect(refused?.map(({ ErrorCode }) => ErrorCode)).toEqual([...bad.map(([, code]) => code), 'ParseError', 'ParseError', 'ParseError']);
  expect(refused?.[0]).toMatchObject({ Message: 'Invalid segment. ErrorCode: InvalidTraceId', Id: expect.any(String) });
  expect(await traceOf(good.trace_id)).toBeDefined();
});

it('takes what a daemon tells of itself', async () => {
  await xray.putTelemetryRecords({ TelemetryRecords: [{ Timestamp: new Date(emulator().clock.now()), SegmentsReceivedCount: 1 }] });
});

it('sums a trace up: outcome, times, request, annotations, users, services and causes', async () => {
  const failed = { ...segment(), name: 'charge', fault: true, cause: { exceptions: [{ type: 'Refused', message: 'no money' }] } };
  const front = segment({
    name: 'shop',
    origin: 'AWS::EC2::Instance',
    user: 'ann',
    fault: true,
    annotations: { tenant: 'a', count: 2, isNew: true },
    http: { request: { url: 'http://shop/buy', method: 'POST', user_agent: 'x', client_ip: '1.2.3.4' }, response: { status: 500 } },
    aws: { ec2: { instance_id: 'i-1', availability_zone: 'us-east-1a' } },
    end_time: nowS() + 2,
  });
  const back = segment({
    name: 'pay',
    trace_id: front.trace_id,
    parent_id: front.id,
    fault: true,
    subsegments: [failed],
    end_time: nowS() + 5,
  });
  const queue = segment({ name: 'queue', trace_id: front.trace_id, parent_id: back.id, throttle: true });
  await put(front, back, queue);
  const { TraceSummaries = [] } = await xray.getTraceSummaries({ ...lately(), FilterExpression: 'service("pay")' });
  expect(TraceSummaries).toHaveLength(1);
  const entry = { Name: 'shop', Names: ['shop'], AccountId: '000000000000', Type: 'AWS::EC2::Instance' };
  expect(TraceSummaries[0]).toMatchObject({
    ...{ Id: front.trace_id, Duration: 5, ResponseTime: 2, HasFault: true, HasError: false, HasThrottle: true, IsPartial: false },
    StartTime: new Date(Math.floor(front.start_time * 1000)),
    Http: { HttpURL: 'http://shop/buy', HttpStatus: 500, HttpMethod: 'POST', UserAgent: 'x', ClientIp: '1.2.3.4' },
    Users: [{ UserName: 'ann', ServiceIds: [entry] }],
    EntryPoint: entry,
    InstanceIds: [{ Id: 'i-1' }],
    AvailabilityZones: [{ Name: 'us-east-1a' }],
    Revision: 3,
    FaultRootCauses: [
      {
        ClientImpacting: true,
        Services: [
          { Name: 'shop', EntityPath: [{ Name: 'shop' }] },
          { Name: 'pay', EntityPath: [{ Name: 'pay' }, { Name: 'charge', Exceptions: [{ Name: 'Refused', Message: 'no money' }] }] },
        ],
      },
    ],
  });
  const { Annotations } = TraceSummaries[0]!;
  expect(Annotations).toEqual({
    tenant: [{ AnnotationValue: { StringValue: 'a' }, ServiceIds: [entry] }],
    count: [{ AnnotationValue: { NumberValue: 2 }, ServiceIds: [entry] }],
    isNew: [{ AnnotationValue: { BooleanValue: true }, ServiceIds: [entry] }],
  });
});

it('finds traces by when they began, ended or were updated, page by page', async () => {
  await emulator().clock.advance('1d');
  const ids: string[] = [];
  for (let at = 0; at < 120; at++) {
    const each = segment({ name: 'paged', start_time: nowS() + at, end_time: nowS() + at + 500 });
    ids.push(each.trace_id);
    await put(each);
  }
  const span = { StartTime: new Date(emulator().clock.now()), EndTime: new Date(emulator().clock.now() + 200_000) };
  const first = await xray.getTraceSummaries(span);
  expect(first.TraceSummaries).toHaveLength(100);
  const second = await xray.getTraceSummaries({ ...span, NextToken: first.NextToken });
  expect(second.NextToken).toBeUndefined();
  expect([...first.TraceSummaries!, ...second.TraceSummaries!].map(({ Id }) => Id)).toEqual(ids);
  const count = async (more: object) => (await xray.getTraceSummaries({ ...span, ...more })).TraceSummaries?.length;
  expect(await count({ StartTime: new Date(emulator().clock.now() + 100_000) })).toBe(20);
  expect(await count({ TimeRangeType: 'Event', EndTime: span.StartTime })).toBe(100);
  expect(await count({ TimeRangeType: 'Service', StartTime: span.EndTime, EndTime: new Date(span.EndTime.getTime() + 305_000) })).toBe(6);
  expect(await count({ SamplingStrategy: { Name: 'FixedRate', Value: 0 } })).toBe(0);
  await expect(xray.getTraceSummaries({ StartTime: span.EndTime, EndTime: span.StartTime })).rejects.toMatchObject({
    name: 'InvalidRequestException',
  });
  await expect(xray.getTraceSummaries({ ...span, NextToken: 'nonsense' })).rejects.toMatchObject({ name: 'InvalidRequestException' });
});

it('drops later segments of a trace that is too long, and traces after a month', async () => {
  const first = segment({ name: 'long' });
  const { trace_id } = first;
  await put(first);
  for (let at = 0; at < 9; at++) await put(segment({ trace_id, metadata: { at, text: 'x'.repeat(60_000) } }));
  const trace = await traceOf(trace_id);
  expect(trace?.LimitExceeded).toBe(true);
  expect(trace?.Segments).toHaveLength(9);
  await emulator().clock.advance('31d');
  await put(segment());
  expect(await traceOf(trace_id)).toBeUndefined();
});
