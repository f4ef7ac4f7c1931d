// The last events with the rules that took them, in a ring of slots that are used again. Nothing is made for an event, and its object is not
// kept: the garbage collector copies each object that outlives its request, which cost more than all else here.
import type { EventRules, EventText, NotedEvent, Publication, TakingRule } from './logged-event.ts';

/** Characters of all events together, with the characters that stand for the rules that took them; the oldest leave first. */
const MAX_CHARACTERS = 4_000_000;
/** Limit: events that `emulator events` remembers. */
const MAX_EVENTS = 2000;
const RULE_CHARACTERS = 20;

const sizeOf = (text: EventText, matched: readonly TakingRule[]): number => text.length + matched.length * RULE_CHARACTERS;

export class EventRing {
  /** Numbers of the oldest event and of the next one; the slot of an event is its number modulo `MAX_EVENTS`. */
  #first = 0;
  #next = 0;
  #characters = 0;
  readonly #ids: (string | undefined)[] = [];
  readonly #texts: (EventText | undefined)[] = [];
  readonly #times = new Float64Array(MAX_EVENTS);
  readonly #rules: (EventRules | undefined)[] = [];
  readonly #versions: (string | undefined)[] = [];
  readonly #matched: (readonly TakingRule[] | undefined)[] = [];
  readonly #dropped: (number: number) => void;

  /** `dropped` gets the number of each event that leaves, which can still be read then. */
  constructor(dropped: (number: number) => void) {
    this.#dropped = dropped;
  }
  get first(): number {
    return this.#first;
  }
  /** The number of the event that comes next. */
  get next(): number {
    return this.#next;
  }

  add({ id, text, receivedMs }: NotedEvent, rules: EventRules, matched: readonly TakingRule[]): void {
    if (this.#next - this.#first === MAX_EVENTS) this.dropOldest();
    const slot = this.#next++ % MAX_EVENTS;
    this.#ids[slot] = id;
    this.#texts[slot] = text;
    this.#times[slot] = receivedMs;
    this.#rules[slot] = rules;
    this.#versions[slot] = rules.version;
    this.#matched[slot] = matched;
    this.#characters += sizeOf(text, matched);
    while (this.#characters > MAX_CHARACTERS) this.dropOldest();
  }

  dropOldest(): void {
    const slot = this.#first % MAX_EVENTS;
    this.#dropped(this.#first);
    this.#first++;
    this.#characters -= sizeOf(this.#texts[slot]!, this.#matched[slot]!);
    this.#ids[slot] = undefined;
    this.#texts[slot] = undefined;
    this.#rules[slot] = undefined;
    this.#matched[slot] = undefined;
  }

  idOf(number: number): string {
    return this.#ids[number % MAX_EVENTS]!;
  }

  /** The number of the newest event with this id; undefined if there is none. The search begins at the end, where it usually is. */
  newest(id: string): number | undefined {
    for (let number = this.#next - 1; number >= this.#first; number--) if (this.idOf(number) === id) return number;
    return undefined;
  }

  publication(number: number): Publication {
    const slot = number % MAX_EVENTS;
    return {
      event: { id: this.#ids[slot]!, text: String(this.#texts[slot]), receivedMs: this.#times[slot]! },
      rules: this.#rules[slot]!,
      version: this.#versions[slot],
      matched: this.#matched[slot] ?? [],
    };
  }
}
