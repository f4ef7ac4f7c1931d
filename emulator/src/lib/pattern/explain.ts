// Why an event matches a pattern, or what prevents it: the matcher's own verdict, then each field by itself.
import { type AbsentPlace, findAbsentPlace } from './absent-place.ts';
import { Engine } from './engine.ts';
import { type LeafTest, leafPasses } from './leaf-test.ts';
import { ELEMENT, KIND, LEAF, LITERAL, NEXT, NUMBER, STRING } from './leaves.ts';
import type { Alternative, CompiledPattern, MatchValue } from './pattern.ts';
import { showValue } from './show-value.ts';

/** How many values of the event are shown for a field, at most. */
const SHOWN_LEAVES = 3;
/** Characters of the event, times the branches of `$or` that read it. */
const MAX_READ_CHARACTERS = 250_000;

interface Failure {
  /** The match values as a pattern writes them. */
  readonly wanted: readonly string[];
}

export type FieldVerdict = { readonly field: string } & (
  | { readonly outcome: 'matched'; readonly by: string /** None when the field matched by its absence. */; readonly value?: string }
  | ({ readonly outcome: 'absent' } & Failure & AbsentPlace)
  | ({
      readonly outcome: 'type' | 'value' | 'exists' /** The first of `count`. */;
      readonly values: readonly string[];
      readonly count: number;
    } & Failure)
);

/** Fields that each match, but only in different elements of one array. */
interface ArrayConflict {
  readonly path: string;
  readonly fields: readonly { readonly field: string; readonly indexes: readonly number[] }[];
}

interface AlternativeExplanation {
  readonly matched: boolean;
  /** Sorted by name, as the matcher takes them. */
  readonly fields: readonly FieldVerdict[];
  readonly conflict?: ArrayConflict;
}

export interface Explanation {
  readonly matched: boolean;
  /** The branches that `$or` makes, the nearest to a match first. */
  readonly alternatives: readonly AlternativeExplanation[];
}

/**
 * Looks at the first branches of `$or` only, where all together would read more than `MAX_READ_CHARACTERS`.
 * @throws MalformedEvent
 */
export function explain(pattern: CompiledPattern, eventJson: string | Uint8Array): Explanation {
  const whole = new Inspection(pattern.alternatives);
  const event: unknown = whole.run(eventJson);
  const most = Math.max(1, Math.floor(MAX_READ_CHARACTERS / Math.max(1, eventJson.length)));
  const alternatives = pattern.alternatives.slice(0, most).map((alternative) => explainAlternative(alternative, eventJson, event));
  const distance = ({ matched, fields }: AlternativeExplanation) =>
    matched ? -1 : fields.filter((field) => field.outcome !== 'matched').length / fields.length;
  alternatives.sort((a, b) => distance(a) - distance(b));
  return { matched: whole.matched, alternatives };
}

function explainAlternative(alternative: Alternative, eventJson: string | Uint8Array, event: unknown): AlternativeExplanation {
  const inspection = new Inspection([alternative]);
  inspection.run(eventJson);
  const names = [...alternative.keys()].sort();
  const fields = names.map((name) => inspection.verdict(name, alternative.get(name)!, event));
  const conflict = inspection.matched || fields.some(({ outcome }) => outcome !== 'matched') ? undefined : inspection.conflict(names);
  return { matched: inspection.matched, fields, ...(conflict && { conflict }) };
}

/** Alternatives over one event; fields are those of the first. */
class Inspection {
  readonly #engine = new Engine();
  readonly #alternative: Alternative;

  constructor(alternatives: readonly Alternative[]) {
    this.#alternative = alternatives[0] ?? new Map();
    const tested = alternatives.filter(({ size }) => size > 0);
    if (tested.length > 0) this.#engine.add(tested);
  }

  get matched(): boolean {
    return this.#engine.matchCount > 0;
  }

  /** Returns the parsed event. */
  run(eventJson: string | Uint8Array): unknown {
    this.#engine.run(eventJson);
    return JSON.parse(typeof eventJson === 'string' ? eventJson : Buffer.from(eventJson).toString());
  }

