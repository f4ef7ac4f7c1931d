// A source of records: its owner knows the data, its consumer knows the batches.
import type { Ctx } from './ctx.ts';
import type { SourceOver } from './source-records.ts';

/**
 * @example
 * export const source: Source = {
 *   facts: (arn, ctx) => (ctx.records(queues).has([arn]) ? { ordered: false, hiddenMs: 30_000 } : undefined),
 *   calls: (arn) => [{ service: 'sqs', operation: 'ReceiveMessage', input: { QueueUrl: arn } }],
 *   signal: (arn) => `queue/${arn}`,
 *   backlog: () => ({ records: 0, bytes: 0 }),
 *   nextMs: () => Infinity,
 *   pull: async () => [],
 *   acknowledge: (arn, receipts, ctx) => ctx.write((tx) => receipts.forEach((id) => tx.delete(ctx.records(messages), [arn, id]))),
 *   giveBack: (arn, _receipts, ctx) => ctx.wake(`queue/${arn}`),
 * };
 */
export type Source = SourceOver<Ctx>;
