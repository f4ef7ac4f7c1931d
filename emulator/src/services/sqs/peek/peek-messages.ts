// Looks at the messages of a queue without receiving them: no count, no time and no visibility changes.
import type { Frozen } from '#core/records';
import type { Message as Answer } from '#model/sqs';
import type { LocatedQueue } from '#services/sqs/find-queue';
import { answerMessages } from '#services/sqs/messages/answer-messages';
import { viewQueue } from '#services/sqs/messages/in-queue';
import { hasExpired, type MessageState, type QueueView, stateOf } from '#services/sqs/messages/queue-tx';
import type { Message } from '#services/sqs/state';

/** Limit: messages that the emulator's own endpoint shows of a queue at once. */
const MAX_MESSAGES = 1000;
/** Messages that are looked at for one answer. */
const MAX_STEPS = 20_000;
const NOT_RECEIVED = 'not-received';

export interface PeekOptions {
  /** Also messages in flight, and those of FIFO groups that wait for one; each says whether it is visible. */
  readonly invisible: boolean;
  readonly delayed: boolean;
}

/** Up to 1,000 messages in the order in which they were sent, with all attributes. */
export async function peekMessages(located: LocatedQueue, options: PeekOptions): Promise<readonly Answer[]> {
  const { there, queue } = located;
  const view = viewQueue(queue, there);
  const shown: { message: Frozen<Message>; state: MessageState }[] = [];
  for (const each of statesOf(view)) {
    if (each.state === 'visible' || options[each.state === 'delayed' ? 'delayed' : 'invisible']) shown.push(each);
    if (shown.length === MAX_MESSAGES) break;
  }
  const found = shown.map(({ message }) => message);
  const { Messages = [] } = await answerMessages(located, found, ['All'], ['All']);
  return Messages.map((message, index) => ({
    ...message,
    ReceiptHandle: NOT_RECEIVED,
    Attributes: { ...message.Attributes, ...stateAttributes(shown[index]!.state, options) } as NonNullable<Answer['Attributes']>,
  }));
}

const stateAttributes = (state: MessageState, { invisible, delayed }: PeekOptions): Record<string, string> => ({
  ...(invisible && { IsVisible: String(state === 'visible') }),
  ...(delayed && { IsDelayed: String(state === 'delayed') }),
});

/** A message of a FIFO queue waits for those of its group before it. */
function* statesOf(view: QueueView): Generator<{ message: Frozen<Message>; state: MessageState }> {
  const waiting = new Set<string>();
  let steps = 0;
  for (const message of view.messages.range([view.queue.storeId])) {
    if (++steps > MAX_STEPS) return;
    if (hasExpired(view, message)) continue;
    const own = stateOf(view, message);
    const group = view.queue.fifo ? message.groupId : undefined;
    if (group !== undefined && own !== 'visible') waiting.add(group);
    yield { message, state: own === 'visible' && group !== undefined && waiting.has(group) ? 'inFlight' : own };
  }
}
