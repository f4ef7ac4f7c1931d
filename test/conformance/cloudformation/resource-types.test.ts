// Every resource type: made with properties that are not the defaults, found in the service's own answer, in sync, read and listed by the Cloud
// Control API, changed in place, changed back, let go, taken over, deleted.
import { CloudControl, paginateListResources } from '@aws-sdk/client-cloudcontrol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICES } from '../../../emulator/src/service-list.ts';
import { propertiesIn, propertiesOf } from './resource-types/property-paths.ts';
import type { CreatedStack, TypeCase } from './resource-types/type-case.ts';
import { CASES, handlerOf, MAY, startTypeStacks, type TypeStacks, titleOf } from './use-type-cases.ts';

/** Types that drift detection cannot look at. */
const UNREAD: readonly string[] = [];
/** Types that tell as one document what a template may give in parts, or only to who knows the rest (a password). */
const TOLD_OTHERWISE = ['AWS::Events::EventBusPolicy', 'AWS::IAM::User'];
/** Types whose services list nothing like them. */
const UNLISTED = [
  'AWS::ApiGateway::Account',
  'AWS::ApiGatewayV2::ApiGatewayManagedOverrides',
  'AWS::AppSync::ApiCache',
  'AWS::AppSync::DomainNameApiAssociation',
  'AWS::AppSync::GraphQLSchema',
  'AWS::Cognito::IdentityPoolPrincipalTag',
  'AWS::Cognito::IdentityPoolRoleAttachment',
  'AWS::Cognito::UserPoolDomain',
  'AWS::Cognito::UserPoolUserToGroupAttachment',
  'AWS::Events::EventBusPolicy',
  ...['AWS::IAM::GroupPolicy', 'AWS::IAM::RolePolicy', 'AWS::IAM::ServiceLinkedRole', 'AWS::IAM::UserPolicy'],
  'AWS::Kinesis::ResourcePolicy',
  'AWS::Lambda::LayerVersionPermission',
  'AWS::Lambda::Permission',
  'AWS::S3::BucketPolicy',
  'AWS::SecretsManager::ResourcePolicy',
  'AWS::SecretsManager::RotationSchedule',
  'AWS::SNS::TopicInlinePolicy',
  'AWS::SQS::QueueInlinePolicy',
];

let stacks: TypeStacks;
let control: CloudControl;
beforeAll(async () => {
  stacks = await startTypeStacks();
  control = stacks.emulator.client(CloudControl);
});
afterAll(() => stacks.emulator.stop());

const stackOf = ({ type, title = '' }: TypeCase): string => ['t', ...type.split('::').slice(1), title].filter(Boolean).join('-');

/** The properties as they are. */
async function expectInSync(StackName: string, type: string): Promise<Record<string, string>> {
  if (!(await handlerOf(type)).read) {
    expect(UNREAD).toContain(type);
    return {};
  }
  const { StackResourceDrift: drift } = await stacks.cfn.detectStackResourceDrift({ StackName, LogicalResourceId: 'It' });
  expect(drift?.PropertyDifferences).toEqual([]);
  expect(drift?.StackResourceDriftStatus).toBe('IN_SYNC');
  return JSON.parse(drift!.ActualProperties!) as Record<string, string>;
}

async function takeOver(StackName: string, TemplateBody: string, ResourceType: string, ResourceIdentifier: Record<string, string>) {
  const ResourcesToImport = [{ ResourceType, LogicalResourceId: 'It', ResourceIdentifier }];
  await stacks.cfn.createChangeSet({
    StackName,
    ChangeSetName: 'take',
    ChangeSetType: 'IMPORT',
    Capabilities: [...MAY],
    TemplateBody,
    ResourcesToImport,
  });
  await stacks.emulator.idle();
  await stacks.cfn.executeChangeSet({ StackName, ChangeSetName: 'take' });
}

/** `undefined` stands for what must not be there. */
function expectReadBack(answer: unknown, expected: object): void {
  expect(withHoles(withoutSystemTags(answer, expected), expected)).toMatchObject(expected);
}

/** The answer without the tags that CloudFormation gives by itself, in any form of tags. Where it gave all, a list is left only if one is expected. */
function withoutSystemTags(answer: unknown, expected: unknown): unknown {
  const within = (name: string | number): unknown => (expected as Record<string | number, unknown> | null | undefined)?.[name];
  const isSystem = (key: unknown) => typeof key === 'string' && key.startsWith('aws:cloudformation:');
  if (Array.isArray(answer)) {
    const left = answer.filter((each: { Key?: string; key?: string } | null) => !isSystem(each?.Key ?? each?.key));
    const isGone = left.length === 0 && answer.length > 0 && !Array.isArray(expected);
    return isGone ? undefined : left.map((each, index) => withoutSystemTags(each, within(index)));
  }
  if (typeof answer !== 'object' || answer === null || Object.getPrototypeOf(answer) !== Object.prototype) return answer;
  const left = Object.entries(answer).filter(([key]) => !isSystem(key));
  const isGone = left.length === 0 && Object.keys(answer).length > 0;
  return isGone ? undefined : Object.fromEntries(left.map(([key, value]) => [key, withoutSystemTags(value, within(key))]));
}
function withHoles(answer: unknown, expected: unknown): unknown {
  const plain = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));
  if (!plain(answer) || !plain(expected) || Array.isArray(answer)) return answer;
  const names = Object.keys({ ...answer, ...expected });
  return Object.fromEntries(names.map((name) => [name, withHoles(answer[name], expected[name])]));
}

