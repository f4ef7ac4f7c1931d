// Recorded answers of object storage about delete markers, tags and object lock.
import { ceph, localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const create: Step = { call: 's3.CreateBucket', input: { Bucket } };
const versioning = (Status: string): Step => ({ call: 's3.PutBucketVersioning', input: { Bucket, VersioningConfiguration: { Status } } });
const put = (Key: string, as: string): Step => ({ call: 's3.PutObject', input: { Bucket, Key, Body: as }, as });

const MARKED: readonly Step[] = [
  create,
  versioning('Enabled'),
  put('k', 'a'),
  { call: 's3.DeleteObject', input: { Bucket, Key: 'k' }, as: 'marker' },
];
const onMarker = (operation: string, Method: string, input: object): Step => ({
  call: `s3.${operation}`,
  input: { Bucket, Key: 'k', ...input },
  error: {
    code: 'MethodNotAllowed',
    message: 'The specified method is not allowed against this resource.',
    status: 405,
    contains: { Method, ResourceType: 'DeleteMarker' },
  },
});
const TAGGING = { Tagging: { TagSet: [{ Key: 'a', Value: 'b' }] } };
const MARKER = { VersionId: '{marker.VersionId}' };
const NO_BYPASS = {
  code: 'InvalidArgument',
  message: 'x-amz-bypass-governance-retention is only applicable to Object Lock enabled buckets.',
  status: 400,
  contains: { ArgumentName: 'x-amz-bypass-governance-retention' },
};
const locked: Step = { call: 's3.CreateBucket', input: { Bucket, ObjectLockEnabledForBucket: true } };
const retain = (Mode: string, more: object, outcome: object): Step => ({
  call: 's3.PutObjectRetention',
  input: { Bucket, Key: 'k', Retention: { Mode, RetainUntilDate: new Date('2999-01-01') }, ...more },
  ...outcome,
});

const markers: RecordedCase[] = [
  {
    title: 'tags of a delete marker are neither read nor changed',
    source: localstack('s3/test_s3_api.py::TestS3BucketObjectTagging::test_object_tagging_versioned'),
    recorded: '2026-02',
    steps: [
      ...MARKED,
      ...[{}, MARKER].flatMap((version) => [
        onMarker('GetObjectTagging', 'GET', version),
        onMarker('PutObjectTagging', 'PUT', { ...TAGGING, ...version }),
        onMarker('DeleteObjectTagging', 'DELETE', version),
      ]),
    ],
  },
  {
    title: 'the access of a delete marker is not changed',
    source: localstack('s3/test_s3.py::TestS3::test_put_object_acl_on_delete_marker'),
    recorded: '2026-02',
    steps: [
      ...MARKED,
      onMarker('PutObjectAcl', 'PUT', { ACL: 'private' }),
      onMarker('PutObjectAcl', 'PUT', { ACL: 'private', ...MARKER }),
      onMarker('GetObjectAcl', 'GET', MARKER),
    ],
  },
  {
    title: 'tags of objects and of buckets may not begin with aws:',
    source: localstack('s3/test_s3_api.py::TestS3BucketObjectTagging::test_tagging_validation'),
    recorded: '2026-02',
    steps: [
      create,
      put('k', 'a'),
      {
        call: 's3.PutObjectTagging',
        input: { Bucket, Key: 'k', Tagging: { TagSet: [{ Key: 'aws:prefixed', Value: 'x' }] } },
        error: { code: 'InvalidTag', message: 'Your TagKey cannot be prefixed with aws:' },
      },
      {
        call: 's3.PutBucketTagging',
        input: { Bucket, Tagging: { TagSet: [{ Key: 'aws:prefixed', Value: 'x' }] } },
        error: { code: 'InvalidTag', message: 'System tags cannot be added/updated by requester' },
      },
    ],
  },
  {
    title: 'a bucket without object lock refuses to bypass it',
    source: localstack('s3/test_s3_api.py::TestS3ObjectLock::test_delete_object_with_no_locking'),
    recorded: '2026-02',
    steps: [
      create,
      ...[true, false].map(
        (BypassGovernanceRetention): Step => ({
          call: 's3.DeleteObject',
          input: { Bucket, Key: 'k', BypassGovernanceRetention },
          error: NO_BYPASS,
        }),
      ),
    ],
  },
  {
    title: 'a retention of an unknown mode is no document, and another mode needs a bypass',
    source: `${localstack('s3/test_s3.py::TestS3ObjectLockRetention::test_s3_object_retention_exc')}; ${ceph('test_object_lock_changing_mode_from_governance_without_bypass')}`,
    recorded: '2026-02',
    steps: [
      locked,
      put('k', 'a'),
      retain('BAD', {}, { error: { code: 'MalformedXML', status: 400 } }),
      retain('GOVERNANCE', {}, {}),
      retain('COMPLIANCE', {}, { error: { code: 'AccessDenied', status: 403 } }),
      retain('COMPLIANCE', { BypassGovernanceRetention: true }, {}),
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases: markers };
