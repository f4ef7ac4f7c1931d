// Comparing values: what is equal, and what is true.
import { jsonOf, textOf } from './print.ts';
import { type Budget, Double, numberOf, type Value } from './values.ts';

/** Velocity 1.7: only null and false are false. A missing value is the empty text here, which is true (recorded on the cloud). */
export const isTrue = (value: Value): boolean => value !== null && value !== undefined && value !== false;

/** Java's `equals`. */
export function isSame(one: Value, other: Value, budget: Budget): boolean {
  if (typeof one === 'string' && typeof other === 'string') {
    if (one.length !== other.length) return false;
    budget.spend(one.length >> 6);
    return one === other;
  }
  if (one === other) return true;
  if (one instanceof Double || other instanceof Double) return numberOf(one) !== undefined && numberOf(one) === numberOf(other);
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  return jsonOf(one, budget) === jsonOf(other, budget);
}

/** `==`: values of different types are compared as texts. */
export function isEqual(one: Value, other: Value, budget: Budget): boolean {
  if (isSame(one, other, budget)) return true;
  if (one === null || other === null || one === undefined || other === undefined || typeof one === typeof other) return false;
  return textOf(one, budget) === textOf(other, budget);
}
