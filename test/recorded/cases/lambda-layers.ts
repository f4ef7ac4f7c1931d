// Recorded answers of Lambda about layers.
import { ANY, NONE, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';
import { ARN, api, createFunction, settled, ZipFile } from '../functions.ts';

const LAYER = 'arn:aws:lambda:us-east-1:{account}:layer:';
const MISSING = 'ResourceNotFoundException';
const WRONG = 'InvalidParameterValueException';
const GONE = 'The resource you requested does not exist.';
const LESS = 'Layer Version Cannot be less than 1';
const publish = (more: object = {}, outcome: object = {}): Step => ({
  call: 'lambda.PublishLayerVersion',
  input: { LayerName: 'layer', Content: { ZipFile }, ...more },
  ...outcome,
});
const withLayers = (Layers: readonly string[], code: string, message: string): Step =>
  refused('lambda.UpdateFunctionConfiguration', { FunctionName: 'f', Layers }, code, message);
const twice = (one: number, other: number): string =>
  `Two different versions of the same layer are not allowed to be referenced in the same function. ${LAYER}layer:${one} and ${LAYER}layer:${other} are versions of the same layer.`;
const PATTERN = String.raw`(arn:(aws[a-zA-Z-]*)?:lambda:(eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\d{1}:\d{12}:layer:[a-zA-Z0-9-_]+:[0-9]+)|(arn:[a-zA-Z0-9-]+:lambda:::awslayer:[a-zA-Z0-9-_]+)`;
const EXCEPTIONS = { source: api('TestLambdaLayer::test_layer_exceptions'), recorded: '2026-01' };
const OF_FUNCTIONS = { source: api('TestLambdaLayer::test_layer_function_exceptions'), recorded: '2025-11' };

const layers: RecordedCase[] = [
  {
    ...EXCEPTIONS,
    title: 'a version of a layer has a number from 1 on, and is there',
    steps: [
      publish(),
      ...[-1, 0].map((VersionNumber) => refused('lambda.GetLayerVersion', { LayerName: 'layer', VersionNumber }, WRONG, LESS)),
      refused('lambda.DeleteLayerVersion', { LayerName: 'layer', VersionNumber: -1 }, WRONG, LESS),
      refused('lambda.GetLayerVersion', { LayerName: 'layer', VersionNumber: 2 }, MISSING, GONE),
      refused('lambda.GetLayerVersion', { LayerName: 'none', VersionNumber: 1 }, MISSING, GONE),
      refused('lambda.GetLayerVersionByArn', { Arn: `${LAYER}layer:9` }, MISSING, GONE),
      refused(
        'lambda.GetLayerVersionByArn',
        { Arn: `${LAYER}layer` },
        'ValidationException',
        `1 validation error detected: Value '${LAYER}layer' at 'arn' failed to satisfy constraint: Member must satisfy regular expression pattern: ${PATTERN}`,
      ),
    ],
  },
  {
    ...EXCEPTIONS,
    title: 'a version of a layer that is not there can be deleted, again and again',
    steps: [
      publish(),
      ...[
        { LayerName: 'none', VersionNumber: 1 },
        { LayerName: 'layer', VersionNumber: 2 },
      ].map((input) => ({
        call: 'lambda.DeleteLayerVersion',
        input,
      })),
      ...[1, 1].map((VersionNumber) => ({ call: 'lambda.DeleteLayerVersion', input: { LayerName: 'layer', VersionNumber } })),
      { call: 'lambda.ListLayerVersions', input: { LayerName: 'none' }, answer: { LayerVersions: [] } },
    ],
  },
  {
    ...EXCEPTIONS,
    title: 'a layer may be for no runtime and no architecture in particular',
    steps: [
      publish(
        { CompatibleArchitectures: [], CompatibleRuntimes: [] },
        {
          contains: {
            CompatibleArchitectures: [],
            CompatibleRuntimes: [],
            Description: '',
            Version: 1,
            LayerVersionArn: `${LAYER}layer:1`,
          },
        },
      ),
      refused(
        'lambda.ListLayers',
        { CompatibleArchitecture: 'none' },
        'ValidationException',
        "1 validation error detected: Value 'none' at 'compatibleArchitecture' failed to satisfy constraint: Member must satisfy enum value set: [x86_64, arm64]",
      ),
    ],
  },
  {
    ...OF_FUNCTIONS,
    title: 'a function has one version of a layer',
    steps: [
      createFunction(),
      settled,
      publish(),
      publish(),
      withLayers([`${LAYER}layer:1`, `${LAYER}layer:2`], WRONG, twice(1, 2)),
      withLayers([`${LAYER}layer:1`, `${LAYER}layer:1`], WRONG, twice(1, 1)),
    ],
  },
  {
    ...OF_FUNCTIONS,
    title: 'the layers of a function are there, and have versions',
    steps: [
      createFunction(),
      settled,
      publish(),
      withLayers([`${LAYER}none:1`], WRONG, `Layer version ${LAYER}none:1 does not exist.`),
      withLayers([`${LAYER}layer:9`], WRONG, `Layer version ${LAYER}layer:9 does not exist.`),
      withLayers(
        [`${LAYER}layer`],
        'ValidationException',
        `1 validation error detected: Value '[${LAYER}layer]' at 'layers' failed to satisfy constraint: Member must satisfy constraint: [Member must have length less than or equal to 2048, Member must have length greater than or equal to 1, Member must satisfy regular expression pattern: ${PATTERN}, Member must not be null]`,
      ),
    ],
  },
  {
    ...OF_FUNCTIONS,
    title: 'a layer of another region is told before a function that is there already',
    steps: [
      createFunction(),
      settled,
      createFunction(
        { Layers: ['arn:aws:lambda:eu-west-1:{account}:layer:layer:1'] },
        {
          error: {
            code: WRONG,
            message: 'Layers are not in the same region as the function. Layers are expected to be in region us-east-1.',
          },
        },
      ),
    ],
  },
];

const permission = (operation: string, input: object, code: string, message: string): Step =>
  refused(`lambda.${operation}`, { LayerName: 'layer', VersionNumber: 1, ...input }, code, message);
const added = { StatementId: 's1', Action: 'lambda:GetLayerVersion', Principal: '*' };
const REVISION =
  'The Revision Id provided does not match the latest Revision Id. Call the GetLayerPolicy API to retrieve the latest Revision Id';
const absent = (arn: string): string => `Layer version ${LAYER}${arn} does not exist.`;
const policies: RecordedCase[] = [
  {
    title: 'the policy of a layer has statements with ids of their own, one action, and a revision',
    source: api('TestLambdaLayer::test_layer_policy_exceptions'),
    recorded: '2025-11',
    steps: [
      publish(),
      permission('GetLayerVersionPolicy', {}, MISSING, 'No policy is associated with the given resource.'),
      {
        call: 'lambda.AddLayerVersionPermission',
        input: { LayerName: 'layer', VersionNumber: 1, ...added },
        answer: {
          RevisionId: ANY,
          Statement: `{"Sid":"s1","Effect":"Allow","Principal":"*","Action":"lambda:GetLayerVersion","Resource":"${LAYER}layer:1"}`,
        },
      },
      permission(
        'AddLayerVersionPermission',
        added,
        'ResourceConflictException',
        'The statement id (s1) provided already exists. Please provide a new statement id, or remove the existing statement.',
      ),
      permission(
        'AddLayerVersionPermission',
        { ...added, StatementId: 's2', RevisionId: 'wrong' },
        'PreconditionFailedException',
        REVISION,
      ),
      permission('RemoveLayerVersionPermission', { StatementId: 's1', RevisionId: 'wrong' }, 'PreconditionFailedException', REVISION),
      permission('RemoveLayerVersionPermission', { StatementId: 's9' }, MISSING, 'Statement s9 is not found in resource policy.'),
      permission(
        'AddLayerVersionPermission',
        { ...added, StatementId: 's3', Action: '*' },
        'ValidationException',
        "1 validation error detected: Value '*' at 'action' failed to satisfy constraint: Member must satisfy regular expression pattern: lambda:GetLayerVersion",
      ),
    ],
  },
  {
    title: 'the policy of a layer that is not there is not found',
    source: api('TestLambdaLayer::test_layer_policy_exceptions'),
    recorded: '2025-11',
    steps: [
      publish(),
      ...[
        [{ LayerName: 'none' }, 'none:1'],
        [{ VersionNumber: 2 }, 'layer:2'],
      ].flatMap(([input, arn]): Step[] => [
        permission('AddLayerVersionPermission', { ...added, ...(input as object) }, MISSING, absent(arn as string)),
        permission('GetLayerVersionPolicy', input as object, MISSING, absent(arn as string)),
        permission('RemoveLayerVersionPermission', { StatementId: 's1', ...(input as object) }, MISSING, absent(arn as string)),
      ]),
    ],
  },
];

const tagged = (operation: string, input: object, code: string, message: string): Step =>
  refused(`lambda.${operation}`, { Resource: `${ARN}f`, ...input }, code, message);
const tags: RecordedCase[] = [
  {
    title: 'tags are added and removed one at least',
    source: api('TestLambdaTags::test_tag_exceptions'),
    recorded: '2025-11',
    steps: [
      createFunction(),
      settled,
      tagged('TagResource', { Tags: {} }, WRONG, 'An error occurred and the request cannot be processed.'),
      tagged(
        'UntagResource',
        { TagKeys: [] },
        'ValidationException',
        "1 validation error detected: Value null at 'tagKeys' failed to satisfy constraint: Member must not be null",
      ),
      { call: 'lambda.UntagResource', input: { Resource: `${ARN}f`, TagKeys: ['none'] } },
      { call: 'lambda.ListTags', input: { Resource: `${ARN}f` }, answer: { Tags: {} } },
      tagged('ListTags', { Resource: `${ARN}none` }, MISSING, `Function not found: ${ARN}none`),
      tagged(
        'TagResource',
        { Resource: `${ARN}f:alias`, Tags: { A: 'B' } },
        WRONG,
        'Tags on function aliases and versions are not supported. Please specify a function ARN.',
      ),
      { call: 'lambda.GetFunction', input: { FunctionName: 'f' }, contains: { Tags: NONE } },
    ],
  },
];

export const recorded: RecordedCases = { service: 'lambda', cases: [...layers, ...policies, ...tags] };
