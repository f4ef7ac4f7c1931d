// Due work of metric streams: follows points while a stream runs, and sends those of a minute after it.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { type MetricPoint, Tally } from '#core/metrics/metric-point';
import type { Frozen } from '#core/records';
import type { DueWork } from '#core/time/work';
import { parseArn } from '#lib/arn';
import { nextTurn } from '#lib/next-turn';
import { table } from '#lib/table';
import { metricStreamArn } from '#services/cloudwatch/arns';
import { type MetricStream, metricStreams } from '#services/cloudwatch/state';
import { type ChangedPoint, changedPoints } from './changed-points.ts';
import { METRIC_STREAM_REFUSED } from './messages.ts';
import { openTelemetryRecord } from './open-telemetry.ts';
import { jsonLine, type StreamedPoint, streamedStatistics, takes } from './streamed-point.ts';

/** Points of one record of a delivery stream: some 300 KB, below its limit of 1,000 KB. */
const POINTS_OF_RECORD = 500;
/** Points that are read at once, before others have their turn. */
const AT_ONCE = 200;

export const work = table<DueWork>({
  'cloudwatch.streams': (_key, ctx) => changedPoints(ctx).look(ctx),
  'cloudwatch.stream': (_key, ctx) => sendAll(ctx),
});

async function sendAll(ctx: Ctx): Promise<void> {
  await ctx.metrics.flush();
  const changed = changedPoints(ctx).take(ctx);
  for (const [, stream] of ctx.records(metricStreams).entries([])) {
    if (!stream.isRunning) continue;
    const points = await readPoints(
      changed.filter((point) => takes(stream, point)),
      ctx,
    );
    for (let at = 0; at < points.length; at += POINTS_OF_RECORD) await send(stream, points.slice(at, at + POINTS_OF_RECORD), ctx);
  }
}

async function readPoints(changed: readonly ChangedPoint[], ctx: Ctx): Promise<StreamedPoint[]> {
  const found: StreamedPoint[] = [];
  for (const [index, change] of changed.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const series = ctx.metrics.reader.unitsOf(change).find(({ unit }) => unit === change.unit);
    const points = series && ctx.metrics.reader.points(series.id, change.minute, change.minute + 60, 60);
    if (points && points.length > 0) found.push({ ...change, point: merged(points.map(({ point }) => point)) });
  }
  return found;
}

function merged(points: readonly MetricPoint[]): MetricPoint {
  if (points.length === 1) return points[0]!;
  const tally = new Tally();
  for (const point of points) tally.merge(point);
  return tally.point();
}

async function send(stream: Frozen<MetricStream>, points: readonly StreamedPoint[], ctx: Ctx): Promise<void> {
  const { firehoseArn, roleArn, format } = stream;
  const { account, region, resource = '' } = parseArn(firehoseArn) ?? {};
  const facts = { stream: stream.name, exporterArn: metricStreamArn(stream.name, ctx), account: ctx.account, region: ctx.region };
  const read = points.map((each) => ({ ...each, additional: streamedStatistics(stream, each) }));
  const Data =
    format === 'json'
      ? Buffer.from(read.map((each) => `${jsonLine(each, facts)}\n`).join(''))
      : openTelemetryRecord(read, facts, format === 'opentelemetry1.0');
  const input = { DeliveryStreamName: resource.replace(/^deliverystream\//, ''), Record: { Data } };
  try {
    await ctx.call('firehose', 'PutRecord', input, { withRole: roleArn, account, region, isPlumbing: true });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const data = { stream: stream.name, reason: error.message, count: points.length };
    ctx.report(METRIC_STREAM_REFUSED, data, { what: 'problem', resource: facts.exporterArn, remedy: error.options.remedy });
  }
}
