// Bucket policies: checked when they are put, returned verbatim.

import { readPolicy } from '#core/policy/checked-policy';
import { parsePolicy } from '#core/policy/parse-policy';
import type { PolicyDocument, PolicyErrorReason } from '#core/policy/policy-document';
import type { Frozen } from '#core/records';
import { compileGlob, matchesGlob } from '#lib/glob';
import { fault, operation } from '#model/s3';
import { configOf, deleteConfig, putConfig } from '#services/s3/bucket-configs';
import { accessDenied } from '#services/s3/faults';
import { bucketArn, type LocatedBucket } from '#services/s3/located-bucket';
import type { Bucket } from '#services/s3/state';
import { isPublicAcl } from './acl.ts';
import { findBucket } from './find-bucket.ts';
import { isPublicPolicy } from './policy-public.ts';

/** Limit: bytes of a bucket's policy. */
const MAX_POLICY_BYTES = 20 * 1024;

const noPolicy = (BucketName: string) => fault('NoSuchBucketPolicy', 'The bucket policy does not exist', { BucketName });
const malformed = (message: string) => fault('MalformedPolicy', message);

export const GetBucketPolicy = operation('GetBucketPolicy', (input, ctx) => {
  const config = configOf(findBucket(input, ctx), 'policy');
  if (!config) throw noPolicy(input.Bucket);
  return { Policy: config.text };
});

export const PutBucketPolicy = operation('PutBucketPolicy', (input, ctx) => {
  const found = findBucket(input, ctx);
  const document = checked(input.Policy, found.bucket);
  if (configOf(found, 'public-access-block')?.BlockPublicPolicy && isPublicPolicy(document))
    throw accessDenied(
      `User: arn:aws:iam::${ctx.principal.account}:root is not authorized to perform: s3:PutBucketPolicy on resource: "${bucketArn(input.Bucket)}" because public policies are prevented by the BlockPublicPolicy setting in S3 Block Public Access.`,
    );
  putConfig(found, 'policy', { text: input.Policy });
});

export const DeleteBucketPolicy = operation('DeleteBucketPolicy', (input, ctx) => deleteConfig(findBucket(input, ctx), 'policy'));

export const GetBucketPolicyStatus = operation('GetBucketPolicyStatus', (input, ctx) => {
  const found = findBucket(input, ctx);
  const config = configOf(found, 'policy');
  if (!config) throw noPolicy(input.Bucket);
  return { PolicyStatus: { IsPublic: isPublicPolicy(parsePolicy(config.text)) || publicByAcl(found) } };
});

const publicByAcl = (found: LocatedBucket): boolean =>
  isPublicAcl(found.bucket.grants) && configOf(found, 'public-access-block')?.IgnorePublicAcls !== true;

function checked(text = '', bucket: Frozen<Bucket>): PolicyDocument {
  if (Buffer.byteLength(text) > MAX_POLICY_BYTES) throw malformed('Policy size exceeds the maximum of 20480 bytes');
  if (!text.trimStart().startsWith('{')) throw malformed("Policies must be valid JSON and the first byte must be '{'");
  const document = parsed(text);
  for (const { principal, resource, action } of document.statements) {
    if (!principal) throw malformed('Missing required field Principal');
    if (!action) throw malformed('Missing required field Action');
    if (!resource) throw malformed('Missing required field Resource');
    if (!action.values.every((each) => each === '*' || /^s3[a-z-]*:/i.test(each))) throw malformed('Policy has invalid action');
    if (!resource.values.every((each) => concerns(each, bucket.name))) throw malformed('Policy has invalid resource');
  }
  return document;
}

/** Whether the resource is the bucket or objects in it: a bucket policy may name no others. */
function concerns(resource: string, bucket: string): boolean {
  if (resource === '*') return true;
  const path = /^arn:[^:]*:s3:::(.*)$/s.exec(resource)?.[1];
  if (path === undefined) return false;
  const name = path.split('/')[0]!;
  if (!/[*?]/.test(name)) return name === bucket;
  return matchesGlob(compileGlob(name), bucket);
}

const PROBLEMS: { readonly [reason in PolicyErrorReason]?: string } = {
  json: 'This policy contains invalid Json',
  principal: 'Invalid principal in policy',
};

function parsed(text: string): PolicyDocument {
  if (/^\s*\{\s*\}\s*$/.test(text)) throw malformed('Missing required field Statement');
  return readPolicy(text, ({ reason, message }) => malformed(PROBLEMS[reason] ?? message));
}
