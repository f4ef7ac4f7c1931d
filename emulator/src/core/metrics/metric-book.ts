// All metrics of one emulator: what was counted in the open minute is in memory, and becomes points when the minute ends or somebody reads.
import type { Activity } from '#core/activity';
import type { Log } from '#core/log';
import { BACKGROUND_FAILURE } from '#core/messages';
import { isNoRoom } from '#core/no-room';
import type { Store } from '#core/records';
import type { Registry } from '#core/registry';
import type { Clock, Timer } from '#core/time/clock';
import type { Signals } from '#core/time/signals';
import { METRICS_LOST } from './messages.ts';
import type { Meter } from './meter.ts';
import type { MetricDatum } from './metric-datum.ts';
import { pointOf } from './metric-point.ts';
import { PlaceMetrics } from './place-metrics.ts';

export interface MetricParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly signals: Signals;
  readonly activity: Activity;
  readonly log: Log;
  id(): string;
}

const MINUTE_MS = 60_000;
/** A resource with gauges reports them for so long after its last use, where somebody watches them: as long as the cloud does for queues. */
const ACTIVE_MS = 6 * 3_600_000;

/** Receives points that were written in an account and region. */
export type OnPoints = (data: readonly MetricDatum[], place: PlaceMetrics) => void;

interface Counted {
  readonly meter: Meter;
  readonly place: PlaceMetrics;
}

export class MetricBook {
  readonly #parts: MetricParts;
  readonly #places = new Map<string, PlaceMetrics>();
  #last: PlaceMetrics | undefined;
  /** Meters that counted since the last writing. */
  #counted: Counted[] = [];
  /** Meters with gauges that were used in the open minute. */
  #used = new Set<Counted>();
  /** When meters with gauges were last used, by their keys. */
  readonly #usedMs = new Map<string, number>();
  /** Start of the open minute; undefined while nothing was counted in it. */
  #minuteMs: number | undefined;
  #timer: Timer | undefined;
  readonly #followers = new Set<OnPoints>();
  #isStopped = false;
  /** Grows when all records are replaced: gauges that were being read then are not written. */
  #generation = 0;
  /** The gauges that are being read. */
  #reading: Promise<void> = Promise.resolve();

  constructor(parts: MetricParts) {
    this.#parts = parts;
  }

  in(account: string, region: string): PlaceMetrics {
    if (this.#last?.account === account && this.#last.region === region) return this.#last;
    const name = `${account}/${region}`;
    let place = this.#places.get(name);
    if (!place) this.#places.set(name, (place = new PlaceMetrics(this.#parts, this, account, region)));
    this.#last = place;
    return place;
  }

  /** Called with the first count of a meter since the last writing. */
  count(meter: Meter, place: PlaceMetrics): void {
    if (this.#isStopped) return;
    if (this.#minuteMs === undefined) this.#open();
    const counted = { meter, place };
    this.#counted.push(counted);
    if (!this.#parts.registry.hasGauges(meter.namespace)) return;
    this.#used.add(counted);
    this.#usedMs.set(place.keyOf(meter), this.#parts.clock.now());
  }

  /** Writes what was counted so far, and the gauges of what was used: before each read and each evaluation. */
  async flush(): Promise<void> {
    this.#write();
    await this.#reading;
  }

  /** Whether the resource still reports its gauges. */
  isReporting(meter: Meter, place: PlaceMetrics): boolean {
    const usedMs = this.#usedMs.get(place.keyOf(meter));
    if (usedMs === undefined) return false;
    if (this.#parts.clock.now() - usedMs <= ACTIVE_MS) return true;
    this.#usedMs.delete(place.keyOf(meter));
    return false;
  }

  /** Writes the gauges of a resource into the minute before `beforeMs`. */
  async sample(meter: Meter, place: PlaceMetrics, beforeMs: number): Promise<void> {
    await this.#readGauges([{ meter, place }], minuteOf(beforeMs - 1));
  }

  /** Calls `see` after each write of points, until the returned function is called. */
  follow(see: OnPoints): () => void {
    this.#followers.add(see);
    return () => void this.#followers.delete(see);
  }

  told(data: readonly MetricDatum[], place: PlaceMetrics): void {
    for (const see of this.#followers) see(data, place);
  }

  /** Writes what was counted, and counts no more. */
  async stop(): Promise<void> {
    await this.flush();
    this.#isStopped = true;
    this.clear();
  }

  /** Forgets what was counted and not yet written: all records are being replaced. */
  clear(): void {
    this.#generation++;
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#minuteMs = undefined;
    this.#counted = [];
    this.#used = new Set();
    this.#usedMs.clear();
    this.#places.clear();
    this.#last = undefined;
  }

  #open(): void {
    const { clock, activity } = this.#parts;
    this.#minuteMs = minuteOf(clock.now());
    this.#timer ??= clock.at(this.#minuteMs + MINUTE_MS, () => {
      this.#timer = undefined;
      this.#write();
      for (const place of this.#places.values()) place.closeMinute();
      this.#used = new Set();
      this.#minuteMs = undefined;
      if (this.#counted.length > 0) this.#open();
      void activity.track(this.#reading);
    });
  }

  #write(): void {
    const atMs = this.#minuteMs;
    if (atMs === undefined) return;
    const counted = this.#counted;
    this.#counted = [];
    const { store } = this.#parts;
    this.#unlessFull(() => {
      if (counted.length > 0 && store.failure === undefined)
        store.write((tx) => {
          for (const { meter, place } of counted) place.writeCounted(meter, atMs, tx);
        });
    });
    const used = [...this.#used];
    if (used.length > 0) this.#reading = this.#reading.then(() => this.#readGauges(used, atMs)).catch(this.#tell);
  }

  async #readGauges(used: readonly Counted[], atMs: number): Promise<void> {
    const { store, registry, clock } = this.#parts;
    const generation = this.#generation;
    for (const { meter, place } of used) {
      const read = await registry.gauges(meter.namespace);
      if (generation !== this.#generation) return;
      if (!read || store.failure !== undefined) continue;
      const dimensions = Object.fromEntries(meter.dimensions.map(({ name, value }) => [name, value]));
      const records = place.recordsOf;
      const data = read(dimensions, { now: () => clock.now(), records }).map(({ name, unit, value }) => ({
        ...{ namespace: meter.namespace, dimensions: meter.dimensions, name, unit, atMs },
        ...{ resolution: 60 as const, point: pointOf([value]), isGauge: true },
      }));
      this.#unlessFull(() => store.write((tx) => place.write(data, tx)));
    }
  }

  readonly #tell = (error: unknown): void => this.#parts.log.in('metrics').write(BACKGROUND_FAILURE, { error });

  /** Metrics are the last thing for which a full disk has room: what finds none is lost, and told. */
  #unlessFull(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!isNoRoom(error)) throw error;
      this.#parts.log.in('metrics').write(METRICS_LOST);
    }
  }
}

const minuteOf = (ms: number): number => ms - (ms % MINUTE_MS);
