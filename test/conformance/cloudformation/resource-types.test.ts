// Every resource type: made with properties that are not the defaults, found in the service's own answer, in sync, read and listed by the Cloud
// Control API, changed in place, changed back, let go, taken over, deleted.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CloudControl, paginateListResources } from '@aws-sdk/client-cloudcontrol';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceDatabase } from '#core/resources/resource-data';
import { SERVICES } from '../../../emulator/src/service-list.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { recordsOf } from '../../support/records.ts';
import { putLayer } from './resource-types/lambda-sources.ts';
import { propertiesIn, propertiesOf } from './resource-types/property-paths.ts';
import type { CreatedStack, TypeCase } from './resource-types/type-case.ts';

/** The cases of every file in `resource-types` that exports some. */
const folder = fileURLToPath(new URL('./resource-types', import.meta.url));
const files = await Promise.all(
  readdirSync(folder).map((name) => import(`./resource-types/${name.replace('.ts', '')}.ts`) as Promise<{ cases?: readonly TypeCase[] }>),
);
const CASES = files.flatMap(({ cases = [] }) => cases);

/** Collections that keep a history, which outlives the resources. */
const HISTORY = ['cloudformation.', 'core.due', 'events.rule-versions', 'kms.last-uses', 'sts.sessions'];

/** Types that drift detection cannot look at. */
const UNREAD: readonly string[] = [];
/** Types that tell as one document what a template may give in parts, or only to who knows the rest (a password). */
const TOLD_OTHERWISE = ['AWS::Events::EventBusPolicy', 'AWS::IAM::User'];
/** Types whose services list nothing like them. */
const UNLISTED = [
  'AWS::ApiGateway::Account',
  'AWS::ApiGatewayV2::ApiGatewayManagedOverrides',
  'AWS::Events::EventBusPolicy',
  ...['AWS::IAM::GroupPolicy', 'AWS::IAM::RolePolicy', 'AWS::IAM::ServiceLinkedRole', 'AWS::IAM::UserPolicy'],
  'AWS::Lambda::LayerVersionPermission',
  'AWS::Lambda::Permission',
  'AWS::SecretsManager::ResourcePolicy',
  'AWS::SecretsManager::RotationSchedule',
];
const MAY = ['CAPABILITY_NAMED_IAM'] as const;

let emulator: TestEmulator;
let cfn: CloudFormation;
let control: CloudControl;
let database: ResourceDatabase;
/** Parameters that name resources made outside of stacks, for the templates. */
let parameters: Readonly<Record<string, string>>;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
  control = emulator.client(CloudControl);
  const loaded = await import('../../../emulator/models/dist/resources.json', { with: { type: 'json' } });
  database = loaded.default as unknown as ResourceDatabase;
  parameters = await putLayer(emulator);
});
afterAll(() => emulator.stop());

const stackOf = ({ type, title = '' }: TypeCase): string => ['t', ...type.split('::').slice(1), title].filter(Boolean).join('-');

/** With the resource under test, unless there are no properties for it. Properties that are attributes, too, have no value unless they are set. */
function templateOf(
  { type, needs = {}, absent = {} }: TypeCase,
  Properties: object | undefined,
  more: object = {},
  policy = 'Delete',
): string {
  const data = database.resources[type]!;
  const attributes = data.attributes.filter((name) => absent[name] === undefined && data.properties[name] === undefined);
  const outputs = attributes.map((name) => [`At${name.replaceAll('.', 'Dot')}`, { Value: { 'Fn::Sub': `\${It.${name}}` } }]);
  const it = Properties && { It: { Type: type, Properties, DeletionPolicy: policy } };
  const refs = Object.keys({ ...needs, ...it }).map((id) => [`Ref${id}`, { Value: { Ref: id } }]);
  const Resources = { Anchor: { Type: 'AWS::CloudFormation::WaitConditionHandle' }, ...needs, ...it, ...more };
  const Parameters = Object.fromEntries(Object.entries(parameters).map(([name, Default]) => [name, { Type: 'String', Default }]));
  return JSON.stringify({ Parameters, Resources, Outputs: Object.fromEntries([...refs, ...(it ? outputs : [])]) });
}

