// One step of a move task moves the messages that its rate allows from the dead-letter queue to their destination, as new messages.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { inTraceOf } from '#core/traces/in-trace-of';
import { noteJob } from '#core/traces/job';
import { arnOf, queueByArn } from '#services/sqs/find-queue';
import { closeQueue, openQueue } from '#services/sqs/messages/in-queue';
import { type Draft, enqueue, remove } from '#services/sqs/messages/message-writes';
import type { QueueTx } from '#services/sqs/messages/queue-tx';
import { peek } from '#services/sqs/messages/receive-next';
import { secondsMs } from '#services/sqs/settings';
import { type Message, type MoveStatus, type MoveTask, moveTasks, queues } from '#services/sqs/state';
import { moveAtOnce, movePauseMs } from './rate.ts';

interface Step {
  readonly moved: number;
  readonly status: MoveStatus;
  readonly failure?: string;
}

/** True if the next step follows at once. With a rate limit it is scheduled for later. */
export function moveStep(sourceName: string, number: number, due: Ctx): boolean {
  const key = [sourceName, number] as const;
  const task = due.records(moveTasks).get([...key]);
  if (!task || (task.status !== 'RUNNING' && task.status !== 'CANCELLING')) return false;
  const ctx = inTraceOf(task, due);
  const pauseMs = movePauseMs(task.maxPerSecond);
  const after = ctx.write((tx) => {
    const step: Step = task.status === 'CANCELLING' ? { moved: 0, status: 'CANCELLED' } : move(task, ctx);
    const next: MoveTask = { ...task, ...step, moved: task.moved + step.moved };
    tx.put(ctx.records(moveTasks), [...key], next);
    if (next.status === 'RUNNING' && pauseMs > 0) ctx.later(tx, 'sqs.move', [...key], ctx.now() + pauseMs);
    return next;
  });
  if (after.status === 'RUNNING') return pauseMs === 0;
  noteEnd(after, ctx);
  return false;
}

/** A task that somebody cancelled has neither failed nor succeeded. */
function noteEnd({ source, destinationArn, status, moved, failure }: MoveTask, ctx: Ctx): void {
  if (status === 'CANCELLED') return;
  const name = `move of ${moved} ${moved === 1 ? 'message' : 'messages'} from queue ${source}`;
  noteJob({ resource: arnOf({ name: source }, ctx), name, target: destinationArn }, failure, ctx);
}

function move(task: Frozen<MoveTask>, ctx: Ctx): Step {
  const source = ctx.records(queues).get([task.source]);
  if (!source || source.id !== task.sourceId) return { moved: 0, status: 'FAILED', failure: 'AWS.SimpleQueueService.NonExistentQueue' };
  return ctx.write((tx) => {
    const q = openQueue(tx, source, ctx);
    const targets = new Map<string, QueueTx>();
    const step = moveSome(q, task, targets);
    for (const target of targets.values()) closeQueue(target);
    closeQueue(q);
    return step;
  });
}

function moveSome(q: QueueTx, task: Frozen<MoveTask>, targets: Map<string, QueueTx>): Step {
  const left = task.toMove - task.moved;
  const want = Math.min(left, moveAtOnce(task.maxPerSecond, q.nowMs - task.startedMs, task.moved));
  const found = want > 0 ? peek(q, want) : [];
  let moved = 0;
  for (const message of found) {
    const arn = task.destinationArn ?? message.deadLetterSource;
    if (arn === undefined) return { moved, status: 'FAILED', failure: 'CouldNotDetermineMessageSource' };
    const target = targets.get(arn) ?? openTarget(q, arn);
    if (!target) return { moved, status: 'FAILED', failure: 'AWS.SimpleQueueService.NonExistentQueue' };
    targets.set(arn, target);
    enqueue(target, asNew(target, message));
    remove(q, message);
    moved++;
  }
  return { moved, status: moved === left || found.length < want ? 'COMPLETED' : 'RUNNING' };
}

function openTarget({ ctx, tx }: QueueTx, arn: string): QueueTx | undefined {
  const queue = queueByArn(arn, ctx);
  return queue && openQueue(tx, queue, ctx);
}

/** A moved message is a new one: its id and its age are its own. */
function asNew({ ctx, queue, nowMs }: QueueTx, message: Frozen<Message>): Draft {
  const { deadLetterSource: _, firstReceivedMs: __, receivedMs: ___, ...kept } = message;
  const delayMs = secondsMs(queue.settings, 'DelaySeconds');
  return { ...kept, id: ctx.id(), sentMs: nowMs, visibleMs: delayMs === 0 ? 0 : nowMs + delayMs, receives: 0 };
}
