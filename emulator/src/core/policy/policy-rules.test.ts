// Policies that the identity service accepts or refuses, by case. Wordings as public test suites record them from the real service, where they do.
import { describe, expect, it } from 'vitest';
import { parsePolicy } from './parse-policy.ts';
import { checkIdentityPolicy, checkInlinePolicy, checkResourcePolicy, checkTrustPolicy } from './policy-rules.ts';

const allow = { Effect: 'Allow', Action: 's3:ListBucket', Resource: 'arn:aws:s3:::bucket' };
const policy = (...statements: object[]) => JSON.stringify({ Version: '2012-10-17', Statement: statements });
const verdict = (text: string, check = checkIdentityPolicy) => {
  try {
    check(parsePolicy(text));
    return 'fine';
  } catch (error) {
    return (error as Error).message;
  }
};

const cases: [name: string, text: string, verdict: string][] = [
  ['a plain policy', policy(allow), 'fine'],
  ['no JSON', 'This is not a json document', 'Syntax errors in policy.'],
  ['no object', '[]', 'Syntax errors in policy.'],
  ['nesting without end', '['.repeat(100_000), 'Syntax errors in policy.'],
  ['too much text', policy({ ...allow, Sid: 'x'.repeat(140_000) }), 'Policy size exceeds the maximum of 131072 characters.'],
  ['no version', JSON.stringify({ Statement: allow }), 'Policy document must be version 2012-10-17 or greater.'],
  ['an old version', JSON.stringify({ Version: '2008-10-17', Statement: allow }), 'Policy document must be version 2012-10-17 or greater.'],
  ['a version that never was', JSON.stringify({ Version: '2013-10-17', Statement: allow }), 'Syntax errors in policy.'],
  ['no statement', JSON.stringify({ Version: '2012-10-17' }), 'Syntax errors in policy.'],
  ['an empty list of statements', policy(), 'Syntax errors in policy.'],
  ['an unknown top element', JSON.stringify({ Version: '2012-10-17', Statement: allow, Extra: 1 }), 'Syntax errors in policy.'],
  ['an unknown element', policy({ ...allow, Extra: 'x' }), 'Syntax errors in policy.'],
  ['no effect', policy({ Action: 's3:*', Resource: '*' }), 'Syntax errors in policy.'],
  ['an unknown effect', policy({ ...allow, Effect: 'Perhaps' }), 'Syntax errors in policy.'],
  ['an effect in small letters', policy({ ...allow, Effect: 'allow' }), 'The policy failed legacy parsing'],
  ['both Action and NotAction', policy({ ...allow, NotAction: 's3:*' }), 'Syntax errors in policy.'],
  ['both Resource and NotResource', policy({ ...allow, NotResource: '*' }), 'Syntax errors in policy.'],
  ['no action', policy({ Effect: 'Allow', Resource: '*' }), 'Policy statement must contain actions.'],
  ['an empty list of actions', policy({ ...allow, Action: [] }), 'Policy statement must contain actions.'],
  ['no resource', policy({ Effect: 'Allow', Action: 's3:*' }), 'Policy statement must contain resources.'],
  ['an empty list of resources', policy({ ...allow, Resource: [] }), 'Policy statement must contain resources.'],
  ['a principal', policy({ ...allow, Principal: '*' }), 'Policy document should not specify a principal.'],
  ['an action that is a number', policy({ ...allow, Action: 1 }), 'Syntax errors in policy.'],
  ['no vendor', policy({ ...allow, Action: 'ListBucket' }), 'Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.'],
  ['two colons', policy({ ...allow, Action: 's3:x:y' }), 'Actions/Condition can contain only one colon.'],
  ['a vendor that is none', policy({ ...allow, Action: 's_3:x' }), 'Vendor s_3 is not valid'],
  ['a star as action', policy({ ...allow, Action: '*' }), 'fine'],
  ['no ARN', policy({ ...allow, Resource: 'bucket' }), 'Resource bucket must be in ARN format or "*".'],
  ['an unknown partition', policy({ ...allow, Resource: 'arn:xx:s3:::b' }), 'Partition "xx" is not valid for resource "arn:xx:s3:::b".'],
  [
    'no vendor in a resource',
    policy({ ...allow, Resource: 'arn:aws' }),
    'Resource vendor must be fully qualified and cannot contain regexes.',
  ],
  [
    'a bucket with a region',
    policy({ ...allow, Resource: 'arn:aws:s3:eu-west-1::b' }),
    'Resource arn:aws:s3:eu-west-1::b can not contain region information.',
  ],
  [
    'a user with a region',
    policy({ ...allow, Resource: 'arn:aws:iam:x::user/a' }),
    'IAM resource arn:aws:iam:x::user/a cannot contain region information.',
  ],
  ['an empty vendor', policy({ ...allow, Resource: 'arn:aws::::x' }), 'The policy failed legacy parsing'],
  ['the same Sid twice', policy({ ...allow, Sid: 'a' }, { ...allow, Sid: 'a' }), 'Statement IDs (SID) in a single policy must be unique.'],
  [
    'a Sid of more than letters and digits',
    policy({ ...allow, Sid: 'a b' }),
    'Statement IDs (SID) must be alpha-numeric. Check that your input satisfies the regular expression [0-9A-Za-z]*',
  ],
  ['an empty Sid twice', policy({ ...allow, Sid: '' }, { ...allow, Sid: '' }), 'fine'],
  ['an unknown operator', policy({ ...allow, Condition: { x: { a: '1' } } }), 'Syntax errors in policy.'],
  ['an unknown operator without keys', policy({ ...allow, Condition: { x: {} } }), 'fine'],
  ['Null with IfExists', policy({ ...allow, Condition: { NullIfExists: { a: 'true' } } }), 'Syntax errors in policy.'],
  ['a date that is none', policy({ ...allow, Condition: { DateGreaterThan: { a: '2026-13-01' } } }), 'The policy failed legacy parsing'],
  ['a date', policy({ ...allow, Condition: { DateGreaterThan: { a: ['2026-01-01T00:00:00Z', '1700000000'] } } }), 'fine'],
];

