// ScheduleKeyDeletion and CancelKeyDeletion: keys are deleted after a waiting period.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { operation } from '#model/kms';
import { invalid, invalidState } from '#services/kms/faults';
import { locateOwn, requireNotDeleted } from '#services/kms/find-key';
import { allImported } from '#services/kms/material/imported-material';
import { DAY_MS } from '#services/kms/material/rotate';
import { type Key, keys } from '#services/kms/state';

const [LEAST_DAYS, MOST_DAYS] = [7, 30];

export const ScheduleKeyDeletion = operation('ScheduleKeyDeletion', ({ KeyId, PendingWindowInDays: days = MOST_DAYS }, ctx) => {
  checkWindow(days);
  const found = locateOwn(KeyId, ctx);
  requireNotDeleted(found);
  const { there, key, arn } = found;
  const waitsForReplicas = key.multiRegion?.primary === there.region && key.multiRegion.replicas.length > 0;
  if (waitsForReplicas) {
    const pending = { ...key, state: 'PendingReplicaDeletion', pendingWindowDays: days } as const;
    there.write((tx) => tx.put(there.records(keys), [key.id], pending));
    return { KeyId: arn, KeyState: pending.state, PendingWindowInDays: days };
  }
  const deletionMs = there.write((tx) => startWindow(tx, key, days, there));
  return { KeyId: arn, DeletionDate: new Date(deletionMs), KeyState: 'PendingDeletion', PendingWindowInDays: days };
});

/** The model allows 1 to 365 days, the service only 7 to 30. */
function checkWindow(days: number): void {
  if (days >= LEAST_DAYS && days <= MOST_DAYS) return;
  const limit = days < LEAST_DAYS ? `greater than or equal to ${LEAST_DAYS}` : `less than or equal to ${MOST_DAYS}`;
  const where = `Value '${days}' at 'pendingWindowInDays' failed to satisfy constraint`;
  throw invalid(`1 validation error detected: ${where}: Member must have value ${limit}`);
}

/** Schedules the deletion at the end of the waiting period. */
export function startWindow(tx: Tx, key: Frozen<Key>, days: number, ctx: Ctx): number {
  const deletionMs = ctx.now() + days * DAY_MS;
  tx.put(ctx.records(keys), [key.id], { ...key, state: 'PendingDeletion', deletionMs, pendingWindowDays: days });
  ctx.later(tx, 'kms.delete', [key.id], deletionMs);
  return deletionMs;
}

export const CancelKeyDeletion = operation('CancelKeyDeletion', ({ KeyId }, ctx) => {
  const { there, key, arn } = locateOwn(KeyId, ctx);
  if (key.state !== 'PendingDeletion' && key.state !== 'PendingReplicaDeletion') throw invalidState(arn, 'not pending deletion');
  const { deletionMs: _ms, pendingWindowDays: _days, ...kept } = key;
  const lacksMaterial = key.origin === 'EXTERNAL' && !allImported(key.id, there);
  there.write((tx) => {
    tx.put(there.records(keys), [key.id], { ...kept, state: lacksMaterial ? 'PendingImport' : 'Disabled' });
    there.unschedule(tx, 'kms.delete', [key.id]);
  });
  return { KeyId: arn };
});
