// Access to a bucket and its objects, as Ceph's S3 tests and moto's verified tests expect it of the real service.
import { ceph, moto, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const recorded_ = 'before 2026-03';
const OTHER = '999999999999';

const denied = { code: 'AccessDenied', status: 403 };
const create: Step = { call: 's3.CreateBucket', input: { Bucket, ObjectOwnership: 'ObjectWriter' } };
const open: Step = { call: 's3.DeletePublicAccessBlock', input: { Bucket } };
const put = (Key: string, more: object = {}): Step => ({ call: 's3.PutObject', input: { Bucket, Key, Body: Key, ...more } });
const policy = (...Statement: object[]): Step => ({
  call: 's3.PutBucketPolicy',
  input: { Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) },
});
const statement = (Effect: 'Allow' | 'Deny', Action: string, more: object = {}) => ({
  Effect,
  Principal: '*',
  Action,
  Resource: ['arn:aws:s3:::{id}', 'arn:aws:s3:::{id}/*'],
  ...more,
});
const get = (Key: string, by: string | undefined, outcome: object): Step => ({
  call: 's3.GetObject',
  input: { Bucket, Key },
  ...(by && { by }),
  ...outcome,
});
const list = (by: string, outcome: object, more: object = {}): Step => ({
  call: 's3.ListObjects',
  input: { Bucket, ...more },
  by,
  ...outcome,
});
const read = (Key: string) => ({ contains: { Body: Key } });
const refused = { error: denied };

const lists: RecordedCase[] = [
  {
    title: 'an object that is public may be read in a private bucket, by others and without a signature',
    source: ceph('test_access_bucket_private_object_publicread'),
    recorded: recorded_,
    steps: [
      create,
      open,
      put('public', { ACL: 'public-read' }),
      put('private'),
      ...['anonymous', OTHER].flatMap((by) => [get('public', by, read('public')), get('private', by, refused), list(by, refused)]),
    ],
  },
  {
    title: 'a bucket that is public may be listed, and its private objects not be read',
    source: ceph('test_access_bucket_publicread_object_private'),
    recorded: recorded_,
    steps: [
      create,
      open,
      { call: 's3.PutBucketAcl', input: { Bucket, ACL: 'public-read' } },
      put('private'),
      ...['anonymous', OTHER].flatMap((by) => [
        list(by, { contains: { Contents: [{ Key: 'private' }] } }),
        get('private', by, refused),
        get('missing', by, { error: { code: 'NoSuchKey', status: 404 } }),
      ]),
    ],
  },
  {
    title: 'an object for authenticated readers is closed to requests without a signature',
    source: `${ceph('test_object_acl_canned_authenticatedread')} (the grant), test_object_raw_get_object_acl (no signature)`,
    recorded: recorded_,
    steps: [create, open, put('k', { ACL: 'authenticated-read' }), get('k', OTHER, read('k')), get('k', 'anonymous', refused)],
  },
  {
    title: 'who may not list a bucket is not told that a key is missing',
    source: `${ceph('test_head_object_404_with_policy_prefix')}, and the documentation of GetObject`,
    recorded: recorded_,
    steps: [create, get('missing', 'anonymous', refused), get('missing', OTHER, refused)],
  },
  {
    title: 'a request without a signature makes no bucket',
    source: 'ceph/s3-tests, s3tests/functional/test_headers.py::test_bucket_create_bad_authorization_none',
    recorded: recorded_,
    steps: [{ call: 's3.CreateBucket', by: 'anonymous', input: { Bucket }, error: denied }],
  },
];

const blocks: RecordedCase[] = [
  {
    title: 'IgnorePublicAcls closes what grants opened',
    source: ceph('test_ignore_public_acls'),
    recorded: recorded_,
    steps: [
      create,
      open,
      { call: 's3.PutBucketAcl', input: { Bucket, ACL: 'public-read' } },
      put('k', { ACL: 'public-read' }),
      get('k', 'anonymous', read('k')),
      { call: 's3.PutPublicAccessBlock', input: { Bucket, PublicAccessBlockConfiguration: { IgnorePublicAcls: true } } },
      get('k', 'anonymous', refused),
      list('anonymous', refused),
    ],
  },
  {
    title: 'BlockPublicAcls refuses uploads with a public ACL',
    source: ceph('test_block_public_object_canned_acls'),
    recorded: recorded_,
    steps: [
      create,
      { call: 's3.PutPublicAccessBlock', input: { Bucket, PublicAccessBlockConfiguration: { BlockPublicAcls: true } } },
      ...['public-read', 'public-read-write', 'authenticated-read'].map(
        (ACL): Step => ({ call: 's3.PutObject', input: { Bucket, Key: 'k', ACL }, error: denied }),
      ),
    ],
  },
  {
    title: 'RestrictPublicBuckets closes a bucket with a public policy to others',
    source: ceph('test_block_public_restrict_public_buckets'),
    recorded: recorded_,
    steps: [
      create,
      open,
      put('k'),
      policy(statement('Allow', 's3:GetObject')),
      get('k', 'anonymous', read('k')),
      { call: 's3.PutPublicAccessBlock', input: { Bucket, PublicAccessBlockConfiguration: { RestrictPublicBuckets: true } } },
      get('k', 'anonymous', refused),
      get('k', undefined, read('k')),
    ],
  },
  {
    title: 'a public access block without a setting is refused',
    source: 'getmoto/moto, tests/test_s3/test_s3.py::test_public_access_block',
    recorded: recorded_,
    steps: [
      create,
      {
        call: 's3.PutPublicAccessBlock',
        input: { Bucket, PublicAccessBlockConfiguration: {} },
        error: { code: 'InvalidRequest', message: 'Must specify at least one configuration.', status: 400 },
      },
    ],
  },
  {
    title: 'a canned ACL and grants exclude each other',
    source: 'getmoto/moto, tests/test_s3/test_s3_acl.py::test_raise_exception_for_grant_and_acl',
    recorded: recorded_,
    steps: [
      create,
      {
        call: 's3.PutObject',
        input: { Bucket, Key: 'k', ACL: 'private', GrantRead: 'uri="http://acs.amazonaws.com/groups/global/AllUsers"' },
        error: { code: 'InvalidRequest', message: 'Specifying both Canned ACLs and Header Grants is not allowed', status: 400 },
      },
    ],
  },
];

