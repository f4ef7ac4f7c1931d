// Begins an operation: writes it with the stack's new status, and schedules the work that runs it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { putStackStatus } from '#services/cloudformation/stack-records/event-records';
import {
  type Deployment,
  deployments,
  kept,
  type OperationKind,
  resources,
  type StackOperation,
  type StackRecord,
} from '#services/cloudformation/state';

const OPERATION_TYPES: Readonly<Record<OperationKind, string>> = {
  create: 'CREATE_STACK',
  update: 'UPDATE_STACK',
  import: 'UPDATE_STACK',
  rollback: 'ROLLBACK',
  continue: 'CONTINUE_ROLLBACK',
  delete: 'DELETE_STACK',
};

export interface Begun {
  readonly status: string;
  readonly reason?: string | undefined;
  readonly operation: Omit<StackOperation, 'id' | 'trace'>;
  /** The deployment to reach. Undefined: the stack keeps its present one. */
  readonly deployment?: Deployment | undefined;
}

export function begin(stack: Frozen<StackRecord>, { status, reason, operation, deployment }: Begun, ctx: Ctx): void {
  const id = ctx.id();
  const next: StackRecord = {
    ...stack,
    operation: { ...operation, id, trace: ctx.trace },
    lastOperations: [{ type: OPERATION_TYPES[operation.kind], id }],
    token: operation.token,
  };
  ctx.write((tx) => {
    if (deployment) {
      const before = ctx.records(deployments).get([stack.id, 'current']);
      // After a failure without rollback, the next rollback still leads to the state before that failure.
      if (before && operation.kind !== 'create' && ctx.records(kept).count([stack.id]) === 0) {
        tx.put(ctx.records(deployments), [stack.id, 'previous'], before);
        for (const [key, resource] of ctx.records(resources).entries([stack.id])) tx.put(ctx.records(kept), key, resource);
      }
      tx.put(ctx.records(deployments), [stack.id, 'current'], deployment);
    }
    putStackStatus(tx, next, status, ctx, reason);
    ctx.later(tx, 'cloudformation.run', [stack.id, id], ctx.now());
    if (operation.kind === 'create' && stack.timeoutMinutes !== undefined)
      ctx.later(tx, 'cloudformation.timeout', [stack.id, id], ctx.now() + stack.timeoutMinutes * 60_000);
  });
}
