// Recorded answers of CloudFormation about stacks: policies that are functions, what is told of parameters, metadata, drift and names.
import { call, localstack, NONE, type RecordedCases, refused, type Step } from '../case.ts';
import { changeSet, execute } from '../stack-steps.ts';

const source = (name: string): string => localstack(`cloudformation/${name}`);
const StackName = 's-{id}';
const parameter = (Value: unknown, more: object = {}) => ({ Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value }, ...more });
const made = (template: object, Parameters: Readonly<Record<string, string>> = {}): Step[] => [
  call('cloudformation.CreateStack', {
    StackName,
    TemplateBody: JSON.stringify(template),
    Capabilities: ['CAPABILITY_IAM'],
    Parameters: Object.entries(Parameters).map(([ParameterKey, ParameterValue]) => ({ ParameterKey, ParameterValue })),
  }),
  { wait: '6s' },
];
const TEXT = { Type: 'String' };
const ROLE = {
  Type: 'AWS::IAM::Role',
  Properties: {
    RoleName: 'r-{id}',
    AssumeRolePolicyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
    },
  },
};
const POLICY = {
  Type: 'AWS::IAM::Policy',
  Properties: {
    PolicyName: 'p',
    Roles: [{ Ref: 'fnServiceRole' }],
    PolicyDocument: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 'sqs:*', Resource: '*' }] },
  },
};
const described = (contains: object, input: object = {}): Step =>
  call('cloudformation.DescribeStackResource', { StackName, ...input }, { contains: { StackResourceDetail: contains } });

