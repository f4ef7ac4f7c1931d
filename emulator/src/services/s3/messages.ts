// Messages of object storage.
import { defineMessage } from '#lib/message';

export const REPLICATION_RECORDED = defineMessage({
  code: 'REPLICATION_RECORDED',
  level: 'warn',
  description: 'A bucket got a replication configuration, which is stored and returned. Nothing is replicated here.',
  hint: 'Copy what a test needs in the destination itself.',
  text: ({ bucket, destinations }: { bucket: string; destinations: readonly string[] }) =>
    `Bucket ${bucket}: the replication to ${destinations.join(', ')} is recorded, and copies nothing here.`,
});
