// Tests of the recorded suite that do not show a fault of this emulator, each rule with its reason (see ../recorded.ts). `circumstances.py` tells what is taken out of answers
// before they are compared.

import { PLACE_RULES, type Rule } from './place-rules.ts';

export type { Rule } from './place-rules.ts';

const EARLIER = 'the cloud answers otherwise since, by later recordings of the same suite';

export const RULES: readonly Rule[] = [
  // Tests that cannot pass anywhere.
  {
    reason:
      'the test calls the suite’s own helper wrongly (`wait_until` calls its function without arguments, `deploy_cfn_template` has no `parameter`, `yaml.load` wants a loader)',
    kind: 'suite',
    tests:
      /test_failure_options_for_stack_|test_parameter_getatt_exploration|test_prevent_deletion|test_parameter_usepreviousvalue_behavior/,
  },
  { reason: 'the suite has no recording of the test', kind: 'suite', lines: /^E +Exception: No state for / },
  { reason: 'a fixture that the suite does not have', kind: 'suite', lines: /^E +fixture '\w+' not found/ },
  {
    reason: 'needs a package of constructs (aws-cdk-lib) beside the suite',
    kind: 'suite',
    lines: /AttributeError: 'App' object has no attribute 'node'/,
  },
  { reason: 'needs the suite’s build of Java code', kind: 'suite', lines: /Failed to build lambda for Kinesis Java/ },
  {
    reason: 'a release of a Python package that reads less than the suite’s (cbor2 from 6 on reads dates in no fractions of seconds)',
    kind: 'suite',
    lines: /CBORDecodeError: error decoding epoch-form datetime/,
  },
  {
    reason: 'needs the suite’s builds of code for every runtime, which are made with foreign tool chains',
    kind: 'suite',
    lines: /Failed to build multiruntime scenario/,
  },
  { reason: 'needs a container engine', kind: 'suite', lines: /Docker not available|DockerNotAvailable/ },
  {
    reason: 'skipped by the suite itself, which does not know what the cloud does',
    kind: 'suite',
    tests: /test_sqs_event_filter\[plain-string/,
  },
  {
    reason: 'shortens a time in the suite’s own emulator, where the cloud takes a minute',
    kind: 'suite',
    tests: /test_kinesis_maximum_record_age_exceeded/,
    lines: /approximateInvokeCount|\/condition 'RecordAgeExceeded'|\/responseContext|assert None/,
  },
  {
    reason: 'asks with the keys of another account, to which no policy of the function lets in',
    kind: 'suite',
    tests: /test_cross_region_arn_function_access/,
    lines: /AccessDeniedException/,
  },
  {
    reason: 'archives that the suite makes within two seconds are equal byte for byte',
    kind: 'suite',
    lines: /CodeSha256 '<code-sha256:2>' → '<code-sha256:1>'/,
  },
  // Recordings that show something else than the cloud of today.
  {
    reason: 'recordings of the same day show both: null, and nothing, where a message has no attributes',
    kind: 'suite',
    lines: /\(\+\) \S+\/md5OfMessageAttributes \( None \)/,
  },
  {
    reason: 'the list has values that came after the recording, in an order that no recording shows',
    kind: 'suite',
    lines: /failed to satisfy constraint: Member must satisfy enum value set: \[.*→.*enum value set: \[nodejs26\.x/s,
  },
  {
    reason: 'the account had used the service’s role before: a description and a last use, which a new role does not have',
    kind: 'suite',
    tests: /test_service_role_lifecycle/,
    lines: /\/Role\/(?:RoleLastUsed|Description) /,
  },
  {
    reason: 'recorded from the suite’s own emulator: the text of an exception of Python',
    kind: 'suite',
    lines: /\(~\) \/(Error\/Message|message) .Error=ValueError Args=/,
  },
  {
    reason: `${EARLIER}: a distributed map’s exit follows its start (from November 2024 on)`,
    kind: 'suite',
    lines: /\(~\) \/events\/\[\d+\]\/previousEventId (\d+) → \d+ /,
    tests: /map|label|distributed/i,
  },
  {
    reason: `${EARLIER}: added resources had a replacement in April 2025 alone`,
    kind: 'suite',
    lines: /\(-\) \/Changes\/\[\d+\]\/ResourceChange\/Replacement \( 'True' \)/,
    tests: /test_change_set/,
  },
  {
    reason: `${EARLIER}: causes tell the attempts of the SDK (from November 2025 on)`,
    kind: 'suite',
    lines: /\(SDK Attempt Count: 1\)/,
    tests: /stepfunctions/,
  },
  {
    reason: `${EARLIER}: parameters stand in the order of their names (from August 2025 on)`,
    kind: 'suite',
    lines: /\/Parameters\/\[\d+\]\/Parameter(Key|Value) /,
    tests: /test_updating_an_updated_stack|test_describe_template/,
  },
  {
    reason: `${EARLIER}: a changed parameter is told with two details (from 2025 on)`,
    kind: 'suite',
    lines: /assert 2 == 1/,
    tests: /test_create_change_set_update_without_parameters/,
  },
  {
    reason: `${EARLIER}: buckets have no access control lists (from April 2023 on)`,
    kind: 'suite',
    lines: /InvalidBucketAclWithObjectOwnership/,
  },
  { reason: 'a runtime that the cloud refuses since', kind: 'suite', lines: /The runtime parameter of [\w.]+ is no longer supported/ },
  {
    reason: 'the template has changed since the recording',
    kind: 'suite',
    tests: /api\/test_templates.py::test_get_template_summary$|TestIntrinsicFunctions::test_to_json_functions/,
    lines: /Metadata|Parameters|ResourceIdentifiers|KeyError: 'Result2'/,
  },
  // Where and by whom it was recorded.
  { reason: 'recorded by a user, asked here by the root of the account', kind: 'suite', lines: /SubscriptionPrincipal '[^']*:user\// },
  {
    reason: 'the suite names the file of mocked results to its own emulator alone',
    kind: 'suite',
    lines: /needs a file with mocked results/,
  },
  { reason: 'the time that an execution takes', kind: 'suite', lines: /billedDurationInMilliseconds/ },
  {
    reason: 'headers of the content network before the API, and of a connection that stays open',
    kind: 'suite',
    tests: /test_step_functions_calling_api_gateway|test_apigetway_task_service|services\/(?:apigateway|s3)\//,
    lines:
      /(?:\/[Hh]eaders|HTTPHeaders|multiValueHeaders)?\/(?:Connection|connection|[Xx]-[Cc]ache|[Xx]-[Aa]mz-[Cc]f-\w+|[Vv]ia|CloudFront-[\w-]+) /,
  },
  { reason: 'counts that the cloud tells late', kind: 'suite', lines: /\/Subscriptions(Pending|Confirmed) '0' → '1'/ },
  {
    reason: 'the length of an answer whose names and region are longer where it was recorded',
    kind: 'suite',
    lines: /\(~\) \S*\/Content-Length(\/\[0\])? /,
  },
  {
    reason: 'the hash of an archive that the service makes itself',
    kind: 'suite',
    lines: /\(~\) \/Configuration\/CodeSha256 /,
    tests: /serverless_api_resource/,
  },
  {
    reason: 'caught between two states, which follow each other in milliseconds here',
    kind: 'suite',
    tests: /TestStackPolicy::test_policy_during_update|test_no_echo_parameter/,
    lines: /StackPolicyBody|\/Capabilities|\/ChangeSetId/,
  },
  {
    reason: 'the documentation says that the policy of an update replaces the stack’s; recorded as none',
    kind: 'suite',
    tests: /test_set_policy_with_update_operation/,
    lines: /StackPolicyBody/,
  },
  ...PLACE_RULES,
  // Services, types and operations that the emulator refuses on purpose.
  {
    reason: 'the name of a deleted queue is free at once',
    kind: 'absent',
    tests: /test_create_queue_recently_deleted/,
    lines: /DID NOT RAISE/,
  },
  { reason: 'the service is not emulated', kind: 'absent', lines: /The service [\w-]+ is not emulated/ },
  {
    reason: 'the resource type is not emulated',
    kind: 'absent',
    lines: /Unrecognized resource types: .* the type exists and is not emulated/,
  },
  { reason: 'alarms that roll a deployment back', kind: 'absent', lines: /RollbackConfiguration is not emulated/ },
  { reason: 'the log of a macro is that of its function', kind: 'absent', lines: /AWS::CloudFormation::Macro does not emulate it/ },
  {
    reason: 'policies of roles decide where the emulator is told so (AUTH)',
    kind: 'absent',
    tests: /test_update_with_role_without_permissions/,
    lines: /DID NOT RAISE/,
  },
  { reason: 'a type that is recorded only says so', kind: 'absent', lines: /Recorded, does nothing here/ },
  {
    reason: 'properties that a type does not take are refused before the deployment',
    kind: 'absent',
    tests: /test_get_template_summary_failed_stack|test_invalid_stack_deploy/,
    lines: /Properties validation failed/,
  },
  {
    reason: 'networks are not emulated: what a function names of them is not looked up',
    kind: 'absent',
    tests: /test_invalid_vpc_config/,
    lines: /DID NOT RAISE/,
  },
  {
    reason: 'the control of whole accounts (s3control) is not emulated',
    kind: 'absent',
    tests: /services\/s3control\//,
    lines: /NoSuchBucket|v20180820|MethodNotAllowed|The specified bucket does not exist|HTTPStatusCode|\/Error\/|\/message /,
  },
  { reason: 'the operation is refused', kind: 'absent', lines: /NotImplementedException\) when calling/ },
];

/** Random parts of names, which the suite does not replace in all places. */
const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid'],
  [/(?<![A-Za-z0-9])[A-Za-z0-9]{12,14}(?![A-Za-z0-9])/g, 'random'],
  [/(?<![A-Za-z0-9])[0-9a-f]{8}(?![A-Za-z0-9])/g, 'short'],
];

const withoutRandomParts = (text: string): string => RANDOM.reduce((rest, [part, word]) => rest.replace(part, word), text);

/** Whether a line of differences tells two texts that differ in their random parts alone. */
export function differsAtRandom(line: string): boolean {
  const found = /\(~\) \S+ (['"{].*['"}]) → (['"{].*['"}]) \.\.\./s.exec(line);
  return found !== null && withoutRandomParts(found[1]!) === withoutRandomParts(found[2]!);
}

/** The rule that explains a line of a test's failure. */
export const ruleOf = (test: string, line: string): Rule | undefined =>
  RULES.find(({ tests, lines }) => lines?.test(line) && (tests?.test(test) ?? true));

/** The tests that are not run: their name, and why. */
export const NOT_RUN: readonly (readonly [pattern: string, reason: string])[] = RULES.flatMap(({ tests, lines, reason }) =>
  tests && !lines ? [[tests.source, reason] as const] : [],
);
