// Values of templates as plain data, and back.
import { Block, type Budget, Double, Entry, isHost, List, toValue, type Value } from '#lib/vtl/values';

/** Limit: levels of a value that a template hands to a utility. */
const MAX_DEPTH = 200;

export function plainOf(value: Value, budget: Budget, depth = 0): unknown {
  budget.spend(1);
  if (value === undefined || value === null || value instanceof Block) return null;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object') return value;
  if (value instanceof Double) return value.value;
  if (depth > MAX_DEPTH) throw new RangeError('The value is nested too deeply.');
  if (value instanceof List) return value.items.map((item) => plainOf(item, budget, depth + 1));
  if (value instanceof Entry) return { key: value.key, value: plainOf(value.value, budget, depth + 1) };
  if (isHost(value)) return value.text;
  return Object.fromEntries([...value].map(([name, item]) => [name, plainOf(item, budget, depth + 1)]));
}

/** Lists print as Java prints them. */
export const templateValueOf = (data: unknown): Value => toValue(data, false);
