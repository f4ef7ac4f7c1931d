// Recorded answers of CloudFormation about the details of changes, and about attributes that are properties.
import { ANY, localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { changeSet, execute } from '../stack-steps.ts';

const test = (name: string): string => localstack(`cloudformation/${name}`);
const parameter = (Value: unknown, more: object = {}) => ({ Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value, ...more } });
const topic = (properties: object) => ({ Type: 'AWS::SNS::Topic', Properties: properties });
const body = (Resources: object, Parameters?: object, more: object = {}): string =>
  JSON.stringify({ Resources, ...(Parameters ? { Parameters } : {}), ...more });
const target = (Name: string, RequiresRecreation = 'Never') => ({ Attribute: 'Properties', Name, RequiresRecreation });
const DIRECT = { ChangeSource: 'DirectModification', Evaluation: 'Dynamic' };
const byParameter = (CausingEntity: string) => ({ CausingEntity, ChangeSource: 'ParameterReference', Evaluation: 'Static' });
const described = (ChangeSetName: string, contains: object, more: object = {}): Step => ({
  call: 'cloudformation.DescribeChangeSet',
  input: { StackName: 's-{id}', ChangeSetName, ...more },
  contains,
});
const changed = (...changes: object[]) => ({ Changes: changes.map((ResourceChange) => ({ Type: 'Resource', ResourceChange })) });
const from = (before: string, after: string): Step[] => [
  changeSet('s-{id}', 'first', 'CREATE', before),
  ...execute('s-{id}', 'first'),
  changeSet('s-{id}', 'second', 'UPDATE', after),
];

const named = (TopicName: string, more: object) => topic({ TopicName: `${TopicName}-{id}`, ...more });
const shownName = (id: string) => ({ 'Fn::GetAtt': [id, 'DisplayName'] });
const chain = (DisplayName: string): string =>
  body({
    Topic1: named('t1', { DisplayName }),
    Topic2: named('t2', { DisplayName: shownName('Topic1') }),
    Topic3: named('t3', { DisplayName: shownName('Topic2') }),
  });
const modified = (LogicalResourceId: string, Details: object[]) => ({
  ...{ Action: 'Modify', LogicalResourceId, Replacement: 'False', Scope: ['Properties'] },
  Details: Details.map((detail) => ({ ...detail, Target: target('DisplayName') })),
});
const byAttribute = (CausingEntity: string) => ({ CausingEntity, ChangeSource: 'ResourceAttribute', Evaluation: 'Dynamic' });
const STATIC = { ChangeSource: 'DirectModification', Evaluation: 'Static' };

const dependents: RecordedCase[] = [
  {
    title: 'a text that is joined with a value of later is known later as a whole',
    source: test('test_change_set_fn_join.py::TestChangeSetFnJoin::test_update_refence_argument'),
    recorded: '2025-05',
    steps: [
      changeSet(
        's-{id}',
        'first',
        'CREATE',
        body({
          Topic1: named('t1', { DisplayName: 'one' }),
          Topic2: named('t2', { DisplayName: { 'Fn::Join': ['-', ['prefix', shownName('Topic1')]] } }),
        }),
      ),
      described(
        'first',
        changed(
          { LogicalResourceId: 'Topic1' },
          { LogicalResourceId: 'Topic2', AfterContext: /"DisplayName":"\{\{changeSet:KNOWN_AFTER_APPLY\}\}"/ },
        ),
        { IncludePropertyValues: true },
      ),
    ],
  },
  {
    title: 'what refers to an attribute of a resource that changes is listed, and so on, but not where property values are asked for',
    source: test('test_change_set_fn_get_attr.py::TestChangeSetFnGetAttr::test_direct_attribute_value_change_in_get_attr_chain'),
    recorded: '2025-04',
    steps: [
      ...from(chain('display-value-1'), chain('display-value-2')),
      described(
        'second',
        changed(
          modified('Topic1', [STATIC]),
          modified('Topic2', [byAttribute('Topic1.DisplayName')]),
          modified('Topic3', [byAttribute('Topic2.DisplayName')]),
        ),
      ),
      described('second', changed({ Action: 'Modify', LogicalResourceId: 'Topic1' }), { IncludePropertyValues: true }),
    ],
  },
  {
    title: 'so is what takes a part of the attribute',
    source: test('test_change_set_fn_select.py::TestChangeSetFnSelect::test_fn_select_change_get_att_reference'),
    recorded: '2025-05',
    steps: [
      ...from(
        ...(['1st', '2nd'].map((first) =>
          body({
            Topic1: named('t1', { DisplayName: first }),
            Topic2: named('t2', { DisplayName: { 'Fn::Select': [0, [shownName('Topic1'), 'other']] } }),
          }),
        ) as [string, string]),
      ),
      described('second', changed(modified('Topic1', [STATIC]), modified('Topic2', [byAttribute('Topic1.DisplayName')]))),
    ],
  },
];

