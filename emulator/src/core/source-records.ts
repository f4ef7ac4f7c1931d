// Records that a service offers to those who process them in batches, and the functions that hand them out.

/** One record, pulled and not yet acknowledged. */
export interface SourceRecord {
  /** Names it to the source. */
  readonly receipt: string;
  /** Names it to who processes it: what failed is told by this. */
  readonly id: string;
  /** As functions get it. */
  readonly event: Readonly<Record<string, unknown>>;
  /** The X-Ray header that it was sent with. */
  readonly traceHeader?: string | undefined;
  /** What filter patterns see: JSON. */
  filterable(): string;
}

export interface SourceFacts {
  /** Records of one group are never out of their order: while one is out, the next ones of its group cannot be pulled. */
  readonly ordered: boolean;
  /** How long a pulled record is kept from others, where it comes back by itself. */
  readonly hiddenMs: number;
}

/** What could be pulled at this moment. */
export interface Backlog {
  readonly records: number;
  readonly bytes: number;
}

export interface Pull {
  readonly arn: string;
  readonly most: number;
  /** As JSON. At least one record is given, whatever its size. */
  readonly mostBytes: number;
}

/**
 * Every function is handed the context (`C`) of the place that the ARN names. Contexts speak of sources, so this file cannot name theirs:
 * services write `Source`.
 */
export interface SourceOver<C> {
  /** Undefined when there is none of that name. */
  facts(arn: string, ctx: C): SourceFacts | undefined;
  /** The key that is woken, in that place, whenever another look is worth it. */
  signal(arn: string): string;
  /** Counts up to `most` records, and nothing is pulled. */
  backlog(pull: Pull, ctx: C): Backlog;
  /** When there may be more without a wake; Infinity when only a wake can tell. */
  nextMs(arn: string, ctx: C): number;
  /** What is there now, not waiting. Taken before the first pause. */
  pull(pull: Pull, ctx: C): Promise<readonly SourceRecord[]>;
  /** They are done with. */
  acknowledge(arn: string, receipts: readonly string[], ctx: C): void;
  /** They were not touched: others may have them at once. What is neither acknowledged nor given back returns by the source's own rules. */
  giveBack(arn: string, receipts: readonly string[], ctx: C): void;
}
