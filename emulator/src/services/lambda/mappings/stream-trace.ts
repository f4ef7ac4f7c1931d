// The trace of a batch of a stream, and the names of the attempts at its records: the same for each attempt.
import { hash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { LogRecord } from '#core/log-records';
import type { Frozen } from '#core/records';
import { type BatchTrace, batchTrace } from '#polling/batch-trace';
import { type MappingRecord, sourceName } from './mapping-record.ts';

const MAX_ATTEMPTS = 100;

/** Records that do not know who wrote them have a trace that their first one names, so that all attempts at them share it. */
export function streamTrace(mapping: Frozen<MappingRecord>, records: readonly LogRecord[], ctx: Ctx): BatchTrace {
  const [first] = records;
  if (!first || first.trace !== undefined) return batchTrace(records, ctx);
  const digits = hash('sha256', `${mapping.uuid} ${first.group} ${first.id}`);
  const id = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20, 32)].join('-');
  return { ctx: ctx.inTrace(id), sentBy: [] };
}

export const attemptsOf = (mapping: Frozen<MappingRecord>, records: readonly LogRecord[]): readonly string[] =>
  records.slice(0, MAX_ATTEMPTS).map(({ id }) => `${sourceName(mapping)} ${id}`);
