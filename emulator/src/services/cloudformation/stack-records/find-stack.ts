// Finds stacks by name or ARN, with the errors for stacks that do not exist.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { invalid } from '#services/cloudformation/faults';
import { names, type StackRecord, stacks } from '#services/cloudformation/state';
import { recoverIfInterrupted } from './interrupted.ts';

export type Stack = Frozen<StackRecord>;

/** By name a stack that is not deleted, by ARN any stack. An interrupted operation is failed first. */
export function lookUp(nameOrId: string, ctx: Ctx): Stack | undefined {
  const id = nameOrId.startsWith('arn:') ? nameOrId : ctx.records(names).get([nameOrId])?.id;
  const stack = id === undefined ? undefined : ctx.records(stacks).get([id]);
  return stack && recoverIfInterrupted(stack, ctx);
}

export function findStack(nameOrId: string, ctx: Ctx, message = `Stack with id ${nameOrId} does not exist`): Stack {
  const stack = lookUp(nameOrId, ctx);
  if (!stack) throw invalid(message);
  return stack;
}

/** Finds a stack that is not deleted. */
export function findLive(nameOrId: string, ctx: Ctx): Stack {
  const stack = findStack(nameOrId, ctx, `Stack [${nameOrId}] does not exist`);
  if (stack.status === 'DELETE_COMPLETE') throw invalid(`Stack [${nameOrId}] does not exist`);
  return stack;
}

export const inProgress = (status: string): boolean => status.endsWith('_IN_PROGRESS') && status !== 'REVIEW_IN_PROGRESS';
