// DescribeStackResource, DescribeStackResources, ListStackResources.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import { operation } from '#model/cloudformation';
import { isObject, type JsonObject } from '#resources/json';
import { invalid } from '#services/cloudformation/faults';
import { pageOfItems } from '#services/cloudformation/pages';
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
  const definitions = ctx.records(deployments).get([stack.id, 'current'])?.processed.Resources;
  const definition = isObject(definitions) ? (own(definitions, LogicalResourceId) as JsonObject | undefined) : undefined;
  const { Timestamp, ...rest } = described(stack, resource);
  return { StackResourceDetail: { ...rest, LastUpdatedTimestamp: Timestamp, Metadata: JSON.stringify(definition?.Metadata ?? {}) } };
});

/** The CDK looks for these words, which are those of DescribeStacks. */
export const ListStackResources = operation('ListStackResources', ({ StackName, NextToken }, ctx) => {
  const stack = findStack(StackName, ctx);
  const { items, ...rest } = pageOfItems(listOf(stack, ctx), ({ logicalId }) => [logicalId], { NextToken });
  return { StackResourceSummaries: items.map((each) => ({ ...facts(each), LastUpdatedTimestamp: new Date(each.changedMs) })), ...rest };
});
