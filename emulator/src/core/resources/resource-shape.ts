// Converts nested properties to the types that operations take: numbers and flags in text are parsed, unknown members are left out.

import type { Value } from './resource-handlers.ts';
import { list, number, object, text } from './resource-properties.ts';

type Reader<T> = (value: Value | undefined) => T;
type Read<R extends Readonly<Record<string, Reader<unknown>>>> = { [K in keyof R]: ReturnType<R[K]> };

/** `shape({ Arn: must(text), MaximumRetryAttempts: number })`: members that are not given stay absent. */
export const shape =
  <R extends Readonly<Record<string, Reader<unknown>>>>(readers: R): Reader<Read<R> | undefined> =>
  (value) => {
    if (value === undefined || value === null) return undefined;
    const given = object(value);
    const read = Object.entries(readers).map(([name, reader]): [string, unknown] => [name, reader(given[name])]);
    return Object.fromEntries(read.filter(([, each]) => each !== undefined)) as Read<R>;
  };

/** For members that the resource data marks as required, and whose presence has been checked. */
export const must =
  <T>(reader: Reader<T | undefined>): Reader<T> =>
  (value) =>
    reader(value) as T;

export const requiredText = must(text);
export const requiredNumber = must(number);

export const each =
  <T>(reader: Reader<T | undefined>): Reader<T[] | undefined> =>
  (value) =>
    value === undefined || value === null ? undefined : list(value).map((item) => reader(item) as T);

const byName =
  <T>(reader: Reader<T | undefined>): Reader<Record<string, T> | undefined> =>
  (value) =>
    value === undefined || value === null
      ? undefined
      : (Object.fromEntries(Object.entries(object(value)).map(([name, item]) => [name, reader(item)])) as Record<string, T>);

export const textMap = byName(text);

/** An operation's answer as the value of a property: absent members, dates and bytes are left out. */
export function asValue(answer: unknown): Value | undefined {
  if (answer === null || ['string', 'number', 'boolean'].includes(typeof answer)) return answer as Value;
  if (Array.isArray(answer)) return answer.flatMap((item) => asValue(item) ?? []);
  if (typeof answer !== 'object' || answer instanceof Date || ArrayBuffer.isView(answer)) return undefined;
  return asMembers(answer as Readonly<Record<string, unknown>>);
}

export function asMembers(answer: Readonly<Record<string, unknown>>): Record<string, Value> {
  const members = Object.entries(answer).flatMap(([name, item]): [string, Value][] => {
    const value = asValue(item);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(members);
}

/** The properties in a service's answer, as `read` returns them: `null` where the service reports that there is none. */
export const readAs = (answer: Readonly<Record<string, unknown>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(answer).map(([name, item]) => [name, asValue(item) ?? null]));

/** Reduces a block that has defaults to the members that the template gives; returns the whole block where the template gives none. */
export function asGiven(answer: unknown, given: Value | undefined): Value | undefined {
  const value = asValue(answer);
  if (given === undefined || value === undefined) return value;
  const names = Object.keys(object(given));
  return Object.fromEntries(Object.entries(object(value)).filter(([name]) => names.includes(name)));
}

/** A document in the form in which the template gave it: text for text, otherwise an object. */
export const documentAs = (document: string | undefined, given: Value | undefined): Value | undefined =>
  document === undefined || typeof given === 'string' ? document : (JSON.parse(document) as Value);
