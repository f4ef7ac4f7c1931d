// CreateQueue, DeleteQueue, PurgeQueue, GetQueueUrl, ListQueues.
import { type CreateQueueRequest, fault, operation } from '#model/sqs';
import { setDeadLetterQueue } from './dead-letter-queues.ts';
import { invalidParameter, noSuchQueue, unknownAttribute } from './faults.ts';
import { findQueue } from './find-queue.ts';
import { NO_TALLY } from './messages/in-queue.ts';
import { wakeKey } from './messages/queue-tx.ts';
import { pageOfNamed } from './pages.ts';
import { queueUrl } from './queue-address.ts';
import { changeSettings, checkSettings, DEFAULTS, differing, FIFO_DEFAULTS } from './settings.ts';
import { moveTasks, type Queue, queues, tallies } from './state.ts';
import { QUEUE_TAGS } from './tags.ts';

const PURGE_PAUSE_MS = 60_000;
const ID_LENGTH = 12;
const CHARACTERS_OF_NAMES = /^[A-Za-z0-9_.-]{1,80}$/;

export const CreateQueue = operation('CreateQueue', (input, ctx) => {
  const { QueueName: name, Attributes: given = {}, tags = {} } = input;
  const fifo = checkName(input);
  checkSettings(given, fifo);
  const url = queueUrl(ctx.origin, ctx.account, name);
  const existing = ctx.records(queues).get([name]);
  if (existing) {
    const differs = differing(existing.settings, given);
    if (differs === undefined) return { QueueUrl: url };
    throw fault('QueueNameExists', `A queue already exists with the same name and a different value for attribute ${differs}`);
  }
  const id = ctx.random(ID_LENGTH, 'abcdefghijklmnopqrstuvwxyz0123456789');
  const nowMs = ctx.now();
  const queue: Queue = {
    name,
    id,
    storeId: `${id}-0`,
    fifo,
    createdMs: nowMs,
    modifiedMs: nowMs,
    purgedMs: 0,
    settings: changeSettings(fifo ? FIFO_DEFAULTS : DEFAULTS, given),
    tags: QUEUE_TAGS.ofNew(tags, ctx, name),
  };
  ctx.write((tx) => {
    setDeadLetterQueue(tx, undefined, queue, ctx);
    tx.put(ctx.records(queues), [name], queue);
  });
  return { QueueUrl: url };
});

/** Throws if the name is not valid. True for the name of a FIFO queue. */
function checkName({ QueueName: name, Attributes = {} }: CreateQueueRequest): boolean {
  const wanted = Attributes['FifoQueue'];
  const fifo = wanted?.toLowerCase() === 'true';
  if (name === '') throw invalidParameter('Value for parameter QueueName is invalid. Reason: Must specify a queue name.');
  if (wanted !== undefined && !fifo) throw unknownAttribute('FifoQueue');
  if (fifo && !/^[A-Za-z0-9_-]{1,75}\.fifo$/.test(name))
    throw invalidParameter(
      'The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, must end with .fifo suffix and be 1 to 80 in length.',
    );
  if (!fifo && !/^[A-Za-z0-9_-]{1,80}$/.test(name))
    throw invalidParameter('Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length');
  return fifo;
}

/** The name is free again at once. The messages are deleted in the background. */
export const DeleteQueue = operation('DeleteQueue', (input, ctx) => {
  const { there, queue } = findQueue(input.QueueUrl, ctx);
  there.write((tx) => {
    setDeadLetterQueue(tx, queue, undefined, there);
    tx.delete(there.records(queues), [queue.name]);
    tx.delete(there.records(tallies), [queue.id]);
    there.unschedule(tx, 'sqs.expire', [queue.name]);
    for (const [key] of there.records(moveTasks).entries([queue.name])) {
      tx.delete(there.records(moveTasks), key);
      there.unschedule(tx, 'sqs.move', key);
    }
    there.later(tx, 'sqs.sweep', [queue.storeId, queue.id], there.now());
    // Waiting receivers learn that the queue is gone.
    tx.after(() => there.wake(wakeKey(queue)));
  });
});

export const PurgeQueue = operation('PurgeQueue', (input, ctx) => {
  const { there, queue } = findQueue(input.QueueUrl, ctx);
  const nowMs = there.now();
  if (queue.purgedMs !== 0 && nowMs < queue.purgedMs + PURGE_PAUSE_MS)
    throw fault('PurgeQueueInProgress', `Only one PurgeQueue operation on ${queue.name} is allowed every 60 seconds.`);
  const purges = Number(queue.storeId.slice(queue.storeId.lastIndexOf('-') + 1));
  there.write((tx) => {
    const tally = there.records(tallies).get([queue.id]) ?? NO_TALLY;
    tx.put(there.records(tallies), [queue.id], { ...NO_TALLY, numbered: tally.numbered, expiryMs: tally.expiryMs });
    tx.put(there.records(queues), [queue.name], { ...queue, storeId: `${queue.id}-${purges + 1}`, purgedMs: nowMs });
    there.later(tx, 'sqs.sweep', [queue.storeId], nowMs);
  });
});

export const GetQueueUrl = operation('GetQueueUrl', ({ QueueName: name, QueueOwnerAWSAccountId: owner }, ctx) => {
  if (name === '') throw invalidParameter('Value for parameter QueueName is invalid. Reason: Must specify a queue name.');
  const account = owner || ctx.account;
  if (!/^\d{12}$/.test(account) || !CHARACTERS_OF_NAMES.test(name)) throw noSuchQueue();
  const there = ctx.in({ account });
  if (!there.records(queues).has([name])) throw noSuchQueue();
  return { QueueUrl: queueUrl(ctx.origin, account, name) };
});

export const ListQueues = operation('ListQueues', ({ QueueNamePrefix, ...page }, ctx) => {
  if (QueueNamePrefix && !CHARACTERS_OF_NAMES.test(QueueNamePrefix)) return {};
  const { items, ...end } = pageOfNamed(
    page,
    (after, limit) =>
      ctx.records(queues).range([], { after: after === undefined ? undefined : [after], startsWith: QueueNamePrefix || undefined, limit }),
    ({ name }) => name,
  );
  const QueueUrls = items.map(({ name }) => queueUrl(ctx.origin, ctx.account, name));
  return { ...(QueueUrls.length > 0 && { QueueUrls }), ...end };
});
