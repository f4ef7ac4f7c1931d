// The compiled policies decide as the plain evaluator does, whatever the policies and the request: random ones of a small world, so that they often meet.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PolicyPrincipal } from './access-request.ts';
import { CompiledPolicies } from './compiled-policies.ts';
import { decide, lackingKind } from './decide.ts';
import { parsePolicy } from './parse-policy.ts';
import { requestContext } from './request-context.ts';

const ACCOUNT = '111122223333';
const PRINCIPALS: readonly PolicyPrincipal[] = [
  { kind: 'user', arn: `arn:aws:iam::${ACCOUNT}:user/alice`, account: ACCOUNT },
  {
    kind: 'assumed-role',
    arn: `arn:aws:sts::${ACCOUNT}:assumed-role/worker/s`,
    account: ACCOUNT,
    roleArn: `arn:aws:iam::${ACCOUNT}:role/worker`,
  },
  { kind: 'user', arn: 'arn:aws:iam::444455556666:user/eve', account: '444455556666' },
  { kind: 'anonymous' },
];

const oneOrMore = <T>(...values: T[]) =>
  fc.oneof(fc.constantFrom(...values), fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }));
const actions = oneOrMore('sqs:SendMessage', 'sqs:*', 'SQS:send*', '*', 'sqs:Receive?essage', 's3:GetObject');
const resources = oneOrMore(
  '*',
  `arn:aws:sqs:eu-west-1:${ACCOUNT}:a`,
  'arn:aws:sqs:*:*:a*',
  'arn:aws:s3:::b/${aws:username}/*',
  "arn:aws:s3:::b/${aws:PrincipalTag/team, 'alice'}/*",
  'arn:aws:s3:::b/a${*}/*',
  'arn:aws:sqs:*:?*',
);
const conditions = fc.constantFrom(
  undefined,
  { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } },
  { StringNotEquals: { 'aws:PrincipalTag/team': 'red' } },
  { 'ForAllValues:StringLike': { 'aws:TagKeys': ['a*'] } },
  { 'ForAnyValue:StringEqualsIfExists': { 'aws:TagKeys': ['A', 'b'] } },
  { Null: { 'aws:username': 'false' } },
  { Null: { 'aws:TagKeys': 'true' } },
  { 'ForAllValues:StringNotLike': { 'aws:TagKeys': ['a?', 'b'] } },
  { 'ForAnyValue:StringNotEqualsIgnoreCase': { 'aws:TagKeys': 'a' } },
  { StringEqualsIfExists: { 'aws:PrincipalTag/team': 'red' } },
  { StringLike: { 'aws:PrincipalTag/team': '${aws:username}*' } },
  { DateLessThanIfExists: { 'aws:CurrentTime': '1767225600' } },
  { NotIpAddress: { 'aws:SourceIp': ['10.0.0.0/8', '2001:db8::/32'] } },
  { ArnNotLikeIfExists: { 'aws:SourceArn': 'arn:aws:sns:*:*:t*' } },
  { NumericNotEquals: { 's3:max-keys': ['5', 'x'] } },
  { NumericLessThan: { 's3:max-keys': '10' } },
  { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } },
  { DateGreaterThan: { 'aws:CurrentTime': '2026-01-01T00:00:00Z' } },
  { ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:*:topic' } },
  { Bool: { 'aws:SecureTransport': 'true' }, StringLike: { 'aws:username': '?li*' } },
);
const principals = fc.constantFrom<object | string>(
  '*',
  { AWS: ACCOUNT },
  { AWS: `arn:aws:iam::${ACCOUNT}:user/alice` },
  { AWS: [`arn:aws:iam::${ACCOUNT}:role/worker`, '444455556666'] },
);
const statement = (onResource: boolean) =>
  fc
    .record({
      effect: fc.constantFrom('Allow', 'Allow', 'Deny'),
      action: fc.tuple(fc.constantFrom('Action', 'Action', 'NotAction'), actions),
      resource: fc.tuple(fc.constantFrom('Resource', 'Resource', 'NotResource'), resources),
      principal: fc.tuple(fc.constantFrom('Principal', 'Principal', 'NotPrincipal'), principals),
      condition: conditions,
    })
    .map(({ effect, action, resource, principal, condition }) => ({
      Effect: effect,
      [action[0]]: action[1],
      [resource[0]]: resource[1],
      ...(onResource && { [principal[0]]: principal[1] }),
      ...(condition && { Condition: condition }),
    }));
