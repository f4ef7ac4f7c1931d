// Due work: runs operations, ends creations that take too long, and forgets deleted change sets.
import type { Ctx } from '#core/ctx';
import type { DueWork } from '#core/time/work';
import { inTraceOf } from '#core/traces/in-trace-of';
import { table } from '#lib/table';
import { runsOf, Stopped } from '#resources/runs';
import { FORGET_ADDRESS } from './answers.ts';
import { deleteAll } from './execution/delete.ts';
import { deploy } from './execution/deploy.ts';
import { type End, finish } from './execution/finish.ts';
import { rollBackCreate, rollBackUpdate } from './execution/rollback.ts';
import { Session } from './execution/session.ts';
import { changeSetById, forget } from './stack-records/change-set-tree.ts';
import { failedStatus, recoverIfInterrupted } from './stack-records/interrupted.ts';
import { answers, type OperationKind, type StackOperation, stacks } from './state.ts';

const idOf = (key: readonly (string | number)[]): [string, string] => [String(key[0]), String(key[1])];

async function run(key: readonly (string | number)[], due: Ctx): Promise<void> {
  const [stackId, operationId] = idOf(key);
  const stack = due.records(stacks).get([stackId]);
  if (stack?.operation?.id !== operationId) return;
  const ctx = inTraceOf(stack.operation, due);
  if (stack.operation.runner !== undefined) {
    recoverIfInterrupted(stack, ctx);
    return;
  }
  const runs = runsOf(ctx);
  const operation: StackOperation = { ...stack.operation, runner: runs.id };
  ctx.write((tx) => tx.put(ctx.records(stacks), [stackId], { ...stack, operation }));
  await runs.start(`stack/${stackId}`, (begun) => execute(new Session(begun, stackId, ctx.detached()), operation), ctx);
}

async function execute(session: Session, { kind }: StackOperation): Promise<void> {
  try {
    finish(session, await act(session, kind));
  } catch (error) {
    if (error instanceof Stopped || session.ctx.signal.aborted) throw error;
    finish(session, { status: failedStatus(session.stack.status), reason: `Internal failure of the emulator: ${String(error)}` });
    throw error;
  }
}

async function act(session: Session, kind: OperationKind): Promise<End> {
  if (kind === 'delete') return deleteAll(session);
  if (kind === 'rollback' || kind === 'continue') {
    const created = session.stack.status === 'ROLLBACK_IN_PROGRESS';
    return created ? rollBackCreate(session, undefined) : rollBackUpdate(session, 'UPDATE', undefined);
  }
  return deploy(session, kind);
}

function timeOut(key: readonly (string | number)[], ctx: Ctx): void {
  const [stackId, operationId] = idOf(key);
  const stack = ctx.records(stacks).get([stackId]);
  if (stack?.operation?.id === operationId && stack.status === 'CREATE_IN_PROGRESS')
    runsOf(ctx).get(`stack/${stackId}`)?.cancel('Stack creation time exceeded the specified timeout.');
}

function forgetChangeSet([stackId, name, id]: readonly (string | number)[], ctx: Ctx): void {
  const found = changeSetById(String(id), ctx);
  if (!found || found.stackId !== stackId || found.name !== name) return;
  if (found.status === 'DELETE_PENDING') ctx.write((tx) => forget(tx, found, ctx));
}

export const work: Readonly<Record<string, DueWork>> = table({
  'cloudformation.run': run,
  'cloudformation.timeout': timeOut,
  'cloudformation.forget-change-set': forgetChangeSet,
  [FORGET_ADDRESS]: ([token], ctx) => ctx.write((tx) => tx.delete(ctx.records(answers), [String(token)])),
});
