// Finds which of many patterns an event matches: one index, to which rules can be added and from which they can be removed.
import { Engine } from './engine.ts';
import type { CompiledPattern } from './pattern.ts';

export interface Matcher<Id> {
  readonly size: number;
  /** Adds the pattern under the id; replaces a pattern that has the same id. */
  add(id: Id, pattern: CompiledPattern): void;
  remove(id: Id): void;
  /** Ids of the matching patterns in the order in which they were added. @throws MalformedEvent */
  match(eventJson: string | Uint8Array): Id[];
  /** How many members the object of the last event had. */
  readonly members: number;
}

/** The index is rebuilt once it carries this many removed rules. */
const MIN_DEAD = 256;

export function createMatcher<Id>(): Matcher<Id> {
  let engine = new Engine();
  let ids: Id[] = [];
  let dead = 0;
  const rules = new Map<Id, { number: number; pattern: CompiledPattern }>();

  function append(id: Id, pattern: CompiledPattern): void {
    const number = engine.add(pattern.alternatives);
    ids[number] = id;
    rules.set(id, { number, pattern });
  }

  function remove(id: Id): void {
    const rule = rules.get(id);
    if (!rule) return;
    engine.remove(rule.number);
    rules.delete(id);
    dead++;
    if (dead >= MIN_DEAD && dead > rules.size) rebuild();
  }

  function rebuild(): void {
    engine = new Engine();
    ids = [];
    dead = 0;
    for (const [id, { pattern }] of rules) append(id, pattern);
  }

  return {
    get size() {
      return rules.size;
    },
    add(id, pattern) {
      remove(id);
      append(id, pattern);
    },
    get members() {
      return engine.members;
    },
    remove,
    match(eventJson) {
      engine.run(eventJson);
      const { matched, matchCount } = engine;
      if (matchCount > 1) matched.subarray(0, matchCount).sort();
      const found = new Array<Id>(matchCount);
      for (let i = 0; i < matchCount; i++) found[i] = ids[matched[i]!]!;
      return found;
    },
  };
}

/** Whether one event matches one pattern. @throws MalformedEvent */
export function matches(pattern: CompiledPattern, eventJson: string | Uint8Array): boolean {
  const engine = new Engine();
  engine.add(pattern.alternatives);
  engine.run(eventJson);
  return engine.matchCount > 0;
}
