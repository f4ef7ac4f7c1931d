// Reading and writing resource names.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatArn, parseArn, partitionOf } from './arn.ts';

describe('an ARN', () => {
  it('is read', () => {
    expect(parseArn('arn:aws:lambda:eu-west-1:111122223333:function:hello:1')).toEqual({
      partition: 'aws',
      service: 'lambda',
      region: 'eu-west-1',
      account: '111122223333',
      resource: 'function:hello:1',
    });
    expect(parseArn('arn:aws:s3:::bucket/key')).toMatchObject({ region: '', account: '', resource: 'bucket/key' });
  });

  it.each(['', 'bucket', 'arn:aws:s3', 'arn:aws:s3:::', 'arn::s3:::b', 'arn:aws::::b', 'ARN:aws:s3:::b', ' arn:aws:s3:::b'])(
    'is not %j',
    (text) => expect(parseArn(text)).toBeUndefined(),
  );

  it('is written as it was read', () => {
    const part = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
    const resource = fc.stringMatching(/^[A-Za-z0-9:/_*-]{1,30}$/);
    fc.assert(
      fc.property(part, part, part, resource, (partition, service, region, resource) => {
        const arn = { partition, service, region, account: '111122223333', resource };
        expect(parseArn(formatArn(arn))).toEqual(arn);
      }),
    );
  });

  it.each([
    ['eu-west-1', 'aws'],
    ['', 'aws'],
    ['cn-north-1', 'aws-cn'],
    ['us-gov-west-1', 'aws-us-gov'],
    ['us-isob-east-1', 'aws-iso-b'],
    ['eusc-de-east-1', 'aws-eusc'],
  ])('of %j is in %s', (region, partition) => {
    expect(partitionOf(region)).toBe(partition);
    expect(formatArn({ service: 'sqs', region, account: '1', resource: 'q' })).toBe(`arn:${partition}:sqs:${region}:1:q`);
  });
});
