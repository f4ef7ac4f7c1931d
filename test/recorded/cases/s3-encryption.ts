// Recorded answers of object storage about encryption keys and preflights.
import { type HttpCall, localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const recorded_ = '2026-02';
const s3 = (name: string): string => localstack(`s3/test_s3.py::${name}`);
const create: Step = { call: 's3.CreateBucket', input: { Bucket } };
const key = (as: string, more: object = {}): Step => ({ call: 'kms.CreateKey', as, ...more });
const under = (operation: string, SSEKMSKeyId: string, outcome: object, more: object = {}): Step => ({
  call: `s3.${operation}`,
  input: { Bucket, Key: 'k', ServerSideEncryption: 'aws:kms', SSEKMSKeyId, ...more },
  ...outcome,
});
const refused = (code: string, message: string) => ({ error: { code: `KMS.${code}`, message, status: 400 } });
const NONE_SUCH = '134f2428-cec1-4b25-a1ae-9048164dba47';
const ARN = `arn:aws:kms:us-east-1:{account}:key/${NONE_SUCH}`;
const missing = refused('NotFoundException', `Key '${ARN}' does not exist`);
const noId = refused('NotFoundException', "Invalid keyId 'fake-key-id'");

const customer = (letter: string) => ({ SSECustomerAlgorithm: 'AES256', SSECustomerKey: Buffer.alloc(32, letter).toString('base64') });
const PARTS_NEED_KEY =
  'The multipart upload initiate requested encryption. Subsequent part requests must include the appropriate encryption parameters.';

const keys: RecordedCase[] = [
  {
    title: 'a KMS key that does not exist, or lies in another region, is refused',
    source: s3('TestS3::test_s3_sse_validate_kms_key'),
    recorded: recorded_,
    steps: [
      create,
      key('far', { region: 'us-west-2' }),
      under('PutObject', 'fake-key-id', noId),
      under('PutObject', NONE_SUCH, missing),
      under('PutObject', ARN, missing),
      under('PutObject', '{far.KeyMetadata.Arn}', refused('NotFoundException', 'Invalid arn us-west-2')),
      under(
        'PutObject',
        '{far.KeyMetadata.KeyId}',
        refused('NotFoundException', "Key 'arn:aws:kms:us-east-1:{account}:key/{far.KeyMetadata.KeyId}' does not exist"),
      ),
      under('CreateMultipartUpload', 'fake-key-id', noId),
      { call: 's3.PutObject', input: { Bucket, Key: 'source', Body: 'x' } },
      under('CopyObject', 'fake-key-id', noId, { CopySource: '{id}/source' }),
    ],
  },
  {
    title: 'an object is neither written nor read under a KMS key that is disabled or about to be deleted',
    source: s3('TestS3::test_s3_sse_validate_kms_key_state'),
    recorded: recorded_,
    steps: [
      create,
      key('key'),
      under('PutObject', '{key.KeyMetadata.KeyId}', { contains: { SSEKMSKeyId: '{key.KeyMetadata.Arn}' } }),
      { call: 's3.GetObject', input: { Bucket, Key: 'k' }, contains: { SSEKMSKeyId: '{key.KeyMetadata.Arn}' } },
      { call: 'kms.DisableKey', input: { KeyId: '{key.KeyMetadata.KeyId}' } },
      { call: 's3.GetObject', input: { Bucket, Key: 'k' }, ...refused('DisabledException', '{key.KeyMetadata.Arn} is disabled.') },
      under('PutObject', '{key.KeyMetadata.KeyId}', refused('DisabledException', '{key.KeyMetadata.Arn} is disabled.')),
      { call: 'kms.ScheduleKeyDeletion', input: { KeyId: '{key.KeyMetadata.KeyId}', PendingWindowInDays: 7 } },
      {
        call: 's3.GetObject',
        input: { Bucket, Key: 'k' },
        ...refused('KMSInvalidStateException', '{key.KeyMetadata.Arn} is pending deletion.'),
      },
    ],
  },
  {
    title: "without a key of its own, an object under KMS has the account's key for the service",
    source: localstack('s3/test_s3_api.py::TestS3BucketEncryption::test_s3_bucket_encryption_sse_kms_aws_managed_key'),
    recorded: recorded_,
    steps: [
      create,
      {
        call: 's3.PutObject',
        input: { Bucket, Key: 'k', ServerSideEncryption: 'aws:kms' },
        contains: { SSEKMSKeyId: /^arn:aws:kms:us-east-1:\d{12}:key\/[0-9a-f-]{36}$/ },
        as: 'put',
      },
      {
        call: 'kms.DescribeKey',
        input: { KeyId: '{put.SSEKMSKeyId}' },
        contains: {
          KeyMetadata: { KeyManager: 'AWS', Description: 'Default key that protects my S3 objects when no other key is defined' },
        },
      },
    ],
  },
  {
    title: 'a read names the key that the object was written with',
    source: s3('TestS3SSECEncryption::test_object_retrieval_sse_c'),
    recorded: recorded_,
    steps: [
      create,
      { call: 's3.PutObject', input: { Bucket, Key: 'k', Body: 'x', ...customer('a') } },
      {
        call: 's3.GetObject',
        input: { Bucket, Key: 'k' },
        error: {
          code: 'InvalidRequest',
          message:
            'The object was stored using a form of Server Side Encryption. The correct parameters must be provided to retrieve the object.',
          status: 400,
        },
      },
      {
        call: 's3.GetObject',
        input: { Bucket, Key: 'k', ...customer('b') },
        error: {
          code: 'AccessDenied',
          message: 'Requests specifying Server Side Encryption with Customer provided keys must provide the correct secret key.',
          status: 403,
        },
      },
    ],
  },
  ...(
    [
      ['a key', {}, customer('a'), PARTS_NEED_KEY],
      ['no key', customer('a'), {}, PARTS_NEED_KEY],
      ['another key', customer('a'), customer('b'), 'The provided encryption parameters did not match the ones used originally.'],
    ] as const
  ).map(([which, begun, sent, message]) => ({
    title: `a part with ${which} is refused where its upload began otherwise`,
    source: s3('TestS3SSECEncryption::test_multipart_upload_sse_c_validation'),
    recorded: recorded_,
    steps: [
      create,
      { call: 's3.CreateMultipartUpload', input: { Bucket, Key: 'k', ...begun }, as: 'upload' },
      {
        call: 's3.UploadPart',
        input: { Bucket, Key: 'k', UploadId: '{upload.UploadId}', PartNumber: 1, Body: 'x', ...sent },
        error: { code: 'InvalidRequest', message, status: 400 },
      },
    ],
  })),
  {
    title: "a customer's key is refused in words of its own for each thing that it lacks",
    source: s3('TestS3SSECEncryption::test_put_object_validation_sse_c'),
    recorded: recorded_,
    steps: [
      create,
      ...(
        [
          [
            { algorithm: 'KMS' },
            400,
            'InvalidEncryptionAlgorithmError',
            'The Encryption request you specified is not valid. Supported value: AES256.',
          ],
          [
            { algorithm: '' },
            400,
            'InvalidArgument',
            'Requests specifying Server Side Encryption with Customer provided keys must provide a valid encryption algorithm.',
          ],
          [
            { key: '' },
            400,
            'InvalidArgument',
            'Requests specifying Server Side Encryption with Customer provided keys must provide an appropriate secret key.',
          ],
          [{ key: 'c2hvcnQ=' }, 400, 'InvalidArgument', 'The secret key was invalid for the specified algorithm.'],
          [
            { md5: 'JMwgiexXqwuPqIPjYFmIZQ==' },
            400,
            'InvalidArgument',
            'The calculated MD5 hash of the key did not match the hash that was provided.',
          ],
        ] as const
      ).map(([given, status, code, message]): Step => {
        const {
          algorithm = 'AES256',
          key: secret = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
          md5 = 'x',
        }: Partial<Record<string, string>> = given;
        const prefix = 'x-amz-server-side-encryption-customer';
        return {
          http: 'PUT /{id}/k',
          service: 's3',
          headers: {
            ...(algorithm && { [`${prefix}-algorithm`]: algorithm }),
            ...(secret && { [`${prefix}-key`]: secret }),
            [`${prefix}-key-md5`]: md5,
          },
          body: 'x',
          status,
          answerBody: new RegExp(`<Code>${code}</Code><Message>${message}</Message><ArgumentName>x-amz-server-side-encryption<`),
        };
      }),
    ],
  },
];

const preflight = (headers: Record<string, string>, outcome: Omit<HttpCall, 'http' | 'service'>, path = '/k'): Step => ({
  http: `OPTIONS /{id}${path}`,
  service: 's3',
  unsigned: true,
  headers,
  ...outcome,
});
const cors = (name: string): string => localstack(`s3/test_s3_cors.py::TestS3Cors::${name}`);
const asks = (origin: string, method: string, headers?: string) => ({
  origin,
  'access-control-request-method': method,
  ...(headers && { 'access-control-request-headers': headers }),
});
const forbidden = (message: string, method: string, type: string): Omit<HttpCall, 'http' | 'service'> => ({
  status: 403,
  answerBody: new RegExp(
    `<Code>AccessForbidden</Code><Message>CORSResponse: ${message}.*</Message><Method>${method}</Method><ResourceType>${type}</ResourceType>`,
  ),
});
const OUTSIDE = 'This CORS request is not allowed. This is usually because the evalution of Origin';
const rules = (...CORSRules: object[]): Step => ({ call: 's3.PutBucketCors', input: { Bucket, CORSConfiguration: { CORSRules } } });

const preflights: RecordedCase[] = [
  {
    title: 'a preflight needs an origin, and rules that let it in',
    source: cors('test_cors_match_origins, test_cors_match_methods, test_cors_match_headers'),
    recorded: '2023-07',
    steps: [
      create,
      rules({ AllowedMethods: ['GET'], AllowedOrigins: ['https://good.example'], AllowedHeaders: ['x-amz-request-payer'] }),
      preflight(
        {},
        { status: 400, answerBody: /<Code>BadRequest<\/Code><Message>Insufficient information. Origin request header needed.</ },
      ),
      preflight(asks('https://good.example', 'GET', 'x-amz-request-payer'), {
        status: 200,
        answerBody: '',
        answerHeaders: { 'access-control-allow-origin': 'https://good.example', 'access-control-allow-methods': 'GET' },
      }),
      preflight(asks('https://wrong.example', 'PUT'), forbidden(OUTSIDE, 'PUT', 'OBJECT')),
      preflight(asks('https://good.example', 'PUT'), forbidden(OUTSIDE, 'PUT', 'OBJECT')),
      preflight(asks('https://good.example', 'GET', 'x-amz-other'), forbidden(OUTSIDE, 'GET', 'OBJECT')),
    ],
  },
  {
    title: 'the star of an allowed origin stands for a part of it, and a bucket is named as one',
    source: cors('test_cors_options_match_partial_origin, test_cors_options_fails_partial_origin'),
    recorded: '2024-03',
    steps: [
      create,
      rules({ AllowedMethods: ['GET'], AllowedOrigins: ['http://*.origin.com'] }),
      preflight(asks('http://test.origin.com', 'GET'), { status: 200 }, ''),
      preflight(asks('http://test.example.com', 'GET'), forbidden(OUTSIDE, 'GET', 'BUCKET'), ''),
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases: [...keys, ...preflights] };
