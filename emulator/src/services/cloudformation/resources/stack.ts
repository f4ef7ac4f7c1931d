// AWS::CloudFormation::Stack: a nested stack, with parameters and outputs.

import type { Created, Properties } from '#core/resources/resource-handlers';
import { ignoring, number, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { runsOf, Stopped } from '#resources/runs';
import { executeNested } from '#services/cloudformation/change-sets/execute-nested';
import { nestedTask } from '#services/cloudformation/stack-records/change-set-tree';
import { notificationArnsOf, parametersOf, tagsOf } from '#services/cloudformation/stack-records/nested-properties';
import { continueNested } from '#services/cloudformation/stacks/rollbacks';
import { createStack, updateStack } from '#services/cloudformation/stacks/stacks';
import { events as stackEvents, stacks } from '#services/cloudformation/state';

const FOREVER_MS = 12 * 3_600_000;

/** Waits until the operation of the nested stack has ended, and returns its status. */
async function untilIdle(id: string, ctx: ResourceContext): Promise<{ status: string; reason: string | undefined }> {
  const untilMs = ctx.now() + FOREVER_MS;
  for (;;) {
    const stack = ctx.records(stacks).get([id]);
    if (!stack) throw new Error(`Embedded stack ${id} does not exist`);
    if (!stack.status.endsWith('_IN_PROGRESS')) return { status: stack.status, reason: stack.reason };
    // The parent counts as idle only while the nested stack is.
    if (runsOf(ctx).get(`stack/${id}`)?.resting) await ctx.waitIdle(`stack/${id}`, untilMs);
    else await ctx.wait(`stack/${id}`, untilMs);
    if (ctx.signal.aborted) throw new Stopped();
  }
}

function made(id: string, ctx: ResourceContext): Created {
  const stack = ctx.records(stacks).get([id])!;
  const outputs = Object.fromEntries(stack.outputs.map(({ key, value }) => [`Outputs.${key}`, value]));
  const facts = { StackId: id, StackStatus: stack.status, CreationTime: new Date(stack.createdMs).toISOString() };
  const more = { ParentId: stack.parentId ?? '', RootId: stack.rootId ?? '', ChangeSetId: stack.changeSetId ?? '' };
  const updated = stack.updatedMs === undefined ? {} : { LastUpdateTime: new Date(stack.updatedMs).toISOString() };
  return { physicalId: id, attributes: { ...facts, ...more, ...updated, ...outputs } };
}

export const resource: ResourceType = {
  inStackOnly: true,
  async create(properties, ctx) {
    const StackId = await beginCreate(properties, ctx);
    ctx.created(StackId);
    const { status, reason } = await untilIdle(StackId, ctx);
    if (status !== 'CREATE_COMPLETE')
      throw new Error(`Embedded stack ${StackId} was not successfully created: ${failures(StackId, reason, ctx)}`);
    return made(StackId, ctx);
  },
  async update(id, properties, _previous, ctx) {
    const [parent, nested] = [ctx.records(stacks).get([ctx.stack.id])!, ctx.records(stacks).get([id])];
    if (nested && continueNested(nested, parent, ctx)) {
      const { status, reason } = await untilIdle(id, ctx);
      if (status === 'UPDATE_ROLLBACK_COMPLETE') return made(id, ctx);
      throw new Error(`Embedded stack ${id} was not successfully updated. Currently in ${status} with reason: ${reason ?? ''}`);
    }
    const begun = await beginUpdate(id, properties, ctx).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && error.message === 'No updates are to be performed.') return false;
        throw error;
      },
    );
    if (!begun) return made(id, ctx);
    const { status, reason } = await untilIdle(id, ctx);
    if (status !== 'UPDATE_COMPLETE')
      throw new Error(
        `Embedded stack ${id} was not successfully updated. Currently in ${status} with reason: ${failures(id, reason, ctx)}`,
      );
    return made(id, ctx);
  },
  async delete(id, _properties, ctx) {
    if (ctx.records(stacks).get([id])?.status.endsWith('_IN_PROGRESS')) await untilIdle(id, ctx);
    await ignoring(['ValidationError'], ctx.call('cloudformation', 'DeleteStack', { StackName: id }));
    const { status, reason } = await untilIdle(id, ctx);
    if (status !== 'DELETE_COMPLETE') throw new Error(`Embedded stack ${id} was not successfully deleted: ${reason ?? status}`);
  },
};

/** The reason with which the nested stack began to roll back. */
function failures(id: string, reason: string | undefined, ctx: ResourceContext): string {
  const event = ctx
    .records(stackEvents)
    .range([id], { reverse: true, limit: 500 })
    .find(({ physicalId, status }) => physicalId === id && /^(ROLLBACK|UPDATE_ROLLBACK)_IN_PROGRESS$/.test(status));
  return event?.reason ?? reason ?? '';
}

const givenTo = (properties: Properties) => ({
  parameters: parametersOf(properties),
  tags: tagsOf(properties),
  notificationArns: notificationArnsOf(properties),
});

/** Begins to create a stack, either the reviewed one or a new one. Returns its id. */
async function beginCreate(properties: Properties, ctx: ResourceContext): Promise<string> {
  const parent = ctx.records(stacks).get([ctx.stack.id])!;
  const disableRollback = parent.disableRollback || (parent.operation?.disableRollback ?? false);
  const timeoutMinutes = number(properties.TimeoutInMinutes);
  const given = givenTo(properties);
  const task = nestedTask(parent, ctx.logicalId, ctx);
  if (task?.kind === 'apply' && task.changeSet.type === 'CREATE') {
    await executeNested(task.changeSet, { ...given, roleArn: parent.roleArn, timeoutMinutes, disableRollback }, ctx);
    return task.changeSet.stackId;
  }
  const input = {
    StackName: ctx.physicalName(128),
    TemplateURL: text(properties.TemplateURL),
    Parameters: given.parameters,
    Tags: given.tags,
    NotificationARNs: given.notificationArns,
    TimeoutInMinutes: timeoutMinutes,
    RoleARN: parent.roleArn,
    DisableRollback: disableRollback,
  };
  const { StackId } = await createStack(input, ctx, { nesting: { parentId: parent.id, rootId: parent.rootId ?? parent.id } });
  return StackId;
}

/** Rejects with "No updates are to be performed." if nothing would change. */
async function beginUpdate(id: string, properties: Properties, ctx: ResourceContext): Promise<void> {
  const parent = ctx.records(stacks).get([ctx.stack.id])!;
  const given = givenTo(properties);
  const task = nestedTask(parent, ctx.logicalId, ctx);
  const before = task?.changeSet.stackId === id ? task.changeSet.before : undefined;
  const input = {
    StackName: id,
    TemplateURL: text(properties.TemplateURL),
    Parameters: given.parameters,
    Tags: given.tags,
    NotificationARNs: given.notificationArns,
  };
  if (task?.kind === 'apply' && task.changeSet.stackId === id)
    await executeNested(task.changeSet, { ...given, disableRollback: false }, ctx);
  else if (task?.kind === 'undo' && before) await updateStack(input, ctx, { body: before.body, undoes: task.changeSet.id });
  else await ctx.call('cloudformation', 'UpdateStack', input);
}
