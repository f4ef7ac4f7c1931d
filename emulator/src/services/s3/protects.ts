// Buckets and objects, as calls are judged. Callers from another account are judged by the bucket itself, which knows grants and Block Public Access, too.
import type { Protects } from '#core/authorization/protected-resource';
import { configOf } from './bucket-configs.ts';
import { lookUpBucket } from './located-bucket.ts';
import { findVersion } from './versions/versions.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const path = arn.slice(arn.lastIndexOf(':::') + 3);
    const slash = path.indexOf('/');
    const found = lookUpBucket(slash < 0 ? path : path.slice(0, slash), ctx);
    if (!found) return undefined;
    const { account, tags } = found.bucket;
    const object = slash < 0 ? undefined : findVersion(found, path.slice(slash + 1), undefined)?.object;
    return {
      account,
      policy: configOf(found, 'policy')?.text,
      judgesOthers: true,
      tags: Object.fromEntries((slash < 0 ? tags : (object?.tags ?? [])).map(({ Key = '', Value = '' }) => [Key, Value])),
    };
  },
};
