// Events of stacks, newest first.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/cloudformation';
import { invalid } from '#services/cloudformation/faults';
import { findChangeSet } from '#services/cloudformation/stack-records/find-change-set';
import { findStack, lookUp, type Stack } from '#services/cloudformation/stack-records/find-stack';
import { type ChangeSetRecord, events, type OperationKind, type StackEventRecord } from '#services/cloudformation/state';

const PAGE = 100;
/** Events read per page at most, if a filter drops most of them. */
const SCAN = 1000;

function page(stack: Stack, token: string | undefined, ctx: Ctx, keep: (event: Frozen<StackEventRecord>) => boolean = () => true) {
  const before = token === undefined ? undefined : Number(token);
  if (before !== undefined && !Number.isSafeInteger(before)) throw invalid('Invalid NextToken');
  const scanned = ctx
    .records(events)
    .entries([stack.id], { reverse: true, before: before === undefined ? undefined : [stack.id, before], limit: SCAN });
  const items = scanned.filter(([, event]) => keep(event)).slice(0, PAGE);
  const last = items.length === PAGE ? items.at(-1) : scanned.length === SCAN ? scanned.at(-1) : undefined;
  const more = last !== undefined && last[0][1] > 1;
  return { items: items.map(([, event]) => event), ...(more ? { NextToken: String(last[0][1]) } : {}) };
}

export const DescribeStackEvents = operation('DescribeStackEvents', ({ StackName, NextToken }, ctx) => {
  if (StackName === undefined)
    throw invalid("1 validation error detected: Value null at 'stackName' failed to satisfy constraint: Member must not be null");
  const stack = findStack(StackName, ctx, `Stack [${StackName}] does not exist`);
  const { items, ...rest } = page(stack, NextToken, ctx);
  const StackEvents = items.map((event) => ({
    StackId: stack.id,
    EventId: event.id,
    StackName: stack.name,
    ...factsOf(event),
    OperationId: event.operationId,
  }));
  return { StackEvents, ...rest };
});

export const factsOf = (event: Frozen<StackEventRecord>) => ({
  LogicalResourceId: event.logicalId,
  PhysicalResourceId: event.physicalId,
  ResourceType: event.type,
  Timestamp: new Date(event.atMs),
  ResourceStatus: event.status,
  ResourceStatusReason: event.reason,
  ResourceProperties: event.properties && JSON.stringify(event.properties),
  ClientRequestToken: event.token,
});

const KINDS: Readonly<Record<OperationKind, string>> = {
  create: 'CREATE_STACK',
  update: 'UPDATE_STACK',
  import: 'UPDATE_STACK',
  rollback: 'ROLLBACK',
  continue: 'CONTINUE_ROLLBACK',
  delete: 'DELETE_STACK',
};

export const DescribeEvents = operation('DescribeEvents', ({ StackName, ChangeSetName, OperationId, Filters, NextToken }, ctx) => {
  if (ChangeSetName !== undefined) {
    const changeSet = findChangeSet(ChangeSetName, StackName, ctx);
    return { OperationEvents: changeSetEvents(changeSet) };
  }
  const stack =
    StackName === undefined ? stackOfOperation(OperationId, ctx) : findStack(StackName, ctx, `Stack [${StackName}] does not exist`);
  const { items, ...rest } = page(
    stack,
    NextToken,
    ctx,
    (event) =>
      (OperationId === undefined || event.operationId === OperationId) && (!Filters?.FailedEvents || event.status.endsWith('_FAILED')),
  );
  const OperationEvents = items.map((event) => ({
    EventId: event.id,
    StackId: stack.id,
    OperationId: event.operationId,
    OperationType: event.operationKind && KINDS[event.operationKind],
    EventType: event.status.endsWith('_FAILED') ? 'PROVISIONING_ERROR' : 'STACK_EVENT',
    ...factsOf(event),
  }));
  return { OperationEvents, ...rest };
});

/** A change set has an event only if it failed: the reason. */
const changeSetEvents = ({ id, stackId, reason, status, createdMs }: Frozen<ChangeSetRecord>) =>
  status !== 'FAILED'
    ? []
    : [
        {
          EventId: id,
          StackId: stackId,
          OperationId: id,
          OperationType: 'CREATE_CHANGESET',
          OperationStatus: 'FAILED',
          EventType: 'VALIDATION_ERROR',
          Timestamp: new Date(createdMs),
          ValidationStatus: 'FAILED',
          ValidationStatusReason: reason,
        },
      ];

function stackOfOperation(operationId: string | undefined, ctx: Ctx): Stack {
  const found =
    operationId === undefined
      ? undefined
      : ctx
          .records(events)
          .entries()
          .find(([, event]) => event.operationId === operationId);
  const stack = found && lookUp(found[0][0], ctx);
  if (!stack) throw invalid('StackName, ChangeSetName or OperationId must name something that exists.');
  return stack;
}
