// Limits what one operation on a root stack may create, nested stacks included. A template that nests itself fails here. The quota and its
// text: docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html (2,500 resources per operation).
import type { Ctx } from '#core/ctx';
import { deployments, stacks } from '#services/cloudformation/state';

/** Limit: resources that a stack and its nested stacks have together. */
const MAX_RESOURCES = 2_500;
/** Limit: levels of nested stacks. It is the emulator's own: the reason of a failure repeats those of nested stacks, level by level. */
const MAX_LEVELS = 25;
const EXCEEDED = 'Limit on the number of resources in a single stack operation exceeded';

/** Checks a stack to be nested with `added` resources. @throws Error in CloudFormation's words, for the resource's event */
export function checkNesting({ parentId, rootId }: { readonly parentId: string; readonly rootId: string }, added: number, ctx: Ctx): void {
  let levels = 1;
  for (let at: string | undefined = parentId; at !== undefined; at = ctx.records(stacks).get([at])?.parentId) levels += 1;
  if (levels > MAX_LEVELS) throw new Error(`${EXCEEDED}: stacks are nested more than ${MAX_LEVELS} levels deep`);
  const live = ctx
    .records(stacks)
    .range()
    .filter((stack) => (stack.id === rootId || stack.rootId === rootId) && stack.status !== 'DELETE_COMPLETE');
  const made = live.reduce((sum, { id }) => sum + resourcesOf(id, ctx), 0);
  if (made + added > MAX_RESOURCES) throw new Error(EXCEEDED);
}

const resourcesOf = (stackId: string, ctx: Ctx): number =>
  Object.keys(ctx.records(deployments).get([stackId, 'current'])?.processed.Resources ?? {}).length;
