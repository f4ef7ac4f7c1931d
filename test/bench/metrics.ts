// The cost of metrics and of segments of traces on the server: values in, an hour of a metric out, expressions, alarms, a segment in.
import { asking } from './asking.ts';
import { costRow, sendShot } from './beside-send.ts';
import { json } from './door.ts';
import type { Shot } from './load.ts';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const ALARMS = 1000;
const AT_ONCE = 20;
const HOUR_S = 3600;
const LOAD = { count: 300, rounds: 8 };

const call = (operation: string, input: object): Shot => json('monitoring', `GraniteServiceVersion20100801.${operation}`, '1.0', input);
const put = (count: number, name = 'm'): Shot =>
  call('PutMetricData', {
    Namespace: 'bench',
    MetricData: Array.from({ length: count }, (_, at) => ({
      MetricName: `${name}${at}`,
      Value: at,
      Dimensions: [{ Name: 'host', Value: 'a' }],
    })),
  });
const segment = (): Shot => {
  const at = nowS();
  const document = {
    name: 'bench',
    id: '70de5b6f19ff9a0a',
    trace_id: `1-${at.toString(16)}-${'a'.repeat(24)}`,
    start_time: at,
    end_time: at + 0.1,
  };
  return { ...json('xray', '', '1.1', { TraceSegmentDocuments: [JSON.stringify(document)] }), path: '/TraceSegments' };
};
const nowS = (): number => Math.floor(Date.now() / 1000);
const read = (...queries: object[]): Shot =>
  call('GetMetricData', { StartTime: nowS() - HOUR_S, EndTime: nowS() + 60, MetricDataQueries: queries });
const query = (Id: string) => ({
  Id,
  MetricStat: { Metric: { Namespace: 'bench', MetricName: 'hour', Dimensions: [] }, Period: 60, Stat: 'Sum' },
});

/** Microseconds on a machine on which SendMessage takes 53. */
const costs = () => [
  { what: 'PutMetricData of one value', shot: put(1), limitUs: 90 },
  { what: 'PutMetricData of 100 values', shot: put(100), limitUs: 900 },
  { what: 'GetMetricData of an hour of one metric', shot: read(query('a')), limitUs: 420 },
  {
    what: 'GetMetricData of an hour of an expression',
    shot: read(query('a'), query('b'), { Id: 'e', Expression: 'FILL(a, 0) / b' }),
    limitUs: 600,
  },
  { what: 'PutTraceSegments of one segment', shot: segment(), limitUs: 120 },
  { what: `PutMetricData of a value that one of ${ALARMS} alarms watches`, shot: put(1, 'watched'), limitUs: 140 },
];

export async function metricsBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt();
  const client = asking(emulator.url);
  try {
    await fillHour(client.fire);
    await putAlarms(client.fire);
    const send = await sendShot(client.ask);
    const rows: BenchRow[] = [];
    for (const cost of costs()) rows.push(await costRow(emulator, send, { ...cost, ...LOAD }));
    return rows;
  } finally {
    client.close();
    await emulator.stop();
  }
}

type Fire = (shot: Shot) => Promise<unknown>;

async function fillHour(fire: Fire): Promise<void> {
  const MetricData = Array.from({ length: 60 }, (_, at) => ({ MetricName: 'hour', Value: at, Timestamp: nowS() - at * 60 }));
  await fire(call('PutMetricData', { Namespace: 'bench', MetricData }));
}

async function putAlarms(fire: Fire): Promise<void> {
  const alarm = (at: number) =>
    call('PutMetricAlarm', {
      ...{
        AlarmName: `a${at}`,
        Namespace: 'bench',
        MetricName: `watched${at}`,
        Dimensions: [{ Name: 'host', Value: 'a' }],
        Statistic: 'Sum',
      },
      ...{ Period: 60, EvaluationPeriods: 1, Threshold: 1e9, ComparisonOperator: 'GreaterThanThreshold' },
    });
  for (let first = 0; first < ALARMS; first += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => fire(alarm(first + at))));
}