const policies: RecordedCase[] = [
  {
    title: 'a policy lets in under the condition of an address, a referer, TLS',
    source: `${ceph('test_bucket_policy_set_condition_operator_end_with_IfExists')} (aws:Referer), and the documentation of condition keys (the others)`,
    recorded: recorded_,
    steps: [
      create,
      open,
      put('k'),
      policy(statement('Allow', 's3:GetObject', { Condition: { IpAddress: { 'aws:SourceIp': ['127.0.0.0/8', '::1/128'] } } })),
      get('k', OTHER, read('k')),
      policy(statement('Allow', 's3:GetObject', { Condition: { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } } })),
      get('k', OTHER, refused),
      policy(statement('Allow', 's3:GetObject', { Condition: { Bool: { 'aws:SecureTransport': 'true' } } })),
      get('k', OTHER, read('k')),
      policy(statement('Allow', 's3:GetObject', { Condition: { StringLike: { 'aws:Referer': 'http://www.example.com/*' } } })),
      {
        http: 'GET /{id}/k',
        service: 's3',
        unsigned: true,
        headers: { referer: 'http://www.example.com/a' },
        status: 200,
        answerBody: 'k',
      },
      get('k', 'anonymous', refused),
    ],
  },
  {
    title: 'a policy lets in under the condition of a prefix',
    source: `${ceph('test_head_object_404_with_policy_prefix')}, and the documentation of s3:prefix`,
    recorded: recorded_,
    steps: [
      create,
      open,
      put('in/k'),
      policy(statement('Allow', 's3:ListBucket', { Condition: { StringLike: { 's3:prefix': 'in/*' } } })),
      list(OTHER, { contains: { Contents: [{ Key: 'in/k' }] } }, { Prefix: 'in/' }),
      list(OTHER, refused, { Prefix: 'out/' }),
      list(OTHER, refused),
    ],
  },
  {
    title: "a policy lets in under the condition of an object's tag",
    source: ceph('test_bucket_policy_get_obj_existing_tag'),
    recorded: recorded_,
    steps: [
      create,
      open,
      put('public', { Tagging: 'security=public' }),
      put('private', { Tagging: 'security=private' }),
      policy(
        statement('Allow', 's3:GetObject', { Condition: { StringEquals: { 's3:ExistingObjectTag/security': 'public' } } }),
        statement('Allow', 's3:ListBucket'),
      ),
      get('public', OTHER, read('public')),
      get('private', OTHER, refused),
    ],
  },
  {
    title: 'a policy lets in under the condition of a requested ACL',
    source: ceph('test_bucket_policy_put_obj_acl'),
    recorded: recorded_,
    steps: [
      create,
      open,
      policy(statement('Allow', 's3:PutObject', { Condition: { StringEquals: { 's3:x-amz-acl': 'bucket-owner-full-control' } } })),
      { ...put('k', { ACL: 'bucket-owner-full-control' }), by: OTHER } as Step,
      { call: 's3.PutObject', by: OTHER, input: { Bucket, Key: 'k' }, error: denied },
    ],
  },
  {
    title: "a policy denies the bucket's own account",
    source: moto('tests/test_s3/test_s3_bucket_policy.py::test_deny_delete_policy'),
    recorded: recorded_,
    steps: [
      create,
      put('k'),
      policy(statement('Deny', 's3:DeleteObject', { Resource: 'arn:aws:s3:::{id}/*' })),
      { call: 's3.DeleteObject', input: { Bucket, Key: 'k' }, error: denied },
      {
        call: 's3.DeleteObjects',
        input: { Bucket, Delete: { Objects: [{ Key: 'k' }] } },
        answer: { Errors: [{ Key: 'k', Code: 'AccessDenied', Message: 'Access Denied' }] },
      },
      get('k', undefined, read('k')),
      { call: 's3.DeleteBucketPolicy', input: { Bucket } },
      { call: 's3.DeleteObject', input: { Bucket, Key: 'k' } },
    ],
  },
  {
    title: 'a policy demands encryption of uploads',
    source: ceph('test_bucket_policy_put_obj_kms_noenc'),
    recorded: recorded_,
    steps: [
      create,
      policy(
        statement('Deny', 's3:PutObject', { Condition: { StringNotEquals: { 's3:x-amz-server-side-encryption': 'aws:kms' } } }),
        statement('Deny', 's3:PutObject', { Condition: { Null: { 's3:x-amz-server-side-encryption': 'true' } } }),
      ),
      { call: 's3.PutObject', input: { Bucket, Key: 'k' }, error: denied },
      put('k', { ServerSideEncryption: 'aws:kms' }),
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases: [...lists, ...blocks, ...policies] };
