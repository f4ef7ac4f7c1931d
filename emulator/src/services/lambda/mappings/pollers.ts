// What lives of a mapping while it runs: batches under way and the one that is gathered. Nothing here is the truth; it goes with the process.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { SourceRecord } from '#core/source-records';
import { compilePattern } from '#lib/pattern/compile';
import { createMatcher, type Matcher } from '#lib/pattern/matcher';

export interface Gathered {
  readonly record: SourceRecord;
  /** The record as the function gets it. */
  readonly text: string;
}

export interface Poller {
  /** Batches that the function has at this moment. */
  running: number;
  gathered: Gathered[];
  gatheredBytes: number;
  /** When what is there goes, full or not; undefined while there is nothing. */
  closesMs: number | undefined;
  looking: boolean;
  /** Asked to look while it was looking. */
  again: boolean;
  /** The function cannot be invoked: what is woken when it may be. */
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

/** Whether a record is wanted; compiled once per set of patterns. */
export function isWanted(poller: Poller, patterns: readonly string[], record: SourceRecord): boolean {
  if (patterns.length === 0) return true;
  if (poller.filter?.patterns !== patterns) {
    const matcher = createMatcher<number>();
    for (const [index, pattern] of patterns.entries()) matcher.add(index, compilePattern(pattern));
    poller.filter = { patterns, matcher };
  }
  return poller.filter.matcher.match(record.filterable()).length > 0;
}

/** Takes what was gathered. */
export function takeGathered(poller: Poller): readonly Gathered[] {
  const batch = poller.gathered;
  poller.gathered = [];
  poller.gatheredBytes = 0;
  poller.closesMs = undefined;
  return batch;
}
