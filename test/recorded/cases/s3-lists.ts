// Recorded answers of object storage to lists whose parameters cannot be, and to access lists that cannot be.
import { ceph, localstack, moto, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const Key = 'k';
const list = (name: string): string => localstack(`s3/test_s3_list_operations.py::${name}`);
const s3 = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const create: Step = { call: 's3.CreateBucket', input: { Bucket } };
const call = (operation: string, input: object, outcome: object = {}): Step => ({
  call: `s3.${operation}`,
  input: { Bucket, ...input },
  ...outcome,
});
const refused = (code: string, message: string, contains: object = {}) => ({ error: { code, message, status: 400, contains } });

const lists: RecordedCase[] = [
  ...['ListObjectsV2', 'ListObjects', 'ListObjectVersions', 'ListMultipartUploads'].map((operation) => ({
    title: `${operation} encodes for URLs or not at all`,
    source: list('TestS3ListObjectsV2::test_list_ops_encoding_type_validation'),
    recorded: '2026-02',
    steps: [
      create,
      call(
        operation,
        { EncodingType: 'value' },
        refused('InvalidArgument', 'Invalid Encoding Method specified in Request', {
          ArgumentName: 'encoding-type',
          ArgumentValue: 'value',
        }),
      ),
    ],
  })),
  {
    title: 'a marker of versions needs a marker of keys',
    source: list('TestS3ListObjectVersions::test_list_objects_versions_markers'),
    recorded: '2026-02',
    steps: [
      create,
      call('PutBucketVersioning', { VersioningConfiguration: { Status: 'Enabled' } }),
      call('PutObject', { Key, Body: 'x' }, { as: 'put' }),
      call(
        'ListObjectVersions',
        { VersionIdMarker: '{put.VersionId}' },
        refused('InvalidArgument', 'A version-id marker cannot be specified without a key marker.', {
          ArgumentName: 'version-id-marker',
          ArgumentValue: '{put.VersionId}',
        }),
      ),
    ],
  },
  {
    title: 'buckets are listed for a region that there is',
    source: list('TestS3ListBuckets::test_list_buckets_region_validation'),
    recorded: '2026-02',
    steps: [
      {
        call: 's3.ListBuckets',
        input: { BucketRegion: 'eu-east-1' },
        ...refused('InvalidArgument', 'Argument value eu-east-1 is not a valid AWS Region', { ArgumentName: 'bucket-region' }),
      },
    ],
  },
  {
    title: 'a list of parts has a number of parts that is one',
    source: moto('tests/test_s3/test_s3_multipart.py'),
    recorded: 'before 2026-03',
    steps: [
      create,
      call('CreateMultipartUpload', { Key }, { as: 'upload' }),
      call(
        'ListParts',
        { Key, UploadId: '{upload.UploadId}', MaxParts: 2147483689 },
        refused('InvalidArgument', 'Provided max-parts not an integer or within integer range', {
          ArgumentName: 'max-parts',
          ArgumentValue: '2147483689',
        }),
      ),
    ],
  },
  {
    title: 'a read does not say how an object is encrypted',
    source: ceph('test_sse_kms_method_head'),
    recorded: 'before 2026-03',
    steps: [
      create,
      call('PutObject', { Key, Body: 'x' }),
      ...['GET', 'HEAD'].map((method) => ({
        http: `${method} /{id}/k`,
        service: 's3',
        headers: { 'x-amz-server-side-encryption': 'aws:kms' },
        status: 400,
      })),
    ],
  },
];

const GROUP = 'http://acs.amazonaws.com/groups/s3/FakeGroup';
const MALFORMED = refused('MalformedACLError', 'The XML you provided was not well-formed or did not validate against our published schema');
const open: readonly Step[] = [
  { call: 's3.CreateBucket', input: { Bucket, ObjectOwnership: 'ObjectWriter' } },
  call('DeletePublicAccessBlock', {}),
  call('PutObject', { Key, Body: 'x' }),
  call('GetBucketAcl', {}, { as: 'acl' }),
];
const DELIVERY = 'http://acs.amazonaws.com/groups/s3/LogDelivery';
const granted = (Grantee: object, Permission = 'FULL_CONTROL', Owner: object | null = { ID: '{acl.Owner.ID}' }) => ({
  AccessControlPolicy: { ...(Owner ? { Owner } : {}), Grants: [{ Grantee, Permission }] },
});

const acls: RecordedCase[] = (['PutBucketAcl', 'PutObjectAcl'] as const).flatMap((operation) => {
  const put = (input: object, outcome: object): Step =>
    call(operation, { ...(operation === 'PutObjectAcl' ? { Key } : {}), ...input }, outcome);
  const source = s3('test_s3_bucket_acl_exceptions, test_s3_object_acl_exceptions');
  return [
    {
      title: `${operation} takes a canned name that there is, and grants of their form`,
      source,
      recorded: '2026-02',
      steps: [
        ...open,
        put(
          { ACL: 'fake-acl' },
          { error: { code: 'InvalidArgument', contains: { ArgumentName: 'x-amz-acl', ArgumentValue: 'fake-acl' } } },
        ),
        put(
          { GrantWrite: `uri="${GROUP}"` },
          refused('InvalidArgument', 'Invalid group uri', { ArgumentName: 'uri', ArgumentValue: GROUP }),
        ),
        put(
          { GrantWrite: 'fakekey="1234"' },
          refused('InvalidArgument', 'Argument format not recognized', {
            ArgumentName: 'x-amz-grant-write',
            ArgumentValue: 'fakekey="1234"',
          }),
        ),
        put({ GrantWrite: 'id="wrong-id"' }, refused('InvalidArgument', 'Invalid id', { ArgumentName: 'id', ArgumentValue: 'wrong-id' })),
        put(
          { ACL: 'private', GrantRead: `uri="${DELIVERY}"` },
          refused('InvalidRequest', 'Specifying both Canned ACLs and Header Grants is not allowed'),
        ),
      ],
    },
    {
      title: `${operation} takes a document with an owner, permissions and grantees that there are`,
      source,
      recorded: '2026-02',
      steps: [
        ...open,
        put(granted({ Type: 'Group', URI: DELIVERY }, 'WRITE', null), MALFORMED),
        put(granted({ Type: 'Group', URI: DELIVERY }, 'WRONG-PERMISSION'), MALFORMED),
        put(
          granted({ Type: 'Group', URI: DELIVERY }, 'FULL_CONTROL', { ID: 'wrong-id' }),
          refused('InvalidArgument', 'Invalid id', { ArgumentName: 'CanonicalUser/ID', ArgumentValue: 'wrong-id' }),
        ),
        put(
          granted({ Type: 'Group', URI: GROUP }),
          refused('InvalidArgument', 'Invalid group uri', { ArgumentName: 'Group/URI', ArgumentValue: GROUP }),
        ),
        put(
          granted({ Type: 'CanonicalUser', ID: 'wrong-id' }),
          refused('InvalidArgument', 'Invalid id', { ArgumentName: 'CanonicalUser/ID', ArgumentValue: 'wrong-id' }),
        ),
        put(granted({ Type: 'BadType', ID: 'wrong-id' }), MALFORMED),
        put({ AccessControlPolicy: {} }, MALFORMED),
        put({}, refused('MissingSecurityHeader', 'Your request was missing a required header', { MissingHeaderName: 'x-amz-acl' })),
        put(
          { ACL: 'private', ...granted({ Type: 'CanonicalUser', ID: '{acl.Owner.ID}' }) },
          refused('UnexpectedContent', 'This request does not support content'),
        ),
      ],
    },
  ];
});

export const recorded: RecordedCases = { service: 's3', cases: [...lists, ...acls] };
