// Gauges: figures of a resource that nobody counts (messages in a queue). They are read when a minute of the resource's metrics is written.
import type { Collection, Key, Records } from '#core/records';

export interface Gauge {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** A context that only reads. */
export interface GaugeContext {
  now(): number;
  records<K extends Key, V>(collection: Collection<K, V>): Records<K, V>;
}

/** The present figures of a resource, which its dimensions name; none where it does not exist. */
export type ReadGauges = (dimensions: Readonly<Record<string, string>>, ctx: GaugeContext) => readonly Gauge[];
