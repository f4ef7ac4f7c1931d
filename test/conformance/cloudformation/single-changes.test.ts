// An update that changes one property alone reaches the resource: no property is accepted and then not looked at.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TypeCase } from './resource-types/type-case.ts';
import { CASES, startTypeStacks, type TypeStacks, titleOf } from './use-type-cases.ts';

let stacks: TypeStacks;
beforeAll(async () => {
  stacks = await startTypeStacks();
});
afterAll(() => stacks.emulator.stop());

const NO_WAY = 'the operation of the service cannot take it away';
const RECORDED = 'recorded: the attribute keeps its value';
const USED_LATER = 'it is read when the resource is made or deleted';
const BY_INDEXES = 'definitions count together with the indexes that name them';
const SAME = 'the value of the case is the default';
const TEMPLATE = 'the message template of the case says the same';
const AT_CREATION = 'UpdateApiCache cannot change it';
const HOW = 'it says how a request is made, and leaves no trace';

/** Changes of the cases that leave the resource as it is, each with the reason. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::RestApi document FailOnWarnings': HOW,
  'AWS::ApiGateway::RestApi document Mode': HOW,
  'AWS::ApiGateway::RestApi document Parameters': HOW,
  'AWS::ApiGatewayV2::Api http IpAddressType': NO_WAY,
  'AWS::ApiGatewayV2::Integration function IntegrationMethod': NO_WAY,
  'AWS::ApiGatewayV2::IntegrationResponse ContentHandlingStrategy': NO_WAY,
  'AWS::ApiGatewayV2::Model ContentType': SAME,
  'AWS::ApiGatewayV2::Route http AuthorizerId': NO_WAY,
  'AWS::ApiGatewayV2::Route http OperationName': NO_WAY,
  'AWS::AppSync::ApiCache AtRestEncryptionEnabled': AT_CREATION,
  'AWS::AppSync::ApiCache HealthMetricsConfig': 'an update without it leaves it as it was',
  'AWS::AppSync::ApiCache TransitEncryptionEnabled': AT_CREATION,
  'AWS::AppSync::FunctionConfiguration FunctionVersion': SAME,
  'AWS::Cognito::UserPool DeletionProtection': SAME,
  'AWS::Cognito::UserPool EmailVerificationMessage': TEMPLATE,
  'AWS::Cognito::UserPool EmailVerificationSubject': TEMPLATE,
  'AWS::Cognito::UserPool SmsVerificationMessage': TEMPLATE,
  'AWS::DynamoDB::GlobalTable on-demand ReadOnDemandThroughputSettings': 'the replica of the case has a limit of its own',
  'AWS::DynamoDB::Table on-demand AttributeDefinitions': BY_INDEXES,
  'AWS::DynamoDB::Table on-demand DeletionProtectionEnabled': SAME,
  'AWS::DynamoDB::Table provisioned AttributeDefinitions': BY_INDEXES,
  'AWS::DynamoDB::Table provisioned DeletionProtectionEnabled': SAME,
  'AWS::DynamoDB::Table provisioned ProvisionedThroughput': NO_WAY,
  'AWS::DynamoDB::Table provisioned WarmThroughput': NO_WAY,
  'AWS::DynamoDB::Table vectors AttributeDefinitions': BY_INDEXES,
  'AWS::ECR::Repository EmptyOnDelete': USED_LATER,
  'AWS::Events::Endpoint RoleArn': NO_WAY,
  'AWS::KMS::Key BypassPolicyLockoutSafetyCheck': HOW,
  'AWS::Logs::AccountPolicy Scope': 'it can only be ALL, which is the default, too',
  'AWS::Logs::MetricFilter ApplyOnTransformedLogs': SAME,
  'AWS::Logs::QueryDefinition QueryLanguage': SAME,
  'AWS::Logs::SubscriptionFilter ApplyOnTransformedLogs': SAME,
  'AWS::SQS::Queue ordered DeduplicationScope': RECORDED,
  'AWS::SQS::Queue ordered FifoThroughputLimit': RECORDED,
  'AWS::SQS::Queue ordered SqsManagedSseEnabled': RECORDED,
  'AWS::SecretsManager::ResourcePolicy BlockPublicPolicy': HOW,
  'AWS::SecretsManager::Secret GenerateSecretString': USED_LATER,
};

type Properties = Readonly<Record<string, unknown>>;

/** The properties that the change of a case gives another value, adds or removes, each alone. Properties that make another resource are left out. */
function singleChanges({ type, properties, change }: TypeCase): readonly (readonly [name: string, properties: Properties])[] {
  const [before, after] = [properties as Properties, (change?.properties ?? properties) as Properties];
  const known = stacks.database.resources[type]!.properties;
  return Object.keys({ ...before, ...after })
    .filter((name) => known[name]?.replaces !== 'yes' && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => {
      const { [name]: _, ...rest } = before;
      return [name, name in after ? { ...rest, [name]: after[name] } : rest] as const;
    });
}

/** Members of answers that change by themselves. */
const MOMENTS = /^\$metadata$|^(?:Last|Creat|Modif|Updat)\w+|^RevisionId$|^ETag$/i;

/** All that the stack's resource is and shows, at rest. */
async function stateOf(StackName: string, test: TypeCase): Promise<readonly string[]> {
  const { Stacks } = await stacks.cfn.describeStacks({ StackName });
  const made = await stacks.settled(StackName, Stacks![0]!.StackStatus!);
  const shown: unknown = await test.readBack(stacks.emulator, made).catch(() => undefined);
  const lasting = JSON.stringify(shown, (name, value: unknown) => (MOMENTS.test(name) ? undefined : value)) ?? '';
  return [lasting, ...stacks.records(test), await stacks.physicalId(StackName)];
}

/** Undefined if nothing was to change, or if the service takes the change only together with another one. */
async function isSeen(StackName: string, test: TypeCase, properties: Properties): Promise<boolean | undefined> {
  const before = await stateOf(StackName, test);
  try {
    await stacks.update(StackName, stacks.templateOf(test, properties));
  } catch (error) {
    expect((error as Error).message).toBe('No updates are to be performed.');
    return undefined;
  }
  await stacks.emulator.idle();
  const status = (await stacks.cfn.describeStacks({ StackName })).Stacks![0]!.StackStatus;
  if (status === 'UPDATE_ROLLBACK_COMPLETE') return undefined;
  expect(status).toBe('UPDATE_COMPLETE');
  const after = await stateOf(StackName, test);
  await stacks.update(StackName, stacks.templateOf(test, test.properties));
  await stacks.settled(StackName, 'UPDATE_COMPLETE');
  return JSON.stringify(after) !== JSON.stringify(before);
}

it.each(CASES.filter(({ change, slow }) => change && !slow).map((test) => [titleOf(test), test] as const))(
  '%s looks at each property that changes',
  async (title, test) => {
    const StackName = `s-${title.replaceAll(/\W+/g, '-')}`;
    await stacks.create(StackName, stacks.templateOf(test, test.properties));
    await stacks.settled(StackName, 'CREATE_COMPLETE');
    const unseen: string[] = [];
    for (const [name, properties] of singleChanges(test))
      if ((await isSeen(StackName, test, properties)) === false) unseen.push(`${title} ${name}`);
    const excused = Object.keys(WITHOUT_EFFECT).filter(
      (name) => name.startsWith(`${title} `) && !name.slice(title.length + 1).includes(' '),
    );
    expect(unseen.sort(), 'let `update` of the type honour the property, or give the reason in WITHOUT_EFFECT').toEqual(excused.sort());
    await stacks.cfn.deleteStack({ StackName });
    await stacks.emulator.idle();
  },
);