/** Waits for the end of what is under way; the reasons of failures are the message. */
async function settled(StackName: string, status: string): Promise<CreatedStack> {
  await emulator.idle();
  const stack = (await cfn.describeStacks({ StackName })).Stacks![0]!;
  if (stack.StackStatus !== status) {
    const { StackEvents = [] } = await cfn.describeStackEvents({ StackName });
    const failed = StackEvents.filter(({ ResourceStatus }) => ResourceStatus?.endsWith('_FAILED'));
    expect.fail(
      `${stack.StackStatus}: ${failed.map(({ LogicalResourceId, ResourceStatusReason }) => `${LogicalResourceId}: ${ResourceStatusReason}`).join('\n')}`,
    );
  }
  const outputs = Object.fromEntries((stack.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey!, OutputValue!]));
  const named = (prefix: string) =>
    Object.fromEntries(
      Object.entries(outputs).flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
    );
  return { ref: named('Ref'), attributes: named('At') };
}

const physicalId = async (StackName: string): Promise<string> => {
  const { StackResources } = await cfn.describeStackResources({ StackName, LogicalResourceId: 'It' });
  return StackResources![0]!.PhysicalResourceId!;
};

/** The properties as they are. */
async function expectInSync(StackName: string, type: string): Promise<Record<string, string>> {
  if (!(await handlerOf(type)).read) {
    expect(UNREAD).toContain(type);
    return {};
  }
  const { StackResourceDrift: drift } = await cfn.detectStackResourceDrift({ StackName, LogicalResourceId: 'It' });
  expect(drift?.PropertyDifferences).toEqual([]);
  expect(drift?.StackResourceDriftStatus).toBe('IN_SYNC');
  return JSON.parse(drift!.ActualProperties!) as Record<string, string>;
}

const update = (StackName: string, TemplateBody: string) => cfn.updateStack({ StackName, TemplateBody, Capabilities: [...MAY] });

async function takeOver(StackName: string, TemplateBody: string, ResourceType: string, ResourceIdentifier: Record<string, string>) {
  const ResourcesToImport = [{ ResourceType, LogicalResourceId: 'It', ResourceIdentifier }];
  await cfn.createChangeSet({
    StackName,
    ChangeSetName: 'take',
    ChangeSetType: 'IMPORT',
    Capabilities: [...MAY],
    TemplateBody,
    ResourcesToImport,
  });
  await emulator.idle();
  await cfn.executeChangeSet({ StackName, ChangeSetName: 'take' });
}

/** `undefined` stands for what must not be there. */
function expectReadBack(answer: unknown, expected: object): void {
  expect(withHoles(answer, expected)).toMatchObject(expected);
}
function withHoles(answer: unknown, expected: unknown): unknown {
  const plain = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));
  if (!plain(answer) || !plain(expected) || Array.isArray(answer)) return answer;
  const names = Object.keys({ ...answer, ...expected });
  return Object.fromEntries(names.map((name) => [name, withHoles(answer[name], expected[name])]));
}

const gone = (test: TypeCase, made: CreatedStack): Promise<boolean> =>
  test.readBack(emulator, made).then(
    (found) => found === undefined,
    () => true,
  );

