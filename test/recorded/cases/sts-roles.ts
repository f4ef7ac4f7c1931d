// Recorded answers of STS about roles and sessions.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`sts/test_sts.py::${name}`);
const role = (RoleName: string): Step => ({
  call: 'iam.CreateRole',
  input: {
    RoleName,
    AssumeRolePolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { AWS: '*' }, Action: ['sts:AssumeRole', 'sts:TagSession'] }],
    }),
  },
  as: RoleName,
});
const credentials = { AccessKeyId: ANY, Expiration: ANY, SecretAccessKey: ANY, SessionToken: ANY };

/** ARNs that name no role. */
const NO_ARNS = {
  'malformed-arn': 'nothing-valid-in-here',
  'no-partition': 'arn::b:::something/test-role',
  'no-service': 'arn:a::::something/test-role',
  'not-enough-colons': 'arn:a:::something/test-role',
  'no-resource': 'arn:a:a::aaaaaaaaaa:',
};

export const recorded: RecordedCases = {
  service: 'sts',
  cases: [
    ...Object.entries(NO_ARNS).map(
      ([kind, RoleArn]): RecordedCase => ({
        title: `"${RoleArn}" is the ARN of no role (${kind})`,
        source: test('TestSTSIntegrations::test_sts_invalid_parameters'),
        recorded: '2025-07',
        steps: [
          refused('sts.AssumeRole', { RoleArn, RoleSessionName: 'session' }, 'ValidationError', `${RoleArn} is invalid`, { status: 400 }),
        ],
      }),
    ),
    {
      title: 'the name of a session has no colon',
      source: test('TestSTSIntegrations::test_sts_invalid_parameters'),
      recorded: '2025-07',
      steps: [
        refused(
          'sts.AssumeRole',
          { RoleArn: 'arn:aws:iam::{account}:role/r', RoleSessionName: 'Session1:2' },
          'ValidationError',
          "1 validation error detected: Value 'Session1:2' at 'roleSessionName' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w+=,.@-]*",
        ),
      ],
    },
    {
      title: 'a session in a role is named by the role and the session',
      source: test('TestSTSIntegrations::test_assume_role'),
      recorded: '2024-06',
      steps: [
        role('r'),
        {
          call: 'sts.AssumeRole',
          input: { RoleArn: 'arn:aws:iam::{account}:role/r', RoleSessionName: 'session' },
          contains: {
            AssumedRoleUser: { Arn: 'arn:aws:sts::{account}:assumed-role/r/session', AssumedRoleId: '{r.Role.RoleId}:session' },
            Credentials: credentials,
          },
        },
      ],
    },
    {
      title: 'a federated user is named by the account',
      source: test('TestSTSIntegrations::test_get_federation_token'),
      recorded: '2024-06',
      steps: [
        {
          call: 'sts.GetFederationToken',
          input: {
            Name: 'TestUser',
            DurationSeconds: 900,
            Policy: JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }] }),
          },
          contains: {
            Credentials: credentials,
            FederatedUser: { Arn: 'arn:aws:sts::{account}:federated-user/TestUser', FederatedUserId: '{account}:TestUser' },
            PackedPolicySize: ANY,
          },
        },
      ],
    },
  ],
};