const documents = (onResource: boolean, max: number) =>
  fc
    .array(
      fc.record({
        Version: fc.constantFrom('2012-10-17', '2008-10-17'),
        Statement: fc.array(statement(onResource), { minLength: 1, maxLength: 4 }),
      }),
      {
        maxLength: max,
      },
    )
    .map((made) => made.map((document) => parsePolicy(JSON.stringify(document))));
const contexts = fc.record(
  {
    'aws:RequestedRegion': fc.constantFrom('eu-west-1', 'us-east-1'),
    'aws:PrincipalTag/team': fc.constantFrom('red', 'blue'),
    'aws:TagKeys': fc.uniqueArray(fc.constantFrom('a', 'ab', 'b', 'A')),
    'aws:username': fc.constantFrom('alice', 'a*'),
    's3:max-keys': fc.constantFrom('5', '50', 'x'),
    'aws:SourceIp': fc.constantFrom('10.1.2.3', '192.168.0.1', '2001:db8::1'),
    'aws:CurrentTime': fc.constantFrom('2025-06-01T00:00:00Z', '2026-06-01T00:00:00Z'),
    'aws:SourceArn': fc.constantFrom('arn:aws:sns:x:1:topic', 'arn:aws:sns:x:1:other'),
    'aws:SecureTransport': fc.constantFrom('true', 'false'),
  },
  { requiredKeys: [] },
);

test('both evaluators decide alike', () => {
  const compiled = (list: readonly ReturnType<typeof parsePolicy>[], onResource = false) =>
    new CompiledPolicies(
      list.map((document, index) => ({ source: String(index), document })),
      onResource,
    );
  fc.assert(
    fc.property(
      fc.record({
        identity: documents(false, 3),
        resource: documents(true, 1),
        boundary: documents(false, 1),
        session: documents(false, 2),
        serviceControl: fc.array(documents(false, 2), { maxLength: 2 }),
        resourceControl: documents(true, 1),
        principal: fc.constantFrom(...PRINCIPALS),
        action: fc.constantFrom('sqs:SendMessage', 'sqs:ReceiveMessage', 's3:GetObject'),
        arn: fc.constantFrom(
          `arn:aws:sqs:eu-west-1:${ACCOUNT}:a`,
          `arn:aws:sqs:eu-west-1:${ACCOUNT}:ab`,
          'arn:aws:s3:::b/alice/1',
          'arn:aws:s3:::b/a*/1',
        ),
        context: contexts,
        resourceMustAllow: fc.boolean(),
      }),
      ({ identity, resource, boundary, session, serviceControl, resourceControl, principal, action, arn, context, resourceMustAllow }) => {
        const request = { principal, action, resource: arn, resourceAccount: ACCOUNT, context };
        const limits = { boundary: boundary[0], session, serviceControl, resourceControl };
        const plain = decide(request, { identity, resource: resource[0], ...limits, resourceMustAllow });
        const bounded = 'account' in principal ? { ...principal, hasBoundary: boundary.length > 0 } : principal;
        const asked = { principal: bounded, resource: arn, context: requestContext(context) };
        const levels = ('account' in principal ? serviceControl : []).map((level) => compiled(level).evaluate(action, asked));
        const kinds = [
          compiled(identity),
          compiled(resource, true),
          compiled(boundary),
          compiled(session),
          compiled(resourceControl, true),
        ];
        const verdicts = [...kinds.map((policies) => policies.evaluate(action, asked)), ...levels];
        const [own, of, bound, limit] = verdicts;
        const lacking = lackingKind({
          principal,
          reach: of!.allow?.reach,
          isForeign: 'account' in principal && principal.account !== ACCOUNT,
          resourceMustAllow,
          allows: {
            identity: own!.allow !== undefined,
            boundary: boundary.length === 0 || bound!.allow !== undefined,
            session: session.length === 0 || limit!.allow !== undefined,
            'service-control': levels.every(({ allow }) => allow !== undefined),
          },
        });
        const isDenied = verdicts.some(({ deny }) => deny !== undefined);
        expect({ allowed: !isDenied && lacking === undefined, isDenied }).toEqual({
          allowed: plain.allowed,
          isDenied: plain.reason === 'explicit-deny',
        });
      },
    ),
    { numRuns: 500 },
  );
});
