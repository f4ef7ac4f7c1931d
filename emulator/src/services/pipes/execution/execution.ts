// An execution of a pipe: a batch on its way through it.
import type { Frozen } from '#core/records';
import type { GatheredRecord } from '#polling/poller';
import type { Pipe } from '#services/pipes/state';
import type { ExecutionLog } from './execution-log.ts';
import type { Problem } from './problem.ts';

export interface Execution {
  readonly pipe: Frozen<Pipe>;
  readonly batch: readonly GatheredRecord[];
  readonly log: ExecutionLog;
}

export interface PipeEvent {
  /** JSON, or the text that an enrichment answered. */
  readonly event: string;
  /** The record that it came from; undefined where an enrichment left its id out. */
  readonly record: GatheredRecord | undefined;
}

/** The records that failed, and why. */
export interface Failure {
  readonly records: readonly GatheredRecord[];
  readonly problem: Problem;
}
