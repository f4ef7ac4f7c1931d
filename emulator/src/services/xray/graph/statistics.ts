// Counts of requests: outcomes, times, and histograms of times. For nodes, edges and spans of time alike. Pure.
import type { EdgeStatistics, HistogramEntry } from '#model/xray';
import type { SegmentDocument } from '#services/xray/segments/segment-document';
import { outcomeOf } from '#services/xray/traces/trace-facts';

/** Digits of the times in a histogram: it has few different ones then. */
const DIGITS = 2;

export class Statistics {
  #ok = 0;
  #throttles = 0;
  #errors = 0;
  #faults = 0;
  #total = 0;
  #time = 0;
  readonly #times = new Map<number, number>();

  /** `seconds`: undefined where the work goes on. */
  add(document: SegmentDocument, seconds: number | undefined): void {
    const { isError, isFault, isThrottle } = outcomeOf(document);
    this.#total++;
    if (isFault) this.#faults++;
    else if (isThrottle) this.#throttles++;
    else if (isError) this.#errors++;
    else this.#ok++;
    if (seconds === undefined) return;
    this.#time += seconds;
    const value = Number(seconds.toPrecision(DIGITS));
    this.#times.set(value, (this.#times.get(value) ?? 0) + 1);
  }

  summary(): EdgeStatistics {
    return {
      OkCount: this.#ok,
      ErrorStatistics: { ThrottleCount: this.#throttles, OtherCount: this.#errors, TotalCount: this.#throttles + this.#errors },
      FaultStatistics: { OtherCount: this.#faults, TotalCount: this.#faults },
      TotalCount: this.#total,
      TotalResponseTime: Math.round(this.#time * 1e6) / 1e6,
    };
  }

  histogram(): HistogramEntry[] {
    return [...this.#times].sort(([a], [b]) => a - b).map(([Value, Count]) => ({ Value, Count }));
  }
}
