// Recorded answers of IAM.
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

/** Services with the names of their roles and policies. */
const LINKED = [
  ['acm', 'CertificateManager', 'CertificateManagerServiceRolePolicy'],
  ['batch', 'Batch', 'BatchServiceRolePolicy'],
  ['cks.kms', 'KeyManagementServiceCustomKeyStores', 'AWSKeyManagementServiceCustomKeyStoresServiceRolePolicy'],
  ['docdb-elastic', 'DocDB-Elastic', 'AmazonDocDB-ElasticServiceRolePolicy'],
  ['ecs', 'ECS', 'AmazonECSServiceRolePolicy'],
  ['elasticloadbalancing', 'ElasticLoadBalancing', 'AWSElasticLoadBalancingServiceRolePolicy'],
  ['email.cognito-idp', 'AmazonCognitoIdpEmailService', 'AmazonCognitoIdpEmailServiceRolePolicy'],
  ['lex', 'LexBots', 'AmazonLexBotPolicy'],
  ['ops.apigateway', 'APIGateway', 'APIGatewayServiceRolePolicy'],
  ['rds', 'RDS', 'AmazonRDSServiceRolePolicy'],
  ['ssm', 'AmazonSSM', 'AmazonSSMServiceRolePolicy'],
  ['wafv2', 'WAFV2Logging', 'WAFV2LoggingServiceRolePolicy'],
] as const;

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
  ...LINKED.map(
    ([service, role, policy]): RecordedCase => ({
      title: `the role of ${service} has its own name and policy, and takes no suffix`,
      source: localstack(`iam/test_iam.py::TestIAMServiceRoles::test_service_role_lifecycle[${service}.amazonaws.com]`),
      recorded: '2025-03',
      steps: [
        {
          call: 'iam.CreateServiceLinkedRole',
          input: { AWSServiceName: `${service}.amazonaws.com`, CustomSuffix: 'x' },
          error: { code: 'InvalidInputException', message: `Custom suffix is not allowed for ${service}.amazonaws.com` },
        },
        {
          call: 'iam.CreateServiceLinkedRole',
          input: { AWSServiceName: `${service}.amazonaws.com` },
          contains: { Role: { RoleName: `AWSServiceRoleFor${role}` } },
        },
        {
          call: 'iam.ListAttachedRolePolicies',
          input: { RoleName: `AWSServiceRoleFor${role}` },
          contains: { AttachedPolicies: [{ PolicyName: policy, PolicyArn: `arn:aws:iam::aws:policy/aws-service-role/${policy}` }] },
        },
      ],
    }),
  ),
  {
    title: 'the role of a service that takes one has the suffix of the client',
    source: localstack('iam/test_iam.py::TestIAMServiceRoles::test_service_role_lifecycle_custom_suffix'),
    recorded: '2025-03',
    steps: [
      {
        call: 'iam.CreateServiceLinkedRole',
        input: { AWSServiceName: 'autoscaling.amazonaws.com', CustomSuffix: 'mine' },
        contains: { Role: { RoleName: 'AWSServiceRoleForAutoScaling_mine' } },
      },
    ],
  },
  {
    title: 'a policy that is no ARN cannot be attached',
    source: localstack('iam/test_iam.py::TestIAMIntegrations::test_user_attach_policy'),
    recorded: '2025-03',
    steps: [
      { call: 'iam.CreateUser', input: { UserName: 'u' } },
      {
        call: 'iam.AttachUserPolicy',
        input: { UserName: 'u', PolicyArn: 'longpolicynamebutnoarn' },
        error: { code: 'ValidationError', message: 'Invalid ARN:  Could not be parsed!', status: 400 },
      },
    ],
  },
  {
    title: 'a service that takes no credentials of its own is unknown, in lists, too',
    source: localstack('iam/test_iam.py::TestIAMServiceSpecificCredentials::test_create_service_specific_credential_invalid_service'),
    recorded: '2025-03',
    steps: [
      { call: 'iam.CreateUser', input: { UserName: 'u' } },
      ...['CreateServiceSpecificCredential', 'ListServiceSpecificCredentials'].map(
        (operation): Step => ({
          call: `iam.${operation}`,
          input: { UserName: 'u', ServiceName: 'lambda.amazonaws.com' },
          error: {
            code: 'NoSuchEntityException',
            message: 'No such service lambda.amazonaws.com is supported for Service Specific Credentials',
            status: 404,
          },
        }),
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'iam', cases };
