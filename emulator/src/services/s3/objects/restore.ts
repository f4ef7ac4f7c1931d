// RestoreObject: finishes at once; the readable copy is removed after the requested days.
import { fault, operation } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { invalidArgument, malformedXml, refuseMembers } from '#services/s3/faults';
import { announce } from '#services/s3/notification/announce';
import type { LiveVersion } from '#services/s3/state';
import { readable } from '#services/s3/versions/readable';
import { replaceVersion } from '#services/s3/versions/versions';
import { ARCHIVED } from './archive.ts';

const DAY_MS = 86_400_000;
const TIERS = ['Standard', 'Bulk', 'Expedited'];

export const RestoreObject = operation('RestoreObject', (input, ctx) => {
  const request = input.RestoreRequest ?? {};
  refuseMembers(request, 'Type', 'SelectParameters', 'OutputLocation', 'Description');
  if (request.Days === undefined) throw malformedXml();
  if (request.Days < 1) throw invalidArgument('restoration days should be at least 1', 'Days', String(request.Days));
  const tier = request.GlacierJobParameters?.Tier ?? request.Tier ?? 'Standard';
  if (!TIERS.includes(tier)) throw malformedXml();
  const found = findBucket(input, ctx);
  const version = readable(found, input.Key, input.VersionId);
  const { object } = version;
  if (!ARCHIVED.includes(object.storageClass))
    throw fault('InvalidObjectState', "Restore is not allowed for the object's current storage class", {
      StorageClass: object.storageClass,
    });
  const again = (object.restoredUntilMs ?? 0) > ctx.now();
  const restored = { ...version, object: { ...object, restoredUntilMs: endOfDay(ctx.now() + request.Days * DAY_MS) } } as LiveVersion;
  found.there.write((tx) => {
    replaceVersion(found, tx, input.Key, restored);
    announce(found, tx, { name: 'ObjectRestore:Post', key: input.Key, version: restored }, ctx);
    announce(found, tx, { name: 'ObjectRestore:Completed', key: input.Key, version: restored }, ctx);
  });
  return { StatusCode: again ? 200 : 202 };
});

/** Restored copies expire at midnight, like everything in S3. */
const endOfDay = (ms: number): number => Math.ceil(ms / DAY_MS) * DAY_MS;
