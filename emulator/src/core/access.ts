// Facts about all that can be asked over HTTP: what it causes, and for whom it is. `gateway/access` decides by them who may ask for it.

/** `changes`: something that a client can see, code that runs, a request that is sent, or credentials that are handed out. */
export type Effect = 'reads' | 'changes';

/** Facts about an endpoint of the emulator's own, outside of the cloud's API. */
export interface Access {
  /** `everyone`: functions that reach the gateway alone and requests that the emulator forwards, too. Never web pages of other origins. */
  readonly audience: 'everyone' | 'clients';
  readonly effect: Effect;
}

/** Names of operations that only read, unless the manifest of their service lists them under `actingReads`. The explorer's build takes this over. */
export const READS =
  /^(Get|List|Describe|BatchGet|Query$|Scan$|Filter|Test(?!Invoke)|Simulate|Head|Lookup|Search|Validate|Estimate|Detect)/;

export const effectOf = (operation: string, { actingReads = [] }: { readonly actingReads?: readonly string[] } = {}): Effect =>
  READS.test(operation) && !actingReads.includes(operation) ? 'reads' : 'changes';
