// Finds sensitive data in the events of a batch, by the policies of the account and of the group. The places that are masked are known once an event arrives.
import type { Ctx } from '#core/ctx';
import type { InputLogEvent } from '#model/logs';
import { accountPolicies, dataProtection } from '#services/logs/state';
import type { Finder, TextSpan } from './identifiers.ts';
import { masked, readProtection } from './policy.ts';
import { Search } from './search.ts';

/** An event as everybody sees it, and what is kept of it. */
export interface ProtectedEvent extends InputLogEvent {
  /** The message as it was sent; absent where nothing of it is masked. */
  readonly raw?: string | undefined;
  readonly masks?: readonly TextSpan[] | undefined;
  /** JSON: what the group's transformer made of the message; absent where it made nothing. */
  readonly transformed?: string | undefined;
}

/** Compiled policies, by their text. */
class CompiledPolicies {
  #compiled = new Map<string, readonly Finder[]>();

  of(document: string): readonly Finder[] {
    let found = this.#compiled.get(document);
    if (!found) {
      if (this.#compiled.size >= MAX_COMPILED) this.#compiled.clear();
      this.#compiled.set(document, (found = readProtection(document)));
    }
    return found;
  }
  async stop(): Promise<void> {}
}
const MAX_COMPILED = 100;

export async function protectEvents(group: string, events: readonly InputLogEvent[], ctx: Ctx): Promise<readonly ProtectedEvent[]> {
  const documents = [...ctx.records(accountPolicies).range(['DATA_PROTECTION_POLICY']), ...ctx.records(dataProtection).range([group])].map(
    ({ document }) => document,
  );
  if (documents.length === 0) return events;
  const compiled = ctx.own('logs.data-protection', () => new CompiledPolicies());
  const search = new Search(documents.flatMap((document) => compiled.of(document)));
  const shown: ProtectedEvent[] = [];
  let findings = 0;
  for (const event of events) {
    const found = await search.found(event.message);
    if (found.length > 0) findings++;
    shown.push(found.length === 0 ? event : { ...event, message: masked(event.message, found), raw: event.message, masks: found });
  }
  if (findings > 0) ctx.metrics.meter('AWS/Logs', 'LogGroupName', group).add('LogEventsWithFindings', findings);
  return shown;
}
