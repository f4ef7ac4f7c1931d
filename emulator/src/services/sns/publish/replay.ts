// Replays: a subscription receives archived messages again, in their order, and then what is published.
// https://docs.aws.amazon.com/sns/latest/dg/message-archiving-and-replay-subscriber.html
import type { Ctx } from '#core/ctx';
import { inTraceOf } from '#core/traces/in-trace-of';
import { noteJob } from '#core/traces/job';
import { messageOf } from '#services/sns/archive/archive';
import { archived, subscriptions, topics } from '#services/sns/state';
import { putSubscription } from '#services/sns/subscriptions/find-subscription';
import { fanOut } from './fan-out.ts';
import { Subscribers } from './subscribers.ts';

const AT_ONCE = 50;

/** Delivers some messages, in the write that notes how far the replay is. False once it is complete, or superseded. */
export function replaySome(topicName: string, id: string, due: Ctx): boolean {
  const topic = due.records(topics).get([topicName]);
  const subscription = due.records(subscriptions).get([topicName, id]);
  const replay = subscription?.replay;
  if (!topic || !replay || replay.isComplete) return false;
  const ctx = inTraceOf(replay, due);
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
  const { topicArn: resource, endpoint } = subscription;
  if (isComplete) noteJob({ resource, name: `replay of topic ${topicName} to ${endpoint}` }, undefined, ctx);
  return !isComplete;
}
