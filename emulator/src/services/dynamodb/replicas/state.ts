// Records of replication: what is on its way between the tables of a global table.
import { collection } from '#core/records';

/** Which write of an item it is: the later one wins, and of two at the same time the one of the region that comes later in the alphabet. */
export interface Version {
  /** A position in time, see `backups/history`. */
  readonly at: number;
  readonly region: string;
}
export type VersionKey = readonly [storeId: string, partition: string, sort: string];

/** Versions of items, and of deletions, that have not reached all regions yet. Elsewhere all regions agree, and none is needed. */
export const versions = collection<VersionKey, Version>('dynamodb.versions', { bulk: true });

/** Items whose last write has not reached a region yet. They are sent as they are by then. */
export type OutgoingKey = readonly [storeId: string, region: string, partition: string, sort: string];
export const outgoing = collection<OutgoingKey, { readonly sent: false }>('dynamodb.outgoing', { bulk: true });
