// Writes that the emulator has acknowledged and the crash test has not yet seen again.

import type { QueueName } from './cloud.ts';

/** Kinds of records: each name stands for one that must be listed after a crash. */
export type RecordKind = 'function' | 'rule' | 'parameter' | 'secret' | 'object' | 'stack' | 'user' | 'log line';

export interface Ledger {
  /** The messages that must arrive in each queue at least once, by the texts that `idOf` finds there. */
  readonly deliveries: Map<QueueName, Set<string>>;
  /** Records by kind and name, with the value that was acknowledged last. */
  readonly records: Map<RecordKind, Map<string, string>>;
  /** Names of records whose removal was acknowledged, as `kind name`. */
  readonly removed: Set<string>;
  /** How many acknowledgements there were, by what was done. */
  readonly counts: Map<string, number>;
}

export const newLedger = (): Ledger => ({ deliveries: new Map(), records: new Map(), removed: new Set(), counts: new Map() });

export function expectDelivery({ deliveries }: Ledger, queue: QueueName, id: string): void {
  if (!deliveries.has(queue)) deliveries.set(queue, new Set());
  deliveries.get(queue)?.add(id);
}

export function expectRecord({ records }: Ledger, kind: RecordKind, name: string, value = ''): void {
  if (!records.has(kind)) records.set(kind, new Map());
  records.get(kind)?.set(name, value);
}

export function count({ counts }: Ledger, what: string, times = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + times);
}

export const recordsOf = ({ records }: Ledger, kind: RecordKind): Map<string, string> => records.get(kind) ?? new Map();
