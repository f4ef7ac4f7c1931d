// Decides who may ask for what. Every request over HTTP passes here before anything else sees it, with what it asks for. Pure.
import type { Access, Effect } from '#core/access';

/** Senders of requests besides programs of this machine, which may do everything. */
export type CallerKind =
  /** A function that reaches the gateway alone (FUNCTION_NETWORK=gateway). */
  | 'function'
  /** The emulator itself, for somebody who named the address: an API destination, a task, an integration, a subscription. */
  | 'forwarded'
  /** A page of the emulator's own origin while EXPLORER_READONLY is set. */
  | 'read-only page'
  /** A page of another origin. */
  | 'foreign page';

export type AccessTarget =
  /** One of the emulator's own endpoints: management, the explorer, and those of services. */
  | ({ readonly kind: 'endpoint' } & Access)
  /** A route that a service answers for every client, on a host name of its own or on the gateway's. */
  | { readonly kind: 'open route'; readonly ownHost: boolean }
  /** An operation of the cloud's API. */
  | { readonly kind: 'operation'; readonly effect: Effect };

export const READ_ONLY = 'EXPLORER_READONLY is set, and pages of this origin change nothing';

const REFUSALS: Readonly<Record<CallerKind, (asked: AccessTarget) => string | undefined>> = {
  function: (asked) =>
    asked.kind === 'endpoint' && asked.audience !== 'everyone'
      ? "the emulator's own endpoints are closed to functions where FUNCTION_NETWORK is gateway"
      : undefined,
  forwarded: (asked) =>
    asked.kind === 'endpoint' && asked.audience !== 'everyone'
      ? "the emulator's own endpoints are not asked on behalf of others"
      : undefined,
  // A host of its own is another origin: no page of the gateway's is sent there.
  'read-only page': (asked) =>
    asked.kind === 'open route' ? (asked.ownHost ? undefined : READ_ONLY) : asked.effect === 'changes' ? READ_ONLY : undefined,
  // Open routes answer such pages themselves, and operations where the resource admits the page: by its CORS rules, or by a signature.
  'foreign page': (asked) => (asked.kind === 'endpoint' ? 'a web page of another origin sent it' : undefined),
};

/** Why these callers, who send the request together, may not ask for it; undefined where they may. */
export function refusalOf(callers: readonly CallerKind[], asked: AccessTarget): string | undefined {
  for (const caller of callers) {
    const refusal = REFUSALS[caller](asked);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
