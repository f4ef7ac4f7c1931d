// One stack of a stack set: made, updated, deleted or compared in its account and region.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { type Run, runsOf } from '#resources/runs';
import { inProgress, lookUp, type Stack } from '#services/cloudformation/stack-records/find-stack';
import { createStack, updateStack } from '#services/cloudformation/stacks/stacks';
import { events, stacks } from '#services/cloudformation/state';
import type { Instance, StackSet } from './find-stack-set.ts';

const FOREVER_MS = 12 * 3_600_000;

/** Waits until the stack's operation has ended. The run rests while the stack itself waits for others. */
async function untilIdle(id: string, run: Run, there: Ctx): Promise<Stack | undefined> {
  const untilMs = there.now() + FOREVER_MS;
  for (;;) {
    const stack = there.records(stacks).get([id]);
    if (!stack || !inProgress(stack.status)) return stack;
    const changed = there.wait(`stack/${id}`, untilMs);
    await (runsOf(there).get(`stack/${id}`)?.resting ? run.rest(changed) : changed);
    run.check();
  }
}

/** Makes the stack, or brings it to the set's template and parameters. Returns its id. @throws Error with the reason of the failure */
export async function deployInstance(set: StackSet, instance: Instance, run: Run, there: Ctx): Promise<string> {
  const present = await usableStack(instance, run, there);
  const values = { ...set.parameters, ...instance.overrides };
  const request = {
    Parameters: Object.entries(values).map(([ParameterKey, ParameterValue]) => ({ ParameterKey, ParameterValue })),
    Capabilities: [...set.capabilities],
    Tags: set.tags.map(({ Key, Value }) => ({ Key, Value })),
  };
  const StackName = present?.id ?? `StackSet-${set.name}-${there.id()}`;
  const started = present
    ? await updateStack({ StackName, ...request }, there, { body: set.body }).catch(unlessNothingToDo)
    : await createStack({ StackName, ...request }, there, { body: set.body });
  const id = started?.StackId ?? StackName;
  const stack = await untilIdle(id, run, there);
  if (stack && /^(CREATE|UPDATE)_COMPLETE$/.test(stack.status)) return id;
  if (!started) return id;
  throw new InstanceFailure(failureOf(id, stack, there), id);
}

/** The reason why an instance failed, and the stack that it has nevertheless. */
export class InstanceFailure extends Error {
  readonly stackId: string | undefined;
  constructor(reason: string, stackId: string | undefined) {
    super(reason);
    this.stackId = stackId;
  }
}

function unlessNothingToDo(error: unknown): undefined {
  if (error instanceof Fault && error.message === 'No updates are to be performed.') return undefined;
  throw error;
}

/** The instance's stack, unless it is gone or was never made whole: then it is removed, and another is made. */
async function usableStack({ stackId }: Instance, run: Run, there: Ctx): Promise<Stack | undefined> {
  const stack = stackId === undefined ? undefined : lookUp(stackId, there);
  if (!stack || stack.status === 'DELETE_COMPLETE') return undefined;
  if (!/^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED|DELETE_FAILED)$/.test(stack.status)) return stack;
  await removeStack(stack.id, run, there);
  return undefined;
}

/** @throws InstanceFailure if resources could not be deleted */
export async function removeStack(id: string, run: Run, there: Ctx): Promise<void> {
  if (!lookUp(id, there)) return;
  await there.call('cloudformation', 'DeleteStack', { StackName: id });
  const stack = await untilIdle(id, run, there);
  if (stack && stack.status !== 'DELETE_COMPLETE') throw new InstanceFailure(failureOf(id, stack, there), id);
}

/** Whether the stack has drifted. */
export async function detectInstanceDrift({ stackId }: Instance, there: Ctx): Promise<boolean> {
  if (stackId === undefined) throw new InstanceFailure('The instance has no stack.', undefined);
  const { StackDriftDetectionId } = await there.call('cloudformation', 'DetectStackDrift', { StackName: stackId });
  const found = await there.call('cloudformation', 'DescribeStackDriftDetectionStatus', { StackDriftDetectionId });
  return found.StackDriftStatus === 'DRIFTED';
}

/** The first resource that failed in the stack's last operation, in the form in which results tell it. */
function failureOf(id: string, stack: Stack | undefined, there: Ctx): string {
  const operation = stack?.lastOperations[0]?.id;
  const first = there
    .records(events)
    .range([id])
    .find((each) => each.status.endsWith('_FAILED') && each.physicalId !== id && each.operationId === operation);
  if (!first) return stack?.reason ?? `Stack ${id} is in status ${stack?.status ?? 'DELETE_COMPLETE'}`;
  return `ResourceLogicalId:${first.logicalId}, ResourceType:${first.type}, ResourceStatusReason:${first.reason ?? ''}.`;
}
