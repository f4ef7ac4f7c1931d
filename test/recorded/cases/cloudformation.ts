// Recorded answers of CloudFormation.
import { ANY, localstack, moto, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const ROLE_OF_RESOURCE = { Type: 'AWS::CloudFormation::WaitConditionHandle' };
const create = (StackName: string, template: object): Step[] => [
  { call: 'cloudformation.CreateStack', input: { StackName, TemplateBody: JSON.stringify(template) } },
  { wait: '6s' },
];
const queue = (more: object = {}) => ({ Type: 'AWS::SQS::Queue', ...more });

const cases: RecordedCase[] = [
  {
    title: 'a stack without outputs, parameters and capabilities has no lists of them',
    source: `${localstack('cloudformation/**/*.snapshot.json')}, DescribeStacks in 344 of 344 recordings; moto's verified tests`,
    recorded: 'before 2026-03',
    steps: [
      ...create('plain', { Resources: { Handle: ROLE_OF_RESOURCE } }),
      {
        call: 'cloudformation.DescribeStacks',
        input: { StackName: 'plain' },
        answer: {
          Stacks: [
            {
              StackId: ANY,
              StackName: 'plain',
              CreationTime: ANY,
              StackStatus: 'CREATE_COMPLETE',
              DisableRollback: false,
              NotificationARNs: [],
              RollbackConfiguration: {},
              Tags: [],
              EnableTerminationProtection: false,
              DriftInformation: { StackDriftStatus: 'NOT_CHECKED' },
              LastOperations: ANY,
            },
          ],
        },
      },
    ],
  },
  {
    title: 'a template that needs nothing declares no capabilities and no transforms',
    source: localstack('cloudformation/api/test_templates.py (ValidateTemplate)'),
    recorded: 'before 2026-03',
    steps: [
      {
        call: 'cloudformation.ValidateTemplate',
        input: { TemplateBody: JSON.stringify({ Resources: { Handle: ROLE_OF_RESOURCE } }) },
        answer: { Parameters: [] },
      },
    ],
  },
  {
    title: 'the deletion of a stack is called off while its export is imported, and the stack stays what it was',
    source: 'aws/aws-cdk issue 604, USSBA/aws-cft-tools issue 27',
    recorded: 'before 2026-03',
    steps: [
      ...create('a', { Resources: { Q: queue() }, Outputs: { Out: { Value: { Ref: 'Q' }, Export: { Name: 'ex1' } } } }),
      ...create('b', { Resources: { Q: queue() }, Outputs: { Out: { Value: { 'Fn::ImportValue': 'ex1' } } } }),
      { call: 'cloudformation.DeleteStack', input: { StackName: 'a' } },
      { wait: '6s' },
      {
        call: 'cloudformation.DescribeStacks',
        input: { StackName: 'a' },
        contains: { Stacks: [{ StackStatus: 'CREATE_COMPLETE', StackStatusReason: 'Export ex1 cannot be deleted as it is in use by b' }] },
      },
    ],
  },
  {
    title: 'a generated name shares its room between the stack and the logical id',
    source: 'KensioSoftware/yulin pull request 1113, names of a real account',
    recorded: 'before 2026-03',
    steps: [
      ...create('ChineseboostAnalyticsStack', { Resources: { RainlyticsLogsBucket8DF4ABCDEF: { Type: 'AWS::S3::Bucket' } } }),
      {
        call: 'cloudformation.DescribeStackResource',
        input: { StackName: 'ChineseboostAnalyticsStack', LogicalResourceId: 'RainlyticsLogsBucket8DF4ABCDEF' },
        contains: { StackResourceDetail: { PhysicalResourceId: /^chineseboostanalyticsstac-rainlyticslogsbucket8df4-[a-z0-9]{12}$/ } },
      },
    ],
  },
];

const refused = (Value: object, message: string): Step => ({
  call: 'cloudformation.CreateStack',
  input: { StackName: 'refused', TemplateBody: JSON.stringify({ Resources: { Q: queue() }, Outputs: { Out: { Value } } }) },
  error: { code: 'ValidationError', message, status: 400 },
});
const GET_ATT = 'Template error: every Fn::GetAtt object requires two non-empty parameters, the resource name and the resource attribute';
const SELECT = 'Template error: Fn::Select requires a list argument with two elements: an integer index and a list';

const functions: RecordedCase[] = [
  {
    title: 'an attribute needs a resource and a name',
    source: localstack('cloudformation/test_change_set_fn_get_attr.py::test_invalid_structure'),
    recorded: '2025-10',
    steps: [
      refused({ 'Fn::GetAtt': ['Q'] }, GET_ATT),
      refused({ 'Fn::GetAtt': [{ Ref: 'Q' }, 'Arn'] }, GET_ATT),
      refused({ 'Fn::GetAtt': 'Q' }, GET_ATT),
    ],
  },
  {
    title: 'a selection needs an index and a list that has it',
    source: localstack('cloudformation/test_change_set_fn_select.py::test_invalid_select_index_type'),
    recorded: '2025-09',
    steps: [
      refused({ 'Fn::Select': ['one', ['a', 'b']] }, SELECT),
      refused({ 'Fn::Select': [0, 'a'] }, SELECT),
      refused({ 'Fn::Select': [5, ['a', 'b']] }, SELECT),
    ],
  },
  {
    title: 'a parameter has a value or its previous one',
    source: moto('tests/test_cloudformation (UsePreviousValue)'),
    recorded: 'before 2026-03',
    steps: [
      ...create('kept', { Parameters: { K: { Type: 'String', Default: 'a' } }, Resources: { Q: queue() } }),
      {
        call: 'cloudformation.UpdateStack',
        input: {
          StackName: 'kept',
          UsePreviousTemplate: true,
          Parameters: [{ ParameterKey: 'K', UsePreviousValue: true, ParameterValue: 'b' }],
        },
        error: {
          code: 'ValidationError',
          message: 'Invalid input for parameter key K. Cannot specify usePreviousValue as true and non empty value for a parameter',
        },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'cloudformation', cases: [...cases, ...functions] };
