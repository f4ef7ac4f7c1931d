// Replay policies of subscriptions: which archived messages are asked for again.
// https://docs.aws.amazon.com/sns/latest/dg/message-archiving-and-replay-subscriber.html
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { readObject } from '#lib/json-object';
import { invalidParameter } from '#services/sns/faults';
import type { Replay, Subscription, Topic } from '#services/sns/state';
import { archiveBeginsMs, isPolicy } from './archive-policy.ts';

/** The replay that the attributes ask for, from its beginning. `where`: see SettingsSubject. @throws InvalidParameter */
export function readReplay(
  { ReplayPolicy: text = '' }: Readonly<Record<string, string>>,
  where: string,
  topic: Frozen<Topic> | undefined,
  ctx: Ctx,
): Replay | undefined {
  if (!isPolicy(text)) return undefined;
  const refused = (reason: string) => invalidParameter(`${where}ReplayPolicy: ${reason}`);
  const beginsMs = topic && archiveBeginsMs(topic, ctx.now());
  if (beginsMs === undefined) throw refused('The topic has no active ArchivePolicy');
  const { PointType, StartingPoint, EndingPoint, ...others } = readObject(text) ?? {};
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw refused(`Unknown member: ${unknown}`);
  if (PointType !== 'Timestamp') throw refused('PointType must be Timestamp');
  const [fromMs, toMs] = [pointMs(StartingPoint), EndingPoint === undefined ? undefined : pointMs(EndingPoint)];
  if (Number.isNaN(fromMs)) throw refused('StartingPoint must be a timestamp');
  if (toMs !== undefined && !(toMs > fromMs)) throw refused('EndingPoint must be a timestamp after StartingPoint');
  return { fromMs, toMs, next: 0, startedMs: ctx.now(), isComplete: false, trace: ctx.trace };
}

const pointMs = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

export const beginReplay = (tx: Tx, { topic, id }: Pick<Subscription, 'topic' | 'id'>, ctx: Ctx): void =>
  ctx.later(tx, 'sns.replay', [topic, id], ctx.now());
