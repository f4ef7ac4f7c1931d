// Decisions that the cloud's guide to identities documents, each with its page. The evaluator of cloud-copilot/iam-simulate has cases of the same facts.
import type { DecisionCase, Statement } from './decision-case.ts';

const ACCOUNT = '123456789012';
const OTHER = '777788889999';
const USER = `arn:aws:iam::${ACCOUNT}:user/alice`;
const ROLE = `arn:aws:iam::${ACCOUNT}:role/worker`;
const SESSION = `arn:aws:sts::${ACCOUNT}:assumed-role/worker/session`;
const OBJECT = 'arn:aws:s3:::papers/alice/a.txt';

const allow = (Action: string, more: object = {}): Statement => ({ Effect: 'Allow', Action, Resource: '*', ...more });
const deny = (Action: string, more: object = {}): Statement => ({ ...allow(Action, more), Effect: 'Deny' });
const to = (Principal: unknown, more: object = {}): Statement => allow('s3:GetObject', { Principal, ...more });
const reading = { action: 's3:GetObject', resource: OBJECT };
const when = (Condition: object) => ({ Condition });

const EVALUATION = 'IAM user guide, "Policy evaluation for requests within a single account"';
const ACROSS = 'IAM user guide, "Cross-account policy evaluation logic"';
const BOUNDARIES = 'IAM user guide, "Permissions boundaries for IAM entities"';
const SESSIONS = 'IAM user guide, "Policies and permissions in AWS Identity and Access Management", session policies';
const SETS = 'IAM user guide, "Single-valued vs. multivalued context keys"';
const OPERATORS = 'IAM user guide, "IAM JSON policy elements: Condition operators"';
const VARIABLES = 'IAM user guide, "IAM policy elements: Variables and tags"';
const ELEMENTS = 'IAM user guide, "IAM JSON policy element reference"';
const CONTROL = 'Organizations user guide, "Service control policies (SCPs)"';
const RESOURCE_CONTROL = 'Organizations user guide, "Resource control policies (RCPs)"';

