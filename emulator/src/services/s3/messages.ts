// Messages of object storage.
import { defineMessage } from '#lib/message';

export const REPLICATION_FAILED = defineMessage({
  code: 'REPLICATION_FAILED',
  level: 'warn',
  description: 'A new version could not be copied to a destination of its bucket; its replication status is FAILED.',
  hint: 'The destination needs versioning, and in another account a bucket policy that allows s3:ReplicateObject and s3:ReplicateDelete.',
  text: ({ bucket, key, destination, reason }: { bucket: string; key: string; destination: string; reason: string }) =>
    `${key} of bucket ${bucket} is not replicated to ${destination}: ${reason}.`,
});

export const WEBSITE_READ = defineMessage({
  code: 'WEBSITE_READ',
  level: 'info',
  description: 'The website of a bucket answered a request.',
  text: ({ method, bucket, key, status }: { method: string; bucket: string; key: string; status: number }) =>
    `website ${bucket}: ${method} /${key} ${status}`,
});
