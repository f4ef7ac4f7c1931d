// The verdict on a metric alarm: which state its points mean, with missing ones treated as the alarm says.
import type { StateValue } from '#services/cloudwatch/state';

export type Treatment = 'missing' | 'ignore' | 'breaching' | 'notBreaching';

export interface Criteria {
  /** Datapoints to alarm. */
  readonly least: number;
  /** Evaluation periods. */
  readonly of: number;
  readonly treatment: Treatment;
}

/** One period of the evaluation range. */
export interface Evaluated {
  /** Undefined where nothing was reported. */
  readonly value: number | undefined;
  readonly isBreaching: boolean;
}

/** Periods that are looked at: the guide shows two more than the three of its examples; beyond them the number is not published. */
export const rangeOf = (periods: number): number => periods + Math.max(2, Math.floor(periods / 3));

/** `points`: the evaluation range, oldest first. The tables of the guide are cases of it. */
export function verdictOn(points: readonly Evaluated[], { least, of, treatment }: Criteria, current: StateValue): StateValue {
  const reported = points.flatMap(({ value, isBreaching }, at) => (value === undefined ? [] : [{ at, isBreaching }]));
  if (reported.length === 0) return verdictOnNothing(treatment, current);
  const looked = reported.slice(-of);
  const filled = of - looked.length;
  const breaching = looked.filter(({ isBreaching }) => isBreaching).length;
  const counted = treatment === 'breaching' ? breaching + filled : breaching;
  if (counted >= least) return 'ALARM';
  if (filled === 0 || treatment === 'breaching' || treatment === 'notBreaching') return 'OK';
  // The alarm may be premature: the oldest point is breaching, old enough, and no point after it is good.
  if (breaching === looked.length && points.length - looked[0]!.at >= least) return treatment === 'ignore' ? current : 'ALARM';
  return breaching < looked.length ? 'OK' : current;
}

function verdictOnNothing(treatment: Treatment, current: StateValue): StateValue {
  if (treatment === 'missing') return 'INSUFFICIENT_DATA';
  if (treatment === 'ignore') return current;
  return treatment === 'breaching' ? 'ALARM' : 'OK';
}
