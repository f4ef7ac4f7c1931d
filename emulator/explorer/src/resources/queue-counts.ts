// How many messages a queue holds in each state, and what a redrive has moved and left.
import { counted } from '#ui/format.ts';
import type { Api } from '#ui/resource.ts';

const COUNTS = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible', 'ApproximateNumberOfMessagesDelayed'] as const;

/** Visible, in flight, delayed. */
export async function countsOf(QueueUrl: string, { call }: Api): Promise<readonly number[]> {
  const { Attributes = {} } = await call('sqs', 'GetQueueAttributes', { QueueUrl, AttributeNames: [...COUNTS] });
  return COUNTS.map((name) => Number(Attributes[name] ?? 0));
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const MAX_LOOKS = 50;
const BETWEEN_LOOKS_MS = 100;

/** Tells what a redrive has moved, once it has ended, and what it has left. */
export async function movedFrom(SourceArn: string, QueueUrl: string, api: Api): Promise<string> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    const { Results: [task] = [] } = await api.call('sqs', 'ListMessageMoveTasks', { SourceArn });
    if (task && task.Status !== 'RUNNING') {
      const [visible = 0, inFlight = 0, delayed = 0] = await countsOf(QueueUrl, api);
      const held = [
        visible > 0 && `${visible} visible`,
        inFlight > 0 && `${inFlight} in flight, which a receiver holds until their visibility timeout`,
        delayed > 0 && `${delayed} delayed`,
      ].filter(Boolean);
      const left = held.length > 0 ? `Left here: ${held.join('; ')}.` : 'None is left.';
      return `Moved ${counted(task.ApproximateNumberOfMessagesMoved ?? 0, 'message')}. ${task.FailureReason ?? ''} ${left}`;
    }
    await wait(BETWEEN_LOOKS_MS);
  }
  return 'The move goes on.';
}
