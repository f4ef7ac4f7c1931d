// Values and attributes of the OpenTelemetry protocol as plain JSON. Pure.
import { dictionary } from '#lib/table';
import type { AnyValue, KeyValue } from './messages.ts';

export type PlainValue = string | number | boolean | null | readonly PlainValue[] | { readonly [name: string]: PlainValue };

/** Whole numbers beyond 53 bits stay texts: a JSON number would be another one. */
export function plainValue(value: AnyValue | undefined): PlainValue {
  if (value === undefined) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = value;
  if (intValue !== undefined) return Number.isSafeInteger(Number(intValue)) ? Number(intValue) : intValue;
  if (arrayValue) return (arrayValue.values ?? []).map(plainValue);
  if (kvlistValue) return plainAttributes(kvlistValue.values);
  if (doubleValue !== undefined) return Number.isFinite(doubleValue) ? doubleValue : String(doubleValue);
  return stringValue ?? boolValue ?? bytesValue ?? null;
}

/** The last one counts where a name is there twice. */
export function plainAttributes(attributes: readonly KeyValue[] = []): Record<string, PlainValue> {
  const plain: Record<string, PlainValue> = dictionary();
  for (const { key = '', value } of attributes) plain[key] = plainValue(value);
  return plain;
}

/** Milliseconds since 1970, with fractions. */
export const msOfNano = (nano: string): number => Number(BigInt(nano) / 1000n) / 1000;
