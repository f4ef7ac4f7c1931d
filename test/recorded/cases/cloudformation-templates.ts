// Recorded answers of CloudFormation to templates that it refuses.
import { localstack, type RecordedCase, type RecordedCases } from '../case.ts';

interface RefusedTemplate {
  readonly title: string;
  readonly template: object | string;
  readonly message: string | RegExp;
  /** The test that recorded it, unless a `source` is named. */
  readonly test?: string;
  readonly source?: string;
  readonly recorded: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly operation?: 'CreateStack' | 'ValidateTemplate' | 'GetTemplateSummary';
}

const PARAMETER = { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value: 'v' } };
const TOPIC = { Type: 'AWS::SNS::Topic' };
const withValue = (Value: unknown) => ({ Resources: { P: { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value } } } });
const withMap = (Mappings: unknown, map: readonly unknown[]) => ({ Mappings, ...withValue({ 'Fn::FindInMap': map }) });
const withOutput = (MyOutput: unknown) => ({ Resources: { Foo: TOPIC }, Outputs: { MyOutput } });
const SUFFIXES = { Suffixes: { A: { Suffix: 'suffix-a' }, B: { Suffix: 'suffix-b' } } };
const NO_MAP = 'Template format error: Every Mappings attribute must be a String or a List.';

