// The state of running mappings in memory: batches under way, and the batch being gathered. Losing it with the process is harmless.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { SourceRecord } from '#core/source-records';
import { compilePattern } from '#lib/pattern/compile';
import { createMatcher, type Matcher } from '#lib/pattern/matcher';

export interface Gathered {
  readonly record: SourceRecord;
  /** The record as JSON of the function's event. */
  readonly text: string;
}

export interface Poller {
  /** Batches that the function is processing. */
  running: number;
  gathered: Gathered[];
  gatheredBytes: number;
  /** When the gathered records are sent even if the batch is not full. Undefined while there are none. */
  closesMs: number | undefined;
  looking: boolean;
  /** A look was requested during a look. */
  again: boolean;
  /** Set while the function cannot be invoked: the signal that it is ready. */
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

export const pollersOf = (ctx: Ctx): Pollers => ctx.own('lambda.pollers', () => new Pollers());

export const pollerKey = (uuid: string, { account, region }: Pick<Ctx, 'account' | 'region'>): string => `${account}/${region}/${uuid}`;

/** Whether a record matches a filter. Filters are compiled once per set of patterns. */
export function isWanted(poller: Poller, patterns: readonly string[], record: SourceRecord): boolean {
  if (patterns.length === 0) return true;
  if (poller.filter?.patterns !== patterns) {
    const matcher = createMatcher<number>();
    for (const [index, pattern] of patterns.entries()) matcher.add(index, compilePattern(pattern));
    poller.filter = { patterns, matcher };
  }
  return poller.filter.matcher.match(record.filterable()).length > 0;
}

/** Returns the gathered batch and begins an empty one. */
export function takeGathered(poller: Poller): readonly Gathered[] {
  const batch = poller.gathered;
  poller.gathered = [];
  poller.gatheredBytes = 0;
  poller.closesMs = undefined;
  return batch;
}