describe('an identity policy', () => {
  it.each(cases)('with %s', (_name, text, expected) => expect(verdict(text)).toBe(expected));
});

describe('a trust policy', () => {
  const trust = { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' };
  it.each([
    ['the usual', policy(trust), 'fine'],
    ['the old version', JSON.stringify({ Version: '2008-10-17', Statement: trust }), 'fine'],
    ['another action', policy({ ...trust, Action: 's3:GetObject' }), 'AssumeRole policy may only specify STS AssumeRole actions.'],
    ['another action of the same service', policy({ ...trust, Action: ['sts:AssumeRole', 'sts:TagSession'] }), 'fine'],
    ['no action', policy({ Effect: 'Allow', Principal: '*' }), 'Policy statement must contain actions.'],
    ['a resource', policy({ ...trust, Resource: '*' }), 'Has prohibited field Resource'],
    ['no principal', policy({ Effect: 'Allow', Action: 'sts:AssumeRole' }), 'Missing required field Principal'],
  ])('with %s', (_name, text, expected) => expect(verdict(text, checkTrustPolicy)).toBe(expected));
});

describe("a resource's policy", () => {
  it.each([
    ['the usual, of any version', JSON.stringify({ Statement: { ...allow, Principal: '*', Sid: 'of two words' } }), 'fine'],
    ['no resource', policy({ Effect: 'Allow', Principal: '*', Action: 'ecr:*' }), 'fine'],
    ['no principal', policy(allow), 'Missing required field Principal'],
    ['a principal that is a name', policy({ ...allow, Principal: 'me' }), 'Invalid principal in policy: "me"'],
    ['a principal of an unknown kind', policy({ ...allow, Principal: { Me: '*' } }), 'Syntax errors in policy.'],
  ])('with %s', (_name, text, expected) => expect(verdict(text, checkResourcePolicy)).toBe(expected));
});

it('an inline policy needs no version', () => {
  expect(verdict(JSON.stringify({ Statement: allow }), checkInlinePolicy)).toBe('fine');
  expect(verdict(JSON.stringify({ Statement: { ...allow, Principal: '*' } }), checkInlinePolicy)).toContain(
    'should not specify a principal',
  );
});
