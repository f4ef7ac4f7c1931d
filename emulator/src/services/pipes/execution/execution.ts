// An execution of a pipe: a batch on its way through it.
import type { Frozen } from '#core/records';
import type { SourceRecord } from '#core/source-records';
import type { Pipe } from '#services/pipes/state';
import type { Problem } from '#services/pipes/targets/problem';
import type { ExecutionLog } from './execution-log.ts';

/** A record of the source, as the execution sees it. */
export interface PipeRecord {
  readonly record: Pick<SourceRecord, 'id' | 'traceHeader'>;
  /** The record's event as JSON. */
  readonly text: string;
}

export interface Execution {
  readonly pipe: Frozen<Pipe>;
  readonly batch: readonly PipeRecord[];
  readonly log: ExecutionLog;
}

export interface PipeEvent {
  /** JSON, or the text that an enrichment answered. */
  readonly event: string;
  /** The record that it came from; undefined where an enrichment left its id out. */
  readonly record: PipeRecord | undefined;
}

/** The records that failed, and why. */
export interface Failure {
  readonly records: readonly PipeRecord[];
  readonly problem: Problem;
}
