// The trace of a batch: it continues that of the request which sent its first record. The requests that sent the others lead to it.
import { hash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { LogRecord } from '#core/log-records';
import type { Run } from '#core/traces/run';

/** Further requests that learn of the batch. */
const MAX_SENDERS = 10;
/** Records of a log whose attempts are known by name. */
const MAX_ATTEMPTS = 100;

export interface BatchTrace {
  /** The context in which the batch is processed. */
  readonly ctx: Ctx;
  /** The requests that sent its records. */
  readonly sentBy: readonly string[];
}

/** `records`: of sources that know who sent them. Without a sender the batch has a trace of its own. */
export function batchTrace(records: readonly { readonly trace?: string | undefined }[], ctx: Ctx): BatchTrace {
  const sentBy = [...new Set(records.flatMap(({ trace }) => trace ?? []))].slice(0, MAX_SENDERS);
  return { ctx: ctx.inTrace(sentBy[0], sentBy.length > 0 ? 1 : 0), sentBy };
}

/**
 * The same for records of a log, of which the same reader (`uuid` of a mapping) may try a batch several times. Records that do not know who wrote them have a
 * trace that their first one names, so that all attempts at them share it.
 */
export function logTrace(reader: string, records: readonly LogRecord[], ctx: Ctx): BatchTrace {
  const [first] = records;
  if (!first || first.trace !== undefined) return batchTrace(records, ctx);
  return { ctx: namedTrace(`${reader} ${first.group} ${first.id}`, ctx), sentBy: [] };
}

/** The trace of what has this name, and of no request: all that is told of a source that cannot be read. */
export function namedTrace(name: string, ctx: Ctx): Ctx {
  const digits = hash('sha256', name);
  return ctx.inTrace([digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20, 32)].join('-'));
}

/** Names of the attempts at records of a log, the same for each attempt. `source`: the ARN of the log, or the name of the topic. */
export const logAttempts = (source: string, records: readonly LogRecord[]): readonly string[] =>
  records.slice(0, MAX_ATTEMPTS).map(({ id }) => `${source} ${id}`);

/** Notes a batch that was processed, in its trace and in those of all who sent it records. */
export function noteBatch({ ctx, sentBy }: BatchTrace, run: Run): void {
  ctx.noteRun(run);
  for (const trace of sentBy.slice(1)) ctx.inTrace(trace, 1).noteRun({ ...run, text: `in the batch of request ${ctx.trace.id}` });
}
