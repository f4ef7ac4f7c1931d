// Recorded answers about grants of the objects service.
import { call, json, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3.py::TestS3::${name}`);
const Bucket = '{id}';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a bucket without a policy says so, and a strange owner is refused its policy',
      source: test('test_get_bucket_policy'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.DeleteBucketOwnershipControls', { Bucket }),
        call('s3.DeletePublicAccessBlock', { Bucket }),
        refused('s3.GetBucketPolicy', { Bucket }, 'NoSuchBucketPolicy', 'The bucket policy does not exist', { status: 404 }),
        call('s3.PutBucketPolicy', {
          Bucket,
          Policy:
            '{"Version": "2012-10-17", "Statement": [{"Action": "s3:GetObject", "Effect": "Allow", "Resource": "arn:aws:s3:::{id}/*", "Principal": {"AWS": "*"}}]}',
        }),
        call(
          's3.GetBucketPolicy',
          { Bucket },
          {
            contains: {
              Policy: json({
                Version: '2012-10-17',
                Statement: [{ Action: 's3:GetObject', Effect: 'Allow', Resource: 'arn:aws:s3:::{id}/*', Principal: { AWS: '*' } }],
              }),
            },
          },
        ),
        call(
          's3.GetBucketPolicy',
          { Bucket, ExpectedBucketOwner: '{account}' },
          {
            contains: {
              Policy: json({
                Version: '2012-10-17',
                Statement: [{ Action: 's3:GetObject', Effect: 'Allow', Resource: 'arn:aws:s3:::{id}/*', Principal: { AWS: '*' } }],
              }),
            },
          },
        ),
        refused('s3.GetBucketPolicy', { Bucket, ExpectedBucketOwner: '000000000002' }, 'AccessDenied', 'Access Denied', { status: 403 }),
      ],
    },
    {
      title: 'the expected owner of a policy that is read is an account (0000)',
      source: test('test_get_bucket_policy_invalid_account_id[0000]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        refused(
          's3.GetBucketPolicy',
          { Bucket, ExpectedBucketOwner: '0000' },
          'InvalidBucketOwnerAWSAccountID',
          'The value of the expected bucket owner parameter must be an AWS Account ID... [0000]',
        ),
      ],
    },
    {
      title: 'the expected owner of a policy that is read is an account (0000000000020)',
      source: test('test_get_bucket_policy_invalid_account_id[0000000000020]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        refused(
          's3.GetBucketPolicy',
          { Bucket, ExpectedBucketOwner: '0000000000020' },
          'InvalidBucketOwnerAWSAccountID',
          'The value of the expected bucket owner parameter must be an AWS Account ID... [0000000000020]',
        ),
      ],
    },
    {
      title: 'the expected owner of a policy that is read is an account (abcd)',
      source: test('test_get_bucket_policy_invalid_account_id[abcd]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        refused(
          's3.GetBucketPolicy',
          { Bucket, ExpectedBucketOwner: 'abcd' },
          'InvalidBucketOwnerAWSAccountID',
          'The value of the expected bucket owner parameter must be an AWS Account ID... [abcd]',
        ),
      ],
    },
    {
      title: 'the expected owner of a policy that is read is an account (aa000000000$)',
      source: test('test_get_bucket_policy_invalid_account_id[aa000000000$]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        refused(
          's3.GetBucketPolicy',
          { Bucket, ExpectedBucketOwner: 'aa000000000$' },
          'InvalidBucketOwnerAWSAccountID',
          'The value of the expected bucket owner parameter must be an AWS Account ID... [aa000000000$]',
        ),
      ],
    },
    {
      title: 'a policy that was put is read back',
      source: test('test_put_bucket_policy'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.DeleteBucketOwnershipControls', { Bucket }),
        call('s3.DeletePublicAccessBlock', { Bucket }),
        call(
          's3.PutBucketPolicy',
          {
            Bucket,
            Policy:
              '{"Version": "2012-10-17", "Statement": [{"Action": "s3:GetObject", "Effect": "Allow", "Resource": "arn:aws:s3:::{id}/*", "Principal": {"AWS": "*"}}]}',
          },
          { answer: {} },
        ),
        call(
          's3.GetBucketPolicy',
          { Bucket },
          {
            contains: {
              Policy: json({
                Version: '2012-10-17',
                Statement: [{ Action: 's3:GetObject', Effect: 'Allow', Resource: 'arn:aws:s3:::{id}/*', Principal: { AWS: '*' } }],
              }),
            },
          },
        ),
      ],
    },
    {
      title: 'a policy is not put where another owner is expected',
      source: test('test_put_bucket_policy_expected_bucket_owner'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.DeleteBucketOwnershipControls', { Bucket }),
        call('s3.DeletePublicAccessBlock', { Bucket }),
        refused(
          's3.PutBucketPolicy',
          {
            Bucket,
            Policy:
              '{"Version": "2012-10-17", "Statement": [{"Action": "s3:GetObject", "Effect": "Allow", "Resource": "arn:aws:s3:::{id}/*", "Principal": {"AWS": "*"}}]}',
            ExpectedBucketOwner: '000000000002',
          },
          'AccessDenied',
          'Access Denied',
          { status: 403 },
        ),
        call(
          's3.PutBucketPolicy',
          {
            Bucket,
            Policy:
              '{"Version": "2012-10-17", "Statement": [{"Action": "s3:GetObject", "Effect": "Allow", "Resource": "arn:aws:s3:::{id}/*", "Principal": {"AWS": "*"}}]}',
            ExpectedBucketOwner: '{account}',
          },
          { answer: {} },
        ),
      ],
    },
    {
      title: 'the expected owner of a policy that is put is an account (0000)',
      source: test('test_put_bucket_policy_invalid_account_id[0000]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        refused(
          's3.PutBucketPolicy',
          {
            Bucket,
            Policy:
              '{"Version": "2012-10-17", "Statement": [{"Action": "s3:GetObject", "Effect": "Allow", "Resource": "arn:aws:s3:::{id}/*", "Principal": {"AWS": "*"}}]}',
            ExpectedBucketOwner: '0000',
          },
          'InvalidBucketOwnerAWSAccountID',
          'The value of the expected bucket owner parameter must be an AWS Account ID... [0000]',
        ),
      ],
    },
    {
      title: 'the expected owner of a policy that is put is an account (0000000000020)',
      source: test('test_put_bucket_policy_invalid_account_id[0000000000020]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        refused(
          's3.PutBucketPolicy',
          {
            Bucket,
            Policy:
              '{"Version": "2012-10-17", "Statement": [{"Action": "s3:GetObject", "Effect": "Allow", "Resource": "arn:aws:s3:::{id}/*", "Principal": {"AWS": "*"}}]}',
            ExpectedBucketOwner: '0000000000020',
          },
          'InvalidBucketOwnerAWSAccountID',
          'The value of the expected bucket owner parameter must be an AWS Account ID... [0000000000020]',
        ),
      ],
    },
    {
      title: 'the expected owner of a policy that is put is an account (abcd)',
      source: test('test_put_bucket_policy_invalid_account_id[abcd]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        refused(
          's3.PutBucketPolicy',
          {
            Bucket,
            Policy:
              '{"Version": "2012-10-17", "Statement": [{"Action": "s3:GetObject", "Effect": "Allow", "Resource": "arn:aws:s3:::{id}/*", "Principal": {"AWS": "*"}}]}',
            ExpectedBucketOwner: 'abcd',
          },
          'InvalidBucketOwnerAWSAccountID',
          'The value of the expected bucket owner parameter must be an AWS Account ID... [abcd]',
        ),
      ],
    },
    {
      title: 'the expected owner of a policy that is put is an account (aa000000000$)',
      source: test('test_put_bucket_policy_invalid_account_id[aa000000000$]'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        refused(
          's3.PutBucketPolicy',
          {
            Bucket,
            Policy:
              '{"Version": "2012-10-17", "Statement": [{"Action": "s3:GetObject", "Effect": "Allow", "Resource": "arn:aws:s3:::{id}/*", "Principal": {"AWS": "*"}}]}',
            ExpectedBucketOwner: 'aa000000000$',
          },
          'InvalidBucketOwnerAWSAccountID',
          'The value of the expected bucket owner parameter must be an AWS Account ID... [aa000000000$]',
        ),
      ],
    },
    {
      title: 'a deleted policy is gone',
      source: test('test_delete_bucket_policy'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.DeleteBucketOwnershipControls', { Bucket }),
        call('s3.DeletePublicAccessBlock', { Bucket }),
        call('s3.PutBucketPolicy', {
          Bucket,
          Policy:
            '{"Version": "2012-10-17", "Statement": [{"Action": "s3:GetObject", "Effect": "Allow", "Resource": "arn:aws:s3:::{id}/*", "Principal": {"AWS": "*"}}]}',
        }),
        call('s3.DeleteBucketPolicy', { Bucket }, { answer: {} }),
        refused('s3.GetBucketPolicy', { Bucket }, 'NoSuchBucketPolicy', 'The bucket policy does not exist', { status: 404 }),
      ],
    },
  ],
};
