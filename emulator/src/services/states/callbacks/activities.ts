// Activities: tasks that wait for workers, who poll for them.
import type { Ctx } from '#core/ctx';
import { fault, operation } from '#model/states';
import { activityArn, parseStatesArn } from '#services/states/arns';
import { invalidArn, noSuchActivity, wrongKind } from '#services/states/faults';
import { readEncryption, sendEncryption } from '#services/states/machines/machine-settings';
import { checkName } from '#services/states/names';
import { pageOfValues } from '#services/states/pages';
import { activitySignal, runTurn } from '#services/states/running/run-turn';
import { readTaskToken } from '#services/states/running/task-token';
import { type Activity, activities, activityTasks, taskCalls } from '#services/states/state';
import { STATES_TAGS } from '#services/states/tag-rules';

/** A worker that finds no task is answered after this time. */
const POLL_MS = 60_000;

/** @throws Fault InvalidArn */
function nameIn(arn: string): string {
  const parsed = parseStatesArn(arn);
  if (!parsed) throw invalidArn(arn);
  if (parsed.kind !== 'activity') throw wrongKind(parsed.kind);
  return parsed.names[0]!;
}

/** @throws Fault InvalidArn, ActivityDoesNotExist */
function findActivity(arn: string, ctx: Ctx): Activity {
  const activity = ctx.records(activities).get([nameIn(arn)]);
  if (!activity || arn !== activityArn(activity.name, ctx)) throw noSuchActivity(arn);
  return activity as Activity;
}

export const CreateActivity = operation('CreateActivity', ({ name, tags, encryptionConfiguration }, ctx) => {
  checkName(name);
  const encryption = readEncryption(encryptionConfiguration);
  const arn = activityArn(name, ctx);
  const before = ctx.records(activities).get([name]);
  if (before && before.encryption.type !== encryption.type) throw fault('ActivityAlreadyExists', `Activity Already Exists: '${arn}'`);
  if (before) return { activityArn: arn, creationDate: new Date(before.createdMs) };
  const activity: Activity = { name, createdMs: ctx.now(), encryption, tags: STATES_TAGS.ofNew(tags, ctx, arn) };
  ctx.write((tx) => tx.put(ctx.records(activities), [name], activity));
  return { activityArn: arn, creationDate: new Date(activity.createdMs) };
});

export const DescribeActivity = operation('DescribeActivity', ({ activityArn: arn }, ctx) => {
  const { name, createdMs, encryption } = findActivity(arn, ctx);
  return { activityArn: arn, name, creationDate: new Date(createdMs), encryptionConfiguration: sendEncryption(encryption) };
});

export const ListActivities = operation('ListActivities', (input, ctx) => {
  const { items, nextToken } = pageOfValues(ctx.records(activities), [], input);
  const listed = items.map(({ name, createdMs }) => ({ activityArn: activityArn(name, ctx), name, creationDate: new Date(createdMs) }));
  return { activities: listed, nextToken };
});

export const DeleteActivity = operation('DeleteActivity', ({ activityArn: arn }, ctx) => {
  const name = nameIn(arn);
  ctx.write((tx) => {
    tx.delete(ctx.records(activities), [name]);
    for (const [key] of ctx.records(activityTasks).entries([name])) tx.delete(ctx.records(activityTasks), key);
  });
});

export const GetActivityTask = operation('GetActivityTask', async ({ activityArn: arn, workerName }, ctx) => {
  const { name } = findActivity(arn, ctx);
  const untilMs = ctx.now() + POLL_MS;
  for (;;) {
    const task = takeTask(name, ctx);
    if (task) {
      const address = readTaskToken(task.token)!;
      await runTurn(
        address,
        { kind: 'task', thread: address.thread, attempt: address.attempt, outcome: { event: 'started', workerName } },
        ctx,
      );
      return { taskToken: task.token, input: task.input };
    }
    if (ctx.now() >= untilMs || ctx.signal.aborted) return {};
    await ctx.wait(activitySignal(name), untilMs);
  }
});

/** The task that has waited longest. Tasks whose executions have gone on without them are dropped. */
function takeTask(name: string, ctx: Ctx) {
  return ctx.write((tx) => {
    const waiting = ctx.records(activityTasks);
    for (const [key, task] of waiting.entries([name])) {
      tx.delete(waiting, key);
      const address = readTaskToken(task.token)!;
      if (ctx.records(taskCalls).has([address.executionId, address.thread, address.attempt])) return task;
    }
    return undefined;
  });
}
