// Recorded answers of the service of state machines about lists, versions and aliases.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { createMachine, definitionOf, ROLE, stateMachineArn } from '../states-steps.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/${name}`);
const PASS = definitionOf({ State_1: { Type: 'Pass', End: true } });
const MACHINE = 'arn:aws:states:us-east-1:{account}:stateMachine:{id}';
const invalid = (operation: string, input: Record<string, unknown>, message: string): Step =>
  refused(`states.${operation}`, input, 'ValidationException', message, { status: 400 });

/** A page has 1,000 items at most, and a token a length. */
const limits: RecordedCase[] = (
  [
    ['ListStateMachines', 'test_sfn_api.py::TestSnfApi::test_list_sms_pagination', '2024-07', false, 1024],
    [
      'ListExecutions',
      'test_sfn_api.py::TestSnfApi::test_list_executions_pagination, …test_list_executions_versions_pagination',
      '2024-07',
      true,
      3096,
    ],
    [
      'ListStateMachineVersions',
      'test_sfn_api_versioning.py::TestSnfApiVersioning::test_list_state_machine_versions_pagination',
      '2024-07',
      true,
      1024,
    ],
    ['ListActivities', 'test_sfn_api_activities.py::TestSfnApiActivities::test_list_activities', '2024-03', false, 1024],
  ] as const
).map(([operation, source, recorded, ofMachine, length]): RecordedCase => {
  const subject = ofMachine ? { stateMachineArn } : {};
  const token = 'x'.repeat(length + 1);
  return {
    title: `${operation} takes at most 1000 results and ${length} characters of a token`,
    source: test(source),
    recorded,
    steps: [
      createMachine(PASS),
      invalid(
        operation,
        { ...subject, maxResults: 1001 },
        "1 validation error detected: Value '1001' at 'maxResults' failed to satisfy constraint: Member must have value less than or equal to 1000",
      ),
      invalid(
        operation,
        { ...subject, nextToken: token },
        `1 validation error detected: Value '${token}' at 'nextToken' failed to satisfy constraint: Member must have length less than or equal to ${length}`,
      ),
    ],
  };
});

const versioning = (name: string): string => test(`test_sfn_api_versioning.py::TestSnfApiVersioning::${name}`);
const publish = (as: string): Step => ({ call: 'states.PublishStateMachineVersion', input: { stateMachineArn }, as });
const change = (text: string): Step => ({
  call: 'states.UpdateStateMachine',
  input: { stateMachineArn, definition: definitionOf({ State_1: { Type: 'Pass', Result: text, End: true } }) },
});
const versions: RecordedCase[] = [
  {
    title: 'a description of a version needs a version',
    source: versioning('test_create_with_version_description_no_publish'),
    recorded: '2023-08',
    steps: [
      invalid(
        'CreateStateMachine',
        { name: '{id}', definition: PASS, roleArn: ROLE, versionDescription: 'v' },
        'Version description can only be set when publish is true',
      ),
    ],
  },
  {
    title: 'a version is published once for each revision',
    source: versioning('test_idempotent_publish'),
    recorded: '2023-08',
    steps: [
      createMachine(PASS),
      { ...publish('one'), answer: { creationDate: ANY, stateMachineVersionArn: `${MACHINE}:1` } } as Step,
      { ...publish('again'), answer: { creationDate: ANY, stateMachineVersionArn: `${MACHINE}:1` } } as Step,
      change('other'),
      { ...publish('two'), answer: { creationDate: ANY, stateMachineVersionArn: `${MACHINE}:2` } } as Step,
      {
        call: 'states.ListStateMachineVersions',
        input: { stateMachineArn },
        answer: { stateMachineVersions: [2, 1].map((number) => ({ creationDate: ANY, stateMachineVersionArn: `${MACHINE}:${number}` })) },
      },
    ],
  },
  {
    title: 'versions of a machine that is not there are not published',
    source: `${versioning('test_publish_state_machine_version_no_such_machine')}, …test_publish_state_machine_version_invalid_arn`,
    recorded: '2024-03',
    steps: [
      refused(
        'states.PublishStateMachineVersion',
        { stateMachineArn: MACHINE },
        'StateMachineDoesNotExist',
        `State Machine Does Not Exist: '${MACHINE}'`,
      ),
      refused(
        'states.PublishStateMachineVersion',
        { stateMachineArn: 'invalid_arn' },
        'InvalidArn',
        "Invalid Arn: 'Invalid ARN prefix: invalid_arn'",
      ),
    ],
  },
];

