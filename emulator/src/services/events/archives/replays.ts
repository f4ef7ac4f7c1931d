// Replays send the events of an archive to its bus again. The due work in `replay-run.ts` makes their progress.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { fault, operation, type Replay as ReplayAnswer, type ReplayDestination, type StartReplayRequest } from '#model/events';
import { replayArn } from '#services/events/archive-names';
import { isHere, parseBusArn, parseRuleArn } from '#services/events/arns';
import { invalid, noSuchBus, tooMany } from '#services/events/faults';
import { busNamed } from '#services/events/find-bus';
import { pageOfItems } from '#services/events/pages';
import { type Archive, archives, type Replay, type ReplayState, replays } from '#services/events/state';
import { startLater } from './replay-run.ts';

/** Limit: replays that run at once. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-replay-archived-event.html */
const MAX_ACTIVE = 10;
const ACTIVE: ReadonlySet<ReplayState> = new Set<ReplayState>(['STARTING', 'RUNNING', 'CANCELLING']);

function findReplay(name: string, ctx: Ctx): Frozen<Replay> {
  const replay = ctx.records(replays).get([name]);
  if (!replay) throw fault('ResourceNotFoundException', `Replay ${name} does not exist.`);
  return replay;
}

export const StartReplay = operation('StartReplay', (input, ctx) => {
  const { ReplayName: name } = input;
  if (ctx.records(replays).has([name])) throw fault('ResourceAlreadyExistsException', `Replay ${name} already exists.`);
  const [startMs, endMs] = [input.EventStartTime.getTime(), input.EventEndTime.getTime()];
  if (startMs >= endMs) throw invalid('Parameter EventEndTime is not valid. Reason: EventStartTime must be before EventEndTime.');
  const archive = archiveOf(input, ctx);
  checkDestination(input.Destination, archive, ctx);
  const active = ctx
    .records(replays)
    .range([])
    .filter(({ state }) => ACTIVE.has(state));
  if (active.length >= MAX_ACTIVE) throw tooMany();
  const replay: Replay = {
    name,
    description: input.Description,
    archiveArn: input.EventSourceArn,
    archive: archive.ArchiveName,
    archiveId: archive.id,
    destination: input.Destination,
    startMs,
    endMs,
    state: 'STARTING',
    startedMs: ctx.now(),
    trace: ctx.trace,
  };
  ctx.write((tx) => {
    tx.put(ctx.records(replays), [name], replay);
    startLater(tx, name, ctx);
  });
  return { ReplayArn: replayArn(ctx, name), State: replay.state, ReplayStartTime: new Date(replay.startedMs) };
});

function archiveOf({ EventSourceArn }: StartReplayRequest, ctx: Ctx): Frozen<Archive> {
  const arn = parseArn(EventSourceArn);
  const name = EventSourceArn.slice(EventSourceArn.lastIndexOf('/') + 1);
  const archive = arn && isHere(arn, ctx) && arn.resource === `archive/${name}` ? ctx.records(archives).get([name]) : undefined;
  if (!archive) throw invalid(`Parameter EventSourceArn is not valid. Reason: Archive ${name} does not exist.`);
  return archive;
}

function checkDestination({ Arn, FilterArns = [] }: ReplayDestination, archive: Frozen<Archive>, ctx: Ctx): void {
  const place = parseBusArn(Arn);
  if (!place) throw invalid('Parameter Destination.Arn is not valid. Reason: Must contain an event bus ARN.');
  if (!isHere(place, ctx) || !busNamed(place.bus, ctx)) throw noSuchBus(place.bus);
  if (Arn !== archive.EventSourceArn)
    throw invalid('Parameter Destination.Arn is not valid. Reason: Cross event bus replay is not permitted.');
  for (const filter of FilterArns) {
    const rule = parseRuleArn(filter);
    // No recording of this refusal was found: the sentence is ours.
    if (!rule || !isHere(rule, ctx) || rule.bus !== place.bus)
      throw invalid(`Parameter Destination.FilterArns is not valid. Reason: ${filter} is not a rule of the event bus ${place.bus}.`);
  }
}

const listed = (replay: Frozen<Replay>): ReplayAnswer => ({
  ReplayName: replay.name,
  EventSourceArn: replay.archiveArn,
  State: replay.state,
  StateReason: replay.stateReason,
  EventStartTime: new Date(replay.startMs),
  EventEndTime: new Date(replay.endMs),
  EventLastReplayedTime: dateOf(replay.lastReplayedMs),
  ReplayStartTime: new Date(replay.startedMs),
  ReplayEndTime: dateOf(replay.endedMs),
});

const dateOf = (ms: number | undefined): Date | undefined => (ms === undefined ? undefined : new Date(ms));

export const DescribeReplay = operation('DescribeReplay', (input, ctx) => {
  const replay = findReplay(input.ReplayName, ctx);
  return {
    ...listed(replay),
    ReplayArn: replayArn(ctx, replay.name),
    Description: replay.description,
    Destination: replay.destination as ReplayDestination,
  };
});

export const ListReplays = operation('ListReplays', ({ NamePrefix, EventSourceArn, State, ...page }, ctx) => {
  if ([NamePrefix, EventSourceArn, State].filter((filter) => filter !== undefined).length > 1)
    throw invalid('At most one filter is allowed for ListReplays. Use either : State, EventSourceArn, or NamePrefix.');
  const { items, ...next } = pageOfItems(
    ctx
      .records(replays)
      .range([], { startsWith: NamePrefix ?? '' })
      .filter(
        ({ archiveArn, state }) =>
          (EventSourceArn === undefined || archiveArn === EventSourceArn) && (State === undefined || state === State),
      ),
    ({ name }) => name,
    page,
  );
  return { Replays: items.map(listed), ...next };
});

export const CancelReplay = operation('CancelReplay', (input, ctx) => {
  const replay = findReplay(input.ReplayName, ctx);
  if (replay.state !== 'STARTING' && replay.state !== 'RUNNING')
    throw fault('IllegalStatusException', `Replay ${replay.name} is not in a valid state for this operation.`);
  ctx.write((tx) => tx.put(ctx.records(replays), [replay.name], { ...replay, state: 'CANCELLING' }));
  return { ReplayArn: replayArn(ctx, replay.name), State: 'CANCELLING' };
});
