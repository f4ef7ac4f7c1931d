// Counts for one resource: the metrics of a namespace under the resource's dimensions.
import type { Dimension } from './metric-datum.ts';
import { Tally } from './metric-point.ts';

interface OpenSeries {
  readonly name: string;
  readonly unit: string;
  tally: Tally;
}

/** Called with a meter's first count since its last writing. */
export type OnCounted = (meter: Meter) => void;

export class Meter {
  readonly namespace: string;
  /** In the order of their names. */
  readonly dimensions: readonly Dimension[];
  readonly #onCounted: OnCounted;
  readonly #open = new Map<string, OpenSeries>();
  #isCounted = false;

  constructor(namespace: string, dimensions: readonly Dimension[], onCounted: OnCounted) {
    this.namespace = namespace;
    this.dimensions = dimensions;
    this.#onCounted = onCounted;
  }

  /** Adds a value to the metric's open minute. A metric has one unit. */
  add(name: string, value = 1, unit = 'Count'): void {
    let series = this.#open.get(name);
    if (!series) this.#open.set(name, (series = { name, unit, tally: new Tally() }));
    series.tally.add(value);
    if (!this.#isCounted) this.touch();
  }

  /** Says that the resource was used: its gauges are read for this minute. */
  touch(): void {
    if (this.#isCounted) return;
    this.#isCounted = true;
    this.#onCounted(this);
  }

  /** Takes what was counted since the last time. */
  take(): { name: string; unit: string; tally: Tally }[] {
    this.#isCounted = false;
    const counted = [...this.#open.values()].filter(({ tally }) => tally.count > 0);
    this.#open.clear();
    return counted;
  }
}
