// The metrics of one account and region.
import type { Collection, Key, Records, Store, Tx } from '#core/records';
import type { Signals } from '#core/time/signals';
import { Meter } from './meter.ts';
import type { Dimension, MetricDatum, MetricIdentity } from './metric-datum.ts';
import { MetricReader } from './metric-reader.ts';
import { dimensionsKey, metricSignal, sortedDimensions } from './metric-records.ts';
import { type KeyedDatum, MetricWriter } from './metric-writer.ts';

interface PlaceParts {
  readonly store: Store;
  readonly clock: { now(): number };
  readonly signals: Pick<Signals, 'wake'>;
  id(): string;
}

/** Where the counts of all places come together. */
interface Counting {
  count(meter: Meter, place: PlaceMetrics): void;
  flush(): Promise<void>;
  isReporting(meter: Meter, place: PlaceMetrics): boolean;
  sample(meter: Meter, place: PlaceMetrics, beforeMs: number): Promise<void>;
  told(data: readonly MetricDatum[], place: PlaceMetrics): void;
  follow(see: (data: readonly MetricDatum[], place: PlaceMetrics) => void): () => void;
}

export class PlaceMetrics {
  readonly account: string;
  readonly region: string;
  readonly #store: Store;
  readonly #counting: Counting;
  readonly #reader: MetricReader;
  readonly #writer: MetricWriter;
  /** The meters of the open minute, and a few more. */
  readonly #meters = new Map<string, Meter>();
  #ofOwners = new WeakMap<object, Meter>();

  constructor({ store, clock, signals, id }: PlaceParts, counting: Counting, account: string, region: string) {
    this.account = account;
    this.region = region;
    this.#store = store;
    this.#counting = counting;
    const now = () => clock.now();
    this.#reader = new MetricReader(store, now, account, region);
    const wake = (key: string) => signals.wake(`${account}/${region}/${key}`);
    this.#writer = new MetricWriter({ store, now, id, wake, onWritten: (data) => counting.told(data, this) }, account, region);
  }

  /**
   * Counts for a resource: `ctx.metrics.meter('AWS/SQS', 'QueueName', queue.name).add('NumberOfMessagesSent')`. The pairs name its dimensions,
   * in the order of their names. Do not keep it: it is found again in 50 ns, and forgotten with its minute.
   */
  meter(namespace: string, ...pairs: readonly string[]): Meter {
    const key = pairs.length === 2 ? `${namespace}\n${pairs[0]}\n${pairs[1]}` : `${namespace}\n${pairs.join('\n')}`;
    let meter = this.#meters.get(key);
    if (!meter)
      this.#meters.set(key, (meter = new Meter(namespace, dimensionsOf(pairs), (counted) => this.#counting.count(counted, this))));
    return meter;
  }

  /** The same for an object that stands for the resource, where even 50 ns count: `pairs` is asked once in a minute. */
  meterFor(owner: object, namespace: string, pairs: () => readonly string[]): Meter {
    let meter = this.#ofOwners.get(owner);
    if (!meter) this.#ofOwners.set(owner, (meter = this.meter(namespace, ...pairs())));
    return meter;
  }

  /** Adds reported values in a write, with those who watch the metrics woken after it. */
  write(data: readonly KeyedDatum[], tx: Tx): void {
    this.#writer.write(data, tx);
  }

  /** Reads points. The counts of the open minute are among them once `flush` has resolved. */
  get reader(): MetricReader {
    return this.#reader;
  }

  flush(): Promise<void> {
    return this.#counting.flush();
  }

  /** Calls `see` after each write of points in any account and region, until the returned function is called. */
  follow(see: (data: readonly MetricDatum[], place: PlaceMetrics) => void): () => void {
    return this.#counting.follow(see);
  }

  /** The name of the signal that new points of the metric wake, for `ctx.watch`. */
  signalOf({ namespace, name, dimensions }: MetricIdentity): string {
    return metricSignal(namespace, name, dimensionsKey(sortedDimensions(dimensions)));
  }

  /** Whether the resource with these dimensions has gauges and was used in the last hours: its gauges are worth to be sampled. */
  isReporting(metric: Pick<MetricIdentity, 'namespace' | 'dimensions'>): boolean {
    return this.#counting.isReporting(this.#meterOf(metric), this);
  }

  /** Writes the gauges of a resource, as they are now, into the minute before `beforeMs`. */
  sample(metric: Pick<MetricIdentity, 'namespace' | 'dimensions'>, beforeMs: number): Promise<void> {
    return this.#counting.sample(this.#meterOf(metric), this, beforeMs);
  }

  /** Writes what the meter has counted since the last time. */
  writeCounted(meter: Meter, atMs: number, tx: Tx): void {
    const { namespace, dimensions } = meter;
    const key = dimensionsKey(dimensions);
    const data = meter.take().map(({ name, unit, tally }) => ({
      ...{ namespace, dimensions, dimensionsKey: key, name, unit, atMs },
      ...{ resolution: 60 as const, point: tally.point() },
    }));
    this.#writer.write(data, tx);
  }

  keyOf({ namespace, dimensions }: Pick<Meter, 'namespace' | 'dimensions'>): string {
    return `${this.account}\n${this.region}\n${namespace}\n${dimensionsKey(dimensions)}`;
  }

  readonly recordsOf = <K extends Key, V>(collection: Collection<K, V>): Records<K, V> =>
    this.#store.records(collection, this.account, this.region);

  closeMinute(): void {
    this.#meters.clear();
    this.#ofOwners = new WeakMap();
  }

  #meterOf({ namespace, dimensions }: Pick<MetricIdentity, 'namespace' | 'dimensions'>): Meter {
    return new Meter(namespace, sortedDimensions(dimensions), () => undefined);
  }
}

function dimensionsOf(pairs: readonly string[]): Dimension[] {
  const dimensions: Dimension[] = [];
  for (let at = 0; at < pairs.length; at += 2) dimensions.push({ name: pairs[at]!, value: pairs[at + 1]! });
  return dimensions;
}
