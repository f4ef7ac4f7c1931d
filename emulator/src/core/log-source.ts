// A log with shards as a source of records: its owner knows the data, readers keep their positions (`polling/log`).
import type { Ctx } from './ctx.ts';
import type { LogSourceOver } from './log-records.ts';

/**
 * @example
 * export const logSource: LogSource = {
 *   failurePrefix: 'Kinesis',
 *   startsAtTime: true,
 *   timeText: (ms) => new Date(ms).toISOString(),
 *   calls: (arn) => [{ service: 'kinesis', operation: 'GetRecords', input: { StreamARN: arn } }],
 *   facts: (arn, ctx) => (ctx.records(queues).has([arn]) ? { shards: [], signal: `log/${arn}` } : undefined),
 *   position: () => 0,
 *   read: async ({ from }) => ({ records: [], next: from, isOver: false }),
 * };
 */
export type LogSource = LogSourceOver<Ctx>;
