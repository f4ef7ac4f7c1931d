// GetKeyLastUsage: when a key was last used, and in which operation.
import { operation } from '#model/kms';
import { locateById } from '#services/kms/find-key';
import { lastUses } from '#services/kms/state';

export const GetKeyLastUsage = operation('GetKeyLastUsage', ({ KeyId }, ctx) => {
  const { there, key, arn } = locateById(KeyId, ctx);
  const use = there.records(lastUses).get([key.id]);
  const created = new Date(key.createdMs);
  return {
    KeyId: arn,
    KeyCreationDate: created,
    TrackingStartDate: created,
    ...(use && { KeyLastUsage: { Operation: use.operation, Timestamp: new Date(use.atMs), KmsRequestId: use.requestId } }),
  };
});