const aliasing = (name: string): string => test(`test_sfn_api_aliasing.py::TestSfnApiAliasing::${name}`);
const route = (version: number, weight: number) => ({ stateMachineVersionArn: `${MACHINE}:${version}`, weight });
const twoVersions: Step[] = [createMachine(PASS), publish('one'), change('other'), publish('two')];
const alias = (routingConfiguration: object, more: object = {}) =>
  ({ name: 'alias', routingConfiguration, ...more }) as Record<string, unknown>;
const PATTERN = '^(?=.*[a-zA-Z_\\-\\.])[a-zA-Z0-9_\\-\\.]+$';
const aliases: RecordedCase[] = [
  {
    title: 'an alias leads to versions, not to a machine',
    source: aliasing('test_error_create_alias_with_state_machine_arn'),
    recorded: '2025-04',
    steps: [
      createMachine(PASS),
      invalid(
        'CreateStateMachineAlias',
        alias([{ stateMachineVersionArn: MACHINE, weight: 100 }]),
        `Routing configuration must contain state machine version ARNs. Received: [${MACHINE}]`,
      ),
    ],
  },
  {
    title: 'an alias is made again as it is, and not otherwise',
    source: aliasing('test_error_create_alias_not_idempotent'),
    recorded: '2025-04',
    steps: [
      ...twoVersions,
      { call: 'states.CreateStateMachineAlias', input: alias([route(1, 50), route(2, 50)], { description: 'd' }), as: 'alias' },
      { call: 'states.CreateStateMachineAlias', input: alias([route(1, 50), route(2, 50)], { description: 'd' }) },
      ...[alias([route(1, 50), route(2, 50)], { description: 'another' }), alias([route(1, 49), route(2, 51)], { description: 'd' })].map(
        (input) =>
          refused(
            'states.CreateStateMachineAlias',
            input,
            'ConflictException',
            'Failed to create alias because an alias with the same name and a different routing configuration already exists.',
          ),
      ),
    ],
  },
  {
    title: 'the weights of an alias are 100 together, of distinct versions',
    source: aliasing('test_error_create_alias_invalid_router_configs'),
    recorded: '2025-04',
    steps: [
      ...twoVersions,
      invalid(
        'CreateStateMachineAlias',
        alias([route(1, 50), route(1, 50)]),
        `Routing configuration must contain distinct state machine version ARNs. Received: [${MACHINE}:1, ${MACHINE}:1]`,
      ),
      invalid(
        'CreateStateMachineAlias',
        alias([{ stateMachineVersionArn: MACHINE, weight: 70 }, route(2, 30)]),
        `Routing configuration must contain state machine version ARNs. Received: [${MACHINE}, ${MACHINE}:2]`,
      ),
      invalid(
        'CreateStateMachineAlias',
        alias([route(1, 101)]),
        "1 validation error detected: Value '101' at 'routingConfiguration.1.member.weight' failed to satisfy constraint: Member must have value less than or equal to 100",
      ),
      invalid(
        'CreateStateMachineAlias',
        alias([route(1, 70), route(2, 29)]),
        'Sum of routing configuration weights must equal 100. Received: [70, 29]',
      ),
      invalid(
        'CreateStateMachineAlias',
        alias([route(1, 70), route(2, 31)]),
        'Sum of routing configuration weights must equal 100. Received: [70, 31]',
      ),
    ],
  },
  {
    title: 'the name of an alias has a letter, and no spaces',
    source: aliasing('test_error_create_alias_invalid_name'),
    recorded: '2025-04',
    steps: [
      createMachine(PASS),
      publish('one'),
      ...['123', 'INVALID ALIAS', '!INVALID', 'ALIAS@'].map((name) =>
        invalid(
          'CreateStateMachineAlias',
          alias([route(1, 100)], { name }),
          `1 validation error detected: Value '${name}' at 'name' failed to satisfy constraint: Member must satisfy regular expression pattern: ${PATTERN}`,
        ),
      ),
      invalid(
        'CreateStateMachineAlias',
        alias([route(1, 100)], { name: 'A'.repeat(81) }),
        `1 validation error detected: Value '${'A'.repeat(81)}' at 'name' failed to satisfy constraint: Member must have length less than or equal to 80`,
      ),
    ],
  },
  {
    title: 'a version to which an alias leads is not deleted',
    source: aliasing('test_delete_version_with_alias'),
    recorded: '2025-04',
    steps: [
      createMachine(PASS),
      publish('one'),
      { call: 'states.CreateStateMachineAlias', input: alias([route(1, 100)]) },
      refused(
        'states.DeleteStateMachineVersion',
        { stateMachineVersionArn: `${MACHINE}:1` },
        'ConflictException',
        'Version to be deleted must not be referenced by an alias. Current list of aliases referencing this version: [alias]',
      ),
    ],
  },
  {
    title: 'an alias that is not there is not updated, and a token that is none not known',
    source: `${aliasing('test_update_no_such_alias_arn')}, …test_list_state_machine_aliases_pagination_invalid_next_token, …test_list_state_machine_aliases_pagination_max_results`,
    recorded: '2025-04',
    steps: [
      createMachine(PASS),
      publish('one'),
      refused(
        'states.UpdateStateMachineAlias',
        { stateMachineAliasArn: `${MACHINE}:alias`, routingConfiguration: [route(1, 100)] },
        'ResourceNotFound',
        'Request references a resource that does not exist.',
      ),
      refused(
        'states.ListStateMachineAliases',
        { stateMachineArn, nextToken: 'InvalidToken' },
        'InvalidToken',
        "Invalid Token: 'Invalid token'",
      ),
      invalid(
        'ListStateMachineAliases',
        { stateMachineArn, maxResults: 1001 },
        "1 validation error detected: Value '1001' at 'maxResults' failed to satisfy constraint: Member must have value less than or equal to 1000",
      ),
    ],
  },
];

