// What IAM was recorded to answer.
import { ANY, localstack, moto, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const trust = (Effect: string): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect, Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
  });
const POLICY = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }] });
const createPolicy: Step = {
  call: 'iam.CreatePolicy',
  input: { PolicyName: 'p', PolicyDocument: POLICY, Description: 'text' },
  as: 'policy',
  contains: { Policy: { Arn: ANY, Description: NONE } },
};

const cases: RecordedCase[] = [
  {
    title: 'the answer to the creation of a role tells neither its session duration nor its last use',
    source: localstack('iam/test_iam.py::TestIAMIntegrations'),
    recorded: 'before 2026-03',
    steps: [
      {
        call: 'iam.CreateRole',
        input: { RoleName: 'r', AssumeRolePolicyDocument: trust('Allow') },
        answer: {
          Role: {
            Path: '/',
            RoleName: 'r',
            RoleId: ANY,
            Arn: 'arn:aws:iam::{account}:role/r',
            CreateDate: ANY,
            AssumeRolePolicyDocument: ANY,
          },
        },
      },
      { call: 'iam.GetRole', input: { RoleName: 'r' }, contains: { Role: { MaxSessionDuration: 3600, RoleLastUsed: {} } } },
    ],
  },
  {
    title: 'the effect of a trust policy may be written in capitals',
    source: localstack('cloudformation/resources/test_iam.py::test_updating_stack_with_iam_role'),
    recorded: '2026-02',
    steps: [
      { call: 'iam.CreateRole', input: { RoleName: 'r', AssumeRolePolicyDocument: trust('ALLOW') }, contains: { Role: { RoleName: 'r' } } },
    ],
  },
  {
    title: 'a permissions boundary is of the type Policy',
    source: localstack('iam/test_iam.py (permissions boundary)'),
    recorded: 'before 2026-03',
    steps: [
      createPolicy,
      {
        call: 'iam.CreateRole',
        input: { RoleName: 'r', AssumeRolePolicyDocument: trust('Allow'), PermissionsBoundary: '{policy.Policy.Arn}' },
        contains: { Role: { PermissionsBoundary: { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: '{policy.Policy.Arn}' } } },
      },
    ],
  },
  {
    title: 'a policy tells its description and its tags, even if there are none, when it is read',
    source: moto('tests/test_iam/test_iam_policies.py'),
    recorded: 'before 2026-03',
    steps: [
      createPolicy,
      { call: 'iam.GetPolicy', input: { PolicyArn: '{policy.Policy.Arn}' }, contains: { Policy: { Description: 'text', Tags: [] } } },
    ],
  },
  {
    title: 'an inline policy needs no version',
    source: 'wercker/step-s3sync issue 25; the policy templates of the SAM translator',
    recorded: 'before 2026-03',
    steps: [
      { call: 'iam.CreateRole', input: { RoleName: 'r', AssumeRolePolicyDocument: trust('Allow') } },
      {
        call: 'iam.PutRolePolicy',
        input: {
          RoleName: 'r',
          PolicyName: 'p',
          PolicyDocument: JSON.stringify({ Statement: [{ Effect: 'Allow', Action: 'sqs:*', Resource: '*' }] }),
        },
      },
    ],
  },
  {
    title: 'the deletion of an identity provider that is not there succeeds',
    source: "the API reference of DeleteOpenIDConnectProvider: 'This operation is idempotent'",
    recorded: 'before 2026-03',
    steps: [
      {
        call: 'iam.DeleteOpenIDConnectProvider',
        input: { OpenIDConnectProviderArn: 'arn:aws:iam::{account}:oidc-provider/none.example.com' },
        answer: {},
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'iam', cases };
