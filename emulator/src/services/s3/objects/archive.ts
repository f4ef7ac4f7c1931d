// Objects in archive classes: unreadable until they are restored.
import type { Frozen } from '#core/records';
import { fault } from '#model/s3';
import type { StoredObject } from '#services/s3/state';

export const ARCHIVED = ['GLACIER', 'DEEP_ARCHIVE'];

/** Throws InvalidObjectState if the object must be restored first. */
export function checkRestored({ storageClass, restoredUntilMs = 0 }: Frozen<StoredObject>, nowMs: number): void {
  if (ARCHIVED.includes(storageClass) && restoredUntilMs <= nowMs)
    throw fault('InvalidObjectState', "The operation is not valid for the object's storage class", { StorageClass: storageClass });
}

/** The `x-amz-restore` header. */
export const restoreText = ({ restoredUntilMs }: Frozen<StoredObject>, nowMs: number): string | undefined =>
  restoredUntilMs === undefined || restoredUntilMs <= nowMs
    ? undefined
    : `ongoing-request="false", expiry-date="${new Date(restoredUntilMs).toUTCString()}"`;
