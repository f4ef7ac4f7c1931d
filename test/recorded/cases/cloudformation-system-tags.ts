// Recorded answers about the tags that CloudFormation gives to resources by itself.
import { call, localstack, type RecordedCases, type Step } from '../case.ts';

const stack = (Resources: object): Step[] => [
  { call: 'cloudformation.CreateStack', input: { StackName: 'tagged', TemplateBody: JSON.stringify({ Resources }) }, as: 'made' },
  { wait: '6s' },
];
const resource = (LogicalResourceId: string): Step => ({
  call: 'cloudformation.DescribeStackResource',
  input: { StackName: 'tagged', LogicalResourceId },
  as: 'resource',
});
const tagsOf = (logicalId: string, more: object = {}) => ({
  'aws:cloudformation:logical-id': logicalId,
  'aws:cloudformation:stack-id': '{made.StackId}',
  'aws:cloudformation:stack-name': 'tagged',
  ...more,
});
const FUNCTION = {
  Type: 'AWS::Lambda::Function',
  Properties: {
    FunctionName: 'tagged-function',
    Runtime: 'nodejs24.x',
    Handler: 'index.handler',
    Role: 'arn:aws:iam::000000000000:role/any',
    Code: { ZipFile: 'exports.handler = async () => 1;' },
  },
};
const PLAN = {
  Type: 'AWS::ApiGateway::UsagePlan',
  Properties: { Quota: { Limit: 5000, Period: 'MONTH' }, Tags: [{ Key: 'test', Value: 'value1' }] },
};
const id = '{resource.StackResourceDetail.PhysicalResourceId}';
const resources = (test: string): string => localstack(`cloudformation/resources/${test}`);

export const recorded: RecordedCases = {
  service: 'cloudformation',
  cases: [
    {
      title: 'a function of a stack has the tags of the stack by name, id and logical id',
      source: resources('test_lambda.py::test_lambda_function_tags'),
      recorded: '2024-10',
      steps: [
        ...stack({ Fn: { ...FUNCTION, Properties: { ...FUNCTION.Properties, Tags: [{ Key: 'Environment', Value: 'dev' }] } } }),
        call('lambda.GetFunction', { FunctionName: 'tagged-function' }, { contains: { Tags: tagsOf('Fn', { Environment: 'dev' }) } }),
      ],
    },
    {
      title: 'a REST API of a stack has these tags',
      source: resources('test_apigateway.py::test_cfn_apigateway_rest_api'),
      recorded: '2025-05',
      steps: [
        ...stack({ Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'DemoApi_dev' } } }),
        resource('Api'),
        call('apigateway.GetRestApi', { restApiId: id }, { contains: { name: 'DemoApi_dev', tags: tagsOf('Api') } }),
      ],
    },
    {
      title: 'a usage plan keeps these tags when its own change',
      source: resources('test_apigateway.py::test_update_usage_plan'),
      recorded: '2024-09',
      steps: [
        ...stack({ Plan: PLAN }),
        resource('Plan'),
        call(
          'apigateway.GetUsagePlan',
          { usagePlanId: id },
          { contains: { quota: { limit: 5000, offset: 0, period: 'MONTH' }, tags: tagsOf('Plan', { test: 'value1' }) } },
        ),
        call('cloudformation.UpdateStack', {
          StackName: 'tagged',
          TemplateBody: JSON.stringify({
            Resources: { Plan: { ...PLAN, Properties: { ...PLAN.Properties, Tags: [{ Key: 'test', Value: 'value-updated' }] } } },
          }),
        }),
        { wait: '6s' },
        call('apigateway.GetUsagePlan', { usagePlanId: id }, { contains: { tags: tagsOf('Plan', { test: 'value-updated' }) } }),
      ],
    },
    {
      title: 'a secret lists the name of the stack, the logical id and the id of the stack in this order',
      source: resources('test_secretsmanager.py::test_cfn_handle_secretsmanager_secret'),
      recorded: '2024-10',
      steps: [
        ...stack({
          Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'tagged-secret', Description: 'Aurora Password' } },
        }),
        call(
          'secretsmanager.DescribeSecret',
          { SecretId: 'tagged-secret' },
          {
            contains: {
              Tags: [
                { Key: 'aws:cloudformation:stack-name', Value: 'tagged' },
                { Key: 'aws:cloudformation:logical-id', Value: 'Secret' },
                { Key: 'aws:cloudformation:stack-id', Value: '{made.StackId}' },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a mapping of a stack has these tags beside its own',
      source: localstack('lambda_/event_source_mapping/test_cfn_resource.py::test_adding_tags'),
      recorded: '2025-11',
      steps: [
        ...stack({
          Queue: { Type: 'AWS::SQS::Queue' },
          Fn: FUNCTION,
          Mapping: {
            Type: 'AWS::Lambda::EventSourceMapping',
            Properties: {
              EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] },
              FunctionName: { Ref: 'Fn' },
              Tags: [{ Key: 'my', Value: 'tag' }],
            },
          },
        }),
        resource('Mapping'),
        call(
          'lambda.ListTags',
          { Resource: `arn:aws:lambda:us-east-1:{account}:event-source-mapping:${id}` },
          { answer: { Tags: tagsOf('Mapping', { my: 'tag' }) } },
        ),
      ],
    },
  ],
};
