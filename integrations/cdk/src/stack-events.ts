// The events of stacks while the CDK works: as the emulator tells them, the moment they happen.
import type { RegionScope } from 'cloud-emulator-client/client-environment';

export interface StackEvent {
  readonly StackName: string;
  readonly LogicalResourceId: string;
  readonly ResourceType: string;
  readonly ResourceStatus: string;
  readonly ResourceStatusReason?: string;
  readonly Timestamp: string;
}

/** The time for events that are on their way when the CDK has ended. */
const LAST_MS = 50;

/** Tells each event from now on, until it is told to stop. */
export async function followStackEvents(url: string, place: RegionScope, see: (event: StackEvent) => void): Promise<() => Promise<void>> {
  const ending = new AbortController();
  const answer = await fetch(`${url}/_cloud/cloudformation/events?account=${place.account}&region=${place.region}`, {
    signal: ending.signal,
  });
  const read = async (): Promise<void> => {
    let rest = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line) see(JSON.parse(line) as StackEvent);
    }
  };
  const reading = answer.ok ? read().catch(() => undefined) : undefined;
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, LAST_MS));
    ending.abort();
    await reading;
  };
}

/** One line of an event that says how something ended, or that nothing more will come of it. */
export function readable({
  StackName,
  LogicalResourceId,
  ResourceType,
  ResourceStatus,
  ResourceStatusReason,
}: StackEvent): string | undefined {
  if (/_IN_PROGRESS$/.test(ResourceStatus)) return undefined;
  const sign = isUnanswered(ResourceStatusReason) ? '!' : /FAILED|ROLLBACK/.test(ResourceStatus) ? '✗' : '·';
  const reason = ResourceStatusReason && (sign !== '·' || isRecorded(ResourceStatusReason)) ? `: ${ResourceStatusReason}` : '';
  return `  ${sign} ${StackName}  ${ResourceStatus}  ${ResourceType}  ${LogicalResourceId}${reason}`;
}

/** The function of a custom resource has failed for good: the stack waits in vain. */
const isUnanswered = (reason: string | undefined): boolean => reason?.startsWith('No answer will come: ') === true;

const isRecorded = (reason: string | undefined): boolean => reason?.startsWith('Recorded, ') === true;

/** Collects what the emulator keeps as records only, since the CDK does not print reasons of what succeeded. */
export class RecordedResources {
  readonly #types = new Map<string, string>();

  see({ StackName, LogicalResourceId, ResourceType, ResourceStatusReason }: StackEvent): void {
    if (isRecorded(ResourceStatusReason)) this.#types.set(`${StackName}/${LogicalResourceId}`, ResourceType);
  }

  /** Undefined if no resource is only recorded. */
  get text(): string | undefined {
    if (this.#types.size === 0) return undefined;
    const types = [...new Set(this.#types.values())].sort().join(', ');
    return `Recorded, does nothing here: ${this.#types.size} ${this.#types.size === 1 ? 'resource' : 'resources'} (${types}).`;
  }
}
