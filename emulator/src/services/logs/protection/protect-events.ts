// Finds sensitive data in the events of a batch, by the policies of the account and of the group. The places that are masked are known once an event arrives.
import type { Ctx } from '#core/ctx';
import { nextTurn } from '#lib/next-turn';
import type { InputLogEvent } from '#model/logs';
import { accountPolicies, dataProtection } from '#services/logs/state';
import type { Finder, TextSpan } from './identifiers.ts';
import { foundBy, masked, readProtection } from './policy.ts';

/** An event as everybody sees it, and what is kept of it. */
export interface ProtectedEvent extends InputLogEvent {
  /** The message as it was sent; absent where nothing of it is masked. */
  readonly raw?: string | undefined;
  readonly masks?: readonly TextSpan[] | undefined;
}

/** The most that is searched between two pauses. */
const CHARACTERS_AT_ONCE = 65_536;

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
  const masks = documents.flatMap((document) => compiled.of(document));
  const shown: ProtectedEvent[] = [];
  let [characters, findings] = [0, 0];
  for (const event of events) {
    characters += event.message.length;
    if (characters > CHARACTERS_AT_ONCE) {
      characters = 0;
      await nextTurn();
    }
    const found = foundBy(masks, event.message);
    if (found.length > 0) findings++;
    shown.push(found.length === 0 ? event : { ...event, message: masked(event.message, found), raw: event.message, masks: found });
  }
  if (findings > 0) ctx.metrics.meter('AWS/Logs', 'LogGroupName', group).add('LogEventsWithFindings', findings);
  return shown;
}
