// DescribeStackResource, DescribeStackResources, ListStackResources.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import { operation } from '#model/cloudformation';
import { isObject, type Json, type JsonObject } from '#resources/json';
import { resourceData } from '#resources/resource-data';
import { evaluate } from '#services/cloudformation/engine/intrinsics';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import { invalid } from '#services/cloudformation/faults';
import { pageOfItems } from '#services/cloudformation/pages';
import { openDeployment } from '#services/cloudformation/preparation/view';
import { attributeValue } from '#services/cloudformation/stack-records/attribute-value';
import { findStack, type Stack } from '#services/cloudformation/stack-records/find-stack';
import { deployments, type ResourceRecord, resources, stacks } from '#services/cloudformation/state';

const listOf = (stack: Stack, ctx: Ctx): Frozen<ResourceRecord>[] => ctx.records(resources).range([stack.id]);
const find = (name: string, ctx: Ctx): Stack => findStack(name, ctx, `Stack '${name}' does not exist`);

const facts = ({ logicalId, physicalId, type, status, reason, drift }: Frozen<ResourceRecord>) => ({
  LogicalResourceId: logicalId,
  PhysicalResourceId: physicalId === '' ? undefined : physicalId,
  ResourceType: type,
  ResourceStatus: status,
  ResourceStatusReason: reason,
  DriftInformation: {
    StackResourceDriftStatus: drift.status,
    LastCheckTimestamp: drift.checkedMs === undefined ? undefined : new Date(drift.checkedMs),
  },
});
const described = (stack: Stack, resource: Frozen<ResourceRecord>) => ({
  StackName: stack.name,
  StackId: stack.id,
  Timestamp: new Date(resource.changedMs),
  ...facts(resource),
});

export const DescribeStackResources = operation('DescribeStackResources', ({ StackName, LogicalResourceId, PhysicalResourceId }, ctx) => {
  const stack = StackName === undefined ? holderOf(PhysicalResourceId, ctx) : findStack(StackName, ctx);
  const StackResources = listOf(stack, ctx)
    .filter(({ logicalId }) => LogicalResourceId === undefined || logicalId === LogicalResourceId)
    .map((each) => described(stack, each));
  if (LogicalResourceId !== undefined && StackResources.length === 0)
    throw invalid(`Resource ${LogicalResourceId} does not exist for stack ${stack.name}`);
  return { StackResources };
});

function holderOf(physicalId: string | undefined, ctx: Ctx): Stack {
  if (physicalId === undefined) throw invalid('Either StackName or PhysicalResourceId must be specified.');
  const entry = ctx
    .records(resources)
    .entries()
    .find(([, each]) => each.physicalId === physicalId && each.status !== 'DELETE_COMPLETE');
  const stack = entry && ctx.records(stacks).get([entry[0][0]]);
  if (!stack) throw invalid(`Stack for ${physicalId} does not exist`);
  return stack;
}

export const DescribeStackResource = operation('DescribeStackResource', ({ StackName, LogicalResourceId }, ctx) => {
  const stack = find(StackName, ctx);
  const resource = ctx.records(resources).get([stack.id, LogicalResourceId]);
  if (!resource) throw invalid(`Resource ${LogicalResourceId} does not exist for stack ${StackName}`);
  const { Timestamp, ...rest } = described(stack, resource);
  return { StackResourceDetail: { ...rest, LastUpdatedTimestamp: Timestamp, Metadata: JSON.stringify(metadataOf(stack, resource, ctx)) } };
});

/** The metadata with its functions evaluated (localstack/localstack, cloudformation/api/test_stacks.py::test_no_echo_parameter; August 2025). */
function metadataOf(stack: Stack, { logicalId }: Frozen<ResourceRecord>, ctx: Ctx): Json {
  const deployment = ctx.records(deployments).get([stack.id, 'current']);
  const definitions = deployment?.processed.Resources;
  const definition = isObject(definitions) ? (own(definitions, logicalId) as JsonObject | undefined) : undefined;
  if (!deployment || definition?.Metadata === undefined) return {};
  const existing = new Map(listOf(stack, ctx).map((each) => [each.logicalId, each]));
  const scope = openDeployment(deployment, stack, ctx).scope({
    ref: (id) => existing.get(id)?.ref ?? existing.get(id)?.physicalId,
    attribute: (id, name) => attributeValue(existing.get(id), name, resourceData(ctx)),
  });
  try {
    return evaluate(definition.Metadata, scope);
  } catch (error) {
    if (error instanceof TemplateProblem) return definition.Metadata; // what it refers to is not there
    throw error;
  }
}

/** The CDK looks for these words, which are those of DescribeStacks. */
export const ListStackResources = operation('ListStackResources', ({ StackName, NextToken }, ctx) => {
  const stack = findStack(StackName, ctx);
  const { items, ...rest } = pageOfItems(listOf(stack, ctx), ({ logicalId }) => [logicalId], { NextToken });
  return { StackResourceSummaries: items.map((each) => ({ ...facts(each), LastUpdatedTimestamp: new Date(each.changedMs) })), ...rest };
});
