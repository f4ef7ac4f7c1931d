// Attributes of spans and resources, looked up under the names of several conventions, the newest first. Pure.
import type { PlainValue } from '#lib/otlp/values';
import { own } from '#lib/table';

export type Attributes = Readonly<Record<string, PlainValue>>;

export const textIn = (attributes: Attributes, ...names: readonly string[]): string | undefined =>
  names.map((name) => own(attributes, name)).find((value): value is string => typeof value === 'string' && value !== '');

export function numberIn(attributes: Attributes, ...names: readonly string[]): number | undefined {
  const value = names.map((name) => own(attributes, name)).find((found) => found !== undefined && found !== '');
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
