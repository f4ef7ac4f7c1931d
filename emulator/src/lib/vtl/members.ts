// Members of values: methods, properties, elements. A member that a value does not have is null.
import { own, table } from '#lib/table';
import { ENTRY_METHODS, LIST_METHODS, MAP_METHODS } from './collection-methods.ts';
import { textOf } from './print.ts';
import { STRING_METHODS } from './string-methods.ts';
import { isSame } from './truth.ts';
import { Block, type Budget, Double, Entry, isHost, List, numberOf, type Value } from './values.ts';

type Method<V> = (self: V, args: readonly Value[], budget: Budget) => Value;

const NUMBER_METHODS: Readonly<Record<string, Method<number | bigint | Double>>> = table({
  toString: (number: number | bigint | Double, _: readonly Value[], budget: Budget) => textOf(number, budget),
  intValue: (number) => Math.trunc(numberOf(number)!),
  longValue: (number) => Math.trunc(numberOf(number)!),
  doubleValue: (number) => new Double(numberOf(number)!),
  equals: (number, [other], budget) => isSame(number, other, budget),
  compareTo: (number, [other]) => Math.sign(numberOf(number)! - (numberOf(other) ?? 0)),
});

const BOOLEAN_METHODS: Readonly<Record<string, Method<boolean>>> = table({
  toString: (flag: boolean) => String(flag),
  equals: (flag, [other]) => flag === other,
  booleanValue: (flag) => flag,
});

export function callMember(self: Value, name: string, args: readonly Value[], budget: Budget): Value {
  budget.spend(1);
  if (self === null || self === undefined || self instanceof Block) return null;
  if (typeof self === 'string') return own(STRING_METHODS, name)?.(self, args, budget) ?? null;
  if (typeof self === 'boolean') return own(BOOLEAN_METHODS, name)?.(self, args, budget) ?? null;
  if (typeof self !== 'object' || self instanceof Double) return own(NUMBER_METHODS, name)?.(self, args, budget) ?? null;
  if (self instanceof List) return own(LIST_METHODS, name)?.(self, args, budget) ?? null;
  if (self instanceof Entry) return own(ENTRY_METHODS, name)?.(self, args, budget) ?? null;
  if (isHost(self)) return own(self.methods, name)?.(args, budget) ?? null;
  return own(MAP_METHODS, name)?.(self, args, budget) ?? null;
}

export function readMember(self: Value, name: string): Value {
  if (self instanceof Map) return self.get(name) ?? null;
  if (self instanceof List) return name === 'empty' ? self.items.length === 0 : null;
  if (self instanceof Entry) return name === 'key' ? self.key : name === 'value' ? self.value : null;
  return isHost(self) ? (self.read(name) ?? null) : null;
}

export function readElement(self: Value, index: Value, budget: Budget): Value {
  if (!(self instanceof List)) return readMember(self, textOf(index, budget));
  const at = numberOf(index);
  return at === undefined ? null : (self.items.at(at) ?? null);
}

/** Does nothing where the value has no members that can be set. */
export function writeMember(self: Value, key: Value, value: Value, budget: Budget): void {
  budget.spend(1);
  if (self instanceof Map) self.set(textOf(key, budget), value);
  else if (self instanceof List) {
    const at = numberOf(key);
    if (at !== undefined && at >= 0 && at < self.items.length) self.items[at] = value;
  }
}
