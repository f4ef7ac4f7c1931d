// Log streams: create, delete, list.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/logs';
import { pageOfRecords } from '#services/logs/pages';
import { type LogGroup, type LogStream, NO_TALLY, streams, streamsByTime, tallies } from '#services/logs/state';
import { findAsked, findGroup, findStream, invalid } from './find-group.ts';
import { streamArn } from './group-arn.ts';

export const CreateLogStream = operation('CreateLogStream', ({ logGroupName, logStreamName: name }, ctx) => {
  const group = findGroup(logGroupName, ctx);
  if (ctx.records(streams).has([group.id, name])) throw fault('ResourceAlreadyExistsException', 'The specified log stream already exists');
  const stream: LogStream = { id: ctx.random(12), name, createdMs: ctx.now(), storedBytes: 0 };
  ctx.write((tx) => {
    tx.put(ctx.records(streams), [group.id, name], stream);
    tx.put(ctx.records(streamsByTime), [group.id, 0, name], { streamId: stream.id });
  });
});

/** The name is free at once; the events are removed in the background. */
export const DeleteLogStream = operation('DeleteLogStream', ({ logGroupName, logStreamName: name }, ctx) => {
  const group = findGroup(logGroupName, ctx);
  const stream = findStream(group, name, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(streams), [group.id, name]);
    tx.delete(ctx.records(streamsByTime), [group.id, stream.lastEventMs ?? 0, name]);
    const tally = ctx.records(tallies).get([group.id]) ?? NO_TALLY;
    tx.put(ctx.records(tallies), [group.id], { ...tally, storedBytes: tally.storedBytes - stream.storedBytes });
    if (stream.lastEventMs !== undefined) ctx.later(tx, 'logs.sweep-stream', [group.id, stream.id], ctx.now());
  });
});

export const DescribeLogStreams = operation('DescribeLogStreams', (input, ctx) => {
  const { logStreamNamePrefix: startsWith, orderBy = 'LogStreamName', descending: reverse = false } = input;
  if (orderBy === 'LastEventTime' && startsWith !== undefined) throw invalid('Cannot order by LastEventTime with a logStreamNamePrefix.');
  const group = findAsked(input, ctx);
  if (orderBy === 'LogStreamName') {
    const { items, nextToken } = pageOfRecords(ctx.records(streams), [group.id], input, { startsWith, reverse });
    return { logStreams: items.map(([, stream]) => describeStream(group, stream, ctx)), nextToken };
  }
  const { items, nextToken } = pageOfRecords(ctx.records(streamsByTime), [group.id], input, { reverse });
  const found = items.flatMap(([[, , name]]) => ctx.records(streams).get([group.id, name]) ?? []);
  return { logStreams: found.map((stream) => describeStream(group, stream, ctx)), nextToken };
});

function describeStream(group: Frozen<LogGroup>, stream: Frozen<LogStream>, ctx: Ctx) {
  return {
    logStreamName: stream.name,
    creationTime: stream.createdMs,
    firstEventTimestamp: stream.firstEventMs,
    lastEventTimestamp: stream.lastEventMs,
    lastIngestionTime: stream.lastIngestionMs,
    arn: streamArn(ctx, group.name, stream.name),
    // Always 0 in the real service since June 2019.
    storedBytes: 0,
  };
}