const VERSION = `${MACHINE}:1`;
const republish = (published: Record<string, unknown>): Step[] =>
  [1, 2].map(() => ({
    call: 'states.UpdateStateMachine',
    input: { stateMachineArn, publish: true, ...published },
    answer: { stateMachineVersionArn: VERSION, updateDate: ANY },
  }));
const unchanged: RecordedCase[] = [
  {
    title: 'an update without a change publishes the version that is there, and tells no revision of a machine that has never changed',
    source: `${test('test_sfn_api_versioning.py::TestSnfApiVersioning::test_empty_revision_with_publish_and_publish_on_creation')}, …_and_no_publish_on_creation`,
    recorded: '2023-08',
    steps: [createMachine(PASS, { publish: true }), ...republish({ definition: PASS })],
  },
  {
    title: 'an update without a change leaves the revision as it is',
    source: test('test_sfn_api.py::TestSnfApi::test_create_update_state_machine_same_parameters'),
    recorded: '2023-08',
    steps: [
      createMachine(PASS),
      { wait: '1s' },
      { call: 'states.UpdateStateMachine', input: { stateMachineArn, roleArn: `${ROLE}-2` }, as: 'first' },
      { wait: '1s' },
      {
        call: 'states.UpdateStateMachine',
        input: { stateMachineArn, definition: PASS, roleArn: `${ROLE}-2` },
        answer: { revisionId: '{first.revisionId}', updateDate: ANY },
      },
      { call: 'states.DescribeStateMachine', input: { stateMachineArn }, contains: { revisionId: '{first.revisionId}' } },
    ],
  },
  {
    title: 'a version has no tags',
    source: test('test_sfn_api_tagging.py::TestSnfApiTagging::test_tag_state_machine_version'),
    recorded: '2023-08',
    steps: [
      createMachine(PASS, { publish: true }),
      refused(
        'states.TagResource',
        { resourceArn: VERSION, tags: [{ key: 'k', value: 'v' }] },
        'ResourceNotFound',
        `Resource not found: '${VERSION}'`,
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'states', cases: [...limits, ...versions, ...aliases, ...unchanged] };
