// Finds change sets by ARN, or by name within a stack.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault } from '#model/cloudformation';
import { invalid } from '#services/cloudformation/faults';
import { type ChangeSetRecord, changeSetIds, changeSets } from '#services/cloudformation/state';
import { findStack } from './find-stack.ts';

export type ChangeSet = Frozen<ChangeSetRecord>;

export function lookUpChangeSet(nameOrId: string, stackName: string | undefined, ctx: Ctx): ChangeSet | undefined {
  if (nameOrId.startsWith('arn:')) {
    const found = ctx.records(changeSetIds).get([nameOrId]);
    return found && ctx.records(changeSets).get([found.stackId, found.name]);
  }
  if (stackName === undefined) throw invalid('StackName must be specified if ChangeSetName is not specified as an ARN.');
  const stack = findStack(stackName, ctx, `Stack [${stackName}] does not exist`);
  return ctx.records(changeSets).get([stack.id, nameOrId]);
}

export function findChangeSet(nameOrId: string, stackName: string | undefined, ctx: Ctx): ChangeSet {
  const found = lookUpChangeSet(nameOrId, stackName, ctx);
  if (!found) throw fault('ChangeSetNotFoundException', `ChangeSet [${nameOrId}] does not exist`);
  return found;
}