const gone = (test: TypeCase, made: CreatedStack): Promise<boolean> =>
  test.readBack(stacks.emulator, made).then(
    (found) => found === undefined,
    () => true,
  );

describe.each(CASES.map((test) => [titleOf(test), test] as const))('%s', (_, test) => {
  const StackName = stackOf(test);

  let made: CreatedStack;

  it('honours its properties', async () => {
    await stacks.create(StackName, stacks.templateOf(test, test.properties));
    made = await stacks.settled(StackName, 'CREATE_COMPLETE');
    expect(made.ref.It).toMatch(test.ref);
    for (const [name, value] of Object.entries(made.attributes)) expect(value, name).not.toBe('');
    expectReadBack(await test.readBack(stacks.emulator, made), test.expected);
    await expectInSync(StackName, test.type);
  });

  it('is read and listed by itself', async ({ skip }) => {
    const handler = await handlerOf(test.type);
    if (!handler.read || !handler.adopt) skip('the type is known to its stack only');
    const actual = await expectInSync(StackName, test.type);
    const { identifier = [] } = stacks.database.resources[test.type]!;
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
    const before = stacks.records(test);
    const bad = { Type: 'AWS::SQS::Queue', Properties: { DelaySeconds: 9999 }, DependsOn: 'It' };
    await stacks.update(StackName, stacks.templateOf(test, test.change!.properties, { Bad: bad }));
    made = await stacks.settled(StackName, 'UPDATE_ROLLBACK_COMPLETE');
    expect(stacks.records(test)).toEqual(before);
    expectReadBack(await test.readBack(stacks.emulator, made), test.expected);
    await expectInSync(StackName, test.type);
  });

  it.runIf(test.change)('is changed in place', async () => {
    const before = await stacks.physicalId(StackName);
    await stacks.update(StackName, stacks.templateOf(test, test.change!.properties));
    made = await stacks.settled(StackName, 'UPDATE_COMPLETE');
    expectReadBack(await test.readBack(stacks.emulator, made), test.change!.expected);
    expect(await stacks.physicalId(StackName)).toBe(before);
    await expectInSync(StackName, test.type);
  });

  it('is let go, and taken over', async ({ skip }) => {
    if (!(await handlerOf(test.type)).adopt) skip('the type cannot be imported');
    const { properties } = test.change ?? test;
    const actual = await expectInSync(StackName, test.type);
    const identifier = stacks.database.resources[test.type]!.identifier ?? [];
    const of = Object.fromEntries(identifier.map((name) => [name, made.attributes[name] ?? actual[name]!]));
    await stacks.update(StackName, stacks.templateOf(test, properties, {}, 'Retain'));
    const before = await stacks.physicalId(StackName);
    await stacks.settled(StackName, 'UPDATE_COMPLETE');
    await stacks.update(StackName, stacks.templateOf(test, undefined));
    await stacks.settled(StackName, 'UPDATE_COMPLETE');
    expect(await gone(test, made)).toBe(false);
    await takeOver(StackName, stacks.templateOf(test, properties, {}, 'Retain'), test.type, of);
    made = await stacks.settled(StackName, 'IMPORT_COMPLETE');
    expect(await stacks.physicalId(StackName)).toBe(before);
    expect(made.ref.It).toMatch(test.ref);
    await expectInSync(StackName, test.type);
    await stacks.update(StackName, stacks.templateOf(test, properties));
    made = await stacks.settled(StackName, 'UPDATE_COMPLETE');
  });

  it('is gone with its stack', async () => {
    expect(await gone(test, made)).toBe(false);
    await stacks.cfn.deleteStack({ StackName });
    await stacks.emulator.idle();
    await expect(stacks.cfn.describeStacks({ StackName })).rejects.toMatchObject({
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
    const missing = propertiesOf(stacks.database, type).filter(
      (path) => !covered.includes(path) && !excused.some((prefix) => path === prefix || path.startsWith(`${prefix}.`)),
    );
    const advice = 'put each into `properties` of a case, or say why not: `refuse` of the handler, `untested` of the case';
    expect(missing, advice).toEqual([]);
  });
});