const templates: RefusedTemplate[] = [
  {
    title: 'a template without resources',
    template: {},
    message: 'Template format error: At least one Resources member must be defined.',
    test: 'cloudformation/api/test_validations.py::test_missing_resources_block',
    recorded: '2024-05',
  },
  {
    title: 'the summary of a template without resources',
    operation: 'GetTemplateSummary',
    template: {},
    message: 'Template format error: At least one Resources member must be defined.',
    test: 'cloudformation/api/test_templates.py::test_get_template_summary_no_resources',
    recorded: '2025-10',
  },
  {
    title: 'a resource without a type',
    template: { Resources: { A: { Properties: {} } } },
    message: 'Template format error: [/Resources/A] Every Resources object must contain a Type member.',
    test: 'cloudformation/api/test_validations.py::test_resources_blocks[missing-type]',
    recorded: '2024-05',
  },
  {
    title: 'a resource with a member that is none',
    template: { Resources: { A: { ...TOPIC, Invalid: 10 } } },
    message: "Invalid template resource property 'Invalid'",
    test: 'cloudformation/api/test_validations.py::test_resources_blocks[invalid-key]',
    recorded: '2024-05',
  },
  {
    title: 'a resource that is no object',
    template: { Resources: { A: 'text' } },
    operation: 'CreateStack',
    message: 'Template format error: Any Resources member must be an object.',
    test: 'cloudformation/api/test_stacks.py::test_linting_error_during_creation',
    recorded: '2022-11',
  },
  {
    title: 'a logical id with hyphens',
    template: { Resources: { 'my-bad-resource-id': PARAMETER } },
    message: 'Template format error: Resource name my-bad-resource-id is non alphanumeric.',
    test: 'cloudformation/api/test_resources.py::test_invalid_logical_resource_id',
    recorded: '2025-07',
  },
  {
    title: 'a pseudo parameter as the name of a resource',
    template: { Resources: { 'AWS::NoValue': PARAMETER } },
    message: 'Template format error: Resource name AWS::NoValue is non alphanumeric.',
    test: 'cloudformation/api/test_changesets.py::test_using_pseudoparameters_in_places[resource]',
    recorded: '2025-09',
  },
  {
    title: 'a pseudo parameter as the name of a parameter',
    template: { Parameters: { 'AWS::NoValue': { Type: 'String' } }, Resources: { A: PARAMETER } },
    message: 'Template format error: Parameter name AWS::NoValue is non alphanumeric.',
    test: 'cloudformation/api/test_changesets.py::test_using_pseudoparameters_in_places[parameter]',
    recorded: '2025-09',
  },
  {
    title: 'a section without a value',
    operation: 'CreateStack',
    template: 'Resources: {"Q": {"Type": "AWS::SQS::Queue", "Properties": {}}}\nOutputs:\n',
    message: "[/Outputs] 'null' values are not allowed in templates",
    source: 'getmoto/moto, pull request 4221',
    recorded: '2021-08',
  },
  {
    title: 'an output whose value is null',
    template: withOutput({ Value: null }),
    message: "[/Outputs/MyOutput/Value] 'null' values are not allowed in templates",
    test: 'cloudformation/api/test_validations.py::test_invalid_output_structure[none-value]',
    recorded: '2024-05',
  },
  {
    title: 'an output with two nulls, of which the first is told',
    template: withOutput({ Value: null, AnotherValue: null }),
    message: "[/Outputs/MyOutput/Value] 'null' values are not allowed in templates",
    test: 'cloudformation/api/test_validations.py::test_invalid_output_structure[missing-def]',
    recorded: '2024-05',
  },
  {
    title: 'an output without a value',
    template: withOutput({}),
    message: 'Template format error: Every Outputs member must contain a Value object',
    test: 'cloudformation/api/test_validations.py::test_invalid_output_structure[multiple-nones]',
    recorded: '2024-05',
  },
  {
    title: 'a key that a mapping does not have',
    template: withMap(SUFFIXES, ['Suffixes', 'C', 'Suffix']),
    message: 'Template error: Unable to get mapping for Suffixes::C::Suffix',
    test: 'cloudformation/engine/test_mappings.py::TestCloudFormationMappings::test_async_mapping_error_first_level_v2',
    recorded: '2025-08',
  },
  {
    title: 'a second key that a mapping does not have',
    template: withMap(SUFFIXES, ['Suffixes', 'A', 'NotValid']),
    message: 'Template error: Unable to get mapping for Suffixes::A::NotValid',
    test: 'cloudformation/engine/test_mappings.py::TestCloudFormationMappings::test_async_mapping_error_second_level_v2',
    recorded: '2025-08',
  },
  {
    title: 'a mapping with a function, even where a key is missing, too',
    template: withMap({ Suffixes: { A: { Suffix: { Ref: 'AWS::Region' } }, B: { Suffix: 'b' } } }, ['Suffixes', 'C', 'Suffix']),
    message: NO_MAP,
    test: 'cloudformation/engine/test_mappings.py::TestCloudFormationMappings::test_mapping_with_invalid_refs',
    recorded: '2023-06',
  },
  {
    title: 'a mapping of three levels',
    template: withMap({ Suffixes: { A: { Suffix: { SuffixValue: 'a' } } } }, ['Suffixes', 'A', 'Suffix', 'SuffixValue']),
    message: NO_MAP,
    test: 'cloudformation/engine/test_mappings.py::TestCloudFormationMappings::test_mapping_maximum_nesting_depth',
    recorded: '2023-06',
  },
  {
    title: 'a mapping of one level',
    template: withMap({ Suffixes: { A: 'suffix-a', B: 'suffix-b' } }, ['Suffixes', 'A']),
    message: 'Template format error: Every Mappings member A must be a map',
    test: 'cloudformation/engine/test_mappings.py::TestCloudFormationMappings::test_mapping_minimum_nesting_depth',
    recorded: '2023-06',
  },
  {
    title: 'a condition that compares one value',
    template: { Conditions: { ShouldDeploy: { 'Fn::Equals': ['a'] } }, Resources: { Topic1: TOPIC } },
    message: 'Template error: every Fn::Equals object requires a list of 2 string parameters.',
    test: 'cloudformation/engine/test_conditions.py::TestValidateConditions::test_validate_equals_args_len',
    recorded: '2025-10',
  },
  {
    title: 'an Fn::If with a condition that is not there',
    template: {
      Resources: {
        P: { Type: 'AWS::SNS::Topic', Properties: { Tags: [{ 'Fn::If': ['MissingCondition', 'AWS::NoValue', 'AWS::NoValue'] }] } },
      },
    },
    message: 'Template error: unresolved condition dependency MissingCondition in Fn::If',
    test: 'cloudformation/test_change_set_conditions.py::TestChangeSetConditions::test_missing_condition',
    recorded: '2025-10',
  },
  {
    title: 'an output that refers to a resource whose condition is false',
    template: {
      Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
      Resources: { MyTopic: { ...TOPIC, Condition: 'Never' }, Other: TOPIC },
      Outputs: { Name: { Value: { 'Fn::GetAtt': ['MyTopic', 'TopicName'] } } },
    },
    message: 'Unresolved resource dependencies [MyTopic] in the Outputs block of the template',
    test: 'cloudformation/engine/test_conditions.py::TestCloudFormationConditions::test_output_reference_to_skipped_resource',
    recorded: '2023-06',
  },
  {
    title: 'a resource that refers to one whose condition is false',
    template: {
      Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
      Resources: { MyTopic: { ...TOPIC, Condition: 'Never' }, ...withValue({ Ref: 'MyTopic' }).Resources },
    },
    message: 'Template format error: Unresolved resource dependencies [MyTopic] in the Resources block of the template',
    test: 'cloudformation/engine/test_conditions.py::TestCloudFormationConditions::test_dependent_ref',
    recorded: '2023-06',
  },
  {
    title: 'a resource with an attribute of one whose condition is false',
    template: {
      Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
      Resources: { MyTopic: { ...TOPIC, Condition: 'Never' }, ...withValue({ 'Fn::GetAtt': ['MyTopic', 'TopicName'] }).Resources },
    },
    message: 'Template format error: Unresolved resource dependencies [MyTopic] in the Resources block of the template',
    test: 'cloudformation/engine/test_conditions.py::TestCloudFormationConditions::test_dependent_get_att',
    recorded: '2025-09',
  },
  {
    title: 'a dependency on a resource that is not there',
    template: { Resources: { A: { ...TOPIC, DependsOn: 'NonExistingResource' } } },
    message: 'Template format error: Unresolved resource dependencies [NonExistingResource] in the Resources block of the template',
    test: 'cloudformation/engine/test_references.py::TestDependsOn::test_depends_on_with_missing_reference',
    recorded: '2023-07',
  },
  {
    title: 'a reference to nothing',
    template: withValue({ Ref: 'InvalidRef' }),
    message: 'Template format error: Unresolved resource dependencies [InvalidRef] in the Resources block of the template',
    test: 'cloudformation/engine/test_references.py::test_useful_error_when_invalid_ref',
    recorded: '2024-05',
  },
  {
    title: 'an Fn::Split whose argument is no list',
    template: withValue({ 'Fn::Split': { Ref: 'AWS::Region' } }),
    message:
      'Template error: every Fn::Split object requires two parameters, (1) a string delimiter and (2) a string to be split or a function that returns a string to be split.',
    test: 'cloudformation/test_change_set_fn_split.py::TestSplitValidations::test_validate_split_arguments_len',
    recorded: '2025-10',
  },
  {
    title: 'a number that is none',
    template: { Parameters: { Value: { Type: 'Number' } }, Resources: { A: PARAMETER } },
    parameters: { Value: 'not-a-number' },
    message: "Parameter 'Value' must be a number.",
    test: 'cloudformation/test_change_set_parameters.py::TestChangeSetParameters::test_invalid_parameter_type',
    recorded: '2025-10',
  },
  {
    title: 'a parameter without a value',
    template: { Parameters: { Input: { Type: 'String' } }, Resources: { A: PARAMETER } },
    message: 'Parameters: [Input] must have values',
    test: 'cloudformation/api/test_stacks.py::test_no_parameters_given',
    recorded: '2025-07',
  },
  {
    title: 'a transform whose name is a function',
    operation: 'CreateStack',
    template: { Parameters: { MacroName: { Type: 'String' } }, Resources: { A: PARAMETER }, Transform: [{ Name: { Ref: 'MacroName' } }] },
    parameters: { MacroName: 'NonExistent' },
    message: 'Key Name of transform definition must be a string.',
    test: 'cloudformation/test_template_engine.py::TestMacros::test_error_pass_macro_as_reference',
    recorded: '2023-01',
  },
  {
    title: 'text that is no template',
    operation: 'CreateStack',
    template: 'https://raw.githubusercontent.com/templates/instance.yaml',
    message: 'Template format error: unsupported structure.',
    test: 'cloudformation/api/test_stacks.py::TestStacksApi::test_create_stack_url_as_template',
    recorded: '2025-10',
  },
  {
    title: 'JSON that is none',
    operation: 'ValidateTemplate',
    template: '{"this is invalid JSON"="bobbins"}',
    message: 'Template format error: JSON not well-formed. (line 1, column 25)',
    test: 'cloudformation/api/test_templates.py::test_validate_invalid_json_template_should_fail',
    recorded: '2024-06',
  },
  {
    title: 'YAML that is none',
    operation: 'CreateStack',
    template:
      'Resources:\n  A:\n    Type: AWS::S3::Bucket\n    Properties:\n        BucketName: test\n      VersioningConfiguration:\n        Status: Enabled\n',
    message: /^Template format error: YAML not well-formed\. \(line \d+, column \d+\)$/,
    test: 'cloudformation/api/test_templates.py::test_create_stack_invalid_yaml_template_should_fail',
    recorded: '2025-11',
  },
];

function caseOf({
  title,
  template,
  message,
  test = '',
  source = localstack(test),
  recorded,
  parameters = {},
  operation,
}: RefusedTemplate): RecordedCase {
  const TemplateBody = typeof template === 'string' ? template : JSON.stringify(template);
  const StackName = 'refused';
  const Parameters = Object.entries(parameters).map(([ParameterKey, ParameterValue]) => ({ ParameterKey, ParameterValue }));
  const input = {
    CreateChangeSet: { StackName, TemplateBody, Parameters, ChangeSetName: 'refused', ChangeSetType: 'CREATE' },
    CreateStack: { StackName, TemplateBody, Parameters, Capabilities: ['CAPABILITY_AUTO_EXPAND'] },
    ValidateTemplate: { TemplateBody },
    GetTemplateSummary: { TemplateBody },
  }[operation ?? 'CreateChangeSet'];
  const call = `cloudformation.${operation ?? 'CreateChangeSet'}`;
  const error = { code: 'ValidationError', message, status: 400 };
  return { title: `refused is ${title}`, source, recorded, steps: [{ call, input, error }] };
}

export const recorded: RecordedCases = { service: 'cloudformation', cases: templates.map(caseOf) };
