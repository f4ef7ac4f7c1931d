// StartLiveTail: streams new events. It follows the batches of its groups; a wake-up only means that there may be new ones.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { nextTurn } from '#lib/next-turn';
import { fault, type LiveTailSessionLogEvent, operation, type StartLiveTailRequest, type StartLiveTailResponseStream } from '#model/logs';
import type { FilterPattern } from '#services/logs/filter-pattern/pattern';
import { readPattern } from '#services/logs/filter-pattern/read-pattern';
import { findIdentified, invalid } from '#services/logs/groups/find-group';
import { groupArn } from '#services/logs/groups/group-arn';
import { type Batch, batches, events, type LogGroup, NO_TALLY, streamEvents, tallies } from '#services/logs/state';
import { textOf } from './event-text.ts';

const UPDATE_EVERY_MS = 1000;
/** Limit: events a second of a StartLiveTail. */
const MAX_EVENTS_PER_SECOND = 500;
/** Limit: time that a StartLiveTail lasts. */
const MAX_SESSION_MS = 3 * 3_600_000;

/** A group and the last of its batches that was read. */
interface Followed {
  readonly group: Frozen<LogGroup>;
  batch: number;
}

export const StartLiveTail = operation('StartLiveTail', (input, ctx) => {
  if (input.logStreamNames && input.logStreamNamePrefixes)
    throw invalid('LogStreamNames and LogStreamNamePrefixes cannot be specified together.');
  const { logGroupIdentifiers, logStreamNames, logStreamNamePrefixes } = input;
  if ((logStreamNames || logStreamNamePrefixes) && logGroupIdentifiers.length > 1)
    throw invalid('Log streams can only be specified when exactly one log group is specified.');
  const pattern = readPattern(input.logEventFilterPattern ?? '');
  const followed = logGroupIdentifiers.map((identifier): Followed => {
    const group = findIdentified(identifier, ctx);
    if (group.logGroupClass !== 'STANDARD')
      throw fault('InvalidOperationException', `Live Tail is not supported for log groups of class ${group.logGroupClass}.`);
    return { group, batch: (ctx.records(tallies).get([group.id]) ?? NO_TALLY).batches };
  });
  return { responseStream: follow(input, pattern, followed, ctx) };
});

async function* follow(
  input: StartLiveTailRequest,
  pattern: FilterPattern,
  followed: readonly Followed[],
  ctx: Ctx,
): AsyncGenerator<StartLiveTailResponseStream> {
  const { logStreamNames: names, logStreamNamePrefixes: prefixes } = input;
  const wanted = (stream: string): boolean => names?.includes(stream) ?? prefixes?.some((prefix) => stream.startsWith(prefix)) ?? true;
  const endMs = ctx.now() + MAX_SESSION_MS;
  yield { sessionStart: startOf(input, followed, ctx) };
  let [secondEndsMs, left] = [0, 0];
  while (!ctx.signal.aborted) {
    const nowMs = ctx.now();
    if (nowMs >= endMs) throw fault('SessionTimeoutException', 'The live tail session has timed out after three hours.');
    const newSecond = nowMs >= secondEndsMs;
    if (newSecond) [secondEndsMs, left] = [nowMs + UPDATE_EVERY_MS, MAX_EVENTS_PER_SECOND];
    // Start waiting before reading, so that no event that arrives while the client reads is missed.
    const woken = ctx.wait('logs.events', Math.min(secondEndsMs, endMs));
    const fresh = await collect(followed, wanted, pattern, ctx);
    const sample = sampled(fresh, left);
    left -= sample.length;
    if (newSecond || fresh.length > 0)
      yield { sessionUpdate: { sessionMetadata: { sampled: sample.length < fresh.length }, sessionResults: sample } };
    await woken;
    // Collect all events of one turn in one update. When the limit of the second is used up, wait for the next second.
    if (left === 0) await waitUntil(secondEndsMs, ctx);
    else await nextTurn();
  }
}

const waitUntil = (ms: number, ctx: Ctx): Promise<boolean> => ctx.wait(`logs.nothing.${ctx.requestId}`, ms);

function startOf(input: StartLiveTailRequest, followed: readonly Followed[], ctx: Ctx) {
  return {
    requestId: ctx.requestId,
    sessionId: ctx.id(),
    logGroupIdentifiers: followed.map(({ group }) => groupArn(ctx, group.name)),
    logStreamNames: input.logStreamNames ?? [],
    logStreamNamePrefixes: input.logStreamNamePrefixes ?? [],
    logEventFilterPattern: input.logEventFilterPattern ?? '',
  };
}

/** At most `most` items, evenly spread. */
const sampled = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most ? [...all] : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);

async function collect(
  followed: readonly Followed[],
  wanted: (stream: string) => boolean,
  pattern: FilterPattern,
  ctx: Ctx,
): Promise<LiveTailSessionLogEvent[]> {
  const found: LiveTailSessionLogEvent[] = [];
  for (const one of followed) {
    const fresh = ctx.records(batches).entries([one.group.id], { after: [one.group.id, one.batch] });
    for (const [[, number], batch] of fresh) {
      one.batch = number;
      if (wanted(batch.stream)) await collectBatch(one.group, batch, pattern, found, ctx);
    }
  }
  return found;
}

async function collectBatch(
  group: Frozen<LogGroup>,
  { streamId, stream, firstEventMs, lastEventMs, firstNumber, lastNumber }: Frozen<Batch>,
  pattern: FilterPattern,
  found: LiveTailSessionLogEvent[],
  ctx: Ctx,
): Promise<void> {
  const entries = ctx.records(streamEvents).entries([streamId], {
    after: firstEventMs > 0 ? [streamId, firstEventMs - 1, Number.MAX_SAFE_INTEGER] : undefined,
    before: [streamId, lastEventMs + 1, 0],
  });
  for (const [[, timestamp, number]] of entries) {
    if (number < firstNumber || number > lastNumber) continue;
    const event = ctx.records(events).get([group.id, timestamp, number]);
    if (!event) continue;
    const message = await textOf(event, ctx);
    if (!pattern.matches(message)) continue;
    found.push({
      logGroupIdentifier: `${ctx.account}:${group.name}`,
      logStreamName: stream,
      message,
      timestamp,
      ingestionTime: event.ingestedMs,
    });
  }
}