  verdict(field: string, values: readonly MatchValue[], event: unknown): FieldVerdict {
    const leaves = this.#leavesOf(field);
    const tests = this.#testsOf(field);
    for (const leaf of leaves) {
      const by = tests.findIndex((test) => leafPasses(test, this.#engine.leaves, leaf));
      if (by >= 0) return { field, outcome: 'matched', by: showValue(values[by]!), value: this.#show(leaf) };
    }
    const absent = values.find(({ kind }) => kind === 'absent');
    const wanted = values.map(showValue);
    if (leaves.length === 0) {
      if (absent) return { field, outcome: 'matched', by: showValue(absent) };
      return { field, outcome: 'absent', wanted, ...findAbsentPlace(event, field) };
    }
    // With array elements, an absence that the whole alternative relies on counts even if other elements have the field.
    if (absent && this.matched) return { field, outcome: 'matched', by: showValue(absent) };
    const shown = leaves.slice(0, SHOWN_LEAVES).map((leaf) => this.#show(leaf));
    const found = { values: shown, count: leaves.length, wanted };
    if (values.every(({ kind }) => kind === 'absent')) return { field, outcome: 'exists', ...found };
    const sameType = leaves.some((leaf) => values.some((value) => this.#mayMatch(value, leaf)));
    return { field, outcome: sameType ? 'value' : 'type', ...found };
  }

  /** The outermost array whose elements keep the fields apart. */
  conflict(names: readonly string[]): ArrayConflict | undefined {
    const byPath = new Map<string, { field: string; indexes: number[] }[]>();
    for (const field of names) {
      const tests = this.#testsOf(field);
      const passing = this.#leavesOf(field).filter((leaf) => tests.some((test) => leafPasses(test, this.#engine.leaves, leaf)));
      for (const [path, indexes] of this.#places(field, passing)) {
        const fields = byPath.get(path) ?? [];
        fields.push({ field, indexes: [...indexes].sort((a, b) => a - b) });
        byPath.set(path, fields);
      }
    }
    for (const [path, fields] of byPath) {
      const common = fields.reduce((left, { indexes }) => left.filter((index) => indexes.includes(index)), fields[0]!.indexes);
      if (fields.length > 1 && common.length === 0) return { path, fields };
    }
    const first = [...byPath].find(([, fields]) => fields.length > 1) ?? [...byPath][0];
    return first && { path: first[0], fields: first[1] };
  }

  /** Array path -> indexes of the elements that hold the leaves. */
  #places(field: string, found: readonly number[]): Map<string, Set<number>> {
    const { leaves } = this.#engine;
    const places = new Map<string, Set<number>>();
    for (const leaf of found) {
      for (let element = leaves.words[leaf * LEAF + ELEMENT]!; element !== 0; element = leaves.parentElement(element)) {
        const path = this.#engine.arrayPath(field, element);
        const indexes = places.get(path) ?? new Set<number>();
        places.set(path, indexes.add(leaves.indexOf(element)));
      }
    }
    return places;
  }

  #testsOf(field: string): LeafTest[] {
    return this.#engine.testsFor(this.#engine.fieldNumber(field), this.#alternative.get(field)!);
  }

  /** In the order of the event. */
  #leavesOf(field: string): number[] {
    const { leaves } = this.#engine;
    const found: number[] = [];
    for (let leaf = leaves.first(this.#engine.fieldNumber(field)); leaf >= 0; leaf = leaves.words[leaf * LEAF + NEXT]!) found.unshift(leaf);
    return found;
  }

  #show(leaf: number): string {
    const { leaves } = this.#engine;
    const text = leaves.textOf(leaf);
    return leaves.words[leaf * LEAF + KIND] === STRING ? JSON.stringify(text) : text;
  }

  /** Whether the leaf has the type that the value tests. */
  #mayMatch(value: MatchValue, leaf: number): boolean {
    const { leaves } = this.#engine;
    const kind = leaves.words[leaf * LEAF + KIND];
    switch (value.kind) {
      case 'exists':
      case 'anything-but':
        return true;
      case 'absent':
        return false;
      case 'literal':
        return kind === LITERAL;
      case 'number-text':
        return kind === NUMBER;
      case 'number':
      case 'range':
        return kind === NUMBER && leaves.isComparable(leaf);
      default:
        return kind === STRING;
    }
  }
}
