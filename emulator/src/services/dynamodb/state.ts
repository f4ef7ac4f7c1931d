// Records of the table service. Items and index entries are keyed by their table's `storeId`: a new table of the same name gets another one, and
// what the old one left is swept later.
import { collection } from '#core/records';
import type { Tag } from '#core/tags';
import type { KeyType } from './engine/key.ts';
import type { VectorIndex } from './vectors/state.ts';

export interface KeyElement {
  readonly name: string;
  readonly kind: 'HASH' | 'RANGE';
}

export interface Units {
  readonly read: number;
  readonly write: number;
}

export interface Index {
  readonly name: string;
  /** Unique in the table: an index of the same name that is made later gets another id. */
  readonly id: string;
  readonly global: boolean;
  readonly key: readonly KeyElement[];
  readonly projection: 'ALL' | 'KEYS_ONLY' | 'INCLUDE';
  /** The further attributes of INCLUDE. */
  readonly included: readonly string[];
  /** CREATING while entries of the items that were there before are being made. */
  readonly status: 'ACTIVE' | 'CREATING' | 'DELETING';
  /** Set for global indexes of provisioned tables. */
  readonly throughput?: Throughput | undefined;
  readonly onDemand?: OnDemand | undefined;
  readonly warm?: Units | undefined;
}

export interface Throughput extends Units {
  readonly increasedMs?: number | undefined;
  readonly decreasedMs?: number | undefined;
}

/** Limits of an on-demand table, -1 for none. */
export interface OnDemand {
  readonly maxRead?: number | undefined;
  readonly maxWrite?: number | undefined;
}

/** Contributor insights of a table, or of one of its global indexes. */
export interface Insights {
  /** Empty for the table itself. */
  readonly index: string;
  readonly mode: 'ACCESSED_AND_THROTTLED_KEYS' | 'THROTTLED_KEYS';
  readonly enabled: boolean;
  readonly changedMs: number;
}

/** A data stream that a table delivers its changes to, or did. */
export interface KinesisDestination {
  readonly streamArn: string;
  readonly status: 'ACTIVE' | 'DISABLED' | 'ENABLE_FAILED';
  /** The reason of a failure. */
  readonly reason?: string | undefined;
  /** Absent until one is set: times are in milliseconds then. */
  readonly precision?: 'MILLISECOND' | 'MICROSECOND' | undefined;
}

export type StreamView = 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';

/** The source of a table that is restored. */
export interface Restore {
  /** The table that has, or had, the items. */
  readonly source: { readonly name: string; readonly storeId: string };
  /** Where in the history of these items. */
  readonly position: number;
  readonly sourceArn: string;
  readonly backupArn?: string | undefined;
  readonly atMs: number;
}

/** Another region's table of the same name that holds the same items. */
export interface Replica {
  readonly region: string;
  /** When that table was made from this one. Undefined unless this table was its source. */
  readonly sourceMs?: number | undefined;
}

export interface Table {
  readonly name: string;
  readonly id: string;
  /** The first part of the keys of items and index entries. */
  readonly storeId: string;
  readonly createdMs: number;
  readonly attributes: readonly { readonly name: string; readonly type: KeyType }[];
  readonly key: readonly KeyElement[];
  readonly indexes: readonly Index[];
  /** Absent where the table was made without. */
  readonly vectors?: readonly VectorIndex[] | undefined;
  readonly billing: 'PROVISIONED' | 'PAY_PER_REQUEST';
  /** Absent for a table that has always been provisioned. */
  readonly onDemandSinceMs?: number | undefined;
  readonly throughput: Throughput;
  readonly onDemand?: OnDemand | undefined;
  readonly warm?: Units | undefined;
  readonly protected: boolean;
  /** Absent until a class has been set. */
  readonly tableClass?: string | undefined;
  readonly tableClassSetMs?: number | undefined;
  /** Encryption by a customer's key. */
  readonly encryption?: { readonly keyArn: string } | undefined;
  readonly tags: readonly Tag[];
  readonly policy?: { readonly text: string; readonly revision: string } | undefined;
  /** The last stream that the table had. */
  readonly stream?: { readonly label: string; readonly view: StreamView; readonly enabled: boolean } | undefined;
  /** At most one is active. The newest comes first. */
  readonly destinations?: readonly KinesisDestination[] | undefined;
  readonly timeToLive?: { readonly attribute: string; readonly enabled: boolean } | undefined;
  /** Entries for the table and the indexes for which insights were enabled at some time. */
  readonly insights?: readonly Insights[] | undefined;
  /** Set while recovery or a backup needs what items were: see `backups/history`. */
  readonly recording?: true | undefined;
  /** While the table is being restored. */
  readonly restore?: Restore | undefined;
  readonly pointInTime?: { readonly sinceMs: number; readonly days: number } | undefined;
  /** The other tables of a global table, in the order in which they became known here. */
  readonly replicas?: readonly Replica[] | undefined;
  /** While the table is a replica that gets the items which were there before it: the region that they come from. */
  readonly copying?: { readonly from: string } | undefined;
  /** While the table is being imported: the import's id. */
  readonly importing?: string | undefined;
}

/** Tables that are still being filled are described, and hidden from everything else. */
export const isBeingFilled = ({ restore, copying, importing }: Pick<Table, 'restore' | 'copying' | 'importing'>): boolean =>
  restore !== undefined || copying !== undefined || importing !== undefined;

export const tables = collection<[name: string], Table>('dynamodb.tables');

/** The size of a table or an index. */
export interface Count {
  readonly items: number;
  readonly bytes: number;
}
export interface Tally extends Count {
  /** By the index's id. */
  readonly indexes: Readonly<Record<string, Count>>;
}
export const tallies = collection<[storeId: string], Tally>('dynamodb.tallies');

/** An item as JSON in wire form, with its size as the service counts it. */
export interface StoredItem {
  readonly text: string;
  readonly bytes: number;
}
export type ItemKey = readonly [storeId: string, partition: string, sort: string];
export const items = collection<ItemKey, StoredItem>('dynamodb.items', { bulk: true });

/** The item that an index entry stands for. */
export interface Entry {
  readonly partition: string;
  readonly sort: string;
}
export type EntryKey = readonly [storeId: string, indexId: string, partition: string, sort: string, item: string];
export const entries = collection<EntryKey, Entry>('dynamodb.entries', { bulk: true });

/** Items that expire, by the second in which they do. */
export type ExpiryKey = readonly [storeId: string, seconds: number, partition: string, sort: string];
export const expiries = collection<ExpiryKey, { readonly expires: true }>('dynamodb.expiries', { bulk: true });

/** A transaction that clients may repeat under its token. */
export interface Token {
  readonly request: string;
  readonly atMs: number;
}
export const tokens = collection<[token: string], Token>('dynamodb.tokens', { bulk: true });
export const tokenExpiries = collection<[atMs: number, token: string], { readonly forget: true }>('dynamodb.token-expiries', {
  bulk: true,
});
