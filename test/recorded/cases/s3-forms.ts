// Recorded answers of S3 to forms that are wrong: what they lack, and how they break their policies.
import { localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const FIELDS: Readonly<Record<string, string>> = {
  key: 'k',
  'x-amz-algorithm': 'AWS4-HMAC-SHA256',
  'x-amz-credential': '{account}/20260101/us-east-1/s3/aws4_request',
  'x-amz-date': '20260101T000000Z',
  'x-amz-signature': '0'.repeat(64),
};
const OLD_FIELDS: Readonly<Record<string, string>> = { key: 'k', AWSAccessKeyId: '{account}', signature: 'AAAA' };
const BASE = [
  { key: 'k' },
  ['starts-with', '$x-amz-algorithm', ''],
  ['starts-with', '$x-amz-credential', ''],
  ['starts-with', '$x-amz-date', ''],
];
const policyOf = (conditions: readonly unknown[], expiration = '2099-01-01T00:00:00Z'): string =>
  Buffer.from(JSON.stringify({ expiration, conditions: [...BASE, ...conditions] })).toString('base64');

const part = (head: string, value: string): string => `--bound\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
const post = (fields: Readonly<Record<string, string>>, file: string, status: number, answerBody: RegExp, contentType?: string): Step => ({
  http: 'POST /{id}',
  service: 's3',
  unsigned: true,
  headers: { 'content-type': contentType ?? 'multipart/form-data; boundary=bound' },
  body: `${Object.entries(fields)
    .map(([name, value]) => part(`name="${name}"`, value))
    .join('')}${part('name="file"; filename="f"', file)}--bound--\r\n`,
  status,
  answerBody,
});
const without = (fields: Readonly<Record<string, string>>, ...names: string[]) => ({
  ...Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))),
  policy: policyOf([]),
});
const judged = (conditions: readonly unknown[], fields: Readonly<Record<string, string>> = {}) => ({
  ...FIELDS,
  ...fields,
  policy: policyOf(conditions),
});
const error = (code: string, message: string, more = ''): RegExp => new RegExp(`<Code>${code}</Code><Message>${message}</Message>${more}`);
const lacks = (name: string): RegExp =>
  error(
    'InvalidArgument',
    `Bucket POST must contain a field named '${name}'\\.  If it is specified, please check the order of the fields\\.`,
    `<ArgumentName>${name}</ArgumentName>`,
  );
const failed = (condition: string): RegExp => error('AccessDenied', `Invalid according to Policy: Policy Condition failed: ${condition}`);

const REDIRECT = '$success_action_redirect';
const AT = 'http://localhost\\.test/random';
const FORMS: readonly [title: string, tests: string, step: Step][] = [
  [
    'whose policy is over',
    'test_post_request_expires',
    post(
      { ...FIELDS, policy: policyOf([], '2020-01-01T00:00:00Z') },
      'x',
      403,
      error('AccessDenied', 'Invalid according to Policy: Policy expired\\.'),
    ),
  ],
  [
    'without a signature',
    'test_post_request_missing_signature[s3v4]',
    post(without(FIELDS, 'x-amz-signature'), 'x', 400, lacks('X-Amz-Signature')),
  ],
  [
    'without an old signature',
    'test_post_request_missing_signature[s3]',
    post(without(OLD_FIELDS, 'signature'), 'x', 400, lacks('Signature')),
  ],
  [
    'without an algorithm',
    'test_post_request_missing_fields[s3v4]',
    post(without(FIELDS, 'x-amz-algorithm'), 'x', 400, lacks('X-Amz-Algorithm')),
  ],
  [
    'without the key of its old signature',
    'test_post_request_missing_fields[s3]',
    post(without(OLD_FIELDS, 'AWSAccessKeyId'), 'x', 400, lacks('AWSAccessKeyId')),
  ],
  [
    'that is no form of parts',
    'test_post_object_with_wrong_content_type',
    post(
      FIELDS,
      'x',
      412,
      error(
        'PreconditionFailed',
        'At least one of the pre-conditions you specified did not hold',
        '<Condition>Bucket POST must be of the enclosure-type multipart/form-data</Condition>',
      ),
      'application/x-www-form-urlencoded',
    ),
  ],
  [
    'with a storage class that is none',
    'test_post_object_with_storage_class',
    post(
      judged([{ 'x-amz-storage-class': 'FakeClass' }], { 'x-amz-storage-class': 'FakeClass' }),
      'x',
      400,
      error(
        'InvalidStorageClass',
        'The storage class you specified is not valid',
        '<StorageClassRequested>FakeClass</StorageClassRequested>',
      ),
    ),
  ],
  [
    'with a file that is too large',
    'test_post_object_policy_validation_size',
    post(
      judged([['content-length-range', 5, 10]]),
      'a'.repeat(12),
      400,
      error(
        'EntityTooLarge',
        'Your proposed upload exceeds the maximum allowed size',
        '<ProposedSize>12</ProposedSize><MaxSizeAllowed>10</MaxSizeAllowed>',
      ),
    ),
  ],
  [
    'with a file that is too small',
    'test_post_object_policy_validation_size',
    post(
      judged([['content-length-range', 5, 10]]),
      'a',
      400,
      error(
        'EntityTooSmall',
        'Your proposed upload is smaller than the minimum allowed size',
        '<ProposedSize>1</ProposedSize><MinSizeAllowed>5</MinSizeAllowed>',
      ),
    ),
  ],
  [
    'with a size that is no number',
    'test_post_object_policy_validation_size',
    post(
      judged([['content-length-range', 'test', 10]]),
      'a'.repeat(7),
      403,
      failed('\\[&quot;content-length-range&quot;, &quot;test&quot;, &quot;10&quot;\\]'),
    ),
  ],
  [
    'with another value than its policy says',
    'test_post_object_policy_conditions_validation_eq',
    post(
      judged([['eq', REDIRECT, 'http://localhost.test/random']], { success_action_redirect: 'http://wrong' }),
      'x',
      403,
      failed(`\\[&quot;eq&quot;, &quot;\\${REDIRECT}&quot;, &quot;${AT}&quot;\\]`),
    ),
  ],
  [
    'whose condition names a field without its sign',
    'test_post_object_policy_conditions_validation_eq',
    post(
      judged([['eq', 'success_action_redirect', 'http://localhost.test/random']], {
        success_action_redirect: 'http://localhost.test/random',
      }),
      'x',
      403,
      failed(`\\[&quot;eq&quot;, &quot;success_action_redirect&quot;, &quot;${AT}&quot;\\]`),
    ),
  ],
  [
    'whose condition has two properties',
    'test_post_object_policy_conditions_validation_eq',
    post(
      judged([{ a: 'b', c: 'd' }]),
      'x',
      400,
      error(
        'InvalidPolicyDocument',
        'Invalid Policy: Invalid Simple-Condition: Simple-Conditions must have exactly one property specified\\.',
      ),
    ),
  ],
  [
    'with another beginning than its policy says',
    'test_post_object_policy_conditions_validation_starts_with',
    post(
      judged([['starts-with', REDIRECT, 'http://localhost']], { success_action_redirect: 'http://wrong' }),
      'x',
      403,
      failed(`\\[&quot;starts-with&quot;, &quot;\\${REDIRECT}&quot;, &quot;http://localhost&quot;\\]`),
    ),
  ],
];

const forms = FORMS.map(
  ([what, name, step]): RecordedCase => ({
    title: `a form ${what} is refused`,
    source: localstack(`s3/test_s3.py::TestS3PresignedPost::${name}`),
    recorded: '2026-02',
    steps: [{ call: 's3.CreateBucket', input: { Bucket: '{id}' } }, step],
  }),
);

export const recorded: RecordedCases = { service: 's3', cases: forms };
