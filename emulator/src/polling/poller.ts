// The state of readers of sources in memory: batches under way, and the batch being gathered. Losing it with the process is harmless.
import type { Ctx } from '#core/ctx';
import type { Source } from '#core/source';
import type { SourceRecord } from '#core/source-records';
import type { FilterHolder } from './filters.ts';
import type { LookState } from './looks.ts';
import { Pollers } from './pollers.ts';
import { sourceContext } from './source-context.ts';

export interface GatheredRecord {
  readonly record: SourceRecord;
  /** The record's event as JSON. */
  readonly text: string;
}

export interface Poller extends FilterHolder, LookState {
  gathered: GatheredRecord[];
  gatheredBytes: number;
  /** When the gathered records are sent even if the batch is not full. Undefined while there are none. */
  closesMs: number | undefined;
  /** Set while the consumer waits for something besides its source: the signal that it is ready. */
  awaits: string | undefined;
}

const newPoller = (): Poller => ({
  running: 0,
  gathered: [],
  gatheredBytes: 0,
  closesMs: undefined,
  looking: false,
  again: false,
  awaits: undefined,
  filter: undefined,
});

/** The pollers of one kind of consumer, which its due work names. */
export const pollersOf = (work: string, ctx: Ctx): Pollers<Poller> => ctx.own(`${work}.pollers`, () => new Pollers(newPoller));

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
