// GetObjectAcl, PutObjectAcl.
import { operation } from '#model/s3';
import { aclOf, mentionsAcl, ownerOf } from '#services/s3/access/acl';
import { aclsDisabled, aclsNotSupported, missingAcl, refusePublicAcl } from '#services/s3/access/acl-rules';
import { findBucket } from '#services/s3/access/find-bucket';
import { announce } from '#services/s3/notification/announce';
import type { LiveVersion } from '#services/s3/state';
import { readable } from '#services/s3/versions/readable';
import { replaceVersion } from '#services/s3/versions/versions';

export const GetObjectAcl = operation('GetObjectAcl', (input, ctx) => {
  const found = findBucket(input, ctx);
  const version = readable(found, input.Key, input.VersionId);
  const owner = aclsDisabled(found) ? found.bucket.account : version.owner;
  return { Owner: ownerOf(owner), Grants: version.object.grants };
});

export const PutObjectAcl = operation('PutObjectAcl', (input, ctx) => {
  const found = findBucket(input, ctx);
  const version = readable(found, input.Key, input.VersionId, { method: 'PUT', namesMarker: true });
  if (!mentionsAcl(input)) throw missingAcl();
  const grants = aclOf(input, version.owner, found.bucket.account);
  if (input.ACL !== 'bucket-owner-full-control' && aclsDisabled(found)) throw aclsNotSupported();
  refusePublicAcl(found, grants);
  const changed = { ...version, object: { ...version.object, grants } } as LiveVersion;
  found.there.write((tx) => {
    replaceVersion(found, tx, input.Key, changed);
    announce(found, tx, { name: 'ObjectAcl:Put', key: input.Key, version: changed }, ctx);
  });
  return {};
});
