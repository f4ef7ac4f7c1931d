// Records that a service offers for processing in batches, and the functions that hand them out.

import type { NamedCall } from './call.ts';

/** One record, pulled and not yet acknowledged. */
export interface SourceRecord {
  /** Identifies the record to its source. */
  readonly receipt: string;
  /** Identifies the record to its consumer, which reports failures by it. */
  readonly id: string;
  /** The record as functions receive it. */
  readonly event: Readonly<Record<string, unknown>>;
  /** The X-Ray header with which it was sent. */
  readonly traceHeader?: string | undefined;
  /** The request that sent it. */
  readonly trace?: string | undefined;
  /** When it is available again unless it is acknowledged, in milliseconds since 1970. */
  readonly returnsMs: number;
  /** The value that filter patterns test: JSON. */
  filterable(): string;
}

export interface SourceFacts {
  /** Records of one group stay in order: while one of them is out, the next ones of its group cannot be pulled. */
  readonly ordered: boolean;
  /** How long a pulled record is hidden from others before it returns by itself. */
  readonly hiddenMs: number;
}

/** The records that could be pulled now. */
export interface Backlog {
  readonly records: number;
  readonly bytes: number;
}

export interface Pull {
  readonly arn: string;
  readonly most: number;
  /** Size limit as JSON. At least one record is returned, whatever its size. */
  readonly mostBytes: number;
}

/**
 * Every function receives the context (`C`) of the account and region that the ARN names. Ctx refers to sources, so this file cannot import
 * it: services write `Source`.
 */
export interface SourceOver<C> {
  /** Calls that reading the source comes to: the role of a reader must be allowed to make them. */
  calls(arn: string): readonly NamedCall[];
  /** Undefined when no such source exists. */
  facts(arn: string, ctx: C): SourceFacts | undefined;
  /** The key that is woken, in the source's account and region, whenever there may be more to pull. */
  signal(arn: string): string;
  /** Counts up to `most` records without pulling them. */
  backlog(pull: Pull, ctx: C): Backlog;
  /** When there may be more records without a wake; Infinity when only a wake can tell. */
  nextMs(arn: string, ctx: C): number;
  /** The records available now, without waiting. They count as taken before the first await. */
  pull(pull: Pull, ctx: C): Promise<readonly SourceRecord[]>;
  /** The records are processed: removes them. */
  acknowledge(arn: string, receipts: readonly string[], ctx: C): void;
  /** The records were not processed: available again at once. Others that are not acknowledged return by the source's own rules. */
  giveBack(arn: string, receipts: readonly string[], ctx: C): void;
}
