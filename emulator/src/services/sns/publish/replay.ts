// Replays: a subscription receives archived messages again, in their order, and then what is published.
// https://docs.aws.amazon.com/sns/latest/dg/message-archiving-and-replay-subscriber.html
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { invalidParameter } from '#services/sns/faults';
import { archived, type Replay, type Subscription, subscriptions, type Topic, topics } from '#services/sns/state';
import { putSubscription } from '#services/sns/subscriptions/find-subscription';
import { archiveBeginsMs } from '#services/sns/topics/topic-settings';
import { messageOf } from './archive.ts';
import { fanOut } from './fan-out.ts';
import { Subscribers } from './subscribers.ts';

const AT_ONCE = 50;

/** `{}` ends a replay, as nothing does. */
const isReplayPolicy = (text: string): boolean => !/^\s*(?:\{\s*\}\s*)?$/.test(text);

/** The replay that the attributes ask for, from its beginning. `where`: see SettingsSubject. @throws InvalidParameter */
export function readReplay(
  { ReplayPolicy: text = '' }: Readonly<Record<string, string>>,
  where: string,
  topic: Frozen<Topic> | undefined,
  ctx: Ctx,
): Replay | undefined {
  if (!isReplayPolicy(text)) return undefined;
  const refused = (reason: string) => invalidParameter(`${where}ReplayPolicy: ${reason}`);
  const beginsMs = topic && archiveBeginsMs(topic, ctx.now());
  if (beginsMs === undefined) throw refused('The topic has no active ArchivePolicy');
  const { PointType, StartingPoint, EndingPoint, ...others } = readPolicy(text) ?? {};
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw refused(`Unknown member: ${unknown}`);
  if (PointType !== 'Timestamp') throw refused('PointType must be Timestamp');
  const [fromMs, toMs] = [pointMs(StartingPoint), EndingPoint === undefined ? undefined : pointMs(EndingPoint)];
  if (Number.isNaN(fromMs)) throw refused('StartingPoint must be a timestamp');
  if (toMs !== undefined && !(toMs > fromMs)) throw refused('EndingPoint must be a timestamp after StartingPoint');
  return { fromMs, toMs, next: 0, startedMs: ctx.now(), isComplete: false };
}

const pointMs = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

function readPolicy(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export const beginReplay = (tx: Tx, { topic, id }: Pick<Subscription, 'topic' | 'id'>, ctx: Ctx): void =>
  ctx.later(tx, 'sns.replay', [topic, id], ctx.now());

/** Delivers some messages, in the write that notes how far the replay is. False once it is complete, or superseded. */
export function replaySome(topicName: string, id: string, ctx: Ctx): boolean {
  const topic = ctx.records(topics).get([topicName]);
  const subscription = ctx.records(subscriptions).get([topicName, id]);
  const replay = subscription?.replay;
  if (!topic || !replay || replay.isComplete) return false;
  const records = ctx.records(archived).entries([topicName], { from: [topicName, replay.next], limit: AT_ONCE });
  const subscribers = new Subscribers(topic, [subscription], undefined, ctx);
  const { fromMs, toMs = Number.POSITIVE_INFINITY, startedMs } = replay;
  const isComplete = records.length < AT_ONCE;
  ctx.write((tx) => {
    for (const [, record] of records) {
      if (record.atMs < fromMs || record.atMs > toMs) continue;
      const message = messageOf(record);
      const { sequenceNumber, atMs } = record;
      const publication = {
        message,
        topicArn: subscription.topicArn,
        sequenceNumber,
        signatures: { ofFunctions: new Map(), ofOthers: new Map() },
        isReplayed: atMs < startedMs,
      };
      fanOut(tx, publication, subscribers.of(message), ctx);
    }
    const next = records.length > 0 ? records.at(-1)![0][1] + 1 : replay.next;
    const changed = { ...subscription, replay: { ...replay, next, isComplete } };
    // Its end changes who receives what is published.
    if (isComplete) putSubscription(tx, changed, ctx);
    else tx.put(ctx.records(subscriptions), [topicName, id], changed);
  });
  return !isComplete;
}
