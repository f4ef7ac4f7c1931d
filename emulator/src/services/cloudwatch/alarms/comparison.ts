// The comparisons of metric alarms: with a threshold, or with a band.
import { table } from '#lib/table';

interface Comparison {
  /** `low` and `high` are equal for a threshold. */
  isBreaching(value: number, low: number, high: number): boolean;
  /** Completes `was … the threshold`. */
  readonly words: string;
  readonly isBand: boolean;
}

const COMPARISONS = table<Comparison>({
  GreaterThanOrEqualToThreshold: { isBreaching: (value, low) => value >= low, words: 'greater than or equal to', isBand: false },
  GreaterThanThreshold: { isBreaching: (value, low) => value > low, words: 'greater than', isBand: false },
  LessThanThreshold: { isBreaching: (value, low) => value < low, words: 'less than', isBand: false },
  LessThanOrEqualToThreshold: { isBreaching: (value, low) => value <= low, words: 'less than or equal to', isBand: false },
  GreaterThanUpperThreshold: { isBreaching: (value, _low, high) => value > high, words: 'greater than the upper thresholds', isBand: true },
  LessThanLowerThreshold: { isBreaching: (value, low) => value < low, words: 'less than the lower thresholds', isBand: true },
  LessThanLowerOrGreaterThanUpperThreshold: {
    isBreaching: (value, low, high) => value < low || value > high,
    words: 'less than the lower thresholds or greater than the upper thresholds',
    isBand: true,
  },
});

export const comparisonOf = (name: string): Comparison => COMPARISONS[name]!;
