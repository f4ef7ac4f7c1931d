// The records of the crash test: transaction n has records in four collections, hundreds in some.

import { collection } from '#core/records';

interface Row {
  readonly n: number;
  readonly pad?: string;
}
export const parts = collection<[string, string], Row>('crash.parts');
export const payloads = collection<[string, number], Row>('crash.payloads', { bulk: true });
export const outbox = collection<[number], Row>('crash.outbox');
export const counter = collection<[string], Row>('crash.counter');

export const OUTBOX_LENGTH = 40;
export const sizeOf = (n: number): number => (n % 50 === 0 ? 400 : 1 + (n % 5));
export const aborts = (n: number): boolean => n % 7 === 0;
