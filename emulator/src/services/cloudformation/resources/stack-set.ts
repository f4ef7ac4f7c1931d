// AWS::CloudFormation::StackSet: a stack set with its instances, in groups of accounts and regions.
import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { flag, ignoring, list, number, object, tagList, text, texts } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { Stopped } from '#resources/runs';
import { findOperation, findStackSet, instancesOf, isUnderWay } from '#services/cloudformation/stack-sets/find-stack-set';
import { operationKey } from '#services/cloudformation/stack-sets/run-operation';

const FOREVER_MS = 12 * 3_600_000;

interface Group {
  readonly accounts: readonly string[];
  readonly regions: readonly string[];
  readonly overrides: { ParameterKey: string; ParameterValue: string }[];
}

const parametersOf = (value: Value | undefined) =>
  list(value)
    .map(object)
    .map(({ ParameterKey, ParameterValue }) => ({ ParameterKey: text(ParameterKey) ?? '', ParameterValue: text(ParameterValue) ?? '' }));

const groupsOf = ({ StackInstancesGroup }: Properties): Group[] =>
  list(StackInstancesGroup)
    .map(object)
    .map(({ DeploymentTargets, Regions, ParameterOverrides }) => ({
      accounts: texts(object(DeploymentTargets).Accounts),
      regions: texts(Regions),
      overrides: parametersOf(ParameterOverrides),
    }));

function preferencesOf({ OperationPreferences }: Properties) {
  const given = object(OperationPreferences);
  const defined = {
    FailureToleranceCount: number(given.FailureToleranceCount),
    FailureTolerancePercentage: number(given.FailureTolerancePercentage),
    MaxConcurrentCount: number(given.MaxConcurrentCount),
    MaxConcurrentPercentage: number(given.MaxConcurrentPercentage),
    RegionConcurrencyType: text(given.RegionConcurrencyType),
    ConcurrencyMode: text(given.ConcurrencyMode),
    RegionOrder: given.RegionOrder === undefined ? undefined : texts(given.RegionOrder),
  };
  return Object.values(defined).some((each) => each !== undefined) ? defined : undefined;
}

const contentOf = (properties: Properties) => ({
  Description: text(properties.Description),
  TemplateBody: text(properties.TemplateBody),
  TemplateURL: text(properties.TemplateURL),
  Parameters: parametersOf(properties.Parameters),
  Capabilities: texts(properties.Capabilities),
  Tags: tagList(properties.Tags),
  AdministrationRoleARN: text(properties.AdministrationRoleARN),
  ExecutionRoleName: text(properties.ExecutionRoleName),
  PermissionModel: text(properties.PermissionModel),
  AutoDeployment: properties.AutoDeployment === undefined ? undefined : { Enabled: flag(object(properties.AutoDeployment).Enabled) },
  ManagedExecution: properties.ManagedExecution === undefined ? undefined : { Active: flag(object(properties.ManagedExecution).Active) },
  CallAs: text(properties.CallAs),
});

const made = (id: string): Created => ({ physicalId: id, attributes: { StackSetId: id } });

/** @throws Error with the reasons of the accounts in which the operation failed */
async function untilDone(setId: string, operationId: string | undefined, ctx: ResourceContext): Promise<void> {
  if (operationId === undefined) return;
  const untilMs = ctx.now() + FOREVER_MS;
  for (;;) {
    const found = findOperation(findStackSet(setId, ctx), operationId, ctx);
    if (!isUnderWay(found)) {
      const failures = found.results.filter(({ status }) => status === 'FAILED');
      if (found.status === 'SUCCEEDED') return;
      const reasons = failures.map(({ account, region, reason }) => `[${account} ${region}: ${reason}]`).join(' ');
      throw new Error(`Stack set operation [${operationId}] was unexpectedly stopped or failed. status reason(s): ${reasons}`);
    }
    await ctx.wait(operationKey(operationId), untilMs);
    if (ctx.signal.aborted) throw new Stopped();
  }
}

/** `account region` of every instance, with the group that names it. */
const membersOf = (properties: Properties): Map<string, Group> =>
  new Map(
    groupsOf(properties).flatMap((group) =>
      group.regions.flatMap((region) => group.accounts.map((account) => [`${account} ${region}`, group])),
    ),
  );

async function createGroup(id: string, group: Group, properties: Properties, ctx: ResourceContext): Promise<void> {
  const input = {
    StackSetName: id,
    Regions: group.regions,
    DeploymentTargets: { Accounts: group.accounts },
    ParameterOverrides: group.overrides,
  };
  const { OperationId } = await ctx.call('cloudformation', 'CreateStackInstances', {
    ...input,
    OperationPreferences: preferencesOf(properties),
  });
  await untilDone(id, OperationId, ctx);
}

async function deleteMember(id: string, member: string, properties: Properties, ctx: ResourceContext): Promise<void> {
  const [account = '', region = ''] = member.split(' ');
  const input = { StackSetName: id, Accounts: [account], Regions: [region], RetainStacks: false };
  const { OperationId } = await ctx.call('cloudformation', 'DeleteStackInstances', {
    ...input,
    OperationPreferences: preferencesOf(properties),
  });
  await untilDone(id, OperationId, ctx);
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const StackSetName = text(properties.StackSetName) ?? ctx.physicalName(128);
    const { StackSetId = '' } = await ctx.call('cloudformation', 'CreateStackSet', { StackSetName, ...contentOf(properties) });
    ctx.created(StackSetId);
    for (const group of groupsOf(properties)) await createGroup(StackSetId, group, properties, ctx);
    return made(StackSetId);
  },
  async update(id, properties, previous, ctx) {
    const next = membersOf(properties);
    for (const member of membersOf(previous).keys()) if (!next.has(member)) await deleteMember(id, member, properties, ctx);
    const input = { StackSetName: id, ...contentOf(properties), OperationPreferences: preferencesOf(properties) };
    const { OperationId } = await ctx.call('cloudformation', 'UpdateStackSet', input);
    await untilDone(id, OperationId, ctx);
    // An instance that is there already takes the overrides of its group.
    for (const group of groupsOf(properties)) await createGroup(id, group, properties, ctx);
    return made(id);
  },
  async delete(id, properties, ctx) {
    const set = await ignoring(
      ['StackSetNotFoundException'],
      Promise.resolve().then(() => findStackSet(id, ctx)),
    );
    if (!set) return;
    for (const { account, region } of instancesOf(set, ctx)) await deleteMember(id, `${account} ${region}`, properties, ctx);
    await ctx.call('cloudformation', 'DeleteStackSet', { StackSetName: id });
  },
  async read(id, properties, ctx) {
    const found = await ignoring(['StackSetNotFoundException'], ctx.call('cloudformation', 'DescribeStackSet', { StackSetName: id }));
    const set = found?.StackSet;
    if (!set || set.Status === 'DELETED') return undefined;
    return {
      StackSetName: set.StackSetName ?? '',
      StackSetId: id,
      PermissionModel: set.PermissionModel ?? '',
      ...(set.Description === undefined ? {} : { Description: set.Description }),
      Capabilities: [...(set.Capabilities ?? [])],
      Tags: (set.Tags ?? []).map(({ Key = '', Value = '' }) => ({ Key, Value })),
      ...(properties.TemplateBody === undefined ? {} : { TemplateBody: set.TemplateBody ?? '' }),
    };
  },
};