export const recorded: RecordedCases = {
  service: 'cloudformation',
  cases: [
    {
      title: 'resources that are no object are told alone',
      source: source('api/test_stacks.py::test_linting_error_during_creation'),
      recorded: '2022-11',
      steps: [
        refused(
          'cloudformation.CreateStack',
          { StackName, TemplateBody: JSON.stringify({ Resources: '', Outputs: '' }) },
          'ValidationError',
          'Template format error: Any Resources member must be an object.',
        ),
      ],
    },
    {
      title: 'a condition decides whether a resource is kept, without a transform',
      source: source('engine/test_deletion_policy.py::test_deletion_policy_with_retain'),
      recorded: '2026-01',
      steps: [
        ...made(
          {
            Parameters: { EnvType: TEXT },
            Conditions: { IsPermanent: { 'Fn::Equals': [{ Ref: 'EnvType' }, 'prod'] } },
            Resources: {
              Kept: {
                ...{ Type: 'AWS::SSM::Parameter', DeletionPolicy: { 'Fn::If': ['IsPermanent', 'Retain', 'Delete'] } },
                Properties: { Name: 'kept-{id}', Type: 'String', Value: 'v' },
              },
            },
          },
          { EnvType: 'prod' },
        ),
        call('cloudformation.DeleteStack', { StackName }),
        { wait: '6s' },
        call('ssm.GetParameter', { Name: 'kept-{id}' }, { contains: { Parameter: { Value: 'v' } } }),
      ],
    },
    {
      title: 'the name of a stored parameter is filled in before it is looked up',
      source: source('test_template_engine.py::TestSsmParameters::test_resolve_ssm'),
      recorded: '2023-01',
      steps: [
        call('ssm.PutParameter', { Name: 'stored-{id}', Value: 'looked-up', Type: 'String' }),
        ...made(
          {
            Parameters: { ParameterName: TEXT },
            Resources: { P: parameter({ 'Fn::Sub': '{{resolve:ssm:${ParameterName}}}' }) },
            Outputs: { Value: { Value: { 'Fn::GetAtt': ['P', 'Value'] } } },
          },
          { ParameterName: 'stored-{id}' },
        ),
        call('cloudformation.DescribeStacks', { StackName }, { contains: { Stacks: [{ Outputs: [{ OutputValue: 'looked-up' }] }] } }),
      ],
    },
    {
      title: 'parameters stand in the order of their names',
      source: source('resources/test_cdk.py::TestCdkInit::test_cdk_bootstrap_redeploy[v20]'),
      recorded: '2025-08',
      steps: [
        ...made({ Parameters: { Trusted: TEXT, Bootstrap: TEXT }, Resources: { P: parameter('v') } }, { Trusted: 'a', Bootstrap: 'b' }),
        call(
          'cloudformation.DescribeStacks',
          { StackName },
          { contains: { Stacks: [{ Parameters: [{ ParameterKey: 'Bootstrap' }, { ParameterKey: 'Trusted' }] }] } },
        ),
      ],
    },
    {
      title: 'changes stand in the order of logical ids, the longer of two that begin alike first',
      source: source('resources/test_cdk.py::TestCdkInit::test_cdk_bootstrap_redeploy[v28]'),
      recorded: '2025-08',
      steps: [
        changeSet(
          StackName,
          'first',
          'CREATE',
          JSON.stringify({
            Resources: { StagingBucket: parameter('v'), StagingBucketPolicy: parameter({ Ref: 'StagingBucket' }), Lookup: parameter('v') },
          }),
        ),
        call(
          'cloudformation.DescribeChangeSet',
          { StackName, ChangeSetName: 'first' },
          {
            contains: {
              Changes: ['Lookup', 'StagingBucketPolicy', 'StagingBucket'].map((LogicalResourceId) => ({
                ResourceChange: { LogicalResourceId },
              })),
            },
          },
        ),
      ],
    },
    {
      title: 'what the parameter store holds now is told as a value of the template',
      source: source('v2/test_dynamic_resolving.py::TestSSMParameterValues::test_update_parameter_between_deployments'),
      recorded: '2025-08',
      steps: [
        call('ssm.PutParameter', { Name: 'stored-{id}', Value: 'one', Type: 'String' }),
        ...['first', 'second'].flatMap((name, index): Step[] => [
          changeSet(
            StackName,
            name,
            index === 0 ? 'CREATE' : 'UPDATE',
            JSON.stringify({
              Parameters: { MyValue: { Type: 'AWS::SSM::Parameter::Value<String>', Default: 'stored-{id}' } },
              Resources: { P: parameter({ Ref: 'MyValue' }) },
            }),
          ),
          ...(index === 0
            ? [...execute(StackName, name), call('ssm.PutParameter', { Name: 'stored-{id}', Value: 'two', Overwrite: true })]
            : [
                call(
                  'cloudformation.DescribeChangeSet',
                  { StackName, ChangeSetName: name },
                  {
                    contains: {
                      Changes: [
                        {
                          ResourceChange: { Details: [{ ChangeSource: 'DirectModification', Evaluation: 'Static', CausingEntity: NONE }] },
                        },
                      ],
                    },
                  },
                ),
              ]),
        ]),
      ],
    },
    {
      title: 'a change set that failed to create its stack is not told with it',
      source: source('resources/test_logs.py::test_handle_existing_log_group'),
      recorded: '2025-10',
      steps: [
        call('logs.CreateLogGroup', { logGroupName: 'there-{id}' }),
        changeSet(
          StackName,
          'first',
          'CREATE',
          JSON.stringify({ Resources: { G: { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: 'there-{id}' } } } }),
        ),
        ...execute(StackName, 'first'),
        call(
          'cloudformation.DescribeStacks',
          { StackName },
          { contains: { Stacks: [{ StackStatus: 'ROLLBACK_COMPLETE', ChangeSetId: NONE }] } },
        ),
      ],
    },
    {
      title: 'metadata is told with its functions evaluated',
      source: source('api/test_stacks.py::test_no_echo_parameter'),
      recorded: '2025-08',
      steps: [
        ...made(
          {
            Parameters: { Secret: { ...TEXT, NoEcho: true } },
            Resources: { P: parameter('v', { Metadata: { SensitiveData: { Ref: 'Secret' } } }) },
          },
          { Secret: 'SecretValue' },
        ),
        described({ Metadata: '{"SensitiveData":"SecretValue"}' }, { LogicalResourceId: 'P' }),
      ],
    },
    {
      title: 'a wait condition is named after its handle',
      source: source('resources/test_cloudformation.py::test_waitcondition'),
      recorded: '2023-05',
      steps: [
        ...made({
          Resources: {
            WaitHandle: { Type: 'AWS::CloudFormation::WaitConditionHandle' },
            WaitCondition: {
              Type: 'AWS::CloudFormation::WaitCondition',
              Properties: { Handle: { Ref: 'WaitHandle' }, Timeout: '1', Count: 0 },
            },
          },
        }),
        described({ PhysicalResourceId: /:stack\/s-[^/]+\/[^/]+\/WaitHandle$/ }, { LogicalResourceId: 'WaitCondition' }),
      ],
    },
    {
      title: 'a policy has a short name of its stack and its logical id, and a role without a description an empty one',
      source: source('resources/test_lambda.py::TestCfnLambdaIntegrations::test_cfn_lambda_sqs_source'),
      recorded: '2025-05',
      steps: [
        call('cloudformation.CreateStack', {
          StackName: 'stack-{id}',
          TemplateBody: JSON.stringify({ Resources: { fnServiceRole: ROLE, fnServiceRoleDefaultPolicy: POLICY } }),
          Capabilities: ['CAPABILITY_NAMED_IAM'],
        }),
        { wait: '6s' },
        described(
          { PhysicalResourceId: /^stack-fnSe-[A-Za-z0-9]{12}$/ },
          { StackName: 'stack-{id}', LogicalResourceId: 'fnServiceRoleDefaultPolicy' },
        ),
        call('iam.GetRole', { RoleName: 'r-{id}' }, { contains: { Role: { Description: '' } } }),
      ],
    },
  ],
};
