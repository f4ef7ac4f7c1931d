// Records of backups, and of what items were before: a backup is a position in the history of a table's items, and no copy of them.
import { collection } from '#core/records';
import type { ItemKey, Table } from '#services/dynamodb/state';

/** An item as it was before the first change at or after a position; empty where there was none. */
export interface OldItem {
  readonly text?: string | undefined;
  readonly bytes?: number | undefined;
}
/** Positions grow with the emulator's time: microseconds since 1970, of which the last three digits tell backups of one millisecond apart. */
export type OldItemKey = readonly [...ItemKey, position: number];
export const oldItems = collection<OldItemKey, OldItem>('dynamodb.old-items', { bulk: true });

/** Behind this position nothing was noted when it was taken. It never goes down. */
export const positions = collection<[storeId: string], { readonly position: number }>('dynamodb.positions');

/** A position that something still reads, by the id of the backup, or of the table that is being restored. */
export const moments = collection<[storeId: string, position: number, id: string], { readonly kept: true }>('dynamodb.moments');

export interface Backup {
  readonly id: string;
  readonly name: string;
  readonly type: 'USER' | 'SYSTEM';
  readonly createdMs: number;
  /** When a backup of the service's own is removed. */
  readonly expiresMs?: number | undefined;
  /** The table as it was. */
  readonly source: Table;
  readonly items: number;
  readonly bytes: number;
  readonly position: number;
  /** The table that is being restored from it. */
  readonly restoring?: string | undefined;
}
export const backups = collection<[table: string, id: string], Backup>('dynamodb.backups');