describe.each(CASES.map((test) => [`${test.type} ${test.title ?? ''}`.trim(), test] as const))('%s', (_, test) => {
  const StackName = stackOf(test);

  let made: CreatedStack;

  it('honours its properties', async () => {
    await cfn.createStack({ StackName, TemplateBody: templateOf(test, test.properties), Capabilities: [...MAY] });
    made = await settled(StackName, 'CREATE_COMPLETE');
    expect(made.ref.It).toMatch(test.ref);
    for (const [name, value] of Object.entries(made.attributes)) expect(value, name).not.toBe('');
    expectReadBack(await test.readBack(emulator, made), test.expected);
    await expectInSync(StackName, test.type);
  });

  it('is read and listed by itself', async ({ skip }) => {
    const handler = await handlerOf(test.type);
    if (!handler.read || !handler.adopt) skip('the type is known to its stack only');
    const actual = await expectInSync(StackName, test.type);
    const { identifier = [] } = database.resources[test.type]!;
    const Identifier = identifier.map((name) => made.attributes[name] ?? actual[name]!).join('|');
    const read = await control.getResource({ TypeName: test.type, Identifier });
    expect(read.ResourceDescription!.Identifier).toBe(Identifier);
    const model = JSON.parse(read.ResourceDescription!.Properties!) as Record<string, unknown>;
    for (const [name, value] of Object.entries(made.attributes))
      if (!name.includes('.') && typeof model[name] === 'string') expect(model[name], name).toBe(value);
    const missing = Object.entries(actual).filter(([name, value]) => value !== null && model[name] === undefined);
    if (!TOLD_OTHERWISE.includes(test.type)) expect(missing).toEqual([]);
    if (!handler.list) {
      expect(UNLISTED).toContain(test.type);
      return;
    }
    const said = [...(handler.listNeeds ?? []), 'EventBusName'].filter((name) => actual[name] !== undefined);
    const ResourceModel = JSON.stringify(Object.fromEntries(said.map((name) => [name, actual[name]])));
    const listed: string[] = [];
    for await (const page of paginateListResources({ client: control }, { TypeName: test.type, ResourceModel }))
      listed.push(...page.ResourceDescriptions!.map((each) => each.Identifier!));
    expect(listed).toContain(Identifier);
  });

  it.runIf(test.change && !test.slow)('goes back to what it was', async () => {
    const apart = { without: [...HISTORY, ...(test.history ?? [])], apart: ['id'] };
    const before = recordsOf(emulator, apart);
    const bad = { Type: 'AWS::SQS::Queue', Properties: { DelaySeconds: 9999 }, DependsOn: 'It' };
    await update(StackName, templateOf(test, test.change!.properties, { Bad: bad }));
    made = await settled(StackName, 'UPDATE_ROLLBACK_COMPLETE');
    expect(recordsOf(emulator, apart)).toEqual(before);
    expectReadBack(await test.readBack(emulator, made), test.expected);
    await expectInSync(StackName, test.type);
  });

  it.runIf(test.change)('is changed in place', async () => {
    const before = await physicalId(StackName);
    await update(StackName, templateOf(test, test.change!.properties));
    made = await settled(StackName, 'UPDATE_COMPLETE');
    expectReadBack(await test.readBack(emulator, made), test.change!.expected);
    expect(await physicalId(StackName)).toBe(before);
    await expectInSync(StackName, test.type);
  });

  it('is let go, and taken over', async ({ skip }) => {
    if (!(await handlerOf(test.type)).adopt) skip('the type cannot be imported');
    const { properties } = test.change ?? test;
    const actual = await expectInSync(StackName, test.type);
    const identifier = database.resources[test.type]!.identifier ?? [];
    const of = Object.fromEntries(identifier.map((name) => [name, made.attributes[name] ?? actual[name]!]));
    await update(StackName, templateOf(test, properties, {}, 'Retain'));
    const before = await physicalId(StackName);
    await settled(StackName, 'UPDATE_COMPLETE');
    await update(StackName, templateOf(test, undefined));
    await settled(StackName, 'UPDATE_COMPLETE');
    expect(await gone(test, made)).toBe(false);
    await takeOver(StackName, templateOf(test, properties, {}, 'Retain'), test.type, of);
    made = await settled(StackName, 'IMPORT_COMPLETE');
    expect(await physicalId(StackName)).toBe(before);
    expect(made.ref.It).toMatch(test.ref);
    await expectInSync(StackName, test.type);
    await update(StackName, templateOf(test, properties));
    made = await settled(StackName, 'UPDATE_COMPLETE');
  });

  it('is gone with its stack', async () => {
    expect(await gone(test, made)).toBe(false);
    await cfn.deleteStack({ StackName });
    await emulator.idle();
    await expect(cfn.describeStacks({ StackName })).rejects.toMatchObject({
      message: `Stack with id ${StackName} does not exist`,
    });
    expect(await gone(test, made)).toBe(true);
  });
});

/** Types with tests of their own (`stacks`, `waiting`), and one that is never made. */
const ELSEWHERE = /^AWS::(CDK|CloudFormation)::|^AWS::SecretsManager::SecretTargetAttachment$/;

it('leaves no type out', () => {
  const all = SERVICES.flatMap(({ resources = {} }) => Object.keys(resources)).filter((type) => !ELSEWHERE.test(type));
  expect(all.filter((type) => !CASES.some((test) => test.type === type))).toEqual([]);
});

describe('no property is left out', () => {
  it.each([...new Set(CASES.map(({ type }) => type))])('of %s', async (type) => {
    const { refuse = {} } = await handlerOf(type);
    const cases = CASES.filter((test) => test.type === type);
    const covered = cases.flatMap(({ properties, change }) => [...propertiesIn(properties), ...propertiesIn(change?.properties ?? {})]);
    const excused = [...Object.keys(refuse), ...cases.flatMap(({ untested = {} }) => Object.keys(untested))];
    const missing = propertiesOf(database, type).filter(
      (path) => !covered.includes(path) && !excused.some((prefix) => path === prefix || path.startsWith(`${prefix}.`)),
    );
    const advice = 'put each into `properties` of a case, or say why not: `refuse` of the handler, `untested` of the case';
    expect(missing, advice).toEqual([]);
  });
});

async function handlerOf(type: string) {
  const load = SERVICES.map(({ resources = {} }) => resources[type]).find((each) => each !== undefined);
  return (await load!()).resource;
}