export const DECISIONS: readonly DecisionCase[] = [
  { title: 'nothing is allowed by default', source: EVALUATION, ...reading, caller: USER, decision: 'identity' },
  {
    title: 'a denial overrides',
    source: EVALUATION,
    ...reading,
    caller: USER,
    identity: [allow('*'), deny('s3:Get*')],
    decision: 'denied',
  },
  {
    title: 'a resource lets a user of its account in alone',
    ...{ source: EVALUATION, ...reading, caller: USER, resourcePolicy: [to({ AWS: USER })], decision: 'allowed' },
  },
  {
    title: 'a resource that names the account leaves the decision to its policies',
    ...{ source: EVALUATION, ...reading, caller: USER, resourcePolicy: [to({ AWS: ACCOUNT })], decision: 'identity' },
  },
  {
    title: 'a resource lets a user past its boundary',
    ...{
      source: BOUNDARIES,
      ...reading,
      caller: USER,
      boundary: [allow('sqs:*')],
      resourcePolicy: [to({ AWS: USER })],
      decision: 'allowed',
    },
  },
  {
    title: 'a resource that names the role does not let its session past the boundary',
    ...{
      source: BOUNDARIES,
      ...reading,
      caller: SESSION,
      boundary: [allow('sqs:*')],
      resourcePolicy: [to({ AWS: ROLE })],
      decision: 'boundary',
    },
  },
  {
    title: 'a resource that names the session lets it past the boundary',
    ...{
      source: BOUNDARIES,
      ...reading,
      caller: SESSION,
      boundary: [allow('sqs:*')],
      resourcePolicy: [to({ AWS: SESSION })],
      decision: 'allowed',
    },
  },
  {
    title: 'a boundary allows nothing by itself',
    ...{ source: BOUNDARIES, ...reading, caller: USER, boundary: [allow('*')], decision: 'identity' },
  },
  {
    title: 'what the boundary leaves out is not allowed',
    ...{ source: BOUNDARIES, ...reading, caller: USER, identity: [allow('*')], boundary: [allow('sqs:*')], decision: 'boundary' },
  },
  {
    title: 'NotPrincipal with Deny denies whoever has a boundary, named or not',
    ...{ source: BOUNDARIES, ...reading, caller: USER, identity: [allow('*')], boundary: [allow('*')] },
    resourcePolicy: [{ Effect: 'Deny', NotPrincipal: { AWS: USER }, Action: 's3:GetObject', Resource: '*' }],
    decision: 'denied',
  },
  {
    title: 'NotPrincipal with Deny spares whoever it names and has no boundary',
    ...{ source: ELEMENTS, ...reading, caller: USER, identity: [allow('*')] },
    resourcePolicy: [{ Effect: 'Deny', NotPrincipal: { AWS: USER }, Action: 's3:GetObject', Resource: '*' }],
    decision: 'allowed',
  },
  {
    title: 'a session has no more than its policy allows',
    ...{ source: SESSIONS, ...reading, caller: SESSION, identity: [allow('*')], session: [allow('sqs:*')], decision: 'session' },
  },
  {
    title: 'the policy of a session allows nothing by itself',
    ...{ source: SESSIONS, ...reading, caller: SESSION, session: [allow('*')], decision: 'identity' },
  },
  {
    title: 'a resource that names the session adds to its policy',
    ...{
      source: SESSIONS,
      ...reading,
      caller: SESSION,
      session: [allow('sqs:*')],
      resourcePolicy: [to({ AWS: SESSION })],
      decision: 'allowed',
    },
  },
  ...(
    [
      ['both sides allow', [allow('s3:*')], [to({ AWS: OTHER })], 'allowed'],
      ['the own side does not allow', [], [to({ AWS: OTHER })], 'identity'],
      ['the other side does not allow', [allow('s3:*')], [], 'resource'],
      ['the other side names the user, and the own side does not allow', [], [to({ AWS: `arn:aws:iam::${OTHER}:user/eve` })], 'identity'],
    ] as const
  ).map(([title, identity, resourcePolicy, decision]) => ({
    title: `across accounts: ${title}`,
    source: ACROSS,
    action: 'sqs:SendMessage',
    resource: `arn:aws:sqs:us-east-1:${ACCOUNT}:orders`,
    caller: `arn:aws:iam::${OTHER}:user/eve`,
    identity: identity.map((statement) => ({ ...statement, Action: 'sqs:*' })),
    resourcePolicy: resourcePolicy.map((statement) => ({ ...statement, Action: 'sqs:*' })),
    decision,
  })),
  {
    title: 'a key whose policy does not name the account is closed to its policies',
    ...{
      source: 'KMS developer guide, "Key policies in AWS KMS"',
      action: 'kms:Decrypt',
      resource: `arn:aws:kms:us-east-1:${ACCOUNT}:key/1`,
    },
    ...{ caller: USER, identity: [allow('kms:*')], mustAllow: true, decision: 'resource' },
  },
  ...(
    [
      ['each level allows', [[allow('*')], [allow('s3:*')]], 'allowed'],
      ['one level does not allow', [[allow('*')], [allow('sqs:*')], [allow('*')]], 'service-control'],
      ['one level denies', [[allow('*')], [allow('*'), deny('s3:*')]], 'denied'],
    ] as const
  ).map(([title, levels, decision]) => ({
    title: `service control policies: ${title}`,
    ...{ source: CONTROL, ...reading, caller: USER, identity: [allow('*')], levels, decision },
  })),
  {
    title: 'service control policies allow nothing by themselves',
    ...{ source: CONTROL, ...reading, caller: USER, levels: [[allow('*')]], decision: 'identity' },
  },
  {
    title: 'a resource control policy denies whoever the resource admits',
    ...{ source: RESOURCE_CONTROL, ...reading, caller: USER, resourcePolicy: [to({ AWS: USER })] },
    resourceControl: [deny('s3:*', { Principal: '*', ...when({ StringNotEqualsIfExists: { 'aws:PrincipalOrgID': 'o-a1b2c3d4e5' } }) })],
    decision: 'denied',
  },
  ...(
    [
      ['ForAllValues holds for a key that is absent', { 'ForAllValues:StringEquals': { 'aws:TagKeys': ['a'] } }, {}, true],
      [
        'ForAllValues holds where each value is listed',
        { 'ForAllValues:StringEquals': { 'aws:TagKeys': ['a', 'b'] } },
        { 'aws:TagKeys': ['b'] },
        true,
      ],
      [
        'ForAllValues fails for one that is not',
        { 'ForAllValues:StringEquals': { 'aws:TagKeys': ['a'] } },
        { 'aws:TagKeys': ['a', 'b'] },
        false,
      ],
      ['ForAnyValue fails for a key that is absent', { 'ForAnyValue:StringEquals': { 'aws:TagKeys': ['a'] } }, {}, false],
      ['ForAnyValue holds for one of them', { 'ForAnyValue:StringEquals': { 'aws:TagKeys': ['a'] } }, { 'aws:TagKeys': ['a', 'b'] }, true],
    ] as const
  ).map(([title, Condition, context, holds]) => ({
    title,
    ...{ source: SETS, ...reading, caller: USER, context, identity: [allow('s3:*', { Condition })] },
    decision: holds ? ('allowed' as const) : ('identity' as const),
  })),
  ...(
    [
      ['a plain operator fails for a key that is absent', { StringEquals: { 'aws:PrincipalTag/team': 'red' } }, {}, false],
      ['a negated one holds', { StringNotEquals: { 'aws:PrincipalTag/team': 'red' } }, {}, true],
      ['IfExists holds', { StringEqualsIfExists: { 'aws:PrincipalTag/team': 'red' } }, {}, true],
      ['Null true holds for a key that is absent', { Null: { 'aws:TokenIssueTime': 'true' } }, {}, true],
      ['Null false fails', { Null: { 'aws:TokenIssueTime': 'false' } }, {}, false],
      ['StringEquals takes no wildcards', { StringEquals: { 's3:prefix': 'a*' } }, { 's3:prefix': 'ab' }, false],
      ['StringLike does', { StringLike: { 's3:prefix': 'a?c*' } }, { 's3:prefix': 'abcd' }, true],
      ['several values are alternatives', { StringEquals: { 's3:prefix': ['a', 'b'] } }, { 's3:prefix': 'b' }, true],
      ['under a negated operator none may match', { StringNotEquals: { 's3:prefix': ['a', 'b'] } }, { 's3:prefix': 'b' }, false],
      ['several keys must all hold', { StringEquals: { 's3:prefix': 'a', 's3:delimiter': '/' } }, { 's3:prefix': 'a' }, false],
      ['an address in a range', { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } }, { 'aws:SourceIp': '203.0.113.9' }, true],
      ['an address outside', { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } }, { 'aws:SourceIp': '203.0.114.9' }, false],
      [
        'an address of the sixth version',
        { IpAddress: { 'aws:SourceIp': '2001:DB8:1234:5678::/64' } },
        { 'aws:SourceIp': '2001:db8:1234:5678::1' },
        true,
      ],
      ['a date', { DateGreaterThan: { 'aws:CurrentTime': '2020-04-01T00:00:00Z' } }, { 'aws:CurrentTime': '2020-06-30T23:59:59Z' }, true],
      ['a date in seconds', { DateLessThan: { 'aws:EpochTime': '1585699200' } }, { 'aws:EpochTime': '1593561599' }, false],
      ['numbers', { NumericLessThanEquals: { 's3:max-keys': '10' } }, { 's3:max-keys': '10' }, true],
      [
        'an ARN part by part',
        { ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:123456789012:topic' } },
        { 'aws:SourceArn': 'arn:aws:sns:eu-west-1:123456789012:topic' },
        true,
      ],
      ['letter case is ignored on request', { StringEqualsIgnoreCase: { 's3:prefix': 'A' } }, { 's3:prefix': 'a' }, true],
      ['bytes in base 64', { BinaryEquals: { key: 'QmluYXJ5' } }, { key: 'QmluYXJ5' }, true],
    ] as const
  ).map(([title, Condition, context, holds]) => ({
    title: `conditions: ${title}`,
    ...{ source: OPERATORS, ...reading, caller: USER, context, identity: [allow('s3:*', { Condition })] },
    decision: holds ? ('allowed' as const) : ('identity' as const),
  })),
  ...(
    [
      ['a variable in a resource', { Resource: 'arn:aws:s3:::papers/${aws:username}/*' }, { 'aws:username': 'alice' }, true],
      ['a variable without a value matches nothing', { Resource: 'arn:aws:s3:::papers/${aws:username}/*' }, {}, false],
      ['a default takes its place', { Resource: "arn:aws:s3:::papers/${aws:PrincipalTag/team, 'alice'}/*" }, {}, true],
      ['a value with a star is no wildcard', { Resource: 'arn:aws:s3:::papers/${aws:username}/*' }, { 'aws:username': '*' }, false],
      ['NotResource', { Resource: undefined, NotResource: 'arn:aws:s3:::papers/*' }, {}, false],
      ['NotAction', { Action: undefined, NotAction: 'sqs:*' }, {}, true],
    ] as const
  ).map(([title, more, context, holds]) => ({
    title,
    ...{ source: VARIABLES, ...reading, caller: USER, context, identity: [allow('s3:*', more)] },
    decision: holds ? ('allowed' as const) : ('identity' as const),
  })),
];