const details: RecordedCase[] = [
  {
    title: 'a value that comes from a parameter is told with the parameter, and as one that may come from the template',
    source: test('test_change_set_fn_sub.py::TestChangeSetFnSub::test_fn_sub_addition_parameter'),
    recorded: '2025-05',
    steps: [
      ...from(
        body({ P: parameter('text') }),
        body({ P: parameter({ 'Fn::Sub': 'of ${Name}' }) }, { Name: { Type: 'String', Default: 'x' } }),
      ),
      described(
        'second',
        changed({
          Action: 'Modify',
          Replacement: 'False',
          Scope: ['Properties'],
          Details: [
            { ...byParameter('Name'), Target: target('Value') },
            { ...DIRECT, Target: target('Value') },
          ],
        }),
      ),
    ],
  },
  {
    title: 'what a removed resource took from another is told as unknown before',
    source: test('api/test_stacks.py::test_stack_deletion_order[C]'),
    recorded: '2025-08',
    steps: [
      ...from(body({ A: parameter('v'), C: parameter({ 'Fn::GetAtt': ['A', 'Value'] }) }), body({ A: parameter('v') })),
      described(
        'second',
        changed({
          Action: 'Remove',
          LogicalResourceId: 'C',
          PolicyAction: 'Delete',
          Scope: [],
          Details: [],
          BeforeContext: /"Value":"\{\{changeSet:KNOWN_AFTER_APPLY\}\}"/,
        }),
        { IncludePropertyValues: true },
      ),
    ],
  },
  {
    title: 'a parameter that replaces is told with its values',
    source: test('test_change_set_parameters.py::TestChangeSetParameters::test_update_parameter_default_value'),
    recorded: '2025-05',
    steps: [
      ...from(
        body({ P: parameter('v', { Name: { Ref: 'Name' } }) }, { Name: { Type: 'String', Default: 'one' } }),
        body({ P: parameter('v', { Name: { Ref: 'Name' } }) }, { Name: { Type: 'String', Default: 'two' } }),
      ),
      described(
        'second',
        changed({
          Action: 'Modify',
          Replacement: 'True',
          PolicyAction: 'ReplaceAndDelete',
          Details: [
            {
              ...byParameter('Name'),
              Target: {
                ...target('Name', 'Always'),
                BeforeValue: 'one',
                AfterValue: 'two',
                AttributeChangeType: 'Modify',
                Path: '/Properties/Name',
              },
            },
            { ...DIRECT, Target: { ...target('Name', 'Always'), BeforeValue: 'one', AfterValue: 'two' } },
          ],
        }),
        { IncludePropertyValues: true },
      ),
    ],
  },
  {
    title: 'a value of a mapping is told as one of the template, though the region chooses it',
    source: test('test_change_set_mappings.py::TestChangeSetMappings::test_fn_find_in_map_with_nested_ref_change_mapping'),
    recorded: '2025-05',
    steps: [
      ...from(
        body({ P: parameter({ 'Fn::FindInMap': ['M', { Ref: 'AWS::Region' }, 'v'] }) }, undefined, {
          Mappings: { M: { 'us-east-1': { v: 'one' } } },
        }),
        body({ P: parameter({ 'Fn::FindInMap': ['M', { Ref: 'AWS::Region' }, 'v'] }) }, undefined, {
          Mappings: { M: { 'us-east-1': { v: 'two' } } },
        }),
      ),
      described('second', changed({ Details: [{ ChangeSource: 'DirectModification', Evaluation: 'Static', Target: target('Value') }] })),
    ],
  },
  {
    title: 'what follows from a replacement is certain, and with values also told as one that may come from the template',
    source: test('test_change_set_ref.py::TestChangeSetRef::test_immutable_property_update_causes_resource_replacement'),
    recorded: '2025-05',
    steps: [
      ...from(
        body({ One: parameter('v', { Name: 'one-{id}' }), Two: parameter({ Ref: 'One' }) }),
        body({ One: parameter('v', { Name: 'other-{id}' }), Two: parameter({ Ref: 'One' }) }),
      ),
      described(
        'second',
        changed(
          { LogicalResourceId: 'One', Replacement: 'True' },
          {
            LogicalResourceId: 'Two',
            Replacement: 'False',
            Details: [{ CausingEntity: 'One', ChangeSource: 'ResourceReference', Evaluation: 'Static', Target: target('Value') }],
          },
        ),
      ),
      described(
        'second',
        changed(
          { LogicalResourceId: 'One', Replacement: 'True' },
          {
            LogicalResourceId: 'Two',
            Details: [
              { ...DIRECT, Target: { ...target('Value'), BeforeValue: 'one-{id}', AfterValue: '{{changeSet:KNOWN_AFTER_APPLY}}' } },
              { CausingEntity: 'One', ChangeSource: 'ResourceReference', Evaluation: 'Static' },
            ],
          },
        ),
        { IncludePropertyValues: true },
      ),
    ],
  },
  {
    title: 'tags of the template are a property like others',
    source: test(
      'api/test_stacks.py::test_no_echo_parameter, test_change_set_fn_transform.py::TestChangeSetFnTransform::test_embedded_macro_fn_transform',
    ),
    recorded: '2025-05',
    steps: [
      ...from(body({ T: topic({ Tags: [{ Key: 'k', Value: 'one' }] }) }), body({ T: topic({ Tags: [{ Key: 'k', Value: 'two' }] }) })),
      described('second', changed({ Scope: ['Properties'], Details: [{ Target: { Attribute: 'Properties', Name: 'Tags' } }] })),
    ],
  },
];

const attributes: RecordedCase[] = [
  {
    title: 'every property of a topic is an attribute',
    source: test('test_change_set_fn_get_attr.py::TestChangeSetFnGetAttr::test_resource_addition'),
    recorded: '2025-05',
    steps: [
      {
        call: 'cloudformation.CreateStack',
        input: {
          StackName: 's-{id}',
          TemplateBody: body(
            { One: topic({ DisplayName: 'shown' }), Two: topic({ DisplayName: { 'Fn::GetAtt': ['One', 'DisplayName'] } }) },
            undefined,
            {
              Outputs: { Name: { Value: { 'Fn::GetAtt': 'Two.DisplayName' } } },
            },
          ),
        },
        answer: { StackId: ANY },
      },
      { wait: '6s' },
      {
        call: 'cloudformation.DescribeStacks',
        input: { StackName: 's-{id}' },
        contains: { Stacks: [{ StackStatus: 'CREATE_COMPLETE', Outputs: [{ OutputKey: 'Name', OutputValue: 'shown' }] }] },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'cloudformation', cases: [...dependents, ...details, ...attributes] };
