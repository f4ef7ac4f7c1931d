// The events of stacks, as the emulator reports them: at once, without asking again and again.
import type { ResourceEvent } from './deploy-event.ts';
import { StackProblem } from './stack-problem.ts';
import type { Target } from './target.ts';

export interface StackEvents {
  /** Resolves with the status of a stack that is neither in progress nor an earlier one. @throws StackProblem if the emulator ends before */
  settled(stackId: string): Promise<string>;
  end(): Promise<void>;
}

/** Statuses between two parts of one operation. */
const GOES_ON = /_IN_PROGRESS$/;

/** Reports each event from now on, of all stacks of the account and region. */
export async function followStackEvents({ url, account, region }: Target, see: (event: ResourceEvent) => void): Promise<StackEvents> {
  const ending = new AbortController();
  const answer = await fetch(`${url}/_cloud/cloudformation/events?account=${account}&region=${region}`, { signal: ending.signal });
  const settled = new Map<string, string>();
  const waiting = new Map<string, (status: string | undefined) => void>();
  let isOver = false;
  const take = (event: ResourceEvent): void => {
    see(event);
    if (event.physicalId !== event.stackId || GOES_ON.test(event.status)) return;
    settled.set(event.stackId, event.status);
    waiting.get(event.stackId)?.(event.status);
  };
  let begun = (): void => undefined;
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  // The first line is empty: everything after it is reported.
  const reading = readLines(answer, (line) => (line === '' ? begun() : take(eventOf(JSON.parse(line) as Record<string, string>))))
    .catch(() => undefined)
    .then(() => {
      isOver = true;
      begun();
      for (const end of waiting.values()) end(undefined);
    });
  await beginning;
  return {
    settled: async (stackId) => {
      const status =
        settled.get(stackId) ?? (isOver ? undefined : await new Promise<string | undefined>((resolve) => waiting.set(stackId, resolve)));
      if (status === undefined)
        throw new StackProblem(
          'deploy',
          `The emulator at ${url} ended before the stack was complete.`,
          'Deploy again where it runs with PERSISTENCE=1; else everything is gone.',
        );
      return status;
    },
    end: async () => {
      ending.abort();
      await reading;
    },
  };
}

async function readLines(answer: Response, take: (line: string) => void): Promise<void> {
  if (!answer.ok || !answer.body) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
}

const eventOf = (event: Readonly<Record<string, string>>): ResourceEvent => ({
  type: 'resource',
  stackId: event['StackId'] ?? '',
  stackName: event['StackName'] ?? '',
  logicalId: event['LogicalResourceId'] ?? '',
  physicalId: event['PhysicalResourceId'] ?? '',
  resourceType: event['ResourceType'] ?? '',
  status: event['ResourceStatus'] ?? '',
  reason: event['ResourceStatusReason'],
  atMs: Date.parse(event['Timestamp'] ?? '') || 0,
});
