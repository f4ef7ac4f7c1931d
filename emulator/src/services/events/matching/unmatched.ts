// Says on the console that no rule took an event, and why: seldom enough that a stream of such events costs nothing.
import type { Ctx } from '#core/ctx';
import type { RuleMiss } from '#core/delivery/logged-event';
import type { Owned } from '#core/owned';
import { EVENT_UNMATCHED } from '#services/events/messages';
import type { BusEvent } from './delivery-plan.ts';
import type { BusRules } from './matchers.ts';
import { missesOf } from './misses.ts';

/** Events of one kind (bus, source and detail type) are told once in this time, of all kinds this many. */
const TELL_EVERY_MS = 1000;
const MAX_TOLD = 10;
const MAX_KINDS = 200;
/** Characters of the event, times the rules that read it, beyond which the reasons would cost too much. */
const MAX_READ_CHARACTERS = 1_000_000;
const MAX_REASONS = 3;
/** With more rules than this, no reasons are given. */
const MAX_EXPLAINED = 20;

class UnmatchedEvents implements Owned {
  /** Kinds with the time until which they are not told again, and how many have come since. */
  readonly #kinds = new Map<string, { untilMs: number; untold: number }>();
  #window = { untilMs: 0, told: 0 };

  /** How many events of the kind have come since the last event that was told; undefined if this one is not told. */
  admit(kind: string, nowMs: number): number | undefined {
    const known = this.#kinds.get(kind);
    if (known && nowMs < known.untilMs) {
      known.untold++;
      return undefined;
    }
    if (nowMs >= this.#window.untilMs) this.#window = { untilMs: nowMs + TELL_EVERY_MS, told: 0 };
    if (this.#window.told++ >= MAX_TOLD) return undefined;
    if (this.#kinds.size >= MAX_KINDS) this.#kinds.clear();
    this.#kinds.set(kind, { untilMs: nowMs + TELL_EVERY_MS, untold: 0 });
    return known?.untold ?? 0;
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}

/** `ctx` is that of the bus. `byClient`: a client sent the event; those of services are told only where a rule came near. */
export function tellUnmatched(known: BusRules, event: BusEvent, byClient: boolean, ctx: Ctx): void {
  if (!ctx.log.shows('info')) return;
  const rules = known.size;
  if (rules === 0 && !byClient) return;
  const unmatched = ctx.own('events.unmatched', () => new UnmatchedEvents());
  const earlier = unmatched.admit(`${ctx.account} ${ctx.region} ${known.bus} ${kindOf(event)}`, performance.now());
  if (earlier === undefined) return;
  const misses = event.text.length * rules > MAX_READ_CHARACTERS ? [] : missesIn(known, event, ctx).sort(byDistance);
  if (!byClient && (misses[0]?.distance ?? 1) === 1) return;
  const reasons = misses.slice(0, MAX_REASONS).map(({ name, reason }) => `${name}: ${reason}`);
  ctx.log.write(EVENT_UNMATCHED, { eventId: event.id, ...factsOf(event), bus: known.bus, rules, reasons, earlier });
}

const missesIn = (known: BusRules, { text }: BusEvent, ctx: Ctx): RuleMiss[] =>
  known.matcher.size > MAX_EXPLAINED ? [] : missesOf(known.bus, text, NONE, ctx);
const NONE: ReadonlySet<string> = new Set();

const SOURCE = /"source"\s*:\s*"((?:[^"\\]|\\.)*)"/;
const DETAIL_TYPE = /"detail-type"\s*:\s*"((?:[^"\\]|\\.)*)"/;

/** Detail type and source as they stand in an envelope of ours: cheap, for it is made for every such event. */
const kindOf = ({ text }: BusEvent): string => text.slice(text.indexOf('"detail-type"'), text.indexOf('"account"'));

const factsOf = ({ text }: BusEvent) => ({ source: SOURCE.exec(text)?.[1] ?? '', detailType: DETAIL_TYPE.exec(text)?.[1] ?? '' });

const byDistance = (a: RuleMiss, b: RuleMiss): number => a.distance - b.distance;
