// Recorded answers about grants of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`s3/test_s3_cors.py::TestS3Cors::${name}`);
const Bucket = '{id}';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'rules for origins have methods that there are, and are not empty',
      source: test('test_put_cors_invalid_rules'),
      recorded: '2023-07',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.DeleteBucketOwnershipControls', { Bucket }),
        call('s3.DeletePublicAccessBlock', { Bucket }),
        refused(
          's3.PutBucketCors',
          {
            Bucket,
            CORSConfiguration: {
              CORSRules: [{ AllowedOrigins: ['*', 'https://test.com'], AllowedMethods: ['GET', 'PUT', 'HEAD', 'MYMETHOD'] }],
            },
          },
          'InvalidRequest',
          'Found unsupported HTTP method in CORS config. Unsupported method is MYMETHOD',
        ),
        refused(
          's3.PutBucketCors',
          { Bucket, CORSConfiguration: { CORSRules: [] } },
          'MalformedXML',
          'The XML you provided was not well-formed or did not validate against our published schema',
        ),
      ],
    },
    {
      title: 'an origin may be empty',
      source: test('test_put_cors_empty_origin'),
      recorded: '2023-07',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.DeleteBucketOwnershipControls', { Bucket }),
        call('s3.DeletePublicAccessBlock', { Bucket }),
        call('s3.PutBucketCors', {
          Bucket,
          CORSConfiguration: { CORSRules: [{ AllowedOrigins: [''], AllowedMethods: ['GET', 'PUT', 'HEAD'] }] },
        }),
        call(
          's3.GetBucketCors',
          { Bucket },
          { contains: { CORSRules: [{ AllowedMethods: ['GET', 'PUT', 'HEAD'], AllowedOrigins: [''] }] } },
        ),
      ],
    },
    {
      title: 'deleted rules for origins are gone',
      source: test('test_delete_cors'),
      recorded: '2023-07',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.DeleteBucketOwnershipControls', { Bucket }),
        call('s3.DeletePublicAccessBlock', { Bucket }),
        call('s3.DeleteBucketCors', { Bucket }, { answer: {} }),
        call(
          's3.PutBucketCors',
          { Bucket, CORSConfiguration: { CORSRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'] }] } },
          { answer: {} },
        ),
        call('s3.GetBucketCors', { Bucket }, { contains: { CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }] } }),
        call('s3.DeleteBucketCors', { Bucket }, { answer: {} }),
        refused('s3.GetBucketCors', { Bucket }, 'NoSuchCORSConfiguration', 'The CORS configuration does not exist', { status: 404 }),
      ],
    },
  ],
};
