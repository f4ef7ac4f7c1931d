// The state of readers of sources in memory: batches under way, and the batch being gathered. Losing it with the process is harmless.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { Source } from '#core/source';
import type { SourceRecord } from '#core/source-records';
import { compilePattern } from '#lib/pattern/compile';
import { createMatcher, type Matcher } from '#lib/pattern/matcher';
import { sourceContext } from './source-context.ts';

export interface GatheredRecord {
  readonly record: SourceRecord;
  /** The record's event as JSON. */
  readonly text: string;
}

export interface Poller {
  /** Batches that are being processed. */
  running: number;
  gathered: GatheredRecord[];
  gatheredBytes: number;
  /** When the gathered records are sent even if the batch is not full. Undefined while there are none. */
  closesMs: number | undefined;
  looking: boolean;
  /** A look was requested during a look. */
  again: boolean;
  /** Set while the consumer waits for something besides its source: the signal that it is ready. */
  awaits: string | undefined;
  filter: { readonly patterns: readonly string[]; readonly matcher: Matcher<number> } | undefined;
}

class Pollers implements Owned {
  readonly #pollers = new Map<string, Poller>();

  of(key: string): Poller {
    let poller = this.#pollers.get(key);
    if (!poller) {
      poller = {
        running: 0,
        gathered: [],
        gatheredBytes: 0,
        closesMs: undefined,
        looking: false,
        again: false,
        awaits: undefined,
        filter: undefined,
      };
      this.#pollers.set(key, poller);
    }
    return poller;
  }

  forget(key: string): void {
    this.#pollers.delete(key);
  }

  stop(): Promise<void> {
    this.#pollers.clear();
    return Promise.resolve();
  }
}

/** The pollers of one kind of consumer, which its due work names. */
export const pollersOf = (work: string, ctx: Ctx): Pollers => ctx.own(`${work}.pollers`, () => new Pollers());

export const pollerKey = (id: string, { account, region }: Pick<Ctx, 'account' | 'region'>): string => `${account}/${region}/${id}`;

/** Whether a record matches a filter, or there are none. Filters are compiled once per set of patterns. */
export function passesFilters(poller: Poller, patterns: readonly string[], record: SourceRecord): boolean {
  if (patterns.length === 0) return true;
  if (poller.filter?.patterns !== patterns) {
    const matcher = createMatcher<number>();
    for (const [index, pattern] of patterns.entries()) matcher.add(index, compilePattern(pattern));
    poller.filter = { patterns, matcher };
  }
  return poller.filter.matcher.match(record.filterable()).length > 0;
}

/** Returns the gathered batch and begins an empty one. */
export function takeGathered(poller: Poller): readonly GatheredRecord[] {
  const batch = poller.gathered;
  poller.gathered = [];
  poller.gatheredBytes = 0;
  poller.closesMs = undefined;
  return batch;
}

/** Gives the records of a batch that was not begun back to the source. */
export function giveBackGathered(poller: Poller, sourceArn: string, source: Source, ctx: Ctx): void {
  if (poller.gathered.length === 0) return;
  const receipts = takeGathered(poller).map(({ record }) => record.receipt);
  source.giveBack(sourceArn, receipts, sourceContext(sourceArn, ctx));
}
