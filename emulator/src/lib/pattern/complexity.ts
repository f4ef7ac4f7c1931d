// How ambiguous the wildcards of a field are: the largest number of automaton states that one input can keep alive at once.
import type { Alternative, MatchValue } from './pattern.ts';

const REASON =
  'Rule is too complex - try using fewer wildcard characters or fewer repeating character sequences after a wildcard character';
/** Distinct sets of states examined before a pattern counts as too complex in any case. */
const MAX_STATE_SETS = 20_000;
const STAR = 42;
const BACKSLASH = 92;

/** A literal position and the star behind it count separately; a star keeps itself alive on every byte. */
interface State {
  readonly id: number;
  readonly loops: boolean;
  readonly next: Map<number, State>;
  star: State | undefined;
}

type StateSet = Set<State>;

export function checkWildcardComplexity(alternatives: readonly Alternative[], limit: number, refuse: (reason: string) => never): void {
  if (!Number.isFinite(limit)) return;
  for (const groups of wildcardsByField(alternatives).values()) if (wildcardComplexity(groups, limit) > limit) refuse(REASON);
}

/** Field -> groups: the text of one wildcard, or all texts of an anything-but list. The same values in two alternatives count once. */
function wildcardsByField(alternatives: readonly Alternative[]): Map<string, string[][]> {
  const groups = new Map<string, string[][]>();
  const seen = new Set<MatchValue>();
  for (const alternative of alternatives) {
    for (const [field, values] of alternative) {
      for (const value of values) {
        const texts = wildcardTexts(value);
        if (texts.length === 0 || seen.has(value)) continue;
        seen.add(value);
        const known = groups.get(field);
        if (known) known.push(texts);
        else groups.set(field, [texts]);
      }
    }
  }
  return groups;
}

function wildcardTexts(value: MatchValue): string[] {
  if (value.kind === 'wildcard') return [value.text];
  return value.kind === 'anything-but' ? value.values.flatMap(wildcardTexts) : [];
}

/** Walks the subsets of states that inputs can reach; stops above `limit`. */
export function wildcardComplexity(groups: readonly (readonly string[])[], limit: number): number {
  const automaton = buildAutomaton(groups);
  const start = withStars(new Set(automaton));
  const seen = new Set<string>();
  const waiting: StateSet[] = [start];
  let most = 0;
  for (let states = waiting.pop(); states; states = waiting.pop()) {
    const key = setKey(states);
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > MAX_STATE_SETS) return limit + 1;
    if (states !== start) most = Math.max(most, states.size);
    if (most > limit) return most;
    for (const next of successors(states)) if (next.size > 0) waiting.push(withStars(next));
  }
  return most;
}

const setKey = (states: StateSet): string =>
  Array.from(states, (state) => state.id)
    .sort((a, b) => a - b)
    .join();

/** The first state of each group. */
function buildAutomaton(groups: readonly (readonly string[])[]): State[] {
  let count = 0;
  const state = (loops: boolean): State => ({ id: count++, loops, next: new Map(), star: undefined });
  return groups.map((texts) => {
    const root = state(false);
    for (const text of texts) addText(root, text, state);
    return root;
  });
}

function addText(root: State, text: string, state: (loops: boolean) => State): void {
  const bytes = Buffer.from(`"${text}"`);
  let current = root;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === STAR) {
      current.star ??= state(true);
      current = current.star;
      continue;
    }
    if (bytes[at] === BACKSLASH) at++;
    const byte = bytes[at]!;
    let next = current.next.get(byte);
    if (!next) {
      next = state(false);
      current.next.set(byte, next);
    }
    current = next;
  }
}

function withStars(states: StateSet): StateSet {
  for (const state of [...states]) if (state.star) states.add(state.star);
  return states;
}

/** The state sets after each byte that some state waits for, and after any other byte. */
function* successors(states: StateSet): Generator<StateSet> {
  const bytes = new Set<number>([-1]);
  for (const state of states) for (const byte of state.next.keys()) bytes.add(byte);
  for (const byte of bytes) {
    const next: StateSet = new Set();
    for (const state of states) {
      if (state.loops) next.add(state);
      const literal = state.next.get(byte);
      if (literal) next.add(literal);
    }
    yield next;
  }
}
