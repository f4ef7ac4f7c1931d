// The facts about a run that its delivery keeps until it reaches the target: the schedule may change or be deleted meanwhile.

export interface Invocation {
  readonly scheduledMs: number;
  /** The id of the default notification, the same in all attempts. */
  readonly id: string;
  /** As the schedule has it, with its context attributes. */
  readonly input?: string | undefined;
  readonly messageGroupId?: string | undefined;
  readonly partitionKey?: string | undefined;
  readonly event?: { readonly Source: string; readonly DetailType: string } | undefined;
}

export const writeInvocation = (invocation: Invocation): string => JSON.stringify(invocation);
export const readInvocation = (payload: string): Invocation => JSON.parse(payload) as Invocation;
