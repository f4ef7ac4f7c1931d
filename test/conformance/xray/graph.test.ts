// The graph of services, and counts over time.
import { expect, it } from 'vitest';
import { lately, newTraceId, nowS, put, segment, useXray, xray } from './use-xray.ts';

const emulator = useXray();

it('draws nodes and edges with counts and times, the client first', async () => {
  const trace_id = newTraceId();
  const query = { ...segment(), namespace: 'aws', name: 'DynamoDB', aws: { table_name: 'items' }, end_time: nowS() + 0.25 };
  const front = segment({ trace_id, name: 'front', origin: 'AWS::EC2::Instance', end_time: nowS() + 2, subsegments: [query] });
  await put(front, segment({ trace_id, name: 'back', parent_id: front.id, fault: true }));
  await put(segment({ name: 'front', origin: 'AWS::EC2::Instance', error: true, end_time: nowS() + 4 }));
  await put(segment({ name: 'front', origin: 'AWS::EC2::Instance', throttle: true, end_time: nowS() + 4 }));
  const { Services = [] } = await xray.getServiceGraph(lately());
  expect(Services).toMatchObject([
    {
      ...{ ReferenceId: 0, Name: 'front', Names: ['front'], Type: 'client', State: 'unknown' },
      Edges: [
        {
          ReferenceId: 1,
          SummaryStatistics: {
            ...{ OkCount: 1, TotalCount: 3, TotalResponseTime: 10 },
            ErrorStatistics: { ThrottleCount: 1, OtherCount: 1, TotalCount: 2 },
            FaultStatistics: { TotalCount: 0 },
          },
          ResponseTimeHistogram: [
            { Value: 2, Count: 1 },
            { Value: 4, Count: 2 },
          ],
        },
      ],
    },
    {
      ...{ ReferenceId: 1, Name: 'front', Root: true, Type: 'AWS::EC2::Instance', AccountId: '000000000000', State: 'active' },
      SummaryStatistics: { TotalCount: 3, TotalResponseTime: 10 },
      Edges: [
        { ReferenceId: 2, SummaryStatistics: { FaultStatistics: { TotalCount: 1 } } },
        { ReferenceId: 3, SummaryStatistics: { OkCount: 1, TotalResponseTime: 0.25 } },
      ],
    },
    { ReferenceId: 2, Name: 'back', SummaryStatistics: { TotalCount: 1, FaultStatistics: { TotalCount: 1 } } },
    { ReferenceId: 3, Name: 'items', Type: 'AWS::DynamoDB::Table', State: 'unknown', Edges: [] },
  ]);
  const { Services: ofTrace = [] } = await xray.getTraceGraph({ TraceIds: [trace_id] });
  expect(ofTrace.map(({ Name, Type }) => [Name, Type])).toEqual([
    ['front', 'client'],
    ['front', 'AWS::EC2::Instance'],
    ['back', undefined],
    ['items', 'AWS::DynamoDB::Table'],
  ]);
});

it('counts a service, a call, or everything, by spans of time', async () => {
  await emulator().clock.advance('1h');
  const begun = Math.ceil(nowS() / 120) * 120;
  for (const [at, fault] of [
    [0, false],
    [30, true],
    [90, false],
  ] as const) {
    const times = { start_time: begun + at, end_time: begun + at + 1 };
    const front = segment({ name: 'a', ...times });
    await put(front, segment({ name: 'b', ...times, trace_id: front.trace_id, parent_id: front.id, fault }));
  }
  const series = async (more: object) => {
    const { TimeSeriesServiceStatistics = [] } = await xray.getTimeSeriesServiceStatistics({ ...lately(), ...more });
    return TimeSeriesServiceStatistics.map(({ Timestamp, ServiceSummaryStatistics: service, EdgeSummaryStatistics: edge }) => [
      (Timestamp!.getTime() - begun * 1000) / 1000,
      (service ?? edge)?.TotalCount,
      (service ?? edge)?.FaultStatistics?.TotalCount,
      service ? 'service' : 'edge',
    ]);
  };
  expect(await series({ EntitySelectorExpression: 'service("b")' })).toEqual([
    [0, 2, 1, 'service'],
    [60, 1, 0, 'service'],
  ]);
  expect(await series({ EntitySelectorExpression: 'edge("a", "b") { fault }', Period: 120 })).toEqual([[0, 1, 1, 'edge']]);
  expect(await series({ Period: 120 })).toEqual([[0, 6, 1, 'edge']]);
  const invalid = { name: 'InvalidRequestException' };
  await expect(series({ Period: 90 })).rejects.toMatchObject(invalid);
  await expect(series({ EntitySelectorExpression: 'fault' })).rejects.toMatchObject(invalid);
});
