// StartMessageMoveTask, CancelMessageMoveTask, ListMessageMoveTasks: tasks that move dead letters back. Due work (step.ts) moves the
// messages.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, type ListMessageMoveTasksResultEntry, operation, type StartMessageMoveTaskRequest } from '#model/sqs';
import { isDeadLetterQueue } from '#services/sqs/dead-letter-queues';
import { invalidParameter } from '#services/sqs/faults';
import { arnOf, queueByArn } from '#services/sqs/find-queue';
import { inQueue } from '#services/sqs/messages/in-queue';
import { looksLikeArn } from '#services/sqs/queue-address';
import { type MoveTask, moveTasks, type Queue } from '#services/sqs/state';
import { movePauseMs } from './rate.ts';

/** Limit: tasks that move messages from one queue, of which ListMessageMoveTasks tells. */
const MAX_KEPT = 10;
/** Limit: messages a second that a task moves. */
const MAX_PER_SECOND = 500;

export const StartMessageMoveTask = operation('StartMessageMoveTask', (input, ctx) => {
  const source = sourceQueue(input.SourceArn, ctx);
  checkStart(source, input, ctx);
  const tasks = ctx.records(moveTasks).entries([source.name], { reverse: true, limit: MAX_KEPT });
  if (tasks.some(([, { status }]) => status === 'RUNNING' || status === 'CANCELLING'))
    throw invalidParameter('There is already a task running. Only one active task is allowed for a source queue arn at a given time.');
  const number = (tasks[0]?.[0][1] ?? 0) + 1;
  const { DestinationArn: destinationArn, MaxNumberOfMessagesPerSecond: maxPerSecond } = input;
  const id = ctx.id();
  ctx.write((tx) => {
    const task: MoveTask = {
      id,
      source: source.name,
      sourceId: source.id,
      status: 'RUNNING',
      moved: 0,
      toMove: inQueue(source, ({ tally }) => tally.visible, ctx),
      startedMs: ctx.now(),
      trace: ctx.trace,
      ...(destinationArn !== undefined && { destinationArn }),
      ...(maxPerSecond !== undefined && { maxPerSecond }),
    };
    tx.put(ctx.records(moveTasks), [source.name, number], task);
    for (const [key] of tasks.slice(MAX_KEPT - 1)) tx.delete(ctx.records(moveTasks), key);
    ctx.later(tx, 'sqs.move', [source.name, number], ctx.now() + movePauseMs(maxPerSecond));
  });
  return { TaskHandle: taskHandle(id, input.SourceArn) };
});

function checkStart(source: Frozen<Queue>, input: StartMessageMoveTaskRequest, ctx: Ctx): void {
  const { DestinationArn: destinationArn, MaxNumberOfMessagesPerSecond: rate } = input;
  if (!isDeadLetterQueue(input.SourceArn, ctx)) throw invalidParameter('Source queue must be configured as a Dead Letter Queue.');
  if (rate !== undefined && (rate < 1 || rate > MAX_PER_SECOND))
    throw invalidParameter(
      `Value for parameter MaxNumberOfMessagesPerSecond is invalid. Reason: You must enter a number that's between 1 and ${MAX_PER_SECOND}.`,
    );
  if (destinationArn === undefined) return;
  checkArn(destinationArn, 'DestinationArn');
  if (destinationArn === input.SourceArn) throw invalidParameter('Source queue arn and destination queue arn cannot be the same.');
  const destination = queueByArn(destinationArn, ctx);
  if (!destination) throw notFound('DestinationArn');
  if (destination.fifo !== source.fifo) throw invalidParameter('The source queue and destination queue must be of the same queue type.');
}

const notFound = (parameter: string) =>
  fault('ResourceNotFoundException', `The resource that you specified for the ${parameter} parameter doesn't exist.`);

function checkArn(arn: string, parameter: string): void {
  if (!looksLikeArn(arn))
    throw invalidParameter(
      `You must use this format to specify the ${parameter}: arn:<partition>:<service>:<region>:<account-id>:<resource-id>`,
    );
}

function sourceQueue(arn: string, ctx: Ctx): Frozen<Queue> {
  checkArn(arn, 'SourceArn');
  const source = queueByArn(arn, ctx);
  if (!source) throw notFound('SourceArn');
  return source;
}

const taskHandle = (taskId: string, sourceArn: string): string => Buffer.from(JSON.stringify({ taskId, sourceArn })).toString('base64');

function readTaskHandle(handle: string): { taskId: string; sourceArn: string } {
  try {
    const { taskId, sourceArn } = JSON.parse(Buffer.from(handle, 'base64').toString()) as { taskId: unknown; sourceArn: unknown };
    if (typeof taskId === 'string' && typeof sourceArn === 'string') return { taskId, sourceArn };
  } catch {
    // The emulator gave out no such handle.
  }
  throw invalidParameter('Value for parameter TaskHandle is invalid.');
}

export const CancelMessageMoveTask = operation('CancelMessageMoveTask', ({ TaskHandle }, ctx) => {
  const { taskId, sourceArn } = readTaskHandle(TaskHandle);
  const source = sourceQueue(sourceArn, ctx);
  const found = ctx
    .records(moveTasks)
    .entries([source.name])
    .find(([, { id }]) => id === taskId);
  if (!found) throw fault('ResourceNotFoundException', 'Task does not exist.');
  const [key, task] = found;
  if (task.status !== 'RUNNING') throw invalidParameter('Only active tasks can be cancelled.');
  ctx.write((tx) => {
    tx.put(ctx.records(moveTasks), key, { ...task, status: 'CANCELLING' });
    ctx.later(tx, 'sqs.move', key, ctx.now());
  });
  return { ApproximateNumberOfMessagesMoved: task.moved };
});

export const ListMessageMoveTasks = operation('ListMessageMoveTasks', ({ SourceArn, MaxResults = 1 }, ctx) => {
  const source = sourceQueue(SourceArn, ctx);
  if (MaxResults < 1 || MaxResults > MAX_KEPT)
    throw invalidParameter(`Value for parameter MaxResults is invalid. Reason: You must enter a number that's between 1 and ${MAX_KEPT}.`);
  const tasks = ctx.records(moveTasks).range([source.name], { reverse: true, limit: MaxResults });
  return { Results: tasks.map((task) => describe(task, arnOf(source, ctx))) };
});

function describe(task: Frozen<MoveTask>, sourceArn: string): ListMessageMoveTasksResultEntry {
  const { destinationArn, maxPerSecond, failure } = task;
  return {
    Status: task.status,
    SourceArn: sourceArn,
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    StartedTimestamp: task.startedMs,
    ...(task.status === 'RUNNING' && { TaskHandle: taskHandle(task.id, sourceArn) }),
    ...(destinationArn !== undefined && { DestinationArn: destinationArn }),
    ...(maxPerSecond !== undefined && { MaxNumberOfMessagesPerSecond: maxPerSecond }),
    ...(failure !== undefined && { FailureReason: failure }),
  };
}
