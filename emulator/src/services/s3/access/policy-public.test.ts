import { expect, it } from 'vitest';
import { parsePolicy } from '#core/policy/parse-policy';
import { isPublicPolicy } from './policy-public.ts';

const policy = (statement: object) =>
  parsePolicy(
    JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::b/*', ...statement }],
    }),
  );

it.each([
  [{ Principal: '*' }, true],
  [{ Principal: { AWS: '*' } }, true],
  [{ Principal: { AWS: 'arn:aws:iam::123456789012:root' } }, false],
  [{ Principal: { Service: 'cloudfront.amazonaws.com' } }, false],
  [{ Effect: 'Deny', Principal: '*' }, false],
  [{ Principal: '*', Condition: { StringEquals: { 'aws:SourceVpc': 'vpc-1' } } }, false],
  [{ Principal: '*', Condition: { StringLike: { 'aws:SourceArn': '*' } } }, true],
  [{ Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'true' } } }, true],
  [{ Principal: '*', Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }, false],
  [{ Principal: '*', Condition: { IpAddress: { 'aws:SourceIp': '0.0.0.0/0' } } }, true],
])('%j → %s', (statement, open) => expect(isPublicPolicy(policy(statement))).toBe(open));
