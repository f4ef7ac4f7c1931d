// Drift: compares the resources of a stack with what their services return now.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Properties } from '#core/resources/resource-handlers';
import type { StackResourceDrift } from '#model/cloudformation';
import { operation } from '#model/cloudformation';
import type { JsonObject } from '#resources/json';
import { withoutReservedTags } from '#resources/reserved-tags';
import { resourceContext } from '#resources/resource-context';
import { resourceData } from '#resources/resource-data';
import { driftOf } from '#services/cloudformation/engine/drift';
import { lookUpReferences } from '#services/cloudformation/execution/lookup';
import { invalid } from '#services/cloudformation/faults';
import { pageOfItems } from '#services/cloudformation/pages';
import { existsAlready } from '#services/cloudformation/preparation/planning';
import { handlerOf } from '#services/cloudformation/resource-types';
import { findLive, inProgress, type Stack } from '#services/cloudformation/stack-records/find-stack';
import { type DriftRecord, detections, drifts, type ResourceRecord, resources, stacks } from '#services/cloudformation/state';

export const DetectStackDrift = operation('DetectStackDrift', async ({ StackName, LogicalResourceIds }, ctx) => {
  const stack = findLive(StackName, ctx);
  if (inProgress(stack.status)) throw invalid(`Drift detection cannot be performed on stack ${stack.name} in status ${stack.status}`);
  const wanted = ctx
    .records(resources)
    .range([stack.id])
    .filter((each) => existsAlready(each) && (!LogicalResourceIds?.length || LogicalResourceIds.includes(each.logicalId)));
  const found = await Promise.all(wanted.map((each) => detect(stack, each, ctx)));
  const id = ctx.id();
  ctx.write((tx) => {
    for (const [index, { logicalId }] of wanted.entries()) keep(stack, logicalId, found[index], ctx);
    const drifted = found.filter((each) => each && each.status !== 'IN_SYNC').length;
    const status = drifted > 0 ? 'DRIFTED' : 'IN_SYNC';
    tx.put(ctx.records(detections), [id], { stackId: stack.id, atMs: ctx.now(), drifted, status });
    tx.put(ctx.records(stacks), [stack.id], { ...stack, drift: { status, checkedMs: ctx.now() } });
  });
  return { StackDriftDetectionId: id };
});

/** Undefined for types that cannot be read. */
export async function detect(stack: Stack, resource: Frozen<ResourceRecord>, ctx: Ctx): Promise<DriftRecord | undefined> {
  const handler = await handlerOf(resource.type, ctx);
  if (!handler?.read) return undefined;
  const { logicalId, type: typeName, physicalId } = resource;
  const identity = { logicalId, typeName, stack: { id: stack.id, name: stack.name }, roleArn: stack.roleArn, created: () => {} };
  const context = resourceContext(identity, ctx);
  const expected = await lookUpReferences(resource.properties as JsonObject, context);
  const told = (await handler.read(physicalId, expected as Properties, context)) as JsonObject | undefined;
  const actual = told && withoutReservedTags(resourceData(ctx).of(typeName), told);
  if (!actual) return { status: 'DELETED', checkedMs: ctx.now(), expected, differences: [] };
  const differences = driftOf(expected, actual).sort((a, b) => (a.path < b.path ? -1 : 1));
  // Properties that cannot be read, such as the code of a function, are neither compared nor told: test_drift_detection.py of localstack/localstack (2022-11).
  const comparable = Object.fromEntries(Object.entries(expected).filter(([name]) => actual[name] !== undefined));
  const status = differences.length > 0 ? 'MODIFIED' : 'IN_SYNC';
  return { status, checkedMs: ctx.now(), expected: comparable, actual, differences };
}

function keep(stack: Stack, logicalId: string, found: DriftRecord | undefined, ctx: Ctx): void {
  const record = ctx.records(resources).get([stack.id, logicalId]);
  if (!found || !record) return;
  ctx.write((tx) => {
    tx.put(ctx.records(drifts), [stack.id, logicalId], found);
    tx.put(ctx.records(resources), [stack.id, logicalId], { ...record, drift: { status: found.status, checkedMs: found.checkedMs } });
  });
}

export const DetectStackResourceDrift = operation('DetectStackResourceDrift', async ({ StackName, LogicalResourceId }, ctx) => {
  const stack = findLive(StackName, ctx);
  const resource = ctx.records(resources).get([stack.id, LogicalResourceId]);
  if (!resource) throw invalid(`Resource ${LogicalResourceId} does not exist for stack ${stack.name}`);
  const found = await detect(stack, resource, ctx);
  if (!found) throw invalid(`Drift detection is not supported for resource type ${resource.type}`);
  keep(stack, LogicalResourceId, found, ctx);
  return { StackResourceDrift: describeDrift(stack, resource, found) };
});

export const DescribeStackDriftDetectionStatus = operation('DescribeStackDriftDetectionStatus', ({ StackDriftDetectionId }, ctx) => {
  const found = ctx.records(detections).get([StackDriftDetectionId]);
  if (!found) throw invalid(`Drift detection with id ${StackDriftDetectionId} does not exist`);
  return {
    StackId: found.stackId,
    StackDriftDetectionId,
    StackDriftStatus: found.status,
    DetectionStatus: 'DETECTION_COMPLETE',
    DriftedStackResourceCount: found.drifted,
    Timestamp: new Date(found.atMs),
  };
});

export const DescribeStackResourceDrifts = operation('DescribeStackResourceDrifts', (input, ctx) => {
  const stack = findLive(input.StackName, ctx);
  const wanted = ctx
    .records(drifts)
    .entries([stack.id])
    .filter(([, { status }]) => !input.StackResourceDriftStatusFilters?.length || input.StackResourceDriftStatusFilters.includes(status));
  const { items, ...rest } = pageOfItems(wanted, ([key]) => key, input);
  const StackResourceDrifts = items.flatMap(([[, id], found]) => {
    const resource = ctx.records(resources).get([stack.id, id]);
    return resource ? [describeDrift(stack, resource, found)] : [];
  });
  return { StackResourceDrifts, ...rest };
});

const describeDrift = (
  stack: Stack,
  { logicalId, physicalId, type }: Frozen<ResourceRecord>,
  found: Frozen<DriftRecord>,
): StackResourceDrift => ({
  StackId: stack.id,
  LogicalResourceId: logicalId,
  PhysicalResourceId: physicalId,
  ResourceType: type,
  ExpectedProperties: JSON.stringify(found.expected),
  ActualProperties: found.actual === undefined ? undefined : JSON.stringify(found.actual),
  PropertyDifferences: found.differences.map(({ path, kind, expected, actual }) => ({
    PropertyPath: path,
    ExpectedValue: expected,
    ActualValue: actual,
    DifferenceType: kind,
  })),
  StackResourceDriftStatus: found.status,
  Timestamp: new Date(found.checkedMs),
});
