// Recorded answers of Lambda about aliases, versions and revisions.
import { ANY, NONE, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { ARN, api, createFunction, settled } from '../functions.ts';

const publish = (more: object = {}): Step => ({ call: 'lambda.PublishVersion', input: { FunctionName: 'f', ...more } });
const change = (Description: string): Step => ({ call: 'lambda.UpdateFunctionConfiguration', input: { FunctionName: 'f', Description } });
const twoVersions: readonly Step[] = [createFunction(), settled, publish(), change('second'), settled, publish()];
const ROUTING = 'TestLambdaAlias::test_notfound_and_invalid_routingconfigs';
const alias = (FunctionVersion: string, weights: object, code: string, message: string | RegExp, more: object = {}): Step =>
  refused(
    'lambda.CreateAlias',
    { FunctionName: 'f', Name: 'custom', FunctionVersion, RoutingConfig: { AdditionalVersionWeights: weights }, ...more },
    code,
    message,
  );
const routing = (title: string, step: Step): RecordedCase => ({
  title,
  source: api(ROUTING),
  recorded: '2025-11',
  steps: [...twoVersions, step],
});
const NO_FUNCTION = 'ResourceNotFoundException';
const INVALID = 'InvalidParameterValueException';
const WEIGHT =
  'Map value must satisfy constraint: [Member must have value less than or equal to 1.0, Member must have value greater than or equal to 0.0, Member must not be null]';

const aliases: RecordedCase[] = [
  routing(
    'an alias routes to one further version',
    alias('1', { 1: 0.8, 2: 0.2 }, INVALID, 'Number of items in AdditionalVersionWeights cannot be greater than 1'),
  ),
  routing(
    'the weight of a version is at most 1',
    alias(
      '1',
      { 2: 2 },
      'ValidationException',
      `1 validation error detected: Value '{2=2.0}' at 'routingConfig.additionalVersionWeights' failed to satisfy constraint: ${WEIGHT}`,
    ),
  ),
  routing(
    'the weight of a version is not negative',
    alias(
      '1',
      { 2: -1 },
      'ValidationException',
      `1 validation error detected: Value '{2=-1.0}' at 'routingConfig.additionalVersionWeights' failed to satisfy constraint: ${WEIGHT}`,
    ),
  ),
  routing(
    'the further version of an alias is another one',
    alias('1', { 1: 0.5 }, INVALID, 'Invalid function version 1. Function version 1 is already included in routing configuration.'),
  ),
  routing('the version of an alias that is not there is not found', alias('10', { 2: 0.5 }, NO_FUNCTION, `Function not found: ${ARN}f:10`)),
  routing('the further version of an alias has to be there', alias('1', { 10: 0.5 }, NO_FUNCTION, `Function not found: ${ARN}f:10`)),
  routing(
    'an alias of the latest code has no further version',
    alias('$LATEST', { 1: 0.5 }, INVALID, '$LATEST is not supported for an alias pointing to more than 1 version'),
  ),
  routing(
    'the further version is a number',
    alias(
      '1',
      { $LATEST: 0.5 },
      'ValidationException',
      "1 validation error detected: Value '{$LATEST=0.5}' at 'routingConfig.additionalVersionWeights' failed to satisfy constraint: Map keys must satisfy constraint: [Member must have length less than or equal to 1024, Member must have length greater than or equal to 1, Member must satisfy regular expression pattern: [0-9]+]",
    ),
  ),
  routing(
    'an alias of a function that is not there names its version',
    alias('1', { 2: 0.5 }, NO_FUNCTION, `Function not found: ${ARN}f-unknown:1`, { FunctionName: 'f-unknown' }),
  ),
  {
    title: 'an alias may have an empty routing, and none is shown',
    source: api(ROUTING),
    recorded: '2025-11',
    steps: [
      ...twoVersions,
      {
        call: 'lambda.CreateAlias',
        input: { FunctionName: 'f', Name: 'empty', FunctionVersion: '1', RoutingConfig: { AdditionalVersionWeights: {} } },
        answer: { AliasArn: `${ARN}f:empty`, Name: 'empty', FunctionVersion: '1', Description: '', RevisionId: ANY },
      },
      {
        call: 'lambda.CreateAlias',
        input: { FunctionName: 'f', Name: 'latest', FunctionVersion: '$LATEST' },
        answer: { AliasArn: `${ARN}f:latest`, Name: 'latest', FunctionVersion: '$LATEST', Description: '', RevisionId: ANY },
      },
    ],
  },
  {
    title: 'a name has one alias, and one that is not there is not found',
    source: api(ROUTING),
    recorded: '2025-11',
    steps: [
      ...twoVersions,
      {
        call: 'lambda.CreateAlias',
        input: { FunctionName: 'f', Name: 'custom', FunctionVersion: '1', RoutingConfig: { AdditionalVersionWeights: { 2: 0.5 } } },
        contains: { RoutingConfig: { AdditionalVersionWeights: { 2: 0.5 } } },
      },
      alias('1', { 2: 0.5 }, 'ResourceConflictException', `Alias already exists: ${ARN}f:custom`),
      refused('lambda.GetAlias', { FunctionName: 'f', Name: 'non-existent' }, NO_FUNCTION, `Cannot find alias arn: ${ARN}f:non-existent`),
      refused('lambda.GetFunction', { FunctionName: 'f', Qualifier: 'none' }, NO_FUNCTION, `Function not found: ${ARN}f:none`),
    ],
  },
  {
    title: 'the name of an alias is not a number',
    source: api('TestLambdaAlias::test_alias_naming'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      publish(),
      refused(
        'lambda.CreateAlias',
        { FunctionName: 'f', Name: '2024', FunctionVersion: '1' },
        'ValidationException',
        "1 validation error detected: Value '2024' at 'name' failed to satisfy constraint: Member must satisfy regular expression pattern: (?!^[0-9]+$)([a-zA-Z0-9-_]+)",
      ),
      { call: 'lambda.CreateAlias', input: { FunctionName: 'f', Name: '2024-01', FunctionVersion: '1' }, contains: { Name: '2024-01' } },
    ],
  },
];

const STALE = (operation: string): string =>
  `The Revision Id provided does not match the latest Revision Id. Call the ${operation} API to retrieve the latest Revision Id`;
const stale = (call: string, input: Readonly<Record<string, unknown>>, operation = 'GetFunction/GetAlias'): Step =>
  refused(`lambda.${call}`, { FunctionName: 'f', RevisionId: 'wrong', ...input }, 'PreconditionFailedException', STALE(operation), {
    status: 412,
  });

const revisions: RecordedCase[] = [
  {
    title: 'a version is published under a condition of the revision and the hash of the code',
    source: api('TestLambdaVersions::test_publish_with_wrong_revisionid, test_publish_with_wrong_sha256'),
    recorded: '2025-11',
    steps: [
      createFunction({}, { as: 'function' }),
      settled,
      stale('PublishVersion', {}),
      refused(
        'lambda.PublishVersion',
        { FunctionName: 'f', CodeSha256: 'somenonexistentsha256' },
        INVALID,
        'CodeSHA256 (somenonexistentsha256) is different from current CodeSHA256 in $LATEST ({function.CodeSha256}). Please try again with the CodeSHA256 in $LATEST.',
      ),
      { call: 'lambda.PublishVersion', input: { FunctionName: 'f', CodeSha256: '{function.CodeSha256}' }, contains: { Version: '1' } },
    ],
  },
  {
    title: 'code, configuration and aliases change under a condition of the revision',
    source: api('TestLambdaRevisions::test_function_revisions_basic, test_function_revisions_version_and_alias'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      stale('UpdateFunctionConfiguration', { Description: 'd' }),
      stale('UpdateFunctionCode', { ZipFile: new Uint8Array([1]) }),
      publish(),
      { call: 'lambda.CreateAlias', input: { FunctionName: 'f', Name: 'a', FunctionVersion: '1' } },
      stale('UpdateAlias', { Name: 'a', Description: 'd' }),
    ],
  },
  {
    title: 'permissions are added under a condition of the revision of the policy',
    source: api('TestLambdaRevisions::test_function_revisions_permissions'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      {
        call: 'lambda.AddPermission',
        input: { FunctionName: 'f', StatementId: 's', Action: 'lambda:InvokeFunction', Principal: 's3.amazonaws.com' },
      },
      stale(
        'AddPermission',
        {
          StatementId: 't',
          Action: 'lambda:InvokeFunction',
          Principal: 's3.amazonaws.com',
          RevisionId: '11111111-2222-3333-4444-555555555555',
        },
        'GetPolicy',
      ),
    ],
  },
  {
    title: 'a version that equals the last one is not published again',
    source: api('TestLambdaVersions::test_publish_with_update'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      publish(),
      { call: 'lambda.PublishVersion', input: { FunctionName: 'f' }, contains: { Version: '1' } },
      change('second'),
      settled,
      { call: 'lambda.PublishVersion', input: { FunctionName: 'f' }, contains: { Version: '2', Description: 'second' } },
      {
        call: 'lambda.ListVersionsByFunction',
        input: { FunctionName: 'f' },
        contains: { Versions: [{ Version: '$LATEST' }, { Version: '1' }, { Version: '2' }], NextMarker: NONE },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'lambda', cases: [...aliases, ...revisions] };
