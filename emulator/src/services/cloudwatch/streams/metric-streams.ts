// Metric streams: which metrics go to which delivery stream, in which form.
import type { Ctx } from '#core/ctx';
import { pager } from '#core/pager';
import type { Frozen, Tx } from '#core/records';
import { parseArn } from '#lib/arn';
import { fault, operation, type PutMetricStreamInput } from '#model/cloudwatch';
import { metricStreamArn } from '#services/cloudwatch/arns';
import { isPercentile, statisticOf } from '#services/cloudwatch/data/statistics';
import { invalidCombination, invalidToken, invalidValue } from '#services/cloudwatch/faults';
import { type MetricStream, metricStreams, tags } from '#services/cloudwatch/state';
import { ALARM_TAGS } from '#services/cloudwatch/tag-rules';
import { changedPoints, STREAMING } from './changed-points.ts';

const NAME = /^[A-Za-z0-9_-]{1,255}$/;
/** Limit: additional statistics of a metric in a metric stream. */
const MAX_STATISTICS = 20;
/** Limit: metrics with the same additional statistics in a metric stream. */
const MAX_METRICS = 100;

export const PutMetricStream = operation('PutMetricStream', (input, ctx) => {
  check(input);
  const { Name: name, FirehoseArn, RoleArn, OutputFormat, IncludeFilters, ExcludeFilters, StatisticsConfigurations } = input;
  const records = ctx.records(metricStreams);
  const before = records.get([name]);
  const arn = metricStreamArn(name, ctx);
  ctx.write((tx) => {
    if (!before && input.Tags) tx.put(ctx.records(tags), [arn], { tags: ALARM_TAGS.ofNew(input.Tags, ctx) });
    tx.put(records, [name], {
      ...{ name, firehoseArn: FirehoseArn, roleArn: RoleArn, format: OutputFormat as MetricStream['format'] },
      ...{ include: IncludeFilters, exclude: ExcludeFilters, statistics: StatisticsConfigurations },
      isLinked: input.IncludeLinkedAccountsMetrics,
      isRunning: before?.isRunning ?? true,
      ...{ createdMs: before?.createdMs ?? ctx.now(), updatedMs: ctx.now() },
    });
    if (!before) ctx.watch(tx, 'cloudwatch.streams', [name], STREAMING);
    tx.after(() => changedPoints(ctx).look(ctx));
  });
  return { Arn: arn };
});

function check({
  Name,
  FirehoseArn,
  OutputFormat,
  IncludeFilters = [],
  ExcludeFilters = [],
  StatisticsConfigurations = [],
}: PutMetricStreamInput): void {
  if (!NAME.test(Name)) throw invalidValue(`The value ${Name} for parameter Name is invalid.`);
  if (IncludeFilters.length > 0 && ExcludeFilters.length > 0)
    throw invalidCombination('IncludeFilters and ExcludeFilters cannot both be given.');
  if (parseArn(FirehoseArn)?.service !== 'firehose') throw invalidValue(`The value ${FirehoseArn} for parameter FirehoseArn is invalid.`);
  for (const { IncludeMetrics, AdditionalStatistics } of StatisticsConfigurations) {
    if (IncludeMetrics.length > MAX_METRICS) throw invalidValue(`IncludeMetrics can have at most ${MAX_METRICS} members.`);
    if (AdditionalStatistics.length > MAX_STATISTICS)
      throw invalidValue(`AdditionalStatistics can have at most ${MAX_STATISTICS} members.`);
    const wrong = AdditionalStatistics.find((name) => (OutputFormat === 'json' ? !statisticOf(name) : !isPercentile(name)));
    if (wrong !== undefined)
      throw invalidValue(`The value ${wrong} for parameter AdditionalStatistics is invalid for the format ${OutputFormat}.`);
  }
}

export const GetMetricStream = operation('GetMetricStream', ({ Name }, ctx) => {
  const stream = ctx.records(metricStreams).get([Name]);
  if (!stream) throw fault('ResourceNotFoundException', '', { ResourceType: 'metric-stream', ResourceId: Name });
  return {
    ...entryOf(stream, ctx),
    ...{ IncludeFilters: stream.include ?? [], ExcludeFilters: stream.exclude ?? [], RoleArn: stream.roleArn },
    StatisticsConfigurations: stream.statistics ?? [],
    IncludeLinkedAccountsMetrics: stream.isLinked ?? false,
  };
});

/** Deleting a stream that does not exist is no error. */
export const DeleteMetricStream = operation('DeleteMetricStream', ({ Name }, ctx) => {
  if (!ctx.records(metricStreams).has([Name])) return;
  ctx.write((tx) => {
    tx.delete(ctx.records(metricStreams), [Name]);
    tx.delete(ctx.records(tags), [metricStreamArn(Name, ctx)]);
    ctx.unwatch(tx, 'cloudwatch.streams', [Name]);
    tx.after(() => changedPoints(ctx).look(ctx));
  });
});

const { pageOfValues } = pager({
  request: ({ NextToken, MaxResults = 500 }: { NextToken?: string | undefined; MaxResults?: number | undefined }) => ({
    limit: MaxResults,
    token: NextToken,
  }),
  end: (next) => ({ NextToken: next }),
  invalidToken,
});

export const ListMetricStreams = operation('ListMetricStreams', (input, ctx) => {
  const { items, NextToken } = pageOfValues(ctx.records(metricStreams), [], input);
  return { Entries: items.map((stream) => entryOf(stream, ctx)), NextToken };
});

const entryOf = (stream: Frozen<MetricStream>, ctx: Ctx) => ({
  ...{ Arn: metricStreamArn(stream.name, ctx), Name: stream.name, FirehoseArn: stream.firehoseArn },
  ...{ State: stream.isRunning ? 'running' : 'stopped', OutputFormat: stream.format },
  ...{ CreationDate: new Date(stream.createdMs), LastUpdateDate: new Date(stream.updatedMs) },
});

/** Names without a stream have no effect. */
function setRunning(names: readonly string[], isRunning: boolean, ctx: Ctx): void {
  const records = ctx.records(metricStreams);
  ctx.write((tx: Tx) => {
    for (const name of names) {
      const stream = records.get([name]);
      if (stream && stream.isRunning !== isRunning)
        tx.put(records, [name], { ...(stream as MetricStream), isRunning, updatedMs: ctx.now() });
    }
    tx.after(() => changedPoints(ctx).look(ctx));
  });
}

export const StartMetricStreams = operation('StartMetricStreams', ({ Names }, ctx) => setRunning(Names, true, ctx));
export const StopMetricStreams = operation('StopMetricStreams', ({ Names }, ctx) => setRunning(Names, false, ctx));
