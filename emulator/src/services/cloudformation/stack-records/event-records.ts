// Events of stacks, written with every change of a status.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import type { JsonObject } from '#resources/json';
import { eventCounts, events, type ResourceRecord, resources, type StackRecord, stacks } from '#services/cloudformation/state';
import { notifyTopics } from './notifications.ts';

/** This signal is sent with every event of a stack in this account and region. */
export const EVENTS_KEY = 'stack-events';

/** Writes a stack with its new status and its event, and wakes the clients that wait for the stack. */
/** From then on the stack has a time of deletion, although the deletion may fail, and a rollback leaves the stack there (recorded). */
const DELETING: ReadonlySet<string> = new Set(['DELETE_IN_PROGRESS', 'ROLLBACK_IN_PROGRESS']);

export function putStackStatus(tx: Tx, stack: StackRecord, status: string, ctx: Ctx, reason?: string): void {
  // The last event of an operation belongs to it, too, though the stack is free of it from then on.
  const operation = stack.operation ?? (ctx.records(stacks).get([stack.id])?.operation as StackRecord['operation']);
  const began = DELETING.has(status) ? { deletedMs: ctx.now() } : undefined;
  tx.put(ctx.records(stacks), [stack.id], { ...stack, ...began, status, reason });
  putStackEvent(tx, { ...stack, operation }, status, reason, ctx);
}

export function putStackEvent(tx: Tx, stack: StackRecord, status: string, reason: string | undefined, ctx: Ctx): void {
  const { id, name } = stack;
  putEvent(tx, stack, { logicalId: name, physicalId: id, type: 'AWS::CloudFormation::Stack', status, reason }, ctx);
  tx.after(() => ctx.wake(`stack/${id}`));
}

/** Writes a resource with its new status and its event. */
export function putResource(tx: Tx, stack: StackRecord, resource: ResourceRecord, ctx: Ctx): void {
  tx.put(ctx.records(resources), [stack.id, resource.logicalId], resource);
  putResourceEvent(tx, stack, resource, ctx);
}

export function putResourceEvent(
  tx: Tx,
  stack: StackRecord,
  { logicalId, physicalId, type, status, reason, properties }: Omit<ResourceRecord, 'attributes' | 'changedMs' | 'dependsOn' | 'drift'>,
  ctx: Ctx,
): void {
  putEvent(tx, stack, { logicalId, physicalId, type, status, reason, properties }, ctx);
}

interface StatusEvent {
  readonly logicalId: string;
  readonly physicalId: string;
  readonly type: string;
  readonly status: string;
  readonly reason?: string | undefined;
  readonly properties?: JsonObject | undefined;
}

function putEvent(tx: Tx, stack: StackRecord, event: StatusEvent, ctx: Ctx): void {
  const { id, operation } = stack;
  const counts = ctx.records(eventCounts);
  const { count: earlier, lastMs = 0 } = counts.get([id]) ?? { count: 0 };
  // Clients sort events by their time, so no two events of a stack share one.
  const atMs = Math.max(ctx.now(), lastMs + 1);
  const count = earlier + 1;
  tx.put(counts, [id], { count, lastMs: atMs });
  tx.after(() => ctx.wake(EVENTS_KEY));
  const eventId =
    event.type === 'AWS::CloudFormation::Stack' && event.physicalId === id
      ? ctx.id()
      : `${event.logicalId}-${event.status}-${new Date(atMs).toISOString()}`;
  const record = { ...event, id: eventId, atMs, token: operation?.token, operationId: operation?.id, operationKind: operation?.kind };
  tx.put(ctx.records(events), [id, count], record);
  notifyTopics(tx, stack, record, ctx);
}
